"""Store interface for data points of credibility."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol


class CredibilityPoint(NamedTuple):
    """How right one agent was in one case."""

    item: str  # id of the resolution or the decision
    agent: str
    domain: str
    correctness: float  # from 0 to 1
    evidence_quality: float  # from 0 to 1
    decided_at: datetime
    outcome_at: datetime  # when the outcome showed
    recorded_at: datetime
    estimate: float | None = None  # the figure that the agent held
    actual: float | None = None  # the figure that came
    sector: str | None = None
    regime: str | None = None  # of the market


class Readers(NamedTuple):
    """Those for whom something is computed: only what all of them may see counts."""

    audience: str | None = None  # None: everybody in the space


class CredibilityReader(Protocol):
    """Data points of items that the viewer may see."""

    def points(
        self, *, agent: str | None = None, domain: str | None = None, readers: Readers | None = None
    ) -> tuple[CredibilityPoint, ...]:
        """The points of one agent or of all, in one domain or in all, the oldest first.

        `readers`: only those that all of them may see; None: those that the viewer may see.
        """
        ...

    def of_item(self, id: str) -> tuple[CredibilityPoint, ...]: ...


class CredibilityWriter(CredibilityReader, Protocol):
    def replace(self, id: str, points: Sequence[CredibilityPoint]) -> None:
        """Replaces the points of an item that the viewer may see."""
        ...
