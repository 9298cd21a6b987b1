"""Where a server listens, and its options. It loads nothing that serving needs."""

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
from remembrancer.doors.http.server_limits import ServerLimits
from remembrancer.doors.oidc.provider_settings import ProviderSettings

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_BACKLOG_MAX: Final = 2048  # connections that wait to be accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """Where a server listens, and how it serves."""

    host: str
    port: int  # 0: any free one
    is_local: bool = False  # no token is needed: who reaches the port is the owner
    limits: ServerLimits = field(default_factory=ServerLimits)
    proxy: str | None = None  # the proxy whose X-Forwarded-For is believed
    is_quiet: bool = False  # only failures are logged
    provider: ProviderSettings | None = None  # that people sign in with, beside tokens


class ListenSocket(socket.socket):
    """The socket that a server listens on. Several processes may share one."""

    def listen(self, backlog: int = 0) -> None:
        # uvicorn's backlog is also how many connections it accepts at once, so ours stands here.
        super().listen(_BACKLOG_MAX)

    @property
    def port(self) -> int:
        return int(self.getsockname()[1])


def check_options(options: ServerOptions) -> None:
    """Refuses local mode at an address that other machines reach: it asks for no token."""
    if options.is_local and not is_loopback(options.host):
        raise InvalidInput(
            "Local mode needs no token, so it is for this machine alone, and "
            f"{options.host} is not only on it. Use --host 127.0.0.1, or leave out --local.",
            field="host",
        )
    provider = options.provider
    if options.is_local and provider is not None:
        raise InvalidInput(
            "In local mode there is nobody to sign in. Leave out --local, or --oidc.", field="oidc"
        )
    if provider is not None and provider.public_url is None and not is_loopback(options.host):
        raise InvalidInput(
            "The provider has to know where it sends people back to. Set REMEMBRANCER_PUBLIC_URL "
            "to the address of the pages, such as https://memory.example.com.",
            field="public_url",
        )


def open_socket(options: ServerOptions) -> ListenSocket:
    """A socket at the address that the options name."""
    check_options(options)
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    # With the protocol named, the event loop sets TCP_NODELAY and small answers are not delayed.
    made = ListenSocket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((options.host, options.port))
    except OSError as error:
        made.close()
        raise StoreUnreachable(
            f"Nothing can listen at {options.host}:{options.port}: {error.strerror}. "
            "Choose another with --port."
        ) from None
    return made


def base_url(options: ServerOptions, listening: ListenSocket) -> str:
    return f"http://{f'[{options.host}]' if ':' in options.host else options.host}:{listening.port}"


@contextmanager
def stop_on_signal(stop: Callable[[], None]) -> Iterator[None]:
    """Within this, SIGINT and SIGTERM call `stop` instead of ending the process."""
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
