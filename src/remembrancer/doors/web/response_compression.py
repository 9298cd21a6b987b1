"""Packing: what a browser is sent, compressed where it can read that.

A page holds the key of its forms beside words that somebody else may have chosen, and the length of
what is compressed tells of both. No other site learns of it: its requests come without the cookie,
which is SameSite=Strict, and in local mode they are refused.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

_BYTES_MIN: Final = 1_000  # below, it would not get smaller
_LEVEL: Final = 5  # of 9: more takes longer than it saves
_FILES_KEPT: Final = 32  # packed once


def packed(request: Request, response: Response, *, is_file: bool = False) -> Response:
    """The same answer in fewer bytes, if whoever asked can unpack it."""
    body = bytes(response.body)
    if len(body) < _BYTES_MIN:
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if not _reads_gzip(request):
        return response
    response.body = _file(body) if is_file else _packed(body)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.body))
    return response


def _reads_gzip(request: Request) -> bool:
    for value in request.headers.get("accept-encoding", "").split(","):
        name, _, quality = value.strip().partition(";")
        if name.strip().lower() == "gzip":
            return quality.replace(" ", "").removeprefix("q=") not in ("0", "0.0", "0.00", "0.000")
    return False


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)


@lru_cache(maxsize=_FILES_KEPT)
def _file(body: bytes) -> bytes:
    return _packed(body)
