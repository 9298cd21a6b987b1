"""Store interface for the retrieval log and counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from remembrancer.reading.port import RetrievedText
from remembrancer.recall.learned_weights import Use
from remembrancer.recall.summary import Stats
from remembrancer.recall.walk import Walk, WalkPage


class NewWalk(NamedTuple):
    """A question to be logged, with its hits."""

    id: str
    owner: str  # who asked
    at: datetime
    tool: str
    session: str | None
    subject: str | None
    query: str | None
    shape: str | None
    hits: tuple[RetrievedText, ...]


class WalksReader(Protocol):
    """The retrieval log."""

    def get(self, id: str) -> Walk | None: ...

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        session: str | None = None,
        subject: str | None = None,
        tool: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> WalkPage: ...


class WalksWriter(WalksReader, Protocol):
    """The same, and changes to them."""

    def put(self, new: Sequence[NewWalk]) -> int:
        """Logs questions and returns their number. Hits erased since are not stored."""

    def mark_used(self, id: str, ranks: Collection[int]) -> None:
        """Marks which hits of a question were used, and all others as unused."""


class WalkUses(Protocol):
    """Reported uses of hits."""

    def uses(self) -> list[Use]:
        """Uses of items that every member may see, for learned weights."""


class SpaceStats(Protocol):
    """Counts of what the caller may see."""

    def counts(self, by: Collection[str]) -> Stats:
        """Counts of shared, visible items, in total and by the requested fields."""
