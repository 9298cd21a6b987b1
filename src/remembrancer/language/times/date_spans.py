"""Calendar spans relative to today: weeks, months, quarters, seasons and years."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from remembrancer.core.calendar import add_months
from remembrancer.language.times import day_words

Days = tuple[date, date]


def calendar_span(what: str, way: int, today: date) -> Days:
    """A week, month, quarter, season or year: this one (0), the next (1) or the last (-1)."""
    if what in day_words.SEASONS:
        return _season(what, way, today)
    monday = today - timedelta(days=today.weekday())
    if what.startswith(("weekend", "helg")):
        saturday = monday + timedelta(days=5 + 7 * way)
        return saturday, saturday + timedelta(days=1)
    if what.startswith(("week", "veck")):
        first = monday + timedelta(days=7 * way)
        return first, first + timedelta(days=4)
    if what.startswith(("month", "månad")):
        first = months_later(today.replace(day=1), way)
        return first, months_later(first, 1) - timedelta(days=1)
    if what.startswith(("quarter", "kvartal")):
        first = months_later(today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1), 3 * way)
        return first, months_later(first, 3) - timedelta(days=1)
    return whole_year(today.year + way)


def _season(name: str, way: int, today: date) -> Days:
    first = date(today.year, day_words.SEASONS[name], 1)
    last = months_later(first, 3) - timedelta(days=1)
    if name.endswith("as"):  # i våras, i höstas: the last one
        way = 0 if last < today else -1
    elif way == 0 and last < today:
        way = 1
    elif (way == 1 and first > today) or (way == -1 and last < today):
        way = 0
    return months_later(first, 12 * way), months_later(
        last + timedelta(days=1), 12 * way
    ) - timedelta(days=1)


def calendar_days(year: int, month: int | None, day: int | None) -> Days | None:
    """The first and last day of a day, month or year; None: there is no such date."""
    try:
        if month is None:
            return whole_year(year)
        first = date(year, month, day or 1)
        return (first, first) if day else (first, months_later(first, 1) - timedelta(days=1))
    except (ValueError, OverflowError):
        return None


def resolve_year(month: int, day: int | None, today: date, direction: int) -> Days | None:
    """A date without a year, resolved to the last, the next or the nearest one."""
    listed = [
        days
        for year in (-1, 0, 1)
        if (days := calendar_days(today.year + year, month, day)) is not None
    ]
    if not listed:
        return None
    if direction < 0:
        listed = [days for days in listed if days[0] <= today] or listed
    elif direction > 0:
        listed = [days for days in listed if days[1] >= today] or listed
        return listed[0]
    else:
        # A date without a tense is in the future, unless it has just passed.
        listed = [days for days in listed if days[1] >= today - day_words.JUST_BEEN] or listed
        return listed[0]
    return listed[-1]


def whole_year(year: int) -> Days:
    """The first day of a year and its last."""
    return date(year, 1, 1), date(year, 12, 31)


def months_later(first: date, months: int) -> date:
    """The date that many months later."""
    return add_months(datetime(first.year, first.month, first.day, tzinfo=UTC), months).date()


def shift_date(today: date, count: int, unit: str) -> date:
    """The date that many days, weeks, months or years from today."""
    if unit.startswith(("day", "dag")):
        return today + timedelta(days=count)
    if unit.startswith(("week", "veck")):
        return today + timedelta(weeks=count)
    return months_later(today, count if unit.startswith(("month", "månad")) else 12 * count)
