"""What callers give in words: times and classes of trust."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.items.item import Trust

END_OF_TIME: Final = datetime.max.replace(tzinfo=UTC)


def as_trust(value: str | None) -> Trust | None:
    if value is None:
        return None
    try:
        return Trust(value)
    except ValueError:
        known = ", ".join(entry.value for entry in Trust)
        raise InvalidInput(
            f"trust cannot be {value!r}. Say one of: {known}.", field="trust"
        ) from None


def trust_in(source: Any) -> Trust | None:
    """The label of a source where it only says how far it is trusted: `{"trust": "outside"}`."""
    if source is None:
        return None
    if not isinstance(source, Mapping) or set(source) - {"trust"}:
        raise InvalidInput(
            'source is a label that says how far it is trusted, as {"trust": "outside"}.',
            field="source",
        )
    return as_trust(source.get("trust"))


def as_moment(value: Any, field: str) -> datetime | None:
    """A time, from one or from ISO 8601 text; without a zone it is UTC."""
    if value is None:
        return None
    try:
        found = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(
            f"{field} is a time, as a datetime or in ISO 8601, not {value!r}.", field=field
        ) from None
