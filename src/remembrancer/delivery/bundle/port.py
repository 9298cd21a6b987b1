"""What is asked of the store about approved and mandatory items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from remembrancer.delivery.bundle.bundle import BundledItem
from remembrancer.items.item import Review
from remembrancer.items.port import ItemKey


class Accepted(NamedTuple):
    """As much of an item that people accepted as it takes to rank it, and none of its texts."""

    key: int  # for `items_by_key`
    kind: str
    title_characters: int | None  # None: it has no title
    characters: int  # of its content
    confidence: float  # effective now
    score: float  # its rank: the confidence, fading over a year


class AllAccepted(NamedTuple):
    """What people accepted, as it stands at one position of the ledger."""

    position: int
    mandatory: list[Accepted]  # oldest first
    approved: list[Accepted]  # what changed last is the last


class ApprovedItems(Protocol):
    """Approved and mandatory items, as a bundle ranks them."""

    def ranked(
        self, review: Review, *, domain: str | None, limit: int | None = None
    ) -> list[Accepted]:
        """Items in use now, in this state of review, that are addressed to the caller; oldest
        first, or with a limit those that changed last. Nothing personal is among them."""

    def all_ranked(self, *, domain: str | None, limit: int) -> AllAccepted:
        """The same of mandatory and approved items at once; of approved ones at most so many."""

    def bundled(self, listed: Sequence[Accepted]) -> dict[int, tuple[ItemKey, BundledItem]]:
        """Accepted items by key, as an agent is given them."""
