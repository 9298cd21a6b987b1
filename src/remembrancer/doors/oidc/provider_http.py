"""Calls to a provider: one request, one JSON document, within a time and a size.

Nothing is followed elsewhere, so that neither a code nor a secret goes to another host.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import cache
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from remembrancer.core.limits import PROVIDER_ANSWER_BYTES_MAX, PROVIDER_SECONDS
from remembrancer.governance.access.sign_in_rules import SignInRefused, Why

if TYPE_CHECKING:
    from http.client import HTTPResponse
    from urllib.request import OpenerDirector

_PIECE_BYTES: Final = 64 * 1024
_HERE: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class ProviderHttp(Protocol):
    """What asks a provider."""

    def get(self, url: str) -> dict[str, Any]:
        """A document. Raises `SignInRefused` if there is none."""

    def post(
        self, url: str, form: Mapping[str, str], headers: Mapping[str, str]
    ) -> dict[str, Any] | None:
        """The answer to a form; None: it was refused."""


class UrlProviderHttp:
    """Asks over HTTP. The proxy of the environment is used, but for this machine."""

    def __init__(
        self,
        *,
        seconds: float = PROVIDER_SECONDS,
        bytes_max: int = PROVIDER_ANSWER_BYTES_MAX,
    ) -> None:
        self._seconds = seconds
        self._bytes_max = bytes_max

    def get(self, url: str) -> dict[str, Any]:
        read = self._sent(Request(url, headers={"Accept": "application/json"}))
        if read is None:
            _fail("The provider refused to give a document.")
        return read

    def post(
        self, url: str, form: Mapping[str, str], headers: Mapping[str, str]
    ) -> dict[str, Any] | None:
        sent = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            **headers,
        }
        return self._sent(Request(url, urlencode(form).encode(), sent))

    def _sent(self, request: Request) -> dict[str, Any] | None:
        deadline = time.monotonic() + self._seconds
        is_here = (urlsplit(request.full_url).hostname or "") in _HERE
        try:
            with _opener(is_here=is_here).open(request, timeout=self._seconds) as answer:
                body = self._read(answer, deadline)
        except HTTPError as error:
            error.close()
            if 400 <= error.code < 500 and error.code != 429:
                return None
            _fail("The provider sends elsewhere, or is in trouble.")
        except (URLError, OSError, HTTPException):
            _fail("The provider cannot be reached, or did not answer in time.")
        try:
            document = json.loads(body)
        except (ValueError, RecursionError):
            _fail("The provider answered with what is no JSON.")
        if not isinstance(document, dict):
            _fail("The provider answered with what is no object of JSON.")
        return document

    def _read(self, answer: HTTPResponse, deadline: float) -> bytes:
        pieces: list[bytes] = []
        length = 0
        while piece := answer.read1(_PIECE_BYTES):
            pieces.append(piece)
            length += len(piece)
            if length > self._bytes_max:
                _fail("The provider's answer is too long.")
            if time.monotonic() > deadline:
                _fail("The provider's answer came too slowly.")
        return b"".join(pieces)


def _fail(detail: str) -> NoReturn:
    raise SignInRefused(Why.PROVIDER_FAILED, detail) from None


class _NoRedirects(HTTPRedirectHandler):
    """Refuses to be sent elsewhere."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


@cache
def _opener(*, is_here: bool) -> OpenerDirector:
    return build_opener(_NoRedirects, *([ProxyHandler({})] if is_here else []))
