"""The door: where a server listens, and how it is to serve. Light, for those who only open it."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from remembrancer.core.errors import InvalidInput, StoreUnreachable
from remembrancer.doors.http.origins import is_loopback
from remembrancer.doors.http.server_limits import Terms

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_WAITING_MAX: Final = 2048  # connections that nobody has taken yet


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


def check(plan: Plan) -> None:
    """In local mode whoever can reach the door is the owner, so it is on this machine alone."""
    if plan.is_local and not is_loopback(plan.host):
        raise InvalidInput(
            f"Local mode needs no token, so it is for this machine alone, and {plan.host} is not "
            "only on it. Use --host 127.0.0.1, or leave out --local.",
            field="host",
        )


def opened(plan: Plan) -> Door:
    """A door at the address of the plan."""
    check(plan)
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
