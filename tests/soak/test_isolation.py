"""Isolation: all 10,000 calls."""

from __future__ import annotations

import pytest

from tests.proofs.test_isolation import besiege
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak

_CALLS_EACH = 1_000


def test_outsiders_see_what_the_oracle_says_and_no_more() -> None:
    """Of 10,000 random calls from outside, none tells of what the caller may not see."""
    worlds = sized(ci=10, full=100)
    told = Told(f"{worlds} worlds, {_CALLS_EACH} calls from outside in each")
    calls = with_rows = compared = 0
    for seed in range(100, 100 + worlds):
        world = besiege(_CALLS_EACH, seed)
        calls += world.calls
        with_rows += world.with_rows
        compared += world.compared
        told.progress(f"{calls} calls")
    told.result(
        f"{calls} calls, {with_rows / calls:.0%} of them returned rows; {compared} hidden ids "
        "answered like invented ones"
    )
