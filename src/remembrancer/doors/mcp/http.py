"""Over HTTP: every request by itself, with the caller that the server's door found out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any, Final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from remembrancer.core.limits import REQUEST_BYTES_MAX
from remembrancer.doors.mcp.server import Calling, Context, make_server

_CALLING: Final = "remembrancer.calling"  # of a request, once it is known who sent it


class Transport:
    """Answers requests whose caller is known. It keeps nothing between two of them."""

    def __init__(self, hosts: Collection[str] | None) -> None:
        self._manager = StreamableHTTPSessionManager(
            app=make_server(_calling),
            json_response=True,
            stateless=True,
            max_request_body_size=REQUEST_BYTES_MAX,
            # In local mode any web page could reach us by a name of its own.
            security_settings=TransportSecuritySettings(
                enable_dns_rebinding_protection=hosts is not None,
                allowed_hosts=sorted(hosts or ()),
                allowed_origins=[f"http://{host}" for host in sorted(hosts or ())],
            ),
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this is entered, requests are answered. It can be entered once."""
        async with self._manager.run():
            yield

    async def answer(self, calling: Calling, scope: Any, receive: Any, send: Any) -> None:
        await self._manager.handle_request({**scope, _CALLING: calling}, receive, send)


def _calling(ctx: Context) -> Calling:
    assert ctx.request is not None
    calling: Calling = ctx.request.scope[_CALLING]
    return calling
