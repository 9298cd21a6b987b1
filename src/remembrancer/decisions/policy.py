"""A policy: a rule that decisions apply, skip or override while it is in force."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Line, Name
from remembrancer.decisions.decision import Decision, PolicyAct
from remembrancer.items.item import Review

POLICY_FIELDS: Final = ("category", "effective_from", "effective_to")  # of an item's data


class PolicyDraft(Value):
    """A policy as a caller states it."""

    name: Line
    description: Body
    category: Name
    effective_from: date
    effective_to: date | None = None  # the first day on which it is no longer in force
    audience: Name | None = None


class Policy(Value):
    """A rule, and from when until when it is in force."""

    id: str
    name: str
    description: str
    category: str | None
    effective_from: date | None
    effective_to: date | None  # the first day on which it is no longer in force; None: open
    status: str
    review: Review
    recorded_at: datetime
    recorded_by: str
    audience: str | None

    def is_in_force(self, day: date) -> bool:
        """Whether it is in force on a day."""
        has_begun = self.effective_from is None or self.effective_from <= day
        return has_begun and (self.effective_to is None or day < self.effective_to)


class PolicyDecision(Value):
    """What one decision did with a policy."""

    decision: Decision
    how: PolicyAct
    justification: str | None


class PolicyDecisions(Value):
    """The decisions that a policy played a part in, newest first."""

    policy: Policy
    uses: tuple[PolicyDecision, ...]
    clients: tuple[str, ...]  # the subjects of these decisions, each once
    is_cut: bool = False  # True: there are more than were listed

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(one.decision for one in self.uses)

    def __iter__(self) -> Iterator[Decision]:  # type: ignore[override]
        return iter(self.decisions)

    def __len__(self) -> int:
        return len(self.uses)


class PolicyMonth(Value):
    """What was done with a policy in one month."""

    month: str  # 2026-03
    applied: int
    skipped: int
    overridden: int

    @property
    def skip_rate(self) -> float:
        total = self.applied + self.skipped + self.overridden
        return self.skipped / total if total else 0.0


class Compliance(Value):
    """How often a policy was applied, skipped and overridden in a span of time."""

    policy: Policy
    since: datetime
    until: datetime
    applied: int
    skipped: int
    overridden: int
    skip_rate: float  # the share that was skipped, from 0 to 1
    skipped_decisions: tuple[PolicyDecision, ...]
    skipped_without_justification: int
    overridden_decisions: tuple[PolicyDecision, ...]
    months: tuple[PolicyMonth, ...]
    is_cut: bool = False  # True: there are more decisions than were counted
