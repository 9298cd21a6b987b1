"""The calendar: months as people count them, which no fixed number of days can express."""

from __future__ import annotations

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta

_DAYS_OF_THE_SHORTEST_MONTH = 28
_MICROSECOND = timedelta(microseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    """Since 1970, exactly, also before it."""
    return (moment - EPOCH) // _MICROSECOND


def add_months(moment: datetime, months: int) -> datetime:
    """The same day and time that many months later, or the last day of a month too short for it.

    Raises OverflowError past the end of the calendar.
    """
    year, month_from_zero = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        raise OverflowError(f"{months} months from {moment:%Y-%m-%d} lie outside the calendar.")
    month, day = month_from_zero + 1, moment.day
    if day > _DAYS_OF_THE_SHORTEST_MONTH:
        day = min(day, monthrange(year, month)[1])
    return moment.replace(year, month, day)


def months_between(start: datetime, end: datetime) -> float:
    """Months from start to end: whole ones by the calendar, the last one in proportion.

    The same day and time next year is exactly 12.0. An end before its start is 0.0.
    """
    if end <= start:
        return 0.0
    if end.tzinfo is not start.tzinfo:
        end = end.astimezone(start.tzinfo)
    whole = (end.year - start.year) * 12 + end.month - start.month
    reached = add_months(start, whole)
    # Each is counted from the start, not from the one before: the 31st of January leads to the
    # 28th of February and then to the 31st of March.
    if reached <= end:
        following = add_months(start, whole + 1)
    else:
        whole -= 1
        reached, following = add_months(start, whole), reached
    return whole + (end - reached) / (following - reached)
