"""Times of the model: always aware, always UTC internally."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator


def _day_is_its_first_moment(when: Any) -> Any:
    if isinstance(when, date) and not isinstance(when, datetime):
        return datetime(when.year, when.month, when.day, tzinfo=UTC)
    if isinstance(when, int | float):
        raise ValueError("a bare number is ambiguous: write an ISO date or time")
    return when


def _in_utc(when: datetime) -> datetime:
    if when.tzinfo is None:
        return when.replace(tzinfo=UTC)
    try:
        return when.astimezone(UTC)
    except OverflowError:
        raise ValueError("it lies beyond the calendar") from None


def _no_number(day: Any) -> Any:
    if isinstance(day, int | float):
        raise ValueError("a bare number is ambiguous: write an ISO date")
    return day


Day = Annotated[date, BeforeValidator(_no_number)]

# A date means its first moment; a time without a zone is read as UTC.
Moment = Annotated[datetime, BeforeValidator(_day_is_its_first_moment), AfterValidator(_in_utc)]
