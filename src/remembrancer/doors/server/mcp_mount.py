"""MCP over HTTP: hands requests to the MCP server, for the same callers as the API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request

from remembrancer.core.errors import NotAvailable
from remembrancer.doors.http import body
from remembrancer.doors.http.endpoints import Caller
from remembrancer.memory import Memory

if TYPE_CHECKING:
    from anyio.abc import TaskGroup, TaskStatus

    from remembrancer.doors.mcp.http import Transport

PATHS: Final = ("/mcp", "/mcp/")  # both: a client that is redirected drops its token


class McpEndpoint:
    """The endpoint of the MCP server. Its library is loaded with the first request."""

    def __init__(self, caller: Caller, hosts: Collection[str] | None) -> None:
        self._caller = caller
        self._hosts = hosts
        self._group: TaskGroup | None = None
        self._transport: Transport | None = None
        self._lock = anyio.Lock()

    @asynccontextmanager
    async def lifespan(self, app: Any) -> AsyncIterator[None]:
        """Requests are answered within this."""
        async with anyio.create_task_group() as group:
            self._group = group
            yield
            self._group = None
            group.cancel_scope.cancel()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # No session is kept between requests, so there is no stream to open or to end.
        if scope["method"] != "POST":
            raise HTTPException(405, headers={"Allow": "POST"})
        request = Request(scope, receive)
        target = await anyio.to_thread.run_sync(self._target, request)
        # Read here: the library takes a client that hangs up for a failure of ours.
        sent = await body.read(request)
        transport = await self._started()
        await transport.answer(target, scope, body.replay(sent, receive), send)

    def _target(self, request: Request) -> Any:
        session = self._caller(request)
        mcp = _library()
        return mcp.calling(Memory(session), request.query_params.get("tools", "default"))

    async def _started(self) -> Transport:
        async with self._lock:
            if self._transport is None:
                assert self._group is not None
                self._transport = await self._group.start(self._run)
            return self._transport

    async def _run(self, *, task_status: TaskStatus[Transport]) -> None:
        from remembrancer.doors.mcp.http import Transport

        transport = Transport(self._hosts)
        async with transport.running():
            task_status.started(transport)
            await anyio.sleep_forever()


def _library() -> Any:
    try:
        from remembrancer.doors.mcp import http, server  # noqa: F401
    except ImportError:
        raise NotAvailable(
            "To answer agents here, the server needs what pip install 'remembrancer[mcp]' brings."
        ) from None
    return server
