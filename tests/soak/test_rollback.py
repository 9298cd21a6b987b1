"""Ten thousand items of one hostile source, rolled back by one act."""

from __future__ import annotations

import shutil
import time
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer.testing import FrozenClock
from tests.poison.flood import SOURCE, before, check_rolled_back, flood, open_flooded, start
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak


def test_one_act_rolls_back_ten_thousand_items(tmp_path: Path) -> None:
    """Revoking or erasing one source takes everything along that was derived from it, however
    much that is, and gives back what it had replaced."""
    count = sized(ci=1_000, full=10_000)
    told = Told(f"one source, {count} items derived from it")
    clock, path = start(), tmp_path / "memory.db"
    with open_flooded(path, clock) as store:
        stood = before(store, clock)
        derived = flood(store, count)
    assert derived == count
    told.result(f"{derived} items derived")
    for act in ("revoke", "erase"):
        copy = Path(shutil.copy(path, tmp_path / f"{act}.db"))
        later = FrozenClock(start().now + timedelta(days=2))
        with open_flooded(copy, later) as store:
            begun = time.monotonic()
            if act == "revoke":
                gone = len(store.review.revoke(source=SOURCE, reason="poison"))
            else:
                gone = len(store.erase(source=SOURCE, reason="poison").items)
            took = time.monotonic() - begun
            assert gone == derived
            check_rolled_back(store, stood)
            assert store.verify().ok
        told.result(f"{act} of {gone} items: {took:.1f} s")
