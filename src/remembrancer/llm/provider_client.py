"""The HTTP client that a provider's library gets: it ends in our own transport."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from remembrancer.core.errors import ModelFailed
from remembrancer.core.limits import MODEL_ANSWER_BYTES_MAX, MODEL_TIMEOUT_SECONDS
from remembrancer.llm.transport import ModelServer, Refusal

if TYPE_CHECKING:
    import httpx2

_KEY_HEADERS = frozenset({"authorization", "x-api-key", "api-key", "x-goog-api-key"})
# All others stay here: libraries add what the environment says, and what machine this is.
_HEADERS = frozenset({"anthropic-version", "anthropic-beta"}) | _KEY_HEADERS


class Exchange:
    """One request of a library and what came of it."""

    def __init__(self, timeout_seconds: float) -> None:
        self.timeout_seconds = timeout_seconds
        self.refusal: Refusal | None = None
        self.failure: ModelFailed | None = None
        self.response: Any = None  # of the library
        self.error = ""  # the type of what the library raised
        self.is_sent = False  # it tried to send something

    @contextmanager
    def open(self) -> Iterator[None]:
        """Requests made inside belong to this exchange."""
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)


_current: ContextVar[Exchange] = ContextVar("exchange")


class _Ended(Exception):
    """The library shall not go on: the exchange says why."""


def create_client(server: ModelServer) -> httpx2.AsyncClient:
    """A client that sends JSON to that server alone, by our transport."""
    import httpx2

    class ProviderTransport(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            # Nothing else runs in this event loop, so that it may wait.
            content = _send(server, str(request.url), await request.aread(), request.headers)
            headers = {"Content-Type": "application/json"}
            return httpx2.Response(200, headers=headers, content=content, request=request)

    return httpx2.AsyncClient(
        transport=ProviderTransport(),
        timeout=MODEL_TIMEOUT_SECONDS,  # for libraries that look at it; ours is the exchange's
        follow_redirects=False,
        trust_env=False,
    )


def _send(server: ModelServer, url: str, body: bytes, headers: Mapping[str, str]) -> bytes:
    exchange = _current.get()
    exchange.is_sent = True
    try:
        if _origin(url) != _origin(server.base_url):
            raise ModelFailed(
                f"{server} was not asked: its library sends to another address. Set the address "
                "of this provider, or choose another one."
            )
        sent = _own_headers(server, headers)
        seconds, bytes_max = exchange.timeout_seconds, MODEL_ANSWER_BYTES_MAX
        answer = server.send(url, body, sent, seconds, bytes_max)
        if not isinstance(answer, Refusal):
            return _json(server, answer)
        exchange.refusal = answer
    except ModelFailed as failure:
        exchange.failure = failure
    raise _Ended


def _json(server: ModelServer, answer: bytes) -> bytes:
    try:
        json.loads(answer)
    except (ValueError, RecursionError):
        raise server.invalid_answer("it is no JSON") from None
    return answer


def _own_headers(server: ModelServer, headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that the server needs, with no key but the one that was set for it."""
    return {
        name: value
        for name, value in headers.items()
        if name.lower() in _HEADERS
        and (name.lower() not in _KEY_HEADERS or (server.key and server.key in value))
    }


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port
