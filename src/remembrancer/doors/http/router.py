"""The router: finds the verb behind an address."""

from __future__ import annotations

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from remembrancer.doors.http import body, endpoints
from remembrancer.doors.http.api_route import ApiRoute
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.http.request_reader import RequestReader
from remembrancer.wire.call import Call, calls

_BODILESS: Final = frozenset({"GET", "DELETE"})


class VerbRouter(BaseRoute):
    """All routes of the table as one. Paths without a name in them are found by one look."""

    def __init__(self, caller: Caller) -> None:
        self._routes = [VerbRoute(call, caller) for call in calls()]
        self._fixed = {
            (route.call.route.method, route.path): route
            for route in self._routes
            if "{" not in route.path
        }

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http":
            return Match.NONE, {}
        route = self._fixed.get((scope["method"], scope["path"]))
        if route is not None and not scope.get("root_path"):
            return Match.FULL, {"endpoint": route.endpoint, "path_params": {}, "route": route}
        partial: tuple[Match, Scope] = Match.NONE, {}
        for route in self._routes:
            match, found = route.matches(scope)
            if match is Match.FULL:
                return match, {**found, "route": route}
            if match is Match.PARTIAL and partial[0] is Match.NONE:
                partial = match, {**found, "route": route}
        return partial

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)


class VerbRoute(ApiRoute):
    """One route of the table."""

    def __init__(self, call: Call, caller: Caller) -> None:
        self.call = call
        self._caller = caller
        self._reader = RequestReader(call)
        super().__init__(call.route.path, self._answer, methods=[call.route.method])

    async def _answer(self, request: Request) -> Response:
        has_body = request.method not in _BODILESS
        sent = await body.read(request) if has_body else b""
        return await run_in_threadpool(self._call, request, sent)

    def _call(self, request: Request, sent: bytes) -> Response:
        """In a thread: large bodies and slow verbs hold up nobody else."""
        arguments = self._reader.read(request, sent)
        return endpoints.answer(self.call, self._caller, request, arguments)
