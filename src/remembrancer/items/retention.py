"""Retention: how long knowledge stays in use without being confirmed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from remembrancer.core.calendar import add_months
from remembrancer.core.preset import Preset
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.lifecycle import EXPIRES_FROM

COMPRESSION: Final = "compression"  # the source type of what stands for several items


def expiry(preset: Preset, kind: str, since: datetime) -> datetime | None:
    """When an item of this kind runs out, counted from its creation or last confirmation.

    None is never.
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
        pass  # a term that outlasts the calendar never ends
    return None


def lasting(preset: Preset, kinds: Iterable[str], now: datetime) -> str:
    """Of these kinds the one that stays in use the longest; of several the first by name."""

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
    """The lifecycle as it reads now: time moves what is active, and nothing else.

    So nothing has to be written for an item to run out. Called for every row that is read.
    """
    if stored is not Lifecycle.ACTIVE or review not in EXPIRES_FROM:
        return stored
    if expires_at is not None and expires_at <= now:
        return Lifecycle.EXPIRED
    retention = preset.retention.get(kind)
    if retention is None or retention.historical_after_days is None:
        return stored
    # Whole days, compared as numbers: a timedelta of an absurd setting could not be built.
    if (now - since).days >= retention.historical_after_days:
        return Lifecycle.HISTORICAL
    return stored
