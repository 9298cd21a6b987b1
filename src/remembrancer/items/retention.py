"""Retention: how long an item stays in use without a confirmation."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from remembrancer.core.calendar import add_months
from remembrancer.core.preset import Preset
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.lifecycle import EXPIRES_FROM

COMPRESSION: Final = "compression"  # the source type of compressed entries


def expiry(preset: Preset, kind: str, since: datetime) -> datetime | None:
    """When an item of this kind expires, counted from its creation or last confirmation.

    None: never.
    """
    retention = preset.retention.get(kind)
    if retention is None:
        return None
    try:
        if retention.expires_after_months is not None:
            return add_months(since, retention.expires_after_months)
        if retention.expires_after_days is not None:
            return since + timedelta(days=retention.expires_after_days)
    except OverflowError:
        pass  # a term beyond the calendar never ends
    return None


def lasting(preset: Preset, kinds: Iterable[str], now: datetime) -> str:
    """The kind that stays in use longest; if several do, the first by name."""

    def lasts(kind: str) -> tuple[bool, datetime]:
        ends = expiry(preset, kind, now)
        return (True, now) if ends is None else (False, ends)

    return max(sorted(set(kinds)), key=lasts)


def lifecycle_at(
    preset: Preset,
    *,
    stored: Lifecycle,
    kind: str,
    since: datetime,
    expires_at: datetime | None,
    now: datetime,
    review: Review = Review.NOT_REQUIRED,
) -> Lifecycle:
    """The lifecycle at the time of reading. Time changes only active items.

    So an item expires without a write. The function is called for every row that is read.
    """
    if stored is not Lifecycle.ACTIVE or review not in EXPIRES_FROM:
        return stored
    if expires_at is not None and expires_at <= now:
        return Lifecycle.EXPIRED
    retention = preset.retention.get(kind)
    if retention is None or retention.historical_after_days is None:
        return stored
    # Compare whole days as numbers: a timedelta of an absurd setting would overflow.
    if (now - since).days >= retention.historical_after_days:
        return Lifecycle.HISTORICAL
    return stored
