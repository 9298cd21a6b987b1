"""Receipts after many changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.delivery.template_registry import TEMPLATES
from remembrancer.delivery.templates import cleaning
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.receipts import desk
from tests.receipts.later import Later
from tests.soak.size import Told, seeded, sized

pytestmark = pytest.mark.soak

_LIVES = (("corporate", None), ("companion", "unresolved"))  # presets, and the kind of all items


def test_receipts_replay_after_a_thousand_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte, save what was erased or may not be seen any more."""
    monkeypatch.setitem(TEMPLATES, desk.TEMPLATE, cleaning(desk.text))
    lives = [(number, *_LIVES[number % 2]) for number in range(sized(ci=2, full=20))]
    for number, preset, kind in lives:
        told = Told(f"receipts, life {number}")
        clock = FrozenClock(START)
        path = tmp_path / f"memory-{number}.db"
        with Memory.open(path, preset=preset, clock=clock, background=False) as memory:
            later = Later(memory, clock, seeded(number), kind)
            for _ in range(10):
                later.deliver(10)
                later.live(100)
                told.progress(f"{len(later.handed)} receipts, {len(later.erased)} erased items")
            later.check()
        told.result(f"{len(later.handed) + len(later.for_real)} receipts")
