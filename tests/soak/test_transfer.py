"""Exports that were touched: every column of every table."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.governance.test_transfer import check_single_changes
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak


@ON_THE_FASTEST
def test_any_single_change_is_noticed(
    fresh_store: MemoryFactory, clock: FrozenClock, tmp_path: Path
) -> None:
    """Each column of each table changed in one row: refused, or of no consequence to anybody."""
    told = Told("an export with one value changed, for each column of each table")
    changed = check_single_changes(fresh_store, clock, tmp_path, every=sized(ci=4, full=1))
    told.result(f"{changed} columns, and no change that was not noticed")
