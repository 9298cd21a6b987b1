"""The gate: what every request passes before it is looked at, and every answer on its way out."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from secrets import token_hex
from typing import Any, Final

from remembrancer.core.errors import TooManyRequests
from remembrancer.core.limits import (
    IMPORT_BYTES_MAX,
    REQUEST_BYTES_MAX,
    REQUEST_HEADERS_BYTES_MAX,
    REQUEST_URL_BYTES_MAX,
)
from remembrancer.doors.http.access_log import answered
from remembrancer.doors.http.metrics import METHODS, Numbers
from remembrancer.doors.http.origins import PREFLIGHT, Headers, sharing
from remembrancer.doors.http.rate_limit import Pace
from remembrancer.doors.http.server_limits import Terms
from remembrancer.wire.problems import MEDIA_TYPE, problem, problem_of
from remembrancer.wire.routes import (
    EVENTS_PATH,
    EXPORT_PATH,
    IMPORT_PATH,
    KEY_HEADER,
    LIVE_PATH,
    SPACE_HEADER,
)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
)
_LAST: Final = ((b"connection", b"close"),)
# What `curl -d` says of a JSON body, and what says nothing.
_UNSAID: Final = frozenset({b"", b"application/x-www-form-urlencoded"})
# Sent twice, one part of the way may go by the first and another by the last.
_ONCE: Final = frozenset(
    {b"authorization", b"content-length", b"content-type", b"host", b"last-event-id", b"origin"}
    | {name.lower().encode() for name in (KEY_HEADER, SPACE_HEADER)}
)
# What a browser says of requests that no other page asked for.
_OWN_SITE: Final = frozenset({None, b"none", b"same-origin"})

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_ASKS_FIRST: Final = b"access-control-request-method"
_STREAMS: Final = frozenset({EVENTS_PATH, LIVE_PATH})
_LONG: Final = frozenset({EXPORT_PATH, IMPORT_PATH})  # a whole space takes as long as it takes
_DIGITS_MAX: Final = 18
LEFT: Final = 499  # as others say of whoever hung up before there was an answer


class TooLarge(Exception):
    """A body grew over the limit while it was being read."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit


class Gate:
    """Wraps the application: paths as they were sent, JSON by default, all within its terms."""

    def __init__(
        self,
        app: App,
        *,
        hosts: frozenset[str] | None = None,
        terms: Terms,
        pace: Pace,
        numbers: Numbers,
        is_closing: Callable[[], bool] = lambda: False,
    ) -> None:
        self._app = app
        self._is_closing = is_closing
        self._hosts = hosts  # in local mode: names by which this server may be called
        self._terms = terms
        self._pace = pace
        self._numbers = numbers
        self._numbers.now["requests_under_way"] = lambda: self._under_way
        self._under_way = 0
        self._late: set[asyncio.Task[None]] = set()  # answers to those who waited long enough

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id = token_hex(16)
        scope.setdefault("state", {})["request_id"] = id
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").lower()
        is_shared = origin.decode("latin-1") in self._terms.origins
        shared = sharing(origin) if is_shared else ()
        answer = _Answer(send, id, shared, self._is_closing)
        begun = time.perf_counter()
        error: Exception | None = None
        try:
            await self._entered(scope, headers, receive, answer, is_shared=is_shared)
        except Exception as failed:
            error = failed
            if not answer.has_ended:
                raise  # in the middle of an answer: the connection ends
        finally:
            self._note(scope, answer, time.perf_counter() - begun, error)

    async def _entered(
        self,
        scope: Scope,
        headers: dict[bytes, bytes],
        receive: Receive,
        answer: _Answer,
        *,
        is_shared: bool,
    ) -> None:
        refused = _twice(scope["headers"]) or self._refused(scope, headers, is_shared=is_shared)
        if refused is not None:
            await answer.tell(refused)
            return
        if is_shared and scope["method"] == "OPTIONS" and _ASKS_FIRST in headers:
            await answer.allow()
            return
        path = scope["path"] = scope["raw_path"].decode("ascii", "replace")
        if path.startswith("/api/"):
            scope["headers"] = [*_without(scope["headers"]), (b"content-type", _type(headers))]
        counts = path not in _STREAMS  # streams have a limit of their own
        self._under_way += counts
        try:
            await self._passed(scope, _Counted(receive, bytes_max(path)), answer)
        finally:
            self._under_way -= counts

    async def _passed(self, scope: Scope, body: _Counted, answer: _Answer) -> None:
        seconds = 0 if scope["path"] in _LONG else self._terms.request_seconds
        loop = asyncio.get_running_loop()
        limit = loop.call_later(seconds, self._expire, scope, body, answer) if seconds else None
        try:
            await self._app(scope, body, answer.send)
        except TooLarge as error:
            await answer.tell(too_large(error.limit))
        finally:
            if limit is not None:
                limit.cancel()

    def _note(self, scope: Scope, answer: _Answer, seconds: float, error: Exception | None) -> None:
        """Counts and logs a request: neither its address nor what it says, nor what went wrong."""
        route, method = _route(scope), scope["method"]
        is_stream = route in _STREAMS
        self._numbers.count(route, method, answer.status, None if is_stream else seconds)
        told = {
            "request_id": scope["state"]["request_id"],
            "method": method if method in METHODS else "other",
            "route": route,
            "status": answer.status,
            "milliseconds": round(seconds * 1000, 1),
            "caller": scope["state"].get("caller_kind"),
        }
        answered(told, error)

    def _expire(self, scope: Scope, body: _Counted, answer: _Answer) -> None:
        """Answers whoever waited long enough. What was begun goes on to its end, or undoes all."""
        if answer.has_begun:
            return
        told = _late(self._terms.request_seconds, scope["method"], has_body=body.has_ended)
        task = asyncio.ensure_future(answer.tell(told, is_last=True))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    def _refused(
        self, scope: Scope, headers: dict[bytes, bytes], *, is_shared: bool
    ) -> dict[str, Any] | None:
        return (
            _oversized(scope, headers)
            or self._foreign(headers, is_shared=is_shared)
            or self._crowded(scope)
        )

    def _foreign(self, headers: dict[bytes, bytes], *, is_shared: bool) -> dict[str, Any] | None:
        if self._hosts is None:
            return None
        # Any web page can send requests to this machine: only our own may.
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if host not in self._hosts:
            return problem(421, "Misdirected", "In local mode, call this server by its address.")
        is_own = not origin or origin.removeprefix("http://") in self._hosts
        is_own = is_own and headers.get(b"sec-fetch-site") in _OWN_SITE
        if not is_own and not is_shared:
            return problem(403, "Forbidden", "In local mode, no other web page may call this.")
        return None

    def _crowded(self, scope: Scope) -> dict[str, Any] | None:
        wait = self._pace.admit(scope)
        if wait:
            return problem_of(TooManyRequests(wait))
        if self._under_way < self._terms.requests_max:
            return None
        return problem_of(TooManyRequests(1)) | {"status": 503}


class _Answer:
    """The answer on its way out."""

    def __init__(
        self, send: Send, id: str, headers: Headers, is_closing: Callable[[], bool]
    ) -> None:
        self._send = send
        self._id = id
        self._is_closing = is_closing
        self._headers = (*_HEADERS, (b"x-request-id", id.encode()), *headers)
        self.has_begun = False
        self.has_ended = False
        self.status = LEFT
        self._is_closed = False  # somebody else has the last word

    async def send(self, message: Message) -> None:
        if not self._is_closed:
            await self._sent(message)

    async def _sent(self, message: Message) -> None:
        self.has_ended = message["type"] == "http.response.body" and not message.get("more_body")
        if message["type"] == "http.response.start":
            self.has_begun = True
            self.status = message["status"]
            given = list(message.get("headers", ()))
            said = {name for name, _ in given}  # a file of the pages says how long it is kept
            added = [one for one in self._headers if one[0] not in said]
            # The next request on this connection would find nobody: it goes elsewhere at once.
            last = _LAST if self._is_closing() else ()
            message = {**message, "headers": [*given, *added, *last]}
        await self._send(message)

    async def allow(self) -> None:
        """Answers a browser that asks what a page may send."""
        await self._sent({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
        await self._sent({"type": "http.response.body", "body": b""})

    async def tell(self, document: dict[str, Any], *, is_last: bool = False) -> None:
        """Answers with a problem, unless there is an answer. If it is the last, others are mute."""
        if self.has_begun:
            return
        self._is_closed = is_last
        content = json.dumps({**document, "request_id": self._id}).encode()
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(content)).encode()),
        ]
        if "retry_after_seconds" in document:
            headers.append((b"retry-after", str(document["retry_after_seconds"]).encode()))
        start = {"type": "http.response.start", "status": document["status"], "headers": headers}
        await self._sent(start)
        await self._sent({"type": "http.response.body", "body": content})


class _Counted:
    """The body as it comes in, as long as it stays within the limit."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        self._bytes = 0
        self.has_ended = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > self._limit:
            raise TooLarge(self._limit)
        self.has_ended = not message.get("more_body", False)
        return message


def _twice(headers: list[tuple[bytes, bytes]]) -> dict[str, Any] | None:
    names = [name for name, _ in headers if name in _ONCE]
    if len(names) == len(set(names)):
        return None
    told = next(name.decode() for name in names if names.count(name) > 1)
    return problem(400, "InvalidInput", f"The header {told} stands there twice. Send it once.")


def _oversized(scope: Scope, headers: dict[bytes, bytes]) -> dict[str, Any] | None:
    length = headers.get(b"content-length", b"0")
    if not length.isdigit():
        return problem(400, "InvalidInput", "Content-Length is no number. Correct it.")
    limit = bytes_max(scope["path"])
    if len(length) > _DIGITS_MAX or int(length) > limit:
        return too_large(limit)
    if len(scope["raw_path"]) + len(scope["query_string"]) > REQUEST_URL_BYTES_MAX:
        return URL_TOO_LONG
    if sum(len(name) + len(value) for name, value in scope["headers"]) > REQUEST_HEADERS_BYTES_MAX:
        return HEADERS_TOO_LONG
    return None


def _late(seconds: float, method: str, *, has_body: bool) -> dict[str, Any]:
    if not has_body and method not in _SAFE:
        told = f"The body did not arrive within {seconds:g} seconds. Nothing was done; repeat it."
        return problem(408, "StoreBusy", told)
    if method in _SAFE:
        told = f"There was no answer within {seconds:g} seconds. Repeat it later, or ask for less."
        return problem(504, "StoreBusy", told, retry_after_seconds=1)
    return problem(
        504,
        "OutcomeUnknown",
        f"It was not done within {seconds:g} seconds and goes on: it will be done whole, or not at "
        "all. Repeat it with the same Idempotency-Key to learn what became of it.",
        retry_after_seconds=1,
    )


def _route(scope: Scope) -> str:
    """The route as the table has it, without what a caller put into it."""
    path: str = getattr(scope.get("route"), "path", "other")
    return path.replace(":name}", "}")


def _type(headers: dict[bytes, bytes]) -> bytes:
    said = headers.get(b"content-type", b"")
    return b"application/json" if said.split(b";")[0].strip().lower() in _UNSAID else said


def _without(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [one for one in headers if one[0] != b"content-type"]


def bytes_max(path: str) -> int:
    """Of a body, by where it is sent."""
    return IMPORT_BYTES_MAX if path == IMPORT_PATH else REQUEST_BYTES_MAX


def too_large(limit: int) -> dict[str, Any]:
    told = f"The body is larger than {limit:,} bytes. Send it in several parts."
    return problem(413, "InvalidInput", told, limit=limit)


URL_TOO_LONG: Final = problem(
    414,
    "InvalidInput",
    f"The address is longer than {REQUEST_URL_BYTES_MAX:,} bytes. Ask with fewer words or filters.",
    limit=REQUEST_URL_BYTES_MAX,
)
HEADERS_TOO_LONG: Final = problem(
    431,
    "InvalidInput",
    f"The headers are longer than {REQUEST_HEADERS_BYTES_MAX:,} bytes. Leave some out.",
    limit=REQUEST_HEADERS_BYTES_MAX,
)
