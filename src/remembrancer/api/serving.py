"""Serving: one process that listens, answers, and ends when it is told to."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Final

import uvicorn

from remembrancer.api import telling
from remembrancer.api.app import create_app
from remembrancer.api.callers import by_token, local
from remembrancer.api.events import Streams
from remembrancer.api.numbers import Numbers
from remembrancer.api.origins import is_loopback
from remembrancer.api.protocol import Protocol
from remembrancer.api.terms import Terms
from remembrancer.errors import InvalidInput, StoreUnreachable
from remembrancer.rules.limits import SHUTDOWN_SECONDS
from remembrancer.verbs.callers import Callers
from remembrancer.verbs.session import Session

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_WAITING_MAX: Final = 2048  # connections that nobody has taken yet
_TAKEN_AT_ONCE: Final = 4  # of them by one process, so that the others get some


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Where and how to serve."""

    host: str
    port: int  # 0: any free one
    is_local: bool = False  # whoever can reach the port is the owner
    terms: Terms = field(default_factory=Terms)
    proxy: str | None = None  # whose word counts for where a request comes from
    is_quiet: bool = False  # failures are logged, and requests that went well are not


class Door(socket.socket):
    """Where a server listens. Several processes may do so at one."""

    def listen(self, backlog: int = 0) -> None:
        # The event loop knows one number for how many may wait and for how many it takes at once.
        super().listen(_WAITING_MAX)

    @property
    def port(self) -> int:
        return int(self.getsockname()[1])


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


def opened(plan: Plan) -> Door:
    """A door at the address of the plan.

    In local mode whoever can reach it is the owner, so it is on this machine alone.
    """
    if plan.is_local and not is_loopback(plan.host):
        raise InvalidInput(
            f"Local mode needs no token, so it is for this machine alone, and {plan.host} is not "
            "only on it. Use --host 127.0.0.1, or leave out --local.",
            field="host",
        )
    family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
    # Named by its protocol, so that the event loop sends small answers without delay.
    made = Door(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((plan.host, plan.port))
    except OSError as error:
        made.close()
        raise StoreUnreachable(
            f"Nothing can listen at {plan.host}:{plan.port}: {error.strerror}. Choose another "
            "with --port."
        ) from None
    return made


def address(plan: Plan, door: Door) -> str:
    return f"http://{f'[{plan.host}]' if ':' in plan.host else plan.host}:{door.port}"


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
    telling.begin(sys.stderr, is_quiet=plan.is_quiet)
    callers = Callers(session)
    streams = Streams()
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
    with told_to_stop(lambda: None):
        server.run(sockets=[door])


@contextmanager
def told_to_stop(stop: Callable[[], None]) -> Iterator[None]:
    """Meanwhile a signal to end is an order to stop, and no sudden death."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def heard(number: int, frame: Any) -> None:
        stop()

    before = {number: signal.signal(number, heard) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
