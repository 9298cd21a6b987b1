"""The gate: what every request passes before it is looked at, and every answer on its way out."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from uuid import uuid4

from remembrancer.rules.limits import REQUEST_BYTES_MAX
from remembrancer.wire.problems import MEDIA_TYPE, problem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("remembrancer.api")

_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
)
# What `curl -d` says of a JSON body, and what says nothing.
_UNSAID: Final = frozenset({b"", b"application/x-www-form-urlencoded"})


class TooLarge(Exception):
    """A body grew over the limit while it was being read."""


class Gate:
    """Wraps the application: paths as they were sent, JSON by default, bodies within the limit."""

    def __init__(self, app: App, *, hosts: frozenset[str] | None = None) -> None:
        self._app = app
        self._hosts = hosts  # in local mode: names by which this server may be called

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id = uuid4().hex
        scope.setdefault("state", {})["request_id"] = id
        answer = _Answer(send, id)
        headers = dict(scope["headers"])
        refused = self._refused(headers)
        if refused is not None:
            await answer.tell(refused)
            return
        scope["path"] = scope["raw_path"].decode("ascii", "replace")
        if scope["path"].startswith("/api/"):
            scope["headers"] = [*_without(scope["headers"]), (b"content-type", _type(headers))]
        try:
            await self._app(scope, _Counted(receive), answer.send)
        except TooLarge:
            await answer.tell(TOO_LARGE)
        except Exception as error:
            # Neither the message nor the request is logged: both may hold what people said.
            log.error("Request %s failed: %s", id, type(error).__name__)  # noqa: TRY400
            if not answer.has_ended:
                raise  # in the middle of an answer: the connection ends

    def _refused(self, headers: dict[bytes, bytes]) -> dict[str, Any] | None:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit():
            return problem(400, "InvalidInput", "Content-Length is no number. Correct it.")
        if int(length) > REQUEST_BYTES_MAX:
            return TOO_LARGE
        if self._hosts is None:
            return None
        # Any web page can send requests to this machine: only our own may.
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if host not in self._hosts:
            return problem(421, "Misdirected", "In local mode, call this server by its address.")
        is_own = not origin or origin.removeprefix("http://") in self._hosts
        if not is_own or headers.get(b"sec-fetch-site") == b"cross-site":
            return problem(403, "Forbidden", "In local mode, no other web page may call this.")
        return None


class _Answer:
    """The answer on its way out."""

    def __init__(self, send: Send, id: str) -> None:
        self._send = send
        self._id = id
        self.has_begun = False
        self.has_ended = False

    async def send(self, message: Message) -> None:
        self.has_ended = message["type"] == "http.response.body" and not message.get("more_body")
        if message["type"] == "http.response.start":
            self.has_begun = True
            given = list(message.get("headers", ()))
            said = {name for name, _ in given}  # a file of the pages says how long it is kept
            added = [one for one in _HEADERS if one[0] not in said]
            told = [*given, *added, (b"x-request-id", self._id.encode())]
            message = {**message, "headers": told}
        await self._send(message)

    async def tell(self, document: dict[str, Any]) -> None:
        if self.has_begun:
            return
        content = json.dumps({**document, "request_id": self._id}).encode()
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(content)).encode()),
        ]
        start = {"type": "http.response.start", "status": document["status"], "headers": headers}
        await self.send(start)
        await self.send({"type": "http.response.body", "body": content})


class _Counted:
    """The body as it comes in, as long as it stays within the limit."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > REQUEST_BYTES_MAX:
            raise TooLarge
        return message


def _type(headers: dict[bytes, bytes]) -> bytes:
    said = headers.get(b"content-type", b"")
    return b"application/json" if said.split(b";")[0].strip().lower() in _UNSAID else said


def _without(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [one for one in headers if one[0] != b"content-type"]


TOO_LARGE: Final = problem(
    413,
    "InvalidInput",
    f"The body is larger than {REQUEST_BYTES_MAX:,} bytes. Send it in several parts.",
    limit=REQUEST_BYTES_MAX,
)
