"""Serving: one process that listens, answers, and ends when it is told to."""

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
from remembrancer.doors.http.events import Streams
from remembrancer.doors.http.metrics import Numbers
from remembrancer.doors.http.protocol import Protocol
from remembrancer.doors.server.app import create_app
from remembrancer.doors.server.listen_address import Door, Plan, address, opened, told_to_stop
from remembrancer.doors.web.session_cookie import Visitors
from remembrancer.doors.web.site import Site
from remembrancer.front.authentication import Callers
from remembrancer.front.session import Session

_TAKEN_AT_ONCE: Final = 4  # of connections, so that other processes get some


class _Server(uvicorn.Server):
    """Ends its streams first: it would wait for them."""

    def __init__(self, config: uvicorn.Config, streams: Streams, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._streams = streams
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._streams.is_closing = True
        super().handle_exit(sig, frame)


def serve(session: Session, plan: Plan, announce: Callable[[str], None]) -> None:
    """Serves from this process, until it is told to stop."""
    with opened(plan) as door:
        run(session, plan, door, ready=lambda stop: announce(address(plan, door)))


def run(
    session: Session,
    plan: Plan,
    door: Door,
    *,
    ready: Callable[[Callable[[], None]], None],
    numbers: Numbers | None = None,
) -> None:
    """Answers requests until it is told to stop: by a signal, or by what `ready` is given.

    Requests under way are finished, within a limit; streams end, and go on elsewhere from the
    cursor of the last change that their readers had.
    """
    access_log.begin(sys.stderr, is_quiet=plan.is_quiet)
    callers = Callers(session)
    streams = Streams()
    visitors = Visitors(callers, session if plan.is_local else None)
    hosts = None
    if plan.is_local:
        names = (plan.host, "localhost", "127.0.0.1", "[::1]")
        hosts = frozenset(f"{name}:{door.port}" for name in names)
    app = create_app(
        session,
        local(session, callers) if plan.is_local else by_token(callers),
        hosts=hosts,
        streams=streams,
        terms=plan.terms,
        numbers=numbers,
        site=Site(visitors),
        watcher=lambda request: visitors.visitor(request.cookies).session,
    )
    config = uvicorn.Config(
        app,
        log_config=None,  # as this process logs already
        access_log=False,  # it would hold what people asked
        server_header=False,
        http=Protocol,
        backlog=_TAKEN_AT_ONCE,
        proxy_headers=plan.proxy is not None,
        forwarded_allow_ips=plan.proxy,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = _Server(config, streams, lambda: ready(lambda: server.handle_exit(0, None)))
    gc.freeze()  # all that is loaded stays, and looking through it would hold up requests
    with told_to_stop(lambda: None):
        server.run(sockets=[door])
