"""Times: always aware, always UTC inside."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from remembrancer.core.time import Moment

MOMENT: TypeAdapter[datetime] = TypeAdapter(Moment)


@pytest.mark.parametrize(
    ("given", "moment"),
    [
        ("2026-03-31", datetime(2026, 3, 31, tzinfo=UTC)),
        (date(2026, 3, 31), datetime(2026, 3, 31, tzinfo=UTC)),
        ("2026-03-31T14:00:00", datetime(2026, 3, 31, 14, tzinfo=UTC)),
        (datetime(2026, 3, 31, 14), datetime(2026, 3, 31, 14, tzinfo=UTC)),
        ("2026-03-31T14:00:00+02:00", datetime(2026, 3, 31, 12, tzinfo=UTC)),
        ("2026-03-31T14:00:00Z", datetime(2026, 3, 31, 14, tzinfo=UTC)),
        ("2024-02-29", datetime(2024, 2, 29, tzinfo=UTC)),
    ],
)
def test_ways_to_say_a_time(given: Any, moment: datetime) -> None:
    """A date is its first moment, no zone is UTC, another zone is converted."""
    found = MOMENT.validate_python(given)
    assert found == moment
    assert found.tzinfo is UTC or found.utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    "given",
    ["", "soon", "2026-02-30", "31.03.2026", 0, 1.5, True, None, [], "2023-02-29", "24:00", b"x"],
)
def test_what_is_no_time(given: Any) -> None:
    """Anything else is refused, a bare number too: nobody knows its unit."""
    with pytest.raises(ValidationError):
        MOMENT.validate_python(given)


@given(
    st.datetimes(
        timezones=st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
    )
)
def test_every_time_is_kept_or_refused(given: datetime) -> None:
    """Converted to UTC it is the same moment; beyond the calendar it is refused as invalid."""
    try:
        utc = given.astimezone(UTC)
    except OverflowError:
        with pytest.raises(ValidationError, match="calendar"):
            MOMENT.validate_python(given)
    else:
        found = MOMENT.validate_python(given)
        assert (found, found.utcoffset()) == (utc, timedelta(0))
