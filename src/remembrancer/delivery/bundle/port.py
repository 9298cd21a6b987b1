"""Store interface for approved and mandatory items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from remembrancer.delivery.bundle.bundle import BundledItem
from remembrancer.items.item import Review
from remembrancer.items.port import ItemKey


class Accepted(NamedTuple):
    """The fields of an approved or mandatory item that its rank needs, without its texts."""

    key: int  # for `items_by_key`
    kind: str
    title_characters: int | None  # None: no title
    characters: int  # of its content
    confidence: float  # effective confidence now
    score: float  # its rank: the confidence, decayed over a year


class AllAccepted(NamedTuple):
    """All approved and mandatory items at one ledger position."""

    position: int
    mandatory: list[Accepted]  # oldest first
    approved: list[Accepted]  # the most recently changed item comes last


class ApprovedItems(Protocol):
    """Approved and mandatory items, for ranking in a bundle."""

    def ranked(
        self, review: Review, *, domain: str | None, limit: int | None = None
    ) -> list[Accepted]:
        """Active items in this review state that are addressed to the caller, oldest first.

        With a limit, the most recently changed ones. Personal items are excluded.
        """

    def all_ranked(self, *, domain: str | None, limit: int) -> AllAccepted:
        """Mandatory and approved items in one read; the number of approved ones is limited."""

    def bundled(self, listed: Sequence[Accepted]) -> dict[int, tuple[ItemKey, BundledItem]]:
        """Approved and mandatory items by key, as delivered to an agent."""
