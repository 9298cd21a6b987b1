"""Serving: one process that listens and answers until it is stopped."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

from remembrancer.core.limits import SHUTDOWN_SECONDS
from remembrancer.doors.http import access_log
from remembrancer.doors.http.authentication import by_token, local
from remembrancer.doors.http.events import EventStreams
from remembrancer.doors.http.metrics import Metrics
from remembrancer.doors.http.protocol import HttpProtocol
from remembrancer.doors.oidc.sign_in_flow import SignInFlow
from remembrancer.doors.server.app import create_app
from remembrancer.doors.server.listen_address import (
    ListenSocket,
    ServerOptions,
    base_url,
    open_socket,
    stop_on_signal,
)
from remembrancer.doors.web.session_cookie import COOKIE, Visitors
from remembrancer.doors.web.site import Site
from remembrancer.front.access.authentication import Callers
from remembrancer.front.session import Session

_ACCEPTED_AT_ONCE: Final = 4  # connections; few, so that other processes get some


class _Server(uvicorn.Server):
    """Ends its event streams first, as uvicorn waits for open requests."""

    def __init__(
        self, config: uvicorn.Config, streams: EventStreams, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._streams = streams
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._streams.is_closing = True
        super().handle_exit(sig, frame)


def serve(session: Session, options: ServerOptions, announce: Callable[[str], None]) -> None:
    """Serves from this process until it is stopped."""
    with open_socket(options) as listening:
        run(session, options, listening, ready=lambda _: announce(base_url(options, listening)))


def run(
    session: Session,
    options: ServerOptions,
    listening: ListenSocket,
    *,
    ready: Callable[[Callable[[], None]], None],
    metrics: Metrics | None = None,
) -> None:
    """Answers requests until it is stopped, by a signal or by the function that `ready` is given.

    Open requests are finished, within a time limit. Event streams end; their readers go on with
    another process, from the cursor of the last change that they had.
    """
    access_log.start_logging(sys.stderr, is_quiet=options.is_quiet)
    callers = Callers(session)
    streams = EventStreams()
    visitors = Visitors(callers, session if options.is_local else None)
    hosts = None
    if options.is_local:
        names = (options.host, "localhost", "127.0.0.1", "[::1]")
        hosts = frozenset(f"{name}:{listening.port}" for name in names)
    flow = None
    if options.provider is not None:
        flow = SignInFlow(session, options.provider.at(base_url(options, listening)))
    app = create_app(
        session,
        local(session, callers) if options.is_local else by_token(callers, COOKIE),
        hosts=hosts,
        streams=streams,
        limits=options.limits,
        metrics=metrics,
        site=Site(visitors, flow),
        watcher=lambda request: visitors.visitor(request.cookies).session,
    )
    config = uvicorn.Config(
        app,
        log_config=None,  # access_log.py has set it up
        access_log=False,  # it would log what people asked for
        server_header=False,
        http=HttpProtocol,
        backlog=_ACCEPTED_AT_ONCE,
        proxy_headers=options.proxy is not None,
        forwarded_allow_ips=options.proxy,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = _Server(config, streams, lambda: ready(lambda: server.handle_exit(0, None)))
    gc.freeze()  # what is loaded stays: the collector need not scan it
    with stop_on_signal(lambda: None):
        server.run(sockets=[listening])
