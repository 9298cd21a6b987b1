"""Times as people type them."""

from __future__ import annotations

from datetime import UTC, datetime

import typer


def moment(given: str) -> datetime:
    """An ISO date, which is its first moment, or an ISO time. Without a zone it is UTC."""
    try:
        found = datetime.fromisoformat(given)
    except ValueError:
        raise typer.BadParameter(
            f"{given!r} is no date or time. Write it as 2026-03-31 or 2026-03-31T14:00."
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def moment_or_position(given: str) -> datetime | int:
    """A time, or a position of the ledger."""
    return int(given) if given.isdecimal() else moment(given)
