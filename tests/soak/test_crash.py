"""kill -9, many times over."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from tests.proofs.crashing import Killer, look_over
from tests.proofs.workers import Line
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak

_ROUNDS_PER_STORE = 10


def test_no_acknowledged_write_is_lost(tmp_path: Path) -> None:
    """However often a writer is killed, what it was told is kept is kept, whole, and verifies."""
    rounds = sized(ci=100, full=1_000)
    told = Told(f"kill -9, {rounds} times")
    with Killer(seed=rounds) as killer:
        seen = killer.seen
        for first in range(0, rounds, _ROUNDS_PER_STORE):
            path = tmp_path / f"store-{first}.db"
            kept: dict[str, list[Line]] = {}
            for number in range(first, min(first + _ROUNDS_PER_STORE, rounds)):
                kept[f"r{number}"] = killer.crash(path, f"r{number}")
                told.progress(f"{seen.rounds} killed, {seen.acknowledged} writes acknowledged")
            for name, lines in kept.items():
                look_over(path, name, lines, seen)
            size = path.stat().st_size
            path.unlink()
        times = sorted(seen.reopen_seconds)
        told.result(
            f"{seen.rounds} killed, {seen.acknowledged} writes acknowledged, none lost, "
            f"{seen.unheard} items kept whose writer died before it could say so; reopened "
            f"{len(times)} times: median {median(times) * 1000:.0f} ms, longest "
            f"{times[-1] * 1000:.0f} ms (last store {size / 1e6:.0f} MB)"
        )


def test_a_store_that_was_being_created_opens(tmp_path: Path) -> None:
    """A process killed while it creates the store leaves a file that works, or none."""
    rounds = sized(ci=30, full=300)
    told = Told(f"kill -9 while a store is created, {rounds} times")
    with Killer(seed=rounds) as killer:
        for number in range(rounds):
            killer.crash_at_birth(tmp_path / f"store-{number}.db")
            told.progress(f"{number + 1} killed")
    told.result("every one opened and worked")
