"""Times as people type them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import typer

_SPAN = re.compile(r"(\d{1,4})(s|m|h|d|w)|0")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def moment(value: str) -> datetime:
    """An ISO date, which is its first moment, or an ISO time. Without a zone it is UTC."""
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        raise typer.BadParameter(
            f"{value!r} is no date or time. Write it as 2026-03-31 or 2026-03-31T14:00."
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def moment_or_position(value: str) -> datetime | int:
    """A time, or a position of the ledger."""
    return int(value) if value.isdecimal() else moment(value)


def span(value: str) -> timedelta:
    """A stretch of time: a number and s, m, h, d or w."""
    match = _SPAN.fullmatch(value)
    if match is None:
        raise typer.BadParameter(f"{value!r} is no stretch of time. Write it as 12h, 90d or 52w.")
    return (
        timedelta(0) if match[1] is None else timedelta(seconds=int(match[1]) * _SECONDS[match[2]])
    )
