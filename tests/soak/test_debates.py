"""Debates, longer: many random walks on both engines."""

from __future__ import annotations

import pytest

from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.soak.size import Told, seeded, sized
from tests.team.debate_walk import DebateWalk

pytestmark = pytest.mark.soak


@ON_EITHER_SORT
def test_any_sequence_keeps_history_window_and_snapshot(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """No debate loses its history, no window stays open for ever, no snapshot changes, and what is
    binding stays."""
    walks, steps = sized(ci=15, full=400), sized(ci=60, full=150)
    told = Told(f"{walks} walks of {steps} steps")
    for number in range(walks):
        DebateWalk(memory("desk"), clock, seeded(number)).run(steps)
        told.progress(f"{number + 1} walks")
    told.result("nothing lost")
