"""Three times the load that a server can take: it refuses some, answers the rest, and recovers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer.core.limits import REQUEST_SECONDS_MAX
from tests.proofs.load import Load, Outcome, request_of
from tests.proofs.served import Served, prepare
from tests.proofs.servers import drop, fresh_url
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak

_CALLERS = 8
_CLIENTS = 16  # that find out what the server can take
_TIMES = 3


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "store.db")
        return
    url = fresh_url()
    yield url
    drop(url)


def test_three_times_what_it_can_take(store: str, tmp_path: Path) -> None:
    """At three times its load a server answers each request or refuses it with 503 and
    Retry-After, health checks and metrics are answered all the time, and afterwards nobody is
    refused."""
    seconds = sized(ci=4.0, full=60.0)
    engine = "a file" if store.startswith("/") else "PostgreSQL"
    told = Told(f"{_TIMES} times the load for {seconds:g} s on {engine}")
    _, tokens = prepare(store, _CALLERS)

    def made(number: int) -> bytes:
        token = tokens[number % len(tokens)]
        if number % 20 == 0:
            fact = {"content": f"Order {number} was told of under load."}
            return request_of("POST", "/api/memory", token, fact)
        if number % 2:
            return request_of("GET", "/api/memory?limit=20", token)
        question = {"query": f"after how many days does order {number % 40} settle"}
        return request_of("POST", "/api/memory/recall", token, question)

    async def ordeal(url: str) -> tuple[Outcome, Outcome, Outcome, Outcome]:
        load = Load(url, made)
        watch = Load(url, lambda number: request_of("GET", ("/health", "/metrics")[number % 2], ""))
        await load.closed_loop(_CLIENTS, 1.0)  # it warms up
        usual = await load.closed_loop(_CLIENTS, sized(ci=2.0, full=15.0))
        told.result(f"as it likes: {usual.told()}")
        rate = _TIMES * usual.answered / usual.seconds
        heavy, looked = await asyncio.gather(
            load.open_loop(rate, seconds), watch.open_loop(2, seconds)
        )
        told.result(f"{_TIMES} times: {heavy.told()}")
        told.result(f"health and metrics meanwhile: {looked.told()}")
        await asyncio.sleep(1)
        after = await load.closed_loop(4, sized(ci=1.0, full=10.0))
        told.result(f"afterwards: {after.told()}")
        await load.close()
        await watch.close()
        return usual, heavy, looked, after

    with Served(store, tmp_path, workers=1) as served:
        usual, heavy, looked, after = asyncio.run(ordeal(served.url))
        assert served.stop() == 0
        assert '"level": "error"' not in served.said()
    assert set(heavy.statuses) == {200, 201, 503}
    assert heavy.statuses[503] > 0
    assert heavy.without_retry_after == heavy.broken == 0
    assert max(heavy.times[200]) < REQUEST_SECONDS_MAX
    assert set(looked.statuses) == {200}
    for outcome in (usual, after):
        assert set(outcome.statuses) == {200, 201}
        assert outcome.broken == 0
