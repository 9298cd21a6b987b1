"""The connection: a call as a request to the server, and the answer as what the verb gives."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import quote, urlsplit
from uuid import uuid4

from remembrancer.client.arguments import checked, in_query, parted
from remembrancer.core.errors import (
    InvalidInput,
    NotAvailable,
    RemembrancerError,
    ServerUnreachable,
    WorkFailed,
)
from remembrancer.core.limits import POSITIONS_SENT_MAX
from remembrancer.core.validation import check_name
from remembrancer.ports import SILENT, Attribute, Telemetry, Work
from remembrancer.ports.telemetry import Fact
from remembrancer.wire.call import Call
from remembrancer.wire.problems import error_from
from remembrancer.wire.routes import (
    EVENTS_PATH,
    KEY_HEADER,
    LINES_TYPE,
    POSITION_HEADER,
    SPACE_HEADER,
    TRACE_HEADER,
)

if TYPE_CHECKING:
    import httpx2

_TRIES: Final = 3
_PAUSE_SECONDS: Final[float] = 0.2  # doubled with each try
_WAIT_SECONDS_MAX: Final = 5  # that a server may ask for; who is told more decides alone
_AGAIN: Final = frozenset({429, 503, 504})  # worth another try
_LONG_SECONDS: Final = 3600.0  # that a server may take to read a whole space

Answer = TypeVar("Answer")


class Positions:
    """What a server said that its caller was told, to be sent back with the next call.

    The answer to a call covers what was sent with it. Calls at the same time may be answered by
    different servers, so each leaves a position of its own until a later call covers them all.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: tuple[str, ...] = ()

    def sent(self) -> tuple[str, ...]:
        with self._lock:
            return self._held

    def received(self, sent: tuple[str, ...], position: str | None) -> None:
        if position is None:
            return
        with self._lock:
            others = [held for held in self._held if held not in (*sent, position)]
            self._held = (*others, position)[-POSITIONS_SENT_MAX:]


class ServerConnection:
    """One caller at one server. It may be used from several threads."""

    def __init__(
        self,
        url: str,
        token: str | None,
        *,
        space: str | None = None,
        timeout_seconds: float = 60,
        http: httpx2.Client | None = None,
        telemetry: Telemetry = SILENT,
    ) -> None:
        self.telemetry = telemetry
        token = _clean(token)
        _check_address(url, token)
        self.url = url.rstrip("/")
        try:
            import httpx2
        except ImportError:
            raise NotAvailable(
                "To reach a server, install the client: pip install 'remembrancer[client]'."
            ) from None
        self.headers = {"Content-Type": "application/json"}
        if token is not None:
            self.headers["Authorization"] = f"Bearer {token}"
        if space is not None:
            self.headers[SPACE_HEADER] = quote(space)
        self._unreachable = httpx2.TransportError
        self._positions = Positions()
        self._http = httpx2.Client(timeout=timeout_seconds) if http is None else http

    def close(self) -> None:
        self.telemetry.close()
        self._http.close()

    def send(self, call: Call, arguments: Mapping[str, Any]) -> Any:
        """What the verb gives on the other side, or the error that it raises there."""
        rest = dict(arguments)
        headers = dict(self.headers)
        if call.route.is_unsafe:
            # A call that is sent again is one call.
            key = rest.pop("key", None) if call.is_keyed else None
            if key is not None:
                check_name(key, "key")
            headers[KEY_HEADER] = key or uuid4().hex
        path, query, body = parted(call, checked(call, rest))
        route = call.route
        facts: dict[Attribute, Fact] = {
            Attribute.VERB: route.verb,
            Attribute.METHOD: route.method,
            Attribute.ROUTE: route.path,
        }
        with self.telemetry.span(Work.CALL, f"{route.method} {route.path}", facts):
            content = self._answered(route.method, path, query, body, headers)
        return self.understood(call.answer.validate_json, content)

    def understood(self, read: Callable[[bytes], Answer], content: bytes) -> Answer:
        """What an answer says. Another program, or another version, may say something else."""
        try:
            return read(content)
        except ValueError:
            raise RemembrancerError(
                f"The answer of the server at {self.url} cannot be read. Check that the address "
                "is that of a Remembrancer, and that both sides have the same version."
            ) from None

    def request(self, method: str, path: str, arguments: Mapping[str, Any]) -> bytes:
        """What a route answers that has its arguments in its address."""
        headers = dict(self.headers)
        if method != "GET":
            headers[KEY_HEADER] = uuid4().hex
        query = [pair for name, value in arguments.items() for pair in in_query(name, value)]
        return self._answered(method, path, query, None, headers)

    def _within_trace(self, headers: dict[str, str]) -> dict[str, str]:
        """The headers, with the span that the caller is in: the server goes on with its trace."""
        span = self.telemetry.traceparent()
        return headers if span is None else {**headers, TRACE_HEADER: span}

    @contextmanager
    def lines(self, path: str) -> Iterator[Iterator[str]]:
        """What a route sends line by line."""
        try:
            headers = self._within_trace(self.headers)
            with self._http.stream("GET", self.url + path, headers=headers) as answer:
                if answer.status_code >= 400:
                    raise error_from(_document(answer.status_code, answer.read()))
                yield _lines(answer.iter_bytes())
        except self._unreachable as error:
            raise self._not_reached(error) from None

    def sent(self, path: str, chunks: Iterator[bytes]) -> bytes:
        """What a route answers to a body of any length. It is sent once: it is used up by that."""
        headers = self._within_trace({**self.headers, "Content-Type": LINES_TYPE})
        try:
            answer = self._http.post(
                self.url + path, content=chunks, headers=headers, timeout=_LONG_SECONDS
            )
        except self._unreachable as error:
            raise self._not_reached(error) from None
        if answer.status_code >= 400:
            raise error_from(_document(answer.status_code, answer.content))
        return answer.content

    def events(self, query: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
        """Kind, id and data of what a stream of events tells, until it ends."""
        address = self.url + EVENTS_PATH
        try:
            with self._http.stream(
                "GET", address, params=tuple(query), headers=self.headers
            ) as answer:
                if answer.status_code >= 400:
                    raise error_from(_document(answer.status_code, answer.read()))
                result: dict[str, str] = {}
                for line in answer.iter_lines():
                    if line:
                        name, _, value = line.partition(": ")
                        result[name] = value
                    elif "event" in result:
                        yield result["event"], result.get("id", ""), result.get("data", "")
                        result = {}
        except self._unreachable as error:
            raise self._not_reached(error) from None

    def _not_reached(self, error: Exception) -> ServerUnreachable:
        return ServerUnreachable(
            f"The server at {self.url} does not answer ({type(error).__name__}). Check the "
            "address and whether it runs: rmb serve."
        )

    def _answered(
        self,
        method: str,
        path: str,
        query: list[tuple[str, str]],
        body: bytes | None,
        headers: dict[str, str],
    ) -> bytes:
        """What the server answers, or the error that it tells of. All of it may be repeated."""
        pause = _PAUSE_SECONDS
        headers = self._within_trace(headers)
        seen = self._positions.sent()
        if seen:
            headers[POSITION_HEADER] = ", ".join(seen)
        for last in (*[False] * (_TRIES - 1), True):
            try:
                answer = self._http.request(
                    method,
                    self.url + path,
                    params=tuple(query),
                    content=body,
                    headers=headers,
                )
            except self._unreachable as error:
                if last:
                    raise self._not_reached(error) from None
            else:
                status, content = answer.status_code, answer.content
                if status < 400:
                    self._positions.received(seen, answer.headers.get(POSITION_HEADER))
                    return content
                told = answer.headers.get("retry-after", "")
                wait = int(told) if told.isdecimal() else 0
                is_over = wait > _WAIT_SECONDS_MAX or not _is_for_later(status, content)
                if last or is_over:
                    raise error_from(_document(status, content))
                pause = max(pause, wait)
            time.sleep(pause)
            pause *= 2
        raise AssertionError("The last try returns or raises.")


def _lines(chunks: Iterator[bytes]) -> Iterator[str]:
    """Lines that end as ours do: a text may hold other ends of lines."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line.decode() for line in whole)
    if rest:
        yield rest.decode()


def _is_for_later(status: int, content: bytes) -> bool:
    """Whether the same request may fare better; work that failed is not tried again unasked."""
    return status in _AGAIN and _document(status, content)["title"] != WorkFailed.__name__


def _check_address(url: str, token: str | None) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidInput(f"{url!r} is no address of a server. Write https://HOST.", field="url")
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if token is not None and parts.scheme == "http" and not is_here:
        raise InvalidInput(
            "A token is not sent over http://, where others could read it. Use https://.",
            field="url",
        )


def _clean(token: str | None) -> str | None:
    """A token without the line end that comes with it from a file. An empty one is none."""
    if token is None:
        return None
    if not isinstance(token, str):
        raise InvalidInput(f"token must be a text, not {type(token).__name__}.", field="token")
    clean = token.strip()
    if any(not "!" <= sign <= "~" for sign in clean):
        raise InvalidInput(
            "The token holds a sign that no token has: a blank, a line end, a control character or "
            "a foreign letter. Give it as `rmb token issue` printed it.",
            field="token",
        )
    return clean or None


def _document(status: int, content: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(content)
    except ValueError:
        found = None
    if isinstance(found, dict) and "title" in found:
        return found
    return {"title": "", "detail": f"The server answered {status}, and not as Remembrancer does."}
