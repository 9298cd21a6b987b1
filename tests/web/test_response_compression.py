"""Packing: fewer bytes for who can read them, and the same page for everybody."""

from __future__ import annotations

import gzip

import pytest
from starlette.requests import Request
from starlette.responses import Response

from remembrancer.doors.web.response_compression import packed

PAGE = "<p>Orders settle after three days.</p>" * 100


def answered(accepted: str | None, text: str = PAGE, *, is_file: bool = False) -> Response:
    headers = [] if accepted is None else [(b"accept-encoding", accepted.encode())]
    request = Request({"type": "http", "headers": headers})
    return packed(request, Response(text, media_type="text/html"), is_file=is_file)


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.8", "deflate,GZIP", "gzip ; q=1"])
@pytest.mark.parametrize("is_file", [False, True])
def test_who_can_read_it_gets_fewer_bytes(accepted: str, *, is_file: bool) -> None:
    """It says how it is packed and how long it is, and unpacks to the same page."""
    told = answered(accepted, is_file=is_file)
    body = bytes(told.body)
    assert told.headers["content-encoding"] == "gzip"
    assert int(told.headers["content-length"]) == len(body) < len(PAGE) / 5
    assert gzip.decompress(body).decode() == PAGE
    assert "Accept-Encoding" in told.headers["vary"]


@pytest.mark.parametrize("accepted", [None, "", "br", "gzip;q=0", "gzip; q=0.0", "x-gzip"])
def test_who_cannot_gets_it_as_it_is(accepted: str | None) -> None:
    """Nobody is sent what they did not ask for; and what lies between keeps the two apart."""
    told = answered(accepted)
    assert "content-encoding" not in told.headers
    assert bytes(told.body).decode() == PAGE
    assert int(told.headers["content-length"]) == len(PAGE)
    assert "Accept-Encoding" in told.headers["vary"]


def test_what_is_short_stays_as_it_is() -> None:
    """A few words get no shorter."""
    told = answered("gzip", "Nothing.")
    assert (bytes(told.body), "content-encoding" in told.headers) == (b"Nothing.", False)
