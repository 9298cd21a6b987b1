"""Isolation: all 10,000 calls."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import postgres
from tests.plain_arrivals import plain_arrivals  # noqa: F401 - a fixture
from tests.proofs.test_isolation import besiege
from tests.proofs.test_two_worlds import compare_worlds
from tests.proofs.wall.test_wall import filter_removed
from tests.soak.size import Told, seeded, sized

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("plain_arrivals")]

_CALLS_EACH = sized(ci=400, full=1_000)
_TAILS = (512, 4)  # texts after which the statistics of words are folded


def _besiege_many(worlds: int, fresh_url: Callable[[], str]) -> None:
    told = Told(f"{worlds} worlds, {_CALLS_EACH} calls from outside in each")
    calls = with_rows = compared = 0
    for number in range(worlds):
        world = besiege(_CALLS_EACH, seeded(100 + number), fresh_url())
        calls += world.calls
        with_rows += world.with_rows
        compared += world.compared
        told.progress(f"{calls} calls")
    told.result(
        f"{calls} calls, {with_rows / calls:.0%} of them returned rows; {compared} hidden ids "
        "answered like invented ones"
    )


def test_outsiders_see_what_the_oracle_says_and_no_more() -> None:
    """Of 10,000 random calls from outside, none tells of what the caller may not see."""
    _besiege_many(sized(ci=3, full=100), lambda: ":memory:")


def test_outsiders_see_no_more_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    _besiege_many(sized(ci=2, full=10), postgres.fresh_url)


@pytest.mark.parametrize("space_too", [False, True], ids=["no filter", "no filter, no space"])
def test_the_wall_holds_alone(space_too: bool) -> None:
    """Of 10,000 calls through queries without a filter, over one connection, none tells more."""
    with filter_removed(space_too=space_too, connections=1):
        _besiege_many(sized(ci=2, full=10), postgres.fresh_url)


def test_what_is_hidden_changes_nothing_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that differ only in what is hidden look the same to those it is hidden from,
    however often statistics are folded."""
    worlds = sized(ci=20, full=1_000)
    told = Told(f"{worlds} pairs of worlds")
    for number in range(worlds):
        tail = _TAILS[number // 2 % len(_TAILS)]
        monkeypatch.setattr("remembrancer.store.unit.unit_of_work.STATISTICS_TAIL_MAX", tail)
        seed = seeded(1_000 + number)
        compare_worlds(seed, steps=90, is_all_personal=bool(number % 2))
        told.progress(f"{number + 1} pairs")
    told.result("no difference")


def test_what_is_hidden_changes_nothing_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    worlds = sized(ci=5, full=50)
    told = Told(f"{worlds} pairs of worlds on PostgreSQL")
    for number in range(worlds):
        seed, is_all_personal = seeded(2_000 + number), bool(number % 2)
        compare_worlds(seed, steps=90, url=postgres.fresh_url, is_all_personal=is_all_personal)
        told.progress(f"{number + 1} pairs")
    told.result("no difference")
