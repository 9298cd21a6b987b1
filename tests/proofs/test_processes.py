"""Many processes on one file."""

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


@pytest.fixture(scope="module")
def crowd() -> Iterator[Crowd]:
    """Eight processes, started once."""
    with Crowd(CROWD) as started:
        yield started


def test_every_write_of_eight_processes_is_there_once(crowd: Crowd, tmp_path: Path) -> None:
    """Eight processes create one file at once, write and read: nothing is lost, or there twice."""
    assert check_writes_and_reads(crowd, tmp_path / "store.db", writes=25) >= 8 * 25


def test_the_birth_of_a_store_is_shared(crowd: Crowd, tmp_path: Path) -> None:
    """However often eight processes create a file at the same moment, all of them can use it."""
    assert len(list(check_birth(crowd, tmp_path, files=8))) == 8


def test_votes_and_confirmations_of_all_count(crowd: Crowd, tmp_path: Path) -> None:
    """Of eight people who judge the same items at once, each counts exactly once."""
    check_verdicts(crowd, tmp_path / "store.db", items=4)


def test_one_of_eight_replaces_an_item(crowd: Crowd, tmp_path: Path) -> None:
    """When eight supersede the same item, one wins and seven are told that it is superseded."""
    check_supersede_race(crowd, tmp_path / "store.db", items=10)


def test_no_update_is_lost(crowd: Crowd, tmp_path: Path) -> None:
    """Eight processes change one item: every change is a version of its own."""
    check_update_race(crowd, tmp_path / "store.db", times=10)


def test_the_same_call_from_eight_processes_is_made_once(crowd: Crowd, tmp_path: Path) -> None:
    """The same key, the same source and the same message come from eight, and are stored once."""
    check_repeated_calls(crowd, tmp_path / "store.db", rounds=5)


def test_a_subscriber_elsewhere_hears_every_change_once(crowd: Crowd, tmp_path: Path) -> None:
    """A subscriber in another process, resuming from cursors, gets each visible change once."""
    check_subscription(crowd, tmp_path / "store.db", writers=3, writes=40)
