"""Times of the model: always aware, always UTC internally."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator


def _day_is_its_first_moment(given: Any) -> Any:
    if isinstance(given, date) and not isinstance(given, datetime):
        return datetime(given.year, given.month, given.day, tzinfo=UTC)
    if isinstance(given, int | float):
        raise ValueError("a bare number is ambiguous: write an ISO date or time")
    return given


def _in_utc(given: datetime) -> datetime:
    if given.tzinfo is None:
        return given.replace(tzinfo=UTC)
    try:
        return given.astimezone(UTC)
    except OverflowError:
        raise ValueError("it lies beyond the calendar") from None


# A date means its first moment; a time without a zone is read as UTC.
Moment = Annotated[datetime, BeforeValidator(_day_is_its_first_moment), AfterValidator(_in_utc)]
