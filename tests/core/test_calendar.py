"""Months are counted as people count them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from remembrancer.core.calendar import add_months, months_between

moments = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))
months = st.integers(0, 600)


def at(year: int, month: int, day: int, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "count", "end"),
    [
        (at(2025, 1, 15, 9), 6, at(2025, 7, 15, 9)),
        (at(2025, 11, 30), 3, at(2026, 2, 28)),
        (at(2024, 1, 31), 1, at(2024, 2, 29)),
        (at(2024, 2, 29), 12, at(2025, 2, 28)),
        (at(2025, 12, 1), 1, at(2026, 1, 1)),
        (at(2025, 12, 31), 12, at(2026, 12, 31)),
        (at(2025, 3, 31), -1, at(2025, 2, 28)),
    ],
)
def test_add_months(start: datetime, count: int, end: datetime) -> None:
    """A month later is the same day and time, or the last day of a month too short for it."""
    assert add_months(start, count) == end


def test_the_calendar_has_an_end() -> None:
    """Past the year 9999 there is no moment to return."""
    with pytest.raises(OverflowError, match="outside the calendar"):
        add_months(at(9999, 12, 1), 1)


@pytest.mark.parametrize("start", [at(2024, 2, 28), at(2023, 2, 28), at(2025, 7, 31, 13)])
def test_a_year_is_twelve_months(start: datetime) -> None:
    """The same day and time next year is exactly 12.0, through a leap year or not."""
    assert months_between(start, start.replace(year=start.year + 1)) == 12.0


def test_the_last_month_counts_in_proportion() -> None:
    """Half of June is half a month, and a quarter of February a quarter."""
    assert months_between(at(2025, 6, 1), at(2025, 6, 16)) == 0.5
    assert months_between(at(2024, 12, 1), at(2025, 2, 8)) == 2.25


def test_months_are_counted_from_the_start() -> None:
    """A short month in between does not move the days after it."""
    assert months_between(at(2025, 1, 31), at(2025, 2, 28)) == 1.0
    assert months_between(at(2025, 1, 31), at(2025, 3, 31)) == 2.0


def test_an_end_before_its_start_is_no_time() -> None:
    """Nothing has passed before the start, nor at it."""
    start = at(2025, 6, 1)
    assert months_between(start, start) == 0.0
    assert months_between(start, at(2024, 1, 1)) == 0.0


def test_the_zone_of_the_end_does_not_matter() -> None:
    """A moment is the same moment in any zone."""
    start, end = at(2025, 1, 1), at(2025, 12, 1, 2)
    far_west = end.astimezone(timezone(timedelta(hours=-12)))
    assert far_west.month == 11
    assert months_between(start, far_west) == months_between(start, end)


@given(moments, months)
@example(at(2025, 1, 31), 1)
def test_adding_and_counting_agree(start: datetime, count: int) -> None:
    """Counting back what was added gives exactly the same number."""
    assert months_between(start, add_months(start, count)) == count


@given(moments, moments, st.timedeltas(timedelta(0), timedelta(days=400)))
@example(at(2025, 1, 31), at(2025, 2, 28), timedelta(days=1))
def test_time_only_goes_on(start: datetime, end: datetime, more: timedelta) -> None:
    """A later end is never fewer months."""
    assert months_between(start, end) <= months_between(start, end + more)
