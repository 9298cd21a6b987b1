"""The table at work: every verb behind its address.

A request that says just what its verb takes is read here. All others go to FastAPI, which has a
word for whatever is wrong, and which describes all routes. What it needs for that takes long to
make, so it is made for a route when it is first needed.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any, Final
from urllib.parse import unquote_plus

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from remembrancer.core.limits import NAME_CHARACTERS_MAX
from remembrancer.doors.http import body
from remembrancer.doors.http.endpoints import Caller, described, endpoint_of, path_of
from remembrancer.wire.call import Call, calls
from remembrancer.wire.routes import JSON_QUERY, KEY_HEADER

_JSON: Final = "application/json"
_AS_JSON: Final = f"{JSON_QUERY}=".encode()
_BODILESS: Final = frozenset({"GET", "DELETE"})


class Table(BaseRoute):
    """All routes as one. Most addresses say at once which of them it is."""

    def __init__(self, caller: Caller) -> None:
        self._entries = [_Entry(call, caller) for call in calls()]
        self._plain = {
            (one.call.route.method, one.path): one for one in self._entries if "{" not in one.path
        }

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http":
            return Match.NONE, {}
        entry = self._plain.get((scope["method"], scope["path"]))
        if entry is not None and not scope.get("root_path"):
            return Match.FULL, {"endpoint": entry.endpoint, "path_params": {}, "route": entry}
        partly: tuple[Match, Scope] = Match.NONE, {}
        for entry in self._entries:
            match, found = entry.matches(scope)
            if match is Match.FULL:
                return match, {**found, "route": entry}
            if match is Match.PARTIAL and partly[0] is Match.NONE:
                partly = match, {**found, "route": entry}
        return partly

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)

    def described(self) -> list[APIRoute]:
        return [one.usual for one in self._entries]


class _Entry(Route):
    """One route."""

    def __init__(self, call: Call, caller: Caller) -> None:
        self.call = call
        self._caller = caller
        self._endpoint = endpoint_of(call, caller)
        super().__init__(path_of(call.route), self._answer(), methods=[call.route.method])
        self.methods = {call.route.method}  # Starlette would answer HEAD as well

    @cached_property
    def usual(self) -> APIRoute:
        """The same as FastAPI has it."""
        return described(self.call, self._caller)

    @cached_property
    def _body(self) -> TypeAdapter[Any] | None:
        return None if self.call.body is None else TypeAdapter(self.call.body)

    @cached_property
    def _query(self) -> TypeAdapter[Any] | None:
        """What may stand in the query as JSON; None: nothing may."""
        model = self.call.query_as_json if self.call.asks_in_json else None
        return None if model is None else TypeAdapter(model)

    @cached_property
    def _needs_query(self) -> bool:
        query = self.call.query
        return query is not None and any(one.is_required() for one in query.model_fields.values())

    def _answer(self) -> Callable[[Request], Awaitable[Any]]:
        has_body = self.call.route.method not in _BODILESS

        async def answer(request: Request) -> Any:
            sent = await body.whole(request) if has_body else b""
            told = await run_in_threadpool(self._done, request, sent)
            return _Again(self.usual.app, sent) if told is None else told

        return answer

    def _done(self, request: Request, sent: bytes) -> Response | None:
        """The answer; None: the request is not for us to read."""
        given = self._given(request, sent)
        return None if given is None else self._endpoint(request, **given)

    def _given(self, request: Request, sent: bytes) -> dict[str, Any] | None:
        given: dict[str, Any] = dict(request.path_params)
        asked: bytes = request.scope["query_string"]
        if asked.startswith(_AS_JSON) and self._query is not None:
            given["query"] = _asked(self._query, asked)
        elif asked or self._needs_query:
            return None
        if self._body is not None:
            try:
                read = self._read(self._body, request, sent)
            except (ValueError, RecursionError):  # no JSON, or not what the verb takes
                return None
            if read is None and (sent or self.call.is_body_needed):
                return None
            given[self.call.route.body or "body"] = read
        key = request.headers.get(KEY_HEADER) if self.call.route.is_unsafe else None
        if key is not None and not 1 <= len(key) <= NAME_CHARACTERS_MAX:
            return None
        return {**given, "idempotency_key": key}

    def _read(self, type: TypeAdapter[Any], request: Request, sent: bytes) -> Any:
        said = request.headers.get("content-type", "").partition(";")[0]
        if not sent or said != _JSON:
            return None
        value = json.loads(sent)
        return None if value is None else type.validate_python(value)


def _asked(query: TypeAdapter[Any], asked: bytes) -> Any:
    """What an address asks for in JSON. Nothing else stands beside it."""
    told = unquote_plus(asked.removeprefix(_AS_JSON).decode("latin-1"))
    try:
        return query.validate_python(json.loads(told))
    except ValidationError as error:
        details = error.errors(include_url=False)
    except (ValueError, RecursionError):
        wrong = "it is no JSON. Write it as an object, with all its signs escaped"
        details = [{"type": "no_json", "loc": (JSON_QUERY,), "msg": wrong, "input": told}]
    raise RequestValidationError([{**one, "loc": ("query", *one["loc"])} for one in details])


class _Again:
    """Hands a request on whose body was read already."""

    def __init__(self, app: ASGIApp, sent: bytes) -> None:
        self._app = app
        self._sent = sent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, body.again(self._sent, receive), send)
