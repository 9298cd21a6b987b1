"""Reading: how an item stands at one time, which is worked out whenever it is read."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from remembrancer.core.preset import Preset
from remembrancer.items.confidence import Worths
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.lifecycle import status_word
from remembrancer.items.retention import lifecycle_at


class Grounds(NamedTuple):
    """What decides how an item stands."""

    kind: str
    lifecycle: Lifecycle  # as it is stored
    review: Review
    since: datetime  # when it was last confirmed, or else created
    expires_at: datetime | None  # or when it ceases to be true, whichever comes first
    confidence_base: float
    source_type: str
    admin_approved: bool
    live_confirmed: bool
    verifier_count: int


Reading = tuple[Lifecycle, str, float]  # with the preset's word for it, and the confidence


class Readings:
    """How items stand at one time. Many were added together and have the same grounds: that is
    worked out once."""

    __slots__ = ("_known", "_now", "_preset", "_worths")

    def __init__(self, preset: Preset, now: datetime) -> None:
        self._preset = preset
        self._now = now
        self._worths = Worths(preset.confidence, now)
        self._known: dict[tuple[Any, ...], Reading] = {}

    def of(self, grounds: tuple[Any, ...]) -> Reading:
        """The values of `Grounds`, which get their names only where they are looked into."""
        reading = self._known.get(grounds)
        if reading is None:
            reading = self._known[grounds] = self._read(Grounds._make(grounds))
        return reading

    def _read(self, one: Grounds) -> Reading:
        lifecycle = lifecycle_at(
            self._preset,
            stored=one.lifecycle,
            kind=one.kind,
            since=one.since,
            expires_at=one.expires_at,
            now=self._now,
            review=one.review,
        )
        worth = self._worths.of(
            one.confidence_base,
            one.source_type,
            one.admin_approved,
            one.live_confirmed,
            one.verifier_count,
            one.since,
            one.review is Review.MANDATORY,
        )
        return lifecycle, status_word(self._preset.status_axis, lifecycle, one.review), worth
