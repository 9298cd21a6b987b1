"""Vectors from a server that speaks as OpenAI's does: theirs, another provider's, or one of yours.

What goes wrong is told without the key and without the texts, since errors are kept with the work
that they stopped.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from remembrancer.errors import InvalidSettings, ModelFailed

if TYPE_CHECKING:
    from email.message import Message
    from http.client import HTTPResponse
    from urllib.error import HTTPError
    from urllib.request import OpenerDirector

BASE_URL = "https://api.openai.com/v1"

BATCH_TEXTS_MAX = 128
BATCH_CHARACTERS_MAX = 100_000
TEXT_CHARACTERS_MAX = 8_000  # of one text: about what these models read; the rest is left out
ANSWER_BYTES_MAX = 64 * 1024 * 1024
ANSWER_PIECE_BYTES = 64 * 1024
TIMEOUT_SECONDS = 30.0  # until the whole answer is there
TRIES_MAX = 4
WAIT_SECONDS = 0.5  # before the second try; twice as long before each further one
WAIT_SECONDS_MAX = 20.0  # a server that asks for more is not waited for

_AGAIN = frozenset({429, 500, 502, 503, 504})
_CODE = re.compile(r"[a-z0-9_.-]{1,60}")


class _Refusal(NamedTuple):
    """An answer that is none."""

    status: int
    code: str | None  # the server's word for it
    wait_seconds: float | None  # what the server asks for


class OpenAIEmbedder:
    """Vectors of length one from the `/embeddings` of a server.

    The texts leave this machine, so nothing personal is given to it. A server on this very machine
    counts as local if you say so with `is_local`.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        dimensions: int | None = None,
        *,
        is_local: bool = False,
        timeout_seconds: float = TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not model.strip():
            raise InvalidSettings("The name of the embedding model is empty.", field="model")
        if dimensions is not None and dimensions < 1:
            raise InvalidSettings("A vector needs at least one dimension.", field="dimensions")
        self.base_url, host = _address(base_url or BASE_URL)
        self._is_loopback = _is_loopback(host)
        self._key = _key(api_key)
        self._model = model
        self._asked = dimensions  # what the server is asked for
        self._length = dimensions  # what every vector has, once one is there
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._opener: OpenerDirector | None = None
        self.is_local = is_local and self._is_loopback
        self.name = f"openai:{model}" + (f"/{dimensions}" if dimensions else "")

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self._model!r}, {self.base_url!r})"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        readable = [_readable(text) for text in texts]
        return [vector for batch in _batches(readable) for vector in self._batch(batch)]

    def _batch(self, texts: Sequence[str]) -> list[list[float]]:
        asked: dict[str, Any] = {"model": self._model, "input": list(texts)}
        if self._asked:
            asked["dimensions"] = self._asked
        body = json.dumps(asked).encode()
        tried = 1
        while isinstance(answer := self._ask(body), _Refusal):
            wait = answer.wait_seconds
            if wait is None:
                wait = WAIT_SECONDS * 2 ** (tried - 1)
            is_last = tried == TRIES_MAX or wait > WAIT_SECONDS_MAX
            if answer.status not in _AGAIN or is_last:
                raise self._refused(answer, tried)
            self._sleep(wait)
            tried += 1
        return self._vectors(answer, len(texts))

    def _ask(self, body: bytes) -> bytes | _Refusal:
        from http.client import HTTPException
        from urllib.error import HTTPError, URLError
        from urllib.request import Request

        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = Request(f"{self.base_url}/embeddings", body, headers)
        deadline = time.monotonic() + self._timeout_seconds
        try:
            with self._door().open(request, timeout=self._timeout_seconds) as answer:
                return self._read(answer, deadline)
        except HTTPError as error:
            with error:
                return _Refusal(error.code, self._code(error), _retry_after(error.headers))
        except TimeoutError as error:
            raise self._late() from error
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._late() from error
            raise self._unreached(error.reason) from error
        except (OSError, HTTPException) as error:
            raise self._unreached(error) from error

    def _door(self) -> OpenerDirector:
        if self._opener is None:
            from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

            class NoRedirects(HTTPRedirectHandler):
                """Neither key nor texts go anywhere else than where they were sent."""

                def redirect_request(self, *_: Any, **__: Any) -> None:
                    return None

            # What is for this machine must not make a detour through a proxy.
            proxies = [ProxyHandler({})] if self._is_loopback else []
            self._opener = build_opener(NoRedirects, *proxies)
        return self._opener

    def _read(self, answer: HTTPResponse, deadline: float) -> bytes:
        """The answer, unless it is too long or comes too slowly."""
        pieces: list[bytes] = []
        length = 0
        while piece := answer.read1(ANSWER_PIECE_BYTES):
            pieces.append(piece)
            length += len(piece)
            if length > ANSWER_BYTES_MAX:
                raise self._nonsense("it is too long")
            if time.monotonic() > deadline:
                raise self._late()
        return b"".join(pieces)

    def _vectors(self, answer: bytes, count: int) -> list[list[float]]:
        try:
            told = json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise self._nonsense("it is no JSON") from error
        rows = told.get("data") if isinstance(told, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self._nonsense("it has no list of vectors under `data`")
        if len(rows) != count:
            raise self._nonsense(f"it has {len(rows)} vectors for {count} texts")
        by_index = {row["index"]: row for row in rows if type(row.get("index")) is int}
        if by_index.keys() != set(range(count)):
            raise self._nonsense("its vectors are not numbered as the texts are")
        return [self._vector(by_index[place].get("embedding")) for place in range(count)]

    def _vector(self, given: Any) -> list[float]:
        if not isinstance(given, list) or not given:
            raise self._nonsense("a vector of it is no list of numbers")
        if not all(type(value) in (int, float) for value in given):
            raise self._nonsense("a vector of it holds something else than numbers")
        self._length = self._length or len(given)
        if len(given) != self._length:
            raise ModelFailed(
                f"{self} gave a vector of {len(given)} numbers where {self._length} were "
                "expected. Set the number of dimensions that this model has, or choose another."
            )
        try:
            length = hypot(*given)
        except OverflowError:
            length = inf
        if not isfinite(length):
            raise self._nonsense("a vector of it holds something else than numbers")
        # A text without meaning may have no direction.
        return [value / (length or 1.0) for value in given]

    def _code(self, answer: HTTPError) -> str | None:
        """The server's word for what is wrong, and none of its sentences: they may quote."""
        from http.client import HTTPException

        try:
            told = json.loads(answer.read(ANSWER_PIECE_BYTES))
        except (ValueError, RecursionError, OSError, HTTPException):
            return None
        error = told.get("error") if isinstance(told, dict) else None
        if not isinstance(error, dict):
            return None
        for code in (error.get("code"), error.get("type")):
            if isinstance(code, str) and _CODE.fullmatch(code) and not self._holds_key(code):
                return code
        return None

    def _holds_key(self, text: str) -> bool:
        return bool(self._key) and self._key.lower() in text.lower()

    def _refused(self, answer: _Refusal, tried: int) -> ModelFailed:
        what = f"{self} answered {answer.status}"
        what += f" ({answer.code})" if answer.code else ""
        if answer.status in (401, 403):
            return ModelFailed(
                f"{what}: the key is {'not accepted' if self._key else 'missing'}. Check "
                "REMEMBRANCER_EMBEDDER_API_KEY, and that it may use this model."
            )
        if answer.status == 404:
            return ModelFailed(
                f"{what}: it does not know the model, or the address is wrong. Check "
                "REMEMBRANCER_EMBEDDER and REMEMBRANCER_EMBEDDER_BASE_URL, which often ends in /v1."
            )
        if 300 <= answer.status < 400:
            return ModelFailed(
                f"{what}: it sends elsewhere, where neither key nor texts are sent on. Set "
                "REMEMBRANCER_EMBEDDER_BASE_URL to the final address."
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
        return ModelFailed(
            f"{what}: it does not take the request. Check that the model makes embeddings and "
            "takes the number of dimensions."
        )

    def _late(self) -> ModelFailed:
        return ModelFailed(
            f"{self} gave no whole answer in {self._timeout_seconds:g} seconds. Try again later, "
            "or check REMEMBRANCER_EMBEDDER_BASE_URL."
        )

    def _unreached(self, why: object) -> ModelFailed:
        told = getattr(why, "strerror", None) or type(why).__name__
        return ModelFailed(
            f"{self} cannot be reached: {told}. Check REMEMBRANCER_EMBEDDER_BASE_URL and the "
            "network."
        )

    def _nonsense(self, what: str) -> ModelFailed:
        return ModelFailed(
            f"The answer of {self} cannot be used: {what}. Check that "
            "REMEMBRANCER_EMBEDDER_BASE_URL is a server that speaks as OpenAI's does."
        )

    def __str__(self) -> str:
        return f"The embedder {self._model!r} at {self.base_url}"


def _address(given: str) -> tuple[str, str]:
    """The address without its last slash, and its host."""
    try:
        parts = urlsplit(given)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not host or re.search(r"[\s\x00-\x1f]", given):
        raise InvalidSettings(
            "The address of the embedder must begin with http:// or https:// and name a host.",
            field="embedder_base_url",
        )
    if parts.username is not None or parts.query or parts.fragment:
        raise InvalidSettings(
            "The address of the embedder holds more than host and path. Give a key as "
            "REMEMBRANCER_EMBEDDER_API_KEY.",
            field="embedder_base_url",
        )
    return given.rstrip("/"), host


def _is_loopback(host: str) -> bool:
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _key(given: str | None) -> str:
    key = (given or "").strip()
    # The library would show it in its own error.
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InvalidSettings(
            "The key of the embedder holds something that no key has, such as a line break. "
            "Copy it again.",
            field="embedder_api_key",
        )
    return key


def _retry_after(headers: Message) -> float | None:
    """The seconds that the server asks to wait, given as a number or as a time."""
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


def _readable(text: str) -> str:
    """The text as far as it counts. Some servers refuse an empty one, and none needs to take half
    of a surrogate pair."""
    return text[:TEXT_CHARACTERS_MAX].encode("utf-8", "replace").decode("utf-8") or " "


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    length = 0
    for text in texts:
        is_full = len(batch) == BATCH_TEXTS_MAX
        if batch and (is_full or length + len(text) > BATCH_CHARACTERS_MAX):
            yield batch
            batch, length = [], 0
        batch.append(text)
        length += len(text)
    if batch:
        yield batch
