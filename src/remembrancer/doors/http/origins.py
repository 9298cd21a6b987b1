"""Origins: from which machine a request comes, and which web pages may send one."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from remembrancer.core.errors import InvalidInput

if TYPE_CHECKING:
    from fastapi import Request

Headers = tuple[tuple[bytes, bytes], ...]

_PASSED_ON: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
_EXPOSED: Final = b"X-Request-ID, Retry-After, Idempotency-Replayed"


def is_loopback(host: str) -> bool:
    """The address, or the name, is one that only this machine reaches."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_from_here(request: Request) -> bool:
    """A program on this machine asks, by an address of this machine.

    What a proxy passes on comes from elsewhere. So does what a web page asks for under a name of
    its own.
    """
    client = request.client
    if client is None or not is_loopback(client.host):
        return False
    if any(name in request.headers for name in _PASSED_ON):
        return False
    return is_loopback(urlsplit(f"//{request.headers.get('host', '')}").hostname or "")


def checked(origins: Iterable[str]) -> frozenset[str]:
    """Web sites whose pages may call a server, each by its exact origin."""
    found = frozenset(one.lower() for one in origins)
    for one in found:
        parts = urlsplit(one)
        is_origin = parts.scheme in ("http", "https") and bool(parts.hostname)
        if not is_origin or one != f"{parts.scheme}://{parts.netloc}" or "@" in one or "*" in one:
            raise InvalidInput(
                f"{one!r} is no origin. Write it as a browser does, like https://app.example:8443.",
                field="cors",
            )
    return found


def sharing(origin: bytes) -> Headers:
    """What tells a browser that a page of this origin may read the answer."""
    return (
        (b"access-control-allow-origin", origin),
        (b"access-control-expose-headers", _EXPOSED),
        (b"vary", b"Origin"),
    )


PREFLIGHT: Final[Headers] = (
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (
        b"access-control-allow-headers",
        b"Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Remembrancer-Space",
    ),
    (b"access-control-max-age", b"600"),
)
