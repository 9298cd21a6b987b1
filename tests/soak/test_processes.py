"""Many processes on one file, for longer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.crowding import (
    CROWD,
    check_birth,
    check_repeated_calls,
    check_subscription,
    check_supersede_race,
    check_update_race,
    check_verdicts,
    check_writes_and_reads,
)
from tests.proofs.workers import Crowd
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def crowd() -> Iterator[Crowd]:
    with Crowd(CROWD) as started:
        yield started


def test_every_write_of_eight_processes_is_there_once(crowd: Crowd, tmp_path: Path) -> None:
    """Eight processes create one file at once, write and read: nothing is lost, or there twice."""
    files, writes = sized(ci=3, full=20), sized(ci=100, full=400)
    told = Told(f"{CROWD} processes, {writes} writes each, on {files} files one after another")
    rows = 0
    for number in range(files):
        rows += check_writes_and_reads(crowd, tmp_path / f"store-{number}.db", writes=writes)
        told.progress(f"{rows} rows")
    told.result(f"{rows} rows acknowledged, each there once")


def test_the_birth_of_a_store_is_shared(crowd: Crowd, tmp_path: Path) -> None:
    """However often eight processes create a file at the same moment, all of them can use it."""
    files = sized(ci=25, full=300)
    told = Told(f"{CROWD} processes create one file, {files} times")
    for number in check_birth(crowd, tmp_path, files=files):
        told.progress(f"{number + 1} files")
    told.result("all could use it")


def test_races_on_one_item(crowd: Crowd, tmp_path: Path) -> None:
    """Votes, confirmations, updates and replacements of eight at once: none lost, none doubled."""
    size = sized(ci=4, full=20)
    told = Told(f"{CROWD} processes on the same items")
    check_verdicts(crowd, tmp_path / "verdicts.db", items=5 * size)
    check_supersede_race(crowd, tmp_path / "supersede.db", items=20 * size)
    check_update_race(crowd, tmp_path / "update.db", times=20 * size)
    check_repeated_calls(crowd, tmp_path / "repeat.db", rounds=20 * size)
    told.result("every act counted once")


def test_a_subscriber_elsewhere_hears_every_change_once(crowd: Crowd, tmp_path: Path) -> None:
    """A subscriber in another process, resuming from cursors, gets each visible change once."""
    writes = sized(ci=400, full=4_000)
    told = Told("subscribers in other processes, resuming from cursors")
    heard = check_subscription(crowd, tmp_path / "store.db", writers=5, writes=writes)
    told.result(f"{heard} changes, each heard once, in order")
