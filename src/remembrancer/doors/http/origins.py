"""Origins: the machine that a request comes from, and the web pages that may send one (CORS)."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from remembrancer.core.errors import InvalidInput

if TYPE_CHECKING:
    from starlette.requests import Request

Headers = tuple[tuple[bytes, bytes], ...]

_PROXY_HEADERS: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
_EXPOSED: Final = b"X-Request-ID, Retry-After, Idempotency-Replayed, Remembrancer-Position"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address or the name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_from_here(request: Request) -> bool:
    """Whether a program on this machine sent it, to an address of this machine.

    A request that a proxy passed on is from elsewhere. So is one of a web page that reached this
    machine by another name.
    """
    client = request.client
    if client is None or not is_loopback(client.host):
        return False
    if any(name in request.headers for name in _PROXY_HEADERS):
        return False
    return is_loopback(urlsplit(f"//{request.headers.get('host', '')}").hostname or "")


def check_origins(origins: Iterable[str]) -> frozenset[str]:
    """The exact origins of web sites whose pages may call a server."""
    result = frozenset(origin.lower() for origin in origins)
    for value in result:
        parts = urlsplit(value)
        is_origin = parts.scheme in ("http", "https") and bool(parts.hostname)
        if (
            not is_origin
            or value != f"{parts.scheme}://{parts.netloc}"
            or "@" in value
            or "*" in value
        ):
            raise InvalidInput(
                f"{value!r} is no origin. Write it as a browser does, like https://app.example:8443.",
                field="cors",
            )
    return result


def cors_headers(origin: bytes) -> Headers:
    """They tell a browser that a page of this origin may read the answer."""
    return (
        (b"access-control-allow-origin", origin),
        (b"access-control-expose-headers", _EXPOSED),
        (b"vary", b"Origin"),
    )


PREFLIGHT: Final[Headers] = (
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (
        b"access-control-allow-headers",
        b"Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Remembrancer-Position, "
        b"Remembrancer-Space, traceparent",
    ),
    (b"access-control-max-age", b"600"),
)
