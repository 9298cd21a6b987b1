"""Pages of other web sites: none may call a server, but those that it was told of."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from remembrancer import InvalidInput
from remembrancer.doors.http.metrics import Metrics
from remembrancer.doors.http.middleware import ServerMiddleware
from remembrancer.doors.http.origins import check_origins
from remembrancer.doors.http.rate_limit import RateLimit
from remembrancer.doors.http.server_limits import ServerLimits
from tests.http.test_rate_limit import Asked

_SITE = b"https://app.example"
_ASKS = (b"access-control-request-method", b"POST")


async def _routes(scope: Any, receive: Any, send: Any) -> None:
    """Answers as the routes do: OPTIONS is none of them."""
    status = 405 if scope["method"] == "OPTIONS" else 200
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})


def _asked(
    origin: bytes, *more: tuple[bytes, bytes], method: str = "OPTIONS", **about: Any
) -> Asked:
    room = about.pop("room", 1)
    limits = ServerLimits(origins=about.pop("origins", frozenset()), requests_max=room)
    gate = ServerMiddleware(
        _routes, limits=limits, rate_limit=RateLimit(limits), metrics=Metrics(), **about
    )
    headers = [(b"host", b"127.0.0.1:8765"), (b"origin", origin), *more]
    asked = Asked(method=method, headers=headers)
    asyncio.run(asked.through(gate))
    return asked


def _allowed(asked: Asked) -> list[bytes]:
    return [name for name in asked.headers if name.startswith(b"access-control-")]


def test_by_default_no_page_may_call() -> None:
    """Without --cors no answer lets a browser hand it to a page, and preflights are refused."""
    asked = _asked(_SITE, _ASKS)
    assert asked.status == 405
    assert _allowed(asked) == []
    assert _allowed(_asked(_SITE, method="GET")) == []


def test_exactly_the_named_origin_may() -> None:
    """A preflight of the named site is answered; of its neighbours, other schemes and null not."""
    origins = check_origins(["https://APP.example"])
    asked = _asked(_SITE, _ASKS, origins=origins)
    assert asked.status == 204
    assert asked.headers[b"access-control-allow-origin"] == _SITE
    assert b"PATCH" in asked.headers[b"access-control-allow-methods"]
    assert b"Idempotency-Key" in asked.headers[b"access-control-allow-headers"]
    assert b"access-control-allow-credentials" not in asked.headers
    assert asked.headers[b"vary"] == b"Origin"
    for other in (
        b"http://app.example",
        b"https://app.example:8443",
        b"https://app.example.evil.example",
        b"https://evil-app.example",
        b"null",
        b"",
    ):
        refused = _asked(other, _ASKS, origins=origins)
        assert (refused.status, _allowed(refused)) == (405, [])


def test_a_page_may_read_why_it_was_refused() -> None:
    """Answers that the gate gives itself can be read by the page too."""
    origins = check_origins(["https://app.example"])
    asked = _asked(_SITE, method="GET", origins=origins)
    assert asked.headers[b"access-control-allow-origin"] == _SITE
    late = _asked(_SITE, method="GET", origins=origins, room=0)
    assert late.status == 503
    assert late.headers[b"access-control-allow-origin"] == _SITE


def test_local_mode_opens_to_it_too() -> None:
    """In local mode, too, the named site may call, and no other."""
    origins, hosts = check_origins(["https://app.example"]), frozenset({"127.0.0.1:8765"})
    cross = (b"sec-fetch-site", b"cross-site")
    assert _asked(_SITE, _ASKS, cross, origins=origins, hosts=hosts).status == 204
    assert _asked(_SITE, cross, method="GET", origins=origins, hosts=hosts).status == 200
    other = _asked(b"https://evil.example", cross, method="GET", origins=origins, hosts=hosts)
    assert other.status == 403


@pytest.mark.parametrize(
    "origin", ["*", "app.example", "https://*.example", "https://a.example/", "null", "file:///x"]
)
def test_an_origin_is_written_as_browsers_do(origin: str) -> None:
    """What is no origin is refused at the start."""
    with pytest.raises(InvalidInput, match="no origin"):
        check_origins([origin])
