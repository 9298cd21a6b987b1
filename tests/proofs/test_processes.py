"""Many processes on one store: a little of each here, and more of it in the soak."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import psycopg
import pytest

from remembrancer import Memory
from remembrancer.store.postgres import postgres_queries, postgres_schema
from tests.logins import empty_database
from tests.proofs.crowding import (
    CROWD,
    check_birth,
    check_repeated_calls,
    check_subscription,
    check_supersede_race,
    check_update_race,
    check_verdicts,
    check_writes_alone,
    check_writes_and_reads,
)
from tests.proofs.nursery import Nursery
from tests.proofs.servers import drop, fresh_url, wait_until
from tests.proofs.workers import Crowd


@pytest.fixture(scope="module")
def crowd(nursery: Nursery) -> Iterator[Crowd]:
    """Eight processes, started once."""
    with Crowd(CROWD, nursery.hand) as started:
        yield started


@pytest.fixture(params=["sqlite", "postgres"])
def unborn(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Gives the address of a store that nobody has created yet, another one with each call."""
    numbers = count(1)
    with ExitStack() as databases:
        if request.param == "postgres":
            yield lambda: databases.enter_context(empty_database())
        else:
            yield lambda: str(tmp_path / f"store-{next(numbers)}.db")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new store."""
    if request.param == "postgres":
        url = fresh_url()
        yield url
        drop(url)
    else:
        yield str(tmp_path / "store.db")


def test_every_write_of_eight_processes_is_there_once(
    crowd: Crowd, unborn: Callable[[], str]
) -> None:
    """Eight processes create one store at once, write and read: nothing is lost, or there twice."""
    assert check_writes_and_reads(crowd, unborn(), writes=4) >= 8 * 4


def test_nothing_is_lost_when_all_write_as_fast_as_they_can(crowd: Crowd, url: str) -> None:
    """Every write is there once, and no ledger has a gap. In the soak also in eight spaces."""
    check_writes_alone(crowd, url, spaces=1, writes=4)


def test_the_birth_of_a_store_is_shared(crowd: Crowd, unborn: Callable[[], str]) -> None:
    """Where eight processes create a store at the same moment, all of them can use it."""
    urls = (unborn() for _ in range(1))  # in the soak twenty, with pauses and without
    assert len(list(check_birth(crowd, urls))) == 1


def test_who_waited_for_the_birth_of_a_store_finds_it() -> None:
    """Whoever comes to PostgreSQL while another one creates the store waits, and then uses it."""
    with (
        ThreadPoolExecutor(1) as others,
        empty_database() as url,
        psycopg.connect(url, autocommit=True) as raw,
    ):
        creating = (postgres_schema._PREPARING,)
        raw.execute("SELECT pg_advisory_lock(%s)", creating)
        waits = others.submit(lambda: Memory.open(url).close())
        queue = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        wait_until(lambda: raw.execute(queue).fetchone() == (1,), "the other one waits")
        postgres_schema.prepare(raw, url, before_change=postgres_queries.drop)
        raw.execute("SELECT pg_advisory_unlock(%s)", creating)
        waits.result()


def test_votes_and_confirmations_of_all_count(crowd: Crowd, url: str) -> None:
    """Of eight people who judge the same items at once, each counts exactly once."""
    check_verdicts(crowd, url, items=2)


def test_one_of_eight_replaces_an_item(crowd: Crowd, url: str) -> None:
    """When eight supersede the same item, one wins and seven are told that it is superseded."""
    check_supersede_race(crowd, url, items=3)


def test_no_update_is_lost(crowd: Crowd, url: str) -> None:
    """Eight processes change one item: every change is a version of its own."""
    check_update_race(crowd, url, times=3)


def test_the_same_call_from_eight_processes_is_made_once(crowd: Crowd, url: str) -> None:
    """The same key, the same source and the same message come from eight, and are stored once."""
    check_repeated_calls(crowd, url, rounds=2)


def test_a_subscriber_elsewhere_hears_every_change_once(crowd: Crowd, url: str) -> None:
    """A subscriber in another process, resuming from cursors, gets each visible change once."""
    check_subscription(crowd, url, writers=3, writes=8)
