"""Many processes on one store, for longer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

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
from tests.proofs.servers import OwnServer
from tests.proofs.workers import Crowd
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def crowd() -> Iterator[Crowd]:
    with Crowd(CROWD) as started:
        yield started


class Places:
    """Hands out addresses of stores that nobody has created yet."""

    def __init__(self, engine: str, folder: Path, open: ExitStack) -> None:
        self.engine = engine
        self._folder = folder
        self._open = open

    def new(self, name: str) -> str:
        if self.engine == "postgres":
            return self._open.enter_context(empty_database())
        return str(self._folder / f"{name}.db")

    def durable(self, name: str) -> str:
        """Where a write is kept only once it has reached the disk, as on any real server."""
        if self.engine == "postgres":
            return self._open.enter_context(OwnServer()).fresh_url()
        return self.new(name)

    def several(self, number: int) -> Iterator[str]:
        return (self.new(f"store-{place}") for place in range(number))


@pytest.fixture(params=["sqlite", "postgres"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Places]:
    with ExitStack() as open:
        yield Places(request.param, tmp_path, open)


def test_every_write_of_eight_processes_is_there_once(crowd: Crowd, places: Places) -> None:
    """Eight processes create one store at once, write and read: nothing is lost, or there twice."""
    stores, writes = sized(ci=2, full=20), sized(ci=40, full=400)
    told = Told(f"{CROWD} processes, {writes} writes each, on {stores} stores in {places.engine}")
    rows = 0
    for url in places.several(stores):
        rows += check_writes_and_reads(crowd, url, writes=writes)
        told.progress(f"{rows} rows")
    told.result(f"{rows} rows acknowledged, each there once")


def test_writers_of_other_spaces_do_not_wait(crowd: Crowd, places: Places) -> None:
    """In one space and in eight, every write is there once, and no ledger has a gap."""
    writes = sized(ci=30, full=1_000)
    told = Told(f"{CROWD} processes write as fast as they can, {places.engine}")
    url = places.durable("store")
    for spaces in (1, CROWD):
        speed = check_writes_alone(crowd, url, spaces=spaces, writes=writes)
        told.result(f"{speed:.0f} writes per second in {spaces} space{'s' * (spaces > 1)}")


def test_the_birth_of_a_store_is_shared(crowd: Crowd, places: Places) -> None:
    """However often eight processes create a store at the same moment, all of them can use it."""
    stores = sized(ci=20, full=300)
    told = Told(f"{CROWD} processes create one store, {stores} times, {places.engine}")
    for number in check_birth(crowd, places.several(stores)):
        told.progress(f"{number + 1} stores")
    told.result("all could use it")


def test_races_on_one_item(crowd: Crowd, places: Places) -> None:
    """Votes, confirmations, updates and replacements of eight at once: none lost, none doubled."""
    size = sized(ci=2, full=20)
    told = Told(f"{CROWD} processes on the same items, {places.engine}")
    check_verdicts(crowd, places.new("verdicts"), items=5 * size)
    check_supersede_race(crowd, places.new("supersede"), items=20 * size)
    check_update_race(crowd, places.new("update"), times=20 * size)
    check_repeated_calls(crowd, places.new("repeat"), rounds=20 * size)
    told.result("every act counted once")


def test_a_subscriber_elsewhere_hears_every_change_once(crowd: Crowd, places: Places) -> None:
    """A subscriber in another process, resuming from cursors, gets each visible change once."""
    writes = sized(ci=100, full=4_000)
    told = Told(f"subscribers in other processes, resuming from cursors, {places.engine}")
    heard = check_subscription(crowd, places.new("store"), writers=5, writes=writes)
    told.result(f"{heard} changes, each heard once, in order")
