"""Serving: one process that listens, answers, and ends when it is told to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from remembrancer.api.app import create_app
from remembrancer.api.callers import by_token, local
from remembrancer.api.events import Streams
from remembrancer.errors import InvalidInput, StoreUnreachable
from remembrancer.verbs.callers import Callers
from remembrancer.verbs.session import Session
from remembrancer.web.site import Site
from remembrancer.web.visitors import Visitors

_GRACE_SECONDS = 10  # for requests under way, when the server is told to end


class _Server(uvicorn.Server):
    """Ends its streams first: it would wait for them."""

    def __init__(self, config: uvicorn.Config, streams: Streams) -> None:
        super().__init__(config)
        self._streams = streams

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._streams.is_closing = True
        super().handle_exit(sig, frame)


def serve(
    session: Session,
    *,
    host: str,
    port: int,
    is_local: bool,
    announce: Callable[[str], None],
) -> None:
    """Answers requests until it is told to stop.

    In local mode whoever can reach the port is the session's caller, so the port is on this machine
    alone, and no web page but our own may use it.
    """
    if is_local and not _is_loopback(host):
        raise InvalidInput(
            f"Local mode needs no token, so it is for this machine alone, and {host} is not only "
            "on it. Use --host 127.0.0.1, or leave out --local.",
            field="host",
        )
    callers = Callers(session)
    streams = Streams()
    listening = _listening(host, port)
    port = listening.getsockname()[1]
    visitors = Visitors(callers, session if is_local else None)
    hosts = None
    if is_local:
        hosts = frozenset(f"{name}:{port}" for name in (host, "localhost", "127.0.0.1", "[::1]"))
    app = create_app(
        session,
        local(session, callers) if is_local else by_token(callers),
        hosts=hosts,
        streams=streams,
        site=Site(visitors),
        watcher=lambda request: visitors.visitor(request.cookies).session,
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # it would hold what people asked
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    announce(f"http://{f'[{host}]' if ':' in host else host}:{port}")
    with listening:
        _Server(config, streams).run(sockets=[listening])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named by its protocol, so that the event loop sends small answers without delay.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen()  # who reads the address may call at once
    except OSError as error:
        made.close()
        raise StoreUnreachable(
            f"Nothing can listen at {host}:{port}: {error.strerror}. Choose another with --port."
        ) from None
    return made
