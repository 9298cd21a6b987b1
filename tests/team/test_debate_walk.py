"""No sequence of debates, overrides and outcomes breaks what must hold."""

from __future__ import annotations

import pytest

from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.team.debate_walk import DebateWalk


@ON_THE_FASTEST
@pytest.mark.parametrize("seed", [1, 2])
def test_any_sequence_keeps_history_window_and_snapshot(
    memory: MemoryFactory, clock: FrozenClock, seed: int
) -> None:
    """No debate loses its history, no window stays open for ever, no snapshot changes, and what is
    binding stays."""
    walk = DebateWalk(memory("desk"), clock, seed)
    walk.run(30)
    assert walk.refused
