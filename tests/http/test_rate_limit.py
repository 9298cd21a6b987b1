"""The limits of a server: how often, how large, how long, how many at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from remembrancer import Memory, TooManyRequests
from remembrancer.core.limits import PACE_BURST_SECONDS, PACES_KNOWN_MAX, REFUSED_TOKEN_COST
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.http.metrics import Metrics
from remembrancer.doors.http.middleware import App, ServerMiddleware
from remembrancer.doors.http.rate_limit import RateLimit, TokenBuckets
from remembrancer.doors.http.server_limits import ServerLimits
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from tests.remote import Listening

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/api/memory",
    "raw_path": b"/api/memory",
    "query_string": b"",
    "headers": [],
    "client": ("192.0.2.1", 5000),
}


class Asked:
    """A request that goes through a gate in this thread, and what was answered."""

    def __init__(self, **scope: Any) -> None:
        self.scope = {**SCOPE, **scope}
        self.sent: list[Any] = []
        self.body: list[dict[str, Any]] = [{"type": "http.request", "body": b"{}"}]

    async def receive(self) -> dict[str, Any]:
        if self.body:
            return self.body.pop(0)
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def through(self, gate: App) -> None:
        await gate(self.scope, self.receive, self.send)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.sent[0]["headers"])

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.sent[1]["body"])
        return found


def gate(app: App, **limits: Any) -> ServerMiddleware:
    agreed = ServerLimits(**limits)
    return ServerMiddleware(app, limits=agreed, rate_limit=RateLimit(agreed), metrics=Metrics())


async def _fine(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})


def test_a_bucket_fills_at_its_rate() -> None:
    """After a burst, one request a time is let through, and it is told when to come back."""
    now = [0.0]
    buckets = TokenBuckets(2, lambda: now[0])
    full = 2 * PACE_BURST_SECONDS
    assert [buckets.take("a") for _ in range(full)] == [0] * full
    assert buckets.take("a") == 1
    assert buckets.take("b") == 0
    now[0] += 0.5
    assert [buckets.take("a"), buckets.take("a")] == [0, 1]
    now[0] += 3600
    assert [buckets.take("a") for _ in range(full + 1)] == [0] * full + [1]


def test_few_are_remembered() -> None:
    """However many callers there are, what is kept of them is bounded; no limit keeps nothing."""
    buckets = TokenBuckets(1, lambda: 0.0)
    for number in range(PACES_KNOWN_MAX + 10):
        buckets.take(number)
    assert len(buckets._known) == PACES_KNOWN_MAX
    free = TokenBuckets(0)
    assert free.take("a", 10**9) == 0
    assert not free._known


def test_an_address_has_a_pace() -> None:
    """It is refused before it is looked at who calls, with 429 and the time to come back."""
    passed = gate(_fine, address_rate=1 / PACE_BURST_SECONDS)
    one, two, other = Asked(), Asked(), Asked(client=("192.0.2.2", 1))
    for asked in (one, two, other):
        asyncio.run(asked.through(passed))
    assert [one.status, two.status, other.status] == [200, 429, 200]
    assert two.headers[b"retry-after"] == b"10"
    assert two.told["title"] == "TooManyRequests"
    assert two.told["retry_after_seconds"] == 10


def test_a_network_of_addresses_is_one() -> None:
    """Whoever has one IPv6 address has more of them than could be counted."""
    passed = gate(_fine, address_rate=1 / PACE_BURST_SECONDS)
    asked = [Asked(client=(host, 1)) for host in ("2001:db8::1", "2001:db8::2", "2001:db8:1::1")]
    for one in asked:
        asyncio.run(one.through(passed))
    assert [one.status for one in asked] == [200, 429, 200]


@pytest.mark.parametrize(
    ("scope", "status"),
    [
        ({"query_string": b"x" * 16_001}, 414),
        ({"raw_path": b"/" + b"x" * 16_000}, 414),
        ({"headers": [(b"x", b"y" * 32_000)]}, 431),
        ({"headers": [(b"content-length", b"8000001")]}, 413),
        ({"headers": [(b"content-length", b"9" * 5000)]}, 413),
        ({"headers": [(b"content-length", b"-1")]}, 400),
    ],
)
def test_what_is_too_large_is_refused_unread(scope: dict[str, Any], status: int) -> None:
    """Long addresses, headers and bodies are problem documents, and nothing of them is read."""
    asked = Asked(**scope)
    asyncio.run(asked.through(gate(_fine)))
    assert asked.status == status
    assert asked.told["title"] == "InvalidInput"
    assert asked.body


@pytest.mark.parametrize(
    "name",
    ["Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", "Remembrancer-Space"],
)
def test_what_counts_stands_there_once(name: str) -> None:
    """Of two headers no one could say which counts: the request is refused, and it says why."""
    line = name.lower().encode()
    asked = Asked(headers=[(line, b"one"), (line, b"other")])
    asyncio.run(asked.through(gate(_fine)))
    assert asked.status == 400
    assert f"The header {name.lower()} stands there twice" in asked.told["detail"]


@pytest.mark.parametrize("is_closing", [False, True])
def test_a_server_that_ends_says_so(is_closing: bool) -> None:
    """Once it is told to stop, each answer is the last one on its connection."""
    limits = ServerLimits()
    ending = ServerMiddleware(
        _fine,
        limits=limits,
        rate_limit=RateLimit(limits),
        metrics=Metrics(),
        is_closing=lambda: is_closing,
    )
    asked = Asked()
    asyncio.run(asked.through(ending))
    assert asked.headers.get(b"connection") == (b"close" if is_closing else None)


def test_a_body_in_chunks_has_a_limit() -> None:
    """Also a body that does not say how large it is, is read up to the limit only."""
    asked = Asked()
    chunk = {"type": "http.request", "body": b"x" * 1_000_000, "more_body": True}
    asked.body = [dict(chunk) for _ in range(20)]
    asyncio.run(asked.through(gate(_fine)))
    assert asked.status == 413
    assert len(asked.body) == 11


def test_only_so_many_at_once() -> None:
    """One more than the server has room for is told to come back, and nothing was done."""
    second = Asked()

    async def busy(scope: Any, receive: Any, send: Any) -> None:
        await second.through(crowded)
        await _fine(scope, receive, send)

    first, crowded = Asked(), gate(busy, requests_max=1)
    asyncio.run(first.through(crowded))
    assert (first.status, second.status) == (200, 503)
    assert second.headers[b"retry-after"] == b"1"
    assert second.told["title"] == "TooManyRequests"


async def _stopped(passed: ServerMiddleware, asked: Asked, go_on: asyncio.Event) -> None:
    """Until the time is over; then what was begun goes on to its end."""
    running = asyncio.ensure_future(asked.through(passed))
    while len(asked.sent) < 2:
        await asyncio.sleep(0.001)
    go_on.set()
    await running


@pytest.mark.parametrize(
    ("method", "title"),
    [("GET", "StoreBusy"), ("POST", "OutcomeUnknown"), ("PUT", "OutcomeUnknown")],
)
def test_nobody_waits_for_ever(method: str, title: str) -> None:
    """After the time limit the caller is told what to do; what was begun is done, unheard."""

    async def ask() -> tuple[Asked, list[str]]:
        go_on, done = asyncio.Event(), []

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await go_on.wait()
            await _answer(send)
            done.append("all of it")

        asked = Asked(method=method)
        await _stopped(gate(slow, request_seconds=0.01), asked, go_on)
        return asked, done

    async def _answer(send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    asked, done = asyncio.run(ask())
    assert done == ["all of it"]
    assert len(asked.sent) == 2
    assert (asked.status, asked.told["title"]) == (504, title)
    assert ("Idempotency-Key" in asked.told["detail"]) == (title == "OutcomeUnknown")


def test_a_body_that_never_comes() -> None:
    """Who sends half a body and no more is told that nothing was done."""

    async def ask() -> Asked:
        asked, go_on = Asked(), asyncio.Event()
        asked.body = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def reads(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await go_on.wait()

        await _stopped(gate(reads, request_seconds=0.01), asked, go_on)
        return asked

    asked = asyncio.run(ask())
    assert asked.status == 408
    assert "Nothing was done" in asked.told["detail"]


@pytest.fixture
def strict() -> Iterator[Callable[[ServerLimits], tuple[Memory, str]]]:
    """Servers with limits of their own."""
    memory = Memory.open(":memory:", preset="corporate", embedder="none", background=False)
    started: list[Listening] = []

    def start(limits: ServerLimits) -> tuple[Memory, str]:
        caller = by_token(Callers(memory._session))
        started.append(Listening(create_app(memory._session, caller, limits=limits)))
        return memory, started[-1].url

    with memory:
        yield start
        for one in started:
            one.close()


def test_a_caller_has_a_pace(strict: Callable[[ServerLimits], tuple[Memory, str]]) -> None:
    """Whoever asks too often hears so by the client too; others go on."""
    memory, url = strict(ServerLimits(rate=1 / PACE_BURST_SECONDS))
    tokens = []
    for name in ("maya", "ada"):
        memory.admin.add_person(name)
        tokens.append(memory.admin.issue_token(name).token)
    with Memory.open(url, token=tokens[0]) as maya, Memory.open(url, token=tokens[1]) as ada:
        assert maya.stats().items == 0
        with pytest.raises(TooManyRequests, match="Nothing was done") as refused:
            maya.add(content="Once more.")
        assert 0 < refused.value.retry_after_seconds <= 10
        assert ada.stats().items == 0


def test_guessing_tokens_is_slow(strict: Callable[[ServerLimits], tuple[Memory, str]]) -> None:
    """A refused token costs its address as much as many requests."""
    rate = (2 * REFUSED_TOKEN_COST + 1) / PACE_BURST_SECONDS
    _, url = strict(ServerLimits(address_rate=rate / 2))
    with httpx2.Client(timeout=60) as http:
        told = [http.get(f"{url}/api/memory/stats").status_code for _ in range(4)]
    assert told[0] == 401
    assert told[-1] == 429
