"""kill -9 in the middle of writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.crashing import Crashes, Killer, look_over
from tests.proofs.workers import Worker


@pytest.mark.parametrize("seed", [1, 2])
def test_no_acknowledged_write_is_lost(seed: int, tmp_path: Path) -> None:
    """Five times a writer is killed: what it was told is kept is kept, whole, and verifies."""
    path = tmp_path / "store.db"
    with Killer(seed) as killer:
        names = [f"s{seed}r{number}" for number in range(5)]
        rounds = {name: killer.crash(path, name) for name in names}
        for name, told in rounds.items():
            look_over(path, name, told, killer.seen)
        assert killer.seen.acknowledged >= killer.seen.rounds == 5


def test_a_store_that_was_being_created_opens(tmp_path: Path) -> None:
    """A process killed while it creates the store leaves a file that works, or none."""
    with Killer(3) as killer:
        for number in range(4):
            killer.crash_at_birth(tmp_path / f"store-{number}.db")


def test_a_dead_writer_does_not_stop_the_living(tmp_path: Path) -> None:
    """Whoever else writes to the same file goes on when one of them is killed."""
    path, seen = tmp_path / "store.db", Crashes()
    with Worker() as dies, Worker() as lives:
        dies.begin("write_until_killed", path=str(path), name="dies", seed=4)
        lives.begin("write_until_killed", path=str(path), name="lives", seed=5)
        told_by_the_dead = [dies.line() for _ in range(10)]
        told_by_the_living = [lives.line()]
        dies.kill()
        told_by_the_dead.extend(dies.lines())
        # More than the pipe can hold: the last of these were written after the other's death.
        told_by_the_living.extend(lives.line() for _ in range(400))
        lives.kill()
        told_by_the_living.extend(lives.lines())
    look_over(path, "dies", told_by_the_dead, seen)
    look_over(path, "lives", told_by_the_living, seen)
