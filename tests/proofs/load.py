"""A load generator: requests at a rate of their own, however long the answers take.

It speaks HTTP/1.1 itself, over connections that it keeps, so that it costs little beside the
server. A client that waits for its answer would slow down with the server, and never overload it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

_CONNECTIONS_MAX = 600  # more requests than that at once are not sent, and counted
_IDLE_SECONDS_MAX = 1.0  # a server ends connections that were idle for five
_PATIENCE_SECONDS = 150.0  # longer than a server takes until it gives up


@dataclass(slots=True)
class Outcome:
    """What came of the requests of one load."""

    seconds: float = 0.0  # for which requests were sent
    statuses: Counter[int] = field(default_factory=Counter)
    times: dict[int, list[float]] = field(default_factory=dict)  # seconds to the answer, by status
    without_retry_after: int = 0  # answers 503 that do not say when to come back
    unsent: int = 0  # there was no connection left for them
    broken: int = 0  # the connection ended before the answer

    @property
    def answered(self) -> int:
        return self.statuses[200] + self.statuses[201]

    def quantile(self, status: int, share: float) -> float:
        times = sorted(self.times.get(status, [0.0]))
        return times[min(len(times) - 1, int(share * len(times)))]

    def told(self) -> str:
        seconds = max(self.seconds, 1e-9)
        return (
            f"{sum(self.statuses.values()) / seconds:.0f} a second: answered "
            f"{self.answered / seconds:.0f} a second, p50 {self.quantile(200, 0.5):.2f} s, p99 "
            f"{self.quantile(200, 0.99):.2f} s, longest {self.quantile(200, 1):.2f} s; refused "
            f"{self.statuses[503]}, p50 {self.quantile(503, 0.5):.3f} s, p99 "
            f"{self.quantile(503, 0.99):.3f} s; {dict(self.statuses)}, {self.broken} broken, "
            f"{self.unsent} not sent"
        )


class _Line:
    """One connection, one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.idle_since = 0.0

    @classmethod
    async def opened(cls, url: str) -> Self:
        parts = urlsplit(url)
        return cls(*await asyncio.open_connection(parts.hostname, parts.port))

    async def answer(self, request: bytes) -> tuple[int, dict[str, str]]:
        self._writer.write(request)
        await self._writer.drain()
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (one.partition(": ") for one in head[1:])
        }
        await self._reader.readexactly(int(headers.get("content-length", "0")))
        return int(head[0].split()[1]), headers

    def close(self) -> None:
        self._writer.close()


def request_of(method: str, path: str, token: str, body: object = None) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


class Load:
    """Sends requests to one server."""

    def __init__(self, url: str, make: Callable[[int], bytes]) -> None:
        self._url = url
        self._make = make  # the request of this number
        self._number = 0
        self._idle: deque[_Line] = deque()
        self._open = 0

    async def closed_loop(self, clients: int, seconds: float) -> Outcome:
        """So many clients, each of which waits for its answers: what the server can take."""
        outcome, begun = Outcome(seconds=seconds), time.monotonic()

        async def client() -> None:
            while time.monotonic() - begun < seconds:
                await self._send(outcome)

        await asyncio.gather(*(client() for _ in range(clients)))
        return outcome

    async def open_loop(self, per_second: float, seconds: float) -> Outcome:
        """So many requests per second, whatever becomes of the earlier ones."""
        outcome, begun = Outcome(seconds=seconds), time.monotonic()
        sent, tasks = 0, set[asyncio.Task[None]]()
        while (passed := time.monotonic() - begun) < seconds:
            while sent < passed * per_second:
                sent += 1
                if len(tasks) >= _CONNECTIONS_MAX:
                    outcome.unsent += 1
                    continue
                task = asyncio.ensure_future(self._send(outcome))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            await asyncio.sleep(0.005)
        await asyncio.gather(*tasks)
        return outcome

    async def _send(self, outcome: Outcome) -> None:
        self._number += 1
        request = self._make(self._number)
        begun = time.monotonic()
        line: _Line | None = None
        try:
            line = self._kept() or await _Line.opened(self._url)
            answer = line.answer(request)
            status, headers = await asyncio.wait_for(answer, _PATIENCE_SECONDS)
        except (TimeoutError, OSError, EOFError):
            outcome.broken += 1
            if line is not None:
                line.close()
            return
        line.idle_since = time.monotonic()
        self._idle.append(line)
        outcome.statuses[status] += 1
        outcome.times.setdefault(status, []).append(time.monotonic() - begun)
        if status == 503 and not headers.get("retry-after", "").isdecimal():
            outcome.without_retry_after += 1

    def _kept(self) -> _Line | None:
        """A connection that is still open: the server ends those that were idle for long."""
        while self._idle:
            line = self._idle.pop()
            if time.monotonic() - line.idle_since < _IDLE_SECONDS_MAX:
                return line
            line.close()
        return None

    async def close(self) -> None:
        for line in self._idle:
            line.close()
        self._idle.clear()
