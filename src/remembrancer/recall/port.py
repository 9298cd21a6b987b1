"""What is asked of the store about the retrieval log and counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from remembrancer.reading.port import RetrievedText
from remembrancer.recall.learned_weights import Use
from remembrancer.recall.summary import Stats
from remembrancer.recall.walk import Walk, WalkPage


class NewWalk(NamedTuple):
    """A question to be logged, and what it brought up."""

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
        """Logs questions; how many. What was erased since is not named again."""

    def mark_used(self, id: str, ranks: Collection[int]) -> None:
        """Notes which of a question's hits were used, and that no other was."""


class WalkUses(Protocol):
    """What was used of answers."""

    def uses(self) -> list[Use]:
        """What was used of answers that every member may see, for learning from it."""


class SpaceStats(Protocol):
    """Counts of what the caller may see."""

    def counts(self, by: Collection[str]) -> Stats:
        """Counts of what is shared and visible; by the words that are asked for, in all."""
