"""Endpoints: what answers a route of the table, and how FastAPI reads and documents it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Annotated, Any, Final
from urllib.parse import quote, unquote

from fastapi import Body, Header, Query, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException

from remembrancer.core.limits import NAME_CHARACTERS_MAX
from remembrancer.doors.http.description import refusals
from remembrancer.doors.http.idempotency_header import repeatable
from remembrancer.front.session import Session
from remembrancer.memory import Memory
from remembrancer.wire.call import Call, Place
from remembrancer.wire.routes import FIXED, KEY_HEADER, Route

Caller = Callable[[Request], Session]  # the session of whoever sent the request

_NAME: Final = re.compile(r"{(\w+)}")


class _NameConvertor(Convertor[str]):
    """A name in a path, whatever letters it has: the gate hands paths on as they were sent."""

    regex = "[^/]*"  # an empty name is for the verb to refuse, as it does anywhere else

    def convert(self, value: str) -> str:
        return unquote(value, errors="replace")

    def to_string(self, value: str) -> str:
        return quote(value, safe="")


register_url_convertor("name", _NameConvertor())


Endpoint = Callable[..., Response]  # of a request, and of what was read of it


def described(call: Call, caller: Caller) -> APIRoute:
    """A route of the table as FastAPI reads requests to it, and describes it."""
    route = call.route
    endpoint: Any = endpoint_of(call, caller)
    endpoint.__name__ = route.operation.replace(".", "_")
    endpoint.__doc__ = call.verb.__doc__
    endpoint.__signature__ = _signature(call)
    return APIRoute(
        path_of(route),
        endpoint,
        methods=[route.method],
        status_code=route.status,
        response_model=call.answers,
        responses=refusals(
            route.operation,
            route.method,
            route.path,
            [one.name for one in call.arguments],
            is_reading=route.is_reading,
        ),
        operation_id=route.operation,
        summary=(call.verb.__doc__ or "").strip().split("\n")[0],
        tags=[route.path.split("/")[2]],
    )


def path_of(route: Route) -> str:
    """The path, with names that may have any letters."""
    return _NAME.sub(r"{\1:name}", route.path)


def endpoint_of(call: Call, caller: Caller) -> Endpoint:
    """What answers a request, once its arguments are read."""

    def endpoint(request: Request, **given: Any) -> Response:
        if is_of_another(request):
            raise HTTPException(405)
        key = given.pop("idempotency_key", None)
        told = _told(call, given)
        headers: dict[str, str] = {}
        if key is None:
            content = _done(call, caller(request), told, None)
        else:
            content, headers = repeatable(
                caller(request), call.route, key, told, lambda own: _done(call, own, told, key)
            )
        return Response(
            content,
            status_code=call.route.status,
            headers=headers,
            media_type="application/json",
        )

    return endpoint


def is_of_another(request: Request) -> bool:
    """Whether the address is that of another verb, which takes another method: what stands in the
    place of a name is none."""
    methods = FIXED.get(request.scope["path"])
    return methods is not None and request.method not in methods


def call_of(request: Request) -> Call | None:
    """The call that a request makes; None: its route is of no verb."""
    return getattr(request.scope.get("route"), "call", None)


def _done(call: Call, session: Session, told: dict[str, Any], key: str | None) -> bytes:
    """Calls the verb; its answer as JSON."""
    listed, named = call.arrange(told)
    if key is not None and call.is_keyed:
        named["key"] = key
    memory: Any = Memory(session)
    act = getattr(getattr(memory, call.group) if call.group else memory, call.name)
    answer = act(*listed, **named)
    return call.answer.dump_json(answer)


def _told(call: Call, given: dict[str, Any]) -> dict[str, Any]:
    """What was told of the verb's arguments, by their names there; what was left out is not."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name == call.route.body:
            is_wrapped = isinstance(value, dict) and set(value) == {name}
            found[name] = value[name] if is_wrapped else value
        elif isinstance(value, BaseModel):
            found |= {one: getattr(value, one) for one in value.model_fields_set}
        elif value is not None:
            found[name] = value
    return found


def _signature(call: Call) -> inspect.Signature:
    """What FastAPI reads off an endpoint: the path, the query, the body and the key."""

    def one(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> Any:
        kind = inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(name, kind, annotation=annotation, default=default)

    listed = [one("request", Request)]
    listed += [one(a.name, str) for a in call.arguments if a.place is Place.PATH]
    if call.query is not None:
        listed.append(one("query", Annotated[call.query, Query()]))
    if call.body is not None:
        name = call.route.body or "body"
        if call.is_body_needed:
            listed.append(one(name, Annotated[call.body, Body()]))
        else:
            listed.append(one(name, Annotated[call.body | None, Body()], None))
    if call.route.is_unsafe:
        key = Header(
            alias=KEY_HEADER,
            max_length=NAME_CHARACTERS_MAX,
            min_length=1,
            description="Makes a repeated call harmless: it is given the same answer.",
        )
        listed.append(one("idempotency_key", Annotated[str | None, key], None))
    return inspect.Signature(listed)
