"""Effective state: lifecycle, status and confidence of an item at one time, computed on read."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from remembrancer.core.preset import Preset
from remembrancer.items.confidence import Worths
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.lifecycle import status_word
from remembrancer.items.retention import lifecycle_at


class Grounds(NamedTuple):
    """The inputs of the effective state."""

    kind: str
    lifecycle: Lifecycle  # as stored
    review: Review
    since: datetime  # time of the last confirmation, or of creation
    expires_at: datetime | None  # or the end of its validity, whichever is earlier
    confidence_base: float
    source_type: str
    admin_approved: bool
    live_confirmed: bool
    verifier_count: int


Reading = tuple[Lifecycle, str, float]  # lifecycle, the preset's status word, confidence


class Readings:
    """Effective states of many items at one time.

    Many items were added together and have the same inputs, which are computed once.
    """

    __slots__ = ("_known", "_now", "_preset", "_worths")

    def __init__(self, preset: Preset, now: datetime) -> None:
        self._preset = preset
        self._now = now
        self._worths = Worths(preset.confidence, now)
        self._known: dict[tuple[Any, ...], Reading] = {}

    def of(self, grounds: tuple[Any, ...]) -> Reading:
        """The effective state for the values of `Grounds`, which are named only on a cache miss."""
        reading = self._known.get(grounds)
        if reading is None:
            reading = self._known[grounds] = self._read(Grounds._make(grounds))
        return reading

    def _read(self, grounds: Grounds) -> Reading:
        lifecycle = lifecycle_at(
            self._preset,
            stored=grounds.lifecycle,
            kind=grounds.kind,
            since=grounds.since,
            expires_at=grounds.expires_at,
            now=self._now,
            review=grounds.review,
        )
        worth = self._worths.of(
            grounds.confidence_base,
            grounds.source_type,
            grounds.admin_approved,
            grounds.live_confirmed,
            grounds.verifier_count,
            grounds.since,
            grounds.review is Review.MANDATORY,
        )
        return lifecycle, status_word(self._preset.status_axis, lifecycle, grounds.review), worth
