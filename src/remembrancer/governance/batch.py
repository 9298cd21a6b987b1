"""A batch: one decision on many items, with one result for each item."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.governance.cascade_report import Reported
from remembrancer.items.item import Item


class Decided(Value):
    """What became of one item of a batch."""

    id: str
    item: Reported | Item | None = None  # in its current state, if it was decided
    error: str | None = None  # why it was not decided

    @property
    def ok(self) -> bool:
        return self.error is None


class Batch(Value):
    """One result for each id, in the order in which they were given."""

    action: str
    results: tuple[Decided, ...]

    @property
    def failed(self) -> tuple[Decided, ...]:
        return tuple(one for one in self.results if not one.ok)
