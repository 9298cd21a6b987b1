"""HTTP transport to a model server: address, key, retries and error messages.

Error messages hold neither the key nor the texts, because they are stored with the failed job.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from remembrancer.core.errors import InvalidSettings, ModelFailed

if TYPE_CHECKING:
    from email.message import Message
    from http.client import HTTPResponse
    from urllib.error import HTTPError
    from urllib.request import OpenerDirector

ANSWER_BYTES_MAX = 64 * 1024 * 1024
ANSWER_PIECE_BYTES = 64 * 1024
TRIES_MAX = 4
WAIT_SECONDS = 0.5  # before the second try, doubled for each further one
WAIT_SECONDS_MAX = 20.0  # longer waits are not accepted

_AGAIN = frozenset({429, 500, 502, 503, 504, 529})
_CODE = re.compile(r"[a-z0-9_.-]{1,60}")


class Refusal(NamedTuple):
    """An HTTP error response."""

    status: int
    code: str | None  # the server's error code
    wait_seconds: float | None  # from the Retry-After header
    sentences: str = ""  # the body in lower case, for matching only; never shown


class ServerSetup(NamedTuple):
    """The names of a server's settings, for error messages."""

    what: str  # "embedder"
    model: str  # the setting that names the model
    base_url: str
    api_key: str
    advice: str  # added when the server refuses a request
    protocol_of: str = "OpenAI's"  # whose API it is compatible with

    @property
    def base_url_field(self) -> str:
        return _field(self.base_url)

    @property
    def api_key_field(self) -> str:
        return _field(self.api_key)


class ModelServer:
    """A model server at an address.

    Requests leave this machine. A server on this machine counts as local with `is_local`.
    """

    def __init__(
        self,
        setup: ServerSetup,
        model: str,
        base_url: str,
        api_key: str | None,
        *,
        is_local: bool,
    ) -> None:
        self._setup = setup
        self.model = model
        self.base_url, host = _address(base_url, setup)
        self._is_loopback = _is_loopback(host)
        self.key = _key(api_key, setup)
        self.is_local = is_local and self._is_loopback
        self._opener: OpenerDirector | None = None

    def __str__(self) -> str:
        return f"The {self._setup.what} {self.model!r} at {self.base_url}"

    def post(
        self,
        path: str,
        asked: object,
        headers: Mapping[str, str],
        timeout_seconds: float,
        bytes_max: int | None = None,
    ) -> bytes | Refusal:
        """The response body or a refusal. Raises `ModelFailed` on a timeout or a network error."""
        body = json.dumps(asked).encode()
        return self.send(f"{self.base_url}/{path}", body, headers, timeout_seconds, bytes_max)

    def send(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        timeout_seconds: float,
        bytes_max: int | None = None,
    ) -> bytes | Refusal:
        """The same for a JSON body that was made elsewhere."""
        from http.client import HTTPException
        from urllib.error import HTTPError, URLError
        from urllib.request import Request

        sent = {"Content-Type": "application/json", "Accept": "application/json", **headers}
        request = Request(url, body, sent)
        deadline = time.monotonic() + timeout_seconds
        try:
            with self._url_opener().open(request, timeout=timeout_seconds) as answer:
                read = self._read(answer, deadline, bytes_max or ANSWER_BYTES_MAX)
        except HTTPError as error:
            with error:
                return self._refusal(error)
        except TimeoutError as error:
            raise self._timeout_error(timeout_seconds) from error
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._timeout_error(timeout_seconds) from error
            raise self._connection_error(error.reason) from error
        except (OSError, HTTPException) as error:
            raise self._connection_error(error) from error
        if read is None:
            raise self._timeout_error(timeout_seconds)
        return read

    def retry_delay(self, refusal: Refusal, tried: int) -> float | None:
        """The seconds to wait before the next try; None: no retry."""
        wait = refusal.wait_seconds
        if wait is None:
            wait = WAIT_SECONDS * 2 ** (tried - 1)
        if refusal.status not in _AGAIN or tried >= TRIES_MAX or wait > WAIT_SECONDS_MAX:
            return None
        return wait

    def refusal_error(self, answer: Refusal, tried: int) -> ModelFailed:
        """The error for a refusal, with advice."""
        setup = self._setup
        what = f"{self} answered {answer.status}"
        what += f" ({answer.code})" if answer.code else ""
        if answer.status in (401, 403):
            return ModelFailed(
                f"{what}: the key is {'not accepted' if self.key else 'missing'}. Check "
                f"{setup.api_key}, and that it may use this model."
            )
        if answer.status == 404:
            return ModelFailed(
                f"{what}: it does not know the model, or the address is wrong. Check "
                f"{setup.model} and {setup.base_url}, which often ends in /v1."
            )
        if 300 <= answer.status < 400:
            return ModelFailed(
                f"{what}: it sends elsewhere, where neither key nor texts are sent on. Set "
                f"{setup.base_url} to the final address."
            )
        if answer.status == 429:
            wait = answer.wait_seconds
            when = f"in {wait:.0f} seconds" if wait else "later"
            return ModelFailed(
                f"{what} at try {tried}: too much was asked, or the quota is used up. Try again "
                f"{when}, or raise the limit."
            )
        if answer.status in _AGAIN:
            return ModelFailed(f"{what} at try {tried}: the server is in trouble. Try again later.")
        return ModelFailed(f"{what}: it does not take the request. {setup.advice}")

    def invalid_answer(self, what: str) -> ModelFailed:
        """The error for a response that cannot be used."""
        return ModelFailed(
            f"The answer of {self} cannot be used: {what}. Check that "
            f"{self._setup.base_url} is a server that speaks as {self._setup.protocol_of} does."
        )

    def _url_opener(self) -> OpenerDirector:
        if self._opener is None:
            from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

            class NoRedirects(HTTPRedirectHandler):
                """Refuses redirects, so that key and texts go only to the configured server."""

                def redirect_request(self, *_: Any, **__: Any) -> None:
                    return None

            # Requests to this machine bypass the proxy.
            proxies = [ProxyHandler({})] if self._is_loopback else []
            self._opener = build_opener(NoRedirects, *proxies)
        return self._opener

    def _read(self, answer: HTTPResponse, deadline: float, bytes_max: int) -> bytes | None:
        """The response body; None: it came too slowly."""
        pieces: list[bytes] = []
        length = 0
        while piece := answer.read1(ANSWER_PIECE_BYTES):
            pieces.append(piece)
            length += len(piece)
            if length > bytes_max:
                raise self.invalid_answer("it is too long")
            if time.monotonic() > deadline:
                return None
        return b"".join(pieces)

    def _refusal(self, answer: HTTPError) -> Refusal:
        from http.client import HTTPException

        wait = _retry_after(answer.headers)
        try:
            body = answer.read(ANSWER_PIECE_BYTES)
        except (OSError, HTTPException):
            return Refusal(answer.code, None, wait)
        return Refusal(answer.code, self._code(body), wait, body.decode("utf-8", "replace").lower())

    def _code(self, body: bytes) -> str | None:
        """The server's error code. Its sentences are not used, since they may quote the text."""
        try:
            told = json.loads(body)
        except (ValueError, RecursionError):
            return None
        error = told.get("error") if isinstance(told, dict) else None
        if not isinstance(error, dict):
            return None
        for code in (error.get("code"), error.get("type")):
            if isinstance(code, str) and _CODE.fullmatch(code) and not self._holds_key(code):
                return code
        return None

    def _holds_key(self, text: str) -> bool:
        return bool(self.key) and self.key.lower() in text.lower()

    def _timeout_error(self, timeout_seconds: float) -> ModelFailed:
        return ModelFailed(
            f"{self} gave no whole answer in {timeout_seconds:g} seconds. Try again later, "
            f"or check {self._setup.base_url}."
        )

    def _connection_error(self, why: object) -> ModelFailed:
        told = getattr(why, "strerror", None) or type(why).__name__
        return ModelFailed(
            f"{self} cannot be reached: {told}. Check {self._setup.base_url} and the network."
        )


def readable(text: str) -> str:
    """The text without lone surrogates, which servers refuse."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _field(variable: str) -> str:
    return variable.removeprefix("REMEMBRANCER_").lower()


def _address(given: str, setup: ServerSetup) -> tuple[str, str]:
    """The address without a trailing slash, and its host."""
    try:
        parts = urlsplit(given)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not host or re.search(r"[\s\x00-\x1f]", given):
        raise InvalidSettings(
            f"The address of the {setup.what} must begin with http:// or https:// and name a host.",
            field=setup.base_url_field,
        )
    if parts.username is not None or parts.query or parts.fragment:
        raise InvalidSettings(
            f"The address of the {setup.what} holds more than host and path. Give a key as "
            f"{setup.api_key}.",
            field=setup.base_url_field,
        )
    return given.rstrip("/"), host


def _is_loopback(host: str) -> bool:
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _key(given: str | None, setup: ServerSetup) -> str:
    key = (given or "").strip()
    # urllib would show the key in its own error.
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InvalidSettings(
            f"The key of the {setup.what} holds something that no key has, such as a line break. "
            "Copy it again.",
            field=setup.api_key_field,
        )
    return key


def _retry_after(headers: Message) -> float | None:
    """The Retry-After header in seconds, given as a number or a date."""
    from email.utils import parsedate_to_datetime

    told = (headers.get("Retry-After") or "").strip()
    try:
        seconds = float(told)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(told).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(seconds, 0.0) if isfinite(seconds) else None
