"""The calendar: months as people count them, which no fixed number of days can express."""

from __future__ import annotations

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from functools import cache

_DAYS_OF_THE_SHORTEST_MONTH = 28
_MICROSECOND = timedelta(microseconds=1)
_SECOND = 1_000_000  # in microseconds
_DAY = 86_400 * _SECOND
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    """Exact microseconds since 1970, negative before it."""
    return (moment - EPOCH) // _MICROSECOND


def add_months(moment: datetime, months: int) -> datetime:
    """The same day and time that many months later, or the last day of a shorter month.

    Raises OverflowError past the end of the calendar.
    """
    year, month_from_zero = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        raise OverflowError(f"{months} months from {moment:%Y-%m-%d} lie outside the calendar.")
    month, day = month_from_zero + 1, moment.day
    if day > _DAYS_OF_THE_SHORTEST_MONTH:
        day = min(day, monthrange(year, month)[1])
    return moment.replace(year, month, day)


def days_between(start: datetime, end: datetime) -> float:
    """Days from start to end, with the fraction of the last one; negative if end is earlier."""
    # Dividing two timedeltas is just as exact, but takes several times as long.
    span = end - start
    return (span.days * _DAY + span.seconds * _SECOND + span.microseconds) / _DAY


@cache
def _microseconds_of_month(year: int, month: int) -> int:
    return monthrange(year, month)[1] * _DAY


def months_between(start: datetime, end: datetime) -> float:
    """Months from start to end: whole calendar months, plus the fraction of the last one.

    The same day and time next year is exactly 12.0. An end before its start is 0.0.
    """
    if end <= start:
        return 0.0
    if end.tzinfo is not start.tzinfo:
        end = end.astimezone(start.tzinfo)
    year, month = end.year, end.month
    whole = (year - start.year) * 12 + month - start.month
    if start.day <= _DAYS_OF_THE_SHORTEST_MONTH:
        # Every month has this day, so the step is as long as the calendar month.
        reached = start.replace(year, month)
        if reached > end:
            whole -= 1
            year, month = (year, month - 1) if month > 1 else (year - 1, 12)
            reached = start.replace(year, month)
        rest = end - reached
        passed = rest.days * _DAY + rest.seconds * _SECOND + rest.microseconds
        return whole + passed / _microseconds_of_month(year, month)
    reached = add_months(start, whole)
    # Count each month from the start, not from the one before: the 31st of January leads to the
    # 28th of February and then to the 31st of March.
    if reached <= end:
        following = add_months(start, whole + 1)
    else:
        whole -= 1
        reached, following = add_months(start, whole), reached
    return whole + (end - reached) / (following - reached)
