"""Middleware around the whole server: limits, CORS, response headers, metrics and the log."""

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
from remembrancer.doors.http.access_log import log_request
from remembrancer.doors.http.admission import Admission, Overloaded, Turn
from remembrancer.doors.http.metrics import METHODS, Metrics
from remembrancer.doors.http.origins import PREFLIGHT, Headers, cors_headers
from remembrancer.doors.http.rate_limit import RateLimit
from remembrancer.doors.http.request_span import request_span, tell
from remembrancer.doors.http.server_limits import ServerLimits
from remembrancer.ports import SILENT, Telemetry
from remembrancer.wire.problems import MEDIA_TYPE, problem, problem_of
from remembrancer.wire.routes import (
    EVENTS_PATH,
    EXPORT_PATH,
    IMPORT_PATH,
    KEY_HEADER,
    LIVE_PATH,
    POSITION_HEADER,
    SIGN_IN_BACK_PATH,
    SIGN_IN_START_PATH,
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
# Content types that count as JSON: none, and the one that `curl -d` sends.
_TREATED_AS_JSON: Final = frozenset({b"", b"application/x-www-form-urlencoded"})
# Headers that may stand there once: of two, a proxy might go by the first and we by the last.
_ONCE: Final = frozenset(
    {b"authorization", b"content-length", b"content-type", b"host", b"last-event-id", b"origin"}
    | {name.lower().encode() for name in (KEY_HEADER, POSITION_HEADER, SPACE_HEADER)}
)
# Sec-Fetch-Site of requests that no other web site made.
_OWN_SITE: Final = frozenset({None, b"none", b"same-origin"})

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_PREFLIGHT_HEADER: Final = b"access-control-request-method"
_STREAMS: Final = frozenset({EVENTS_PATH, LIVE_PATH})
_LONG: Final = frozenset({EXPORT_PATH, IMPORT_PATH})  # a whole space has no time limit
# They wait for a provider, in threads of their own.
_ELSEWHERE: Final = frozenset({SIGN_IN_START_PATH, SIGN_IN_BACK_PATH})
# Never refused for other requests, so that somebody learns how the server is.
_ALWAYS: Final = frozenset({"/health", "/metrics"})
_BODILESS: Final = frozenset({"GET", "HEAD", "DELETE", "OPTIONS"})
_DIGITS_MAX: Final = 18
CLIENT_CLOSED_REQUEST: Final = 499  # nginx's status for who hung up before the answer


class BodyTooLarge(Exception):
    """A body grew over the limit while it was being read."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit


class ServerMiddleware:
    """Wraps the application. Paths stay as they were sent; a body without a type is JSON."""

    def __init__(
        self,
        app: App,
        *,
        hosts: frozenset[str] | None = None,
        limits: ServerLimits,
        rate_limit: RateLimit,
        metrics: Metrics,
        is_closing: Callable[[], bool] = lambda: False,
        telemetry: Telemetry = SILENT,
    ) -> None:
        self._app = app
        self._telemetry = telemetry
        self._is_closing = is_closing
        self._hosts = hosts  # in local mode: the Host headers that are accepted
        self._limits = limits
        self._rate_limit = rate_limit
        self._metrics = metrics
        self._metrics.gauges["requests_under_way"] = lambda: self._open_requests
        self._open_requests = 0
        self._admission = Admission()
        self._metrics.gauges["requests_waiting"] = lambda: self._admission.waiting
        self._timeouts: set[asyncio.Task[None]] = set()  # answers to requests that took too long

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id = token_hex(16)
        scope.setdefault("state", {})["request_id"] = id
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").lower()
        is_shared = origin.decode("latin-1") in self._limits.origins
        shared = cors_headers(origin) if is_shared else ()
        sender = _ResponseSender(send, id, shared, self._is_closing)
        begun = time.perf_counter()
        error: Exception | None = None
        with request_span(self._telemetry, scope) as span:
            try:
                await self._check(scope, headers, receive, sender, is_shared=is_shared)
            except Exception as failed:
                error = failed
                if not sender.has_ended:
                    raise  # in the middle of a response: the connection ends
            finally:
                self._record(scope, sender, time.perf_counter() - begun, error)
                tell(span, scope, _route(scope), sender.status, error)

    async def _check(
        self,
        scope: Scope,
        headers: dict[bytes, bytes],
        receive: Receive,
        sender: _ResponseSender,
        *,
        is_shared: bool,
    ) -> None:
        refused = _refused_duplicates(scope["headers"]) or self._refused(
            scope, headers, is_shared=is_shared
        )
        if refused is not None:
            await sender.send_problem(refused)
            return
        if is_shared and scope["method"] == "OPTIONS" and _PREFLIGHT_HEADER in headers:
            await sender.send_preflight()
            return
        path = scope["path"] = scope["raw_path"].decode("ascii", "replace")
        if path.startswith("/api/"):
            scope["headers"] = [
                *_without_content_type(scope["headers"]),
                (b"content-type", _content_type(headers)),
            ]
        is_counted = path not in _STREAMS  # streams have a limit of their own
        waits = path not in _STREAMS | _LONG | _ELSEWHERE | _ALWAYS
        turn = Turn(self._admission if waits else None)
        self._open_requests += is_counted
        try:
            await self._run(scope, _LimitedBody(receive, bytes_max(path), turn), sender, turn)
        finally:
            self._open_requests -= is_counted
            turn.end()

    async def _run(
        self, scope: Scope, body: _LimitedBody, sender: _ResponseSender, turn: Turn
    ) -> None:
        seconds = 0 if scope["path"] in _LONG else self._limits.request_seconds
        loop = asyncio.get_running_loop()
        timer = loop.call_later(seconds, self._expire, scope, body, sender) if seconds else None
        try:
            if scope["method"] in _BODILESS:
                await turn.begin()
            await self._app(scope, body, sender.send)
        except Overloaded as error:
            await sender.send_problem(overloaded(error))
        except BodyTooLarge as error:
            await sender.send_problem(too_large(error.limit))
        finally:
            if timer is not None:
                timer.cancel()

    def _record(
        self, scope: Scope, sender: _ResponseSender, seconds: float, error: Exception | None
    ) -> None:
        """Counts and logs a request, without its address, its contents or the text of an error."""
        route, method = _route(scope), scope["method"]
        is_stream = route in _STREAMS
        self._metrics.count(route, method, sender.status, None if is_stream else seconds)
        fields = {
            "request_id": scope["state"]["request_id"],
            "method": method if method in METHODS else "other",
            "route": route,
            "status": sender.status,
            "milliseconds": round(seconds * 1000, 1),
            "caller": scope["state"].get("caller_kind"),
        }
        log_request(fields, error)

    def _expire(self, scope: Scope, body: _LimitedBody, sender: _ResponseSender) -> None:
        """Answers a request that took too long. Its work goes on, and ends whole or not at all."""
        if sender.has_begun:
            return
        document = _timed_out(
            self._limits.request_seconds, scope["method"], has_body=body.has_ended
        )
        task = asyncio.ensure_future(sender.send_problem(document, is_last=True))
        self._timeouts.add(task)
        task.add_done_callback(self._timeouts.discard)

    def _refused(
        self, scope: Scope, headers: dict[bytes, bytes], *, is_shared: bool
    ) -> dict[str, Any] | None:
        return (
            _refused_size(scope, headers)
            or self._refused_origin(headers, is_shared=is_shared)
            or self._refused_rate(scope)
        )

    def _refused_origin(
        self, headers: dict[bytes, bytes], *, is_shared: bool
    ) -> dict[str, Any] | None:
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

    def _refused_rate(self, scope: Scope) -> dict[str, Any] | None:
        wait = self._rate_limit.address_wait(scope)
        if wait:
            return problem_of(TooManyRequests(wait))
        is_room = self._open_requests < self._limits.requests_max
        if is_room or scope["raw_path"].decode("ascii", "replace") in _ALWAYS:
            return None
        return overloaded(Overloaded(1))


class _ResponseSender:
    """Sends a response, with the headers that every response has."""

    def __init__(
        self, send: Send, id: str, headers: Headers, is_closing: Callable[[], bool]
    ) -> None:
        self._send = send
        self._id = id
        self._is_closing = is_closing
        self._headers = (*_HEADERS, (b"x-request-id", id.encode()), *headers)
        self.has_begun = False
        self.has_ended = False
        self.status = CLIENT_CLOSED_REQUEST
        self._is_closed = False  # the response was sent, and more is dropped

    async def send(self, message: Message) -> None:
        if not self._is_closed:
            await self._sent(message)

    async def _sent(self, message: Message) -> None:
        self.has_ended = message["type"] == "http.response.body" and not message.get("more_body")
        if message["type"] == "http.response.start":
            self.has_begun = True
            self.status = message["status"]
            value = list(message.get("headers", ()))
            present = {name for name, _ in value}  # a static file has its own Cache-Control
            added = [header for header in self._headers if header[0] not in present]
            # When the server stops, clients are to send their next request to another process.
            last = _LAST if self._is_closing() else ()
            message = {**message, "headers": [*value, *added, *last]}
        await self._send(message)

    async def send_preflight(self) -> None:
        """Answers a browser that asks what a page may send."""
        await self._sent({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
        await self._sent({"type": "http.response.body", "body": b""})

    async def send_problem(self, document: dict[str, Any], *, is_last: bool = False) -> None:
        """Sends a problem, unless a response has begun. If it is the last, all else is dropped."""
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


class _LimitedBody:
    """The body as it comes in, up to a limit."""

    def __init__(self, receive: Receive, limit: int, turn: Turn) -> None:
        self._receive = receive
        self._turn = turn
        self._limit = limit
        self._bytes = 0
        self.has_ended = False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > self._limit:
            raise BodyTooLarge(self._limit)
        self.has_ended = not message.get("more_body", False)
        if self.has_ended:
            await self._turn.begin()  # only now is there something to do: a slow body holds nobody
        return message


def _refused_duplicates(headers: list[tuple[bytes, bytes]]) -> dict[str, Any] | None:
    names = [name for name, _ in headers if name in _ONCE]
    if len(names) == len(set(names)):
        return None
    twice = next(name.decode() for name in names if names.count(name) > 1)
    return problem(400, "InvalidInput", f"The header {twice} stands there twice. Send it once.")


def _refused_size(scope: Scope, headers: dict[bytes, bytes]) -> dict[str, Any] | None:
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


def _timed_out(seconds: float, method: str, *, has_body: bool) -> dict[str, Any]:
    if not has_body and method not in _SAFE:
        detail = f"The body did not arrive within {seconds:g} seconds. Nothing was done; repeat it."
        return problem(408, "StoreBusy", detail)
    if method in _SAFE:
        detail = (
            f"There was no answer within {seconds:g} seconds. Repeat it later, or ask for less."
        )
        return problem(504, "StoreBusy", detail, retry_after_seconds=1)
    return problem(
        504,
        "OutcomeUnknown",
        f"It was not done within {seconds:g} seconds and goes on: it will be done whole, or not at "
        "all. Repeat it with the same Idempotency-Key to learn what became of it.",
        retry_after_seconds=1,
    )


def _route(scope: Scope) -> str:
    """The path of the route, without what a caller put into it. Pages are counted together."""
    label: str = getattr(scope.get("route"), "label", "other")
    return label


def _content_type(headers: dict[bytes, bytes]) -> bytes:
    said = headers.get(b"content-type", b"")
    return b"application/json" if said.split(b";")[0].strip().lower() in _TREATED_AS_JSON else said


def _without_content_type(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [header for header in headers if header[0] != b"content-type"]


def bytes_max(path: str) -> int:
    """The largest body that a path takes."""
    return IMPORT_BYTES_MAX if path == IMPORT_PATH else REQUEST_BYTES_MAX


def overloaded(error: Overloaded) -> dict[str, Any]:
    return problem_of(TooManyRequests(error.retry_after_seconds)) | {"status": 503}


def too_large(limit: int) -> dict[str, Any]:
    detail = f"The body is larger than {limit:,} bytes. Send it in several parts."
    return problem(413, "InvalidInput", detail, limit=limit)


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
