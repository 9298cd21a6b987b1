"""A decision: an item that tells what was decided and why, with what it is linked to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Line, Name
from remembrancer.core.time import Moment
from remembrancer.items.evidence import Evidence
from remembrancer.items.item import Lifecycle, Review, Trust
from remembrancer.items.kinds.decision_trace import TracePayload
from remembrancer.items.relation import Relation

OUTCOMES_MAX: Final = 100  # of one decision


class LinkType(StrEnum):
    """How a decision is linked to another one, to what it concerns, or to a rule."""

    CAUSED = "caused"  # without it the other would not have been made
    INFLUENCED = "influenced"  # it was weighed when the other was made
    PRECEDENT_FOR = "precedent_for"  # the other followed it
    SUPERSEDED = "superseded"  # it took the place of the other
    ABOUT = "about"  # whom or what it concerns
    APPLIED_POLICY = "applied_policy"  # a rule that was applied, skipped or overridden
    GRANTED_EXCEPTION = "granted_exception"  # an exception from a rule
    TRIGGERED = "triggered"  # it was taken to a higher authority


class PolicyAct(StrEnum):
    """What a decision did with a policy."""

    APPLIED = "applied"
    SKIPPED = "skipped"
    OVERRIDDEN = "overridden"


class PolicyReference(Value):
    """A policy of a decision, as a caller names it."""

    policy: Name  # its id
    how: PolicyAct = PolicyAct.APPLIED
    justification: Body | None = None


class PolicyUse(Value):
    """A policy that a decision applied, skipped or overrode."""

    policy_id: str
    name: str
    how: PolicyAct
    justification: str | None = None
    link_id: str  # of the relation


class ExceptionDraft(Value):
    """An exception from a rule, as a caller states it."""

    justification: Body
    granted_by: Name | None = None
    policy: Name | None = None  # the id of the policy that it is an exception from


class EscalationDraft(Value):
    """A decision taken to a higher authority, as a caller states it."""

    reason: Body
    to: Name | None = None  # who was asked
    decided_by: Name | None = None
    decision: Body | None = None  # what they said


class GrantedException(Value):
    """An exception that a decision granted."""

    id: str  # of its entity
    justification: str
    granted_by: str | None
    policy_id: str | None


class Escalation(Value):
    """Who was asked above the one who decided, and what they said."""

    id: str  # of its entity
    reason: str
    to: str | None
    decided_by: str | None
    decision: str | None


class DecisionOutcome(Value):
    """What came of a decision."""

    text: Body
    value: JsonValue = None  # a figure, such as what was saved
    at: Moment  # when it showed
    by: Name  # who told


class Revisit(Value):
    """A decision that was looked at again."""

    reason: Body
    at: Moment
    by: Name


class DecisionPayload(TracePayload):
    """The data of an item that is a decision: a trace, and what came of it later."""

    outcomes: Annotated[tuple[DecisionOutcome, ...], Field(max_length=OUTCOMES_MAX)] = ()
    revisits: Annotated[tuple[Revisit, ...], Field(max_length=OUTCOMES_MAX)] = ()
    outcome_due: date | None = None  # the day on which to ask what came of it
    approved_by: Name | None = None
    process: Line | None = None  # through what it was approved
    event_kind: Name | None = None  # of the platform's event that it explains
    event_id: Name | None = None
    before: JsonValue = None  # the state before, as the platform gave it
    after: JsonValue = None
    label: Line | None = None  # what a person calls decisions of its sort
    labelled_by: Name | None = None
    labelled_at: Moment | None = None


class DecisionLink(Value):
    """A relation from or to a decision."""

    id: str  # of the relation
    type: LinkType
    source: str
    target: str
    reason: str | None = None
    is_proposed: bool = False  # True: a rule or a model found it, and nobody confirmed it yet
    grounds: str | None = None  # why it was proposed
    evidence: tuple[str, ...] = ()  # ids of messages that state it
    timestamp: datetime


class Decision(Value):
    """A decision as one caller sees it. A fact in a chain is shown in the same form."""

    id: str
    kind: str
    decision_type: str | None  # None: not stated, or no decision
    category: str | None  # of the catalogue
    title: str | None
    content: str
    subject: str | None
    trigger: Any = None
    context_gathered: tuple[Any, ...] = ()
    alternatives_considered: tuple[str, ...] = ()
    recommendation: str | None = None
    reasoning: str | None = None
    outcome: str | None = None  # what was agreed
    participants: tuple[str, ...] = ()
    related_entries: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()
    tool_calls: tuple[dict[str, Any], ...] = ()
    approved_by: str | None = None
    process: str | None = None
    event_kind: str | None = None
    event_id: str | None = None
    before: Any = None
    after: Any = None
    outcomes: tuple[DecisionOutcome, ...] = ()  # what came of it, oldest first
    revisits: tuple[Revisit, ...] = ()
    outcome_due: date | None = None
    label: str | None = None  # what a person calls decisions of its sort; never an inferred one
    labelled_by: str | None = None
    labelled_at: datetime | None = None
    policies: tuple[PolicyUse, ...] = ()
    exceptions: tuple[GrantedException, ...] = ()
    escalations: tuple[Escalation, ...] = ()
    about: tuple[str, ...] = ()  # ids of the entities that it concerns
    decided_at: datetime
    recorded_at: datetime
    recorded_by: str
    status: str
    lifecycle: Lifecycle
    review: Review
    confidence: float
    trust: Trust
    audience: str | None
    is_personal: bool
    source_type: str
    source_id: str | None
    evidence: tuple[Evidence, ...] = ()


# The fields of a decision that come from its item as they are.
ITEM_FIELDS: Final = (
    *("id", "kind", "title", "content", "subject", "status", "lifecycle", "review", "confidence"),
    *("trust", "audience", "is_personal", "source_type", "source_id", "evidence"),
)
# A decision of which nothing is known yet, by field. Copying it takes half the time of building it.
UNTOLD: Final[dict[str, Any]] = {
    **dict.fromkeys(ITEM_FIELDS),
    **DecisionPayload().__dict__,
    **dict.fromkeys(("category",)),
    **dict.fromkeys(("policies", "exceptions", "escalations", "about"), ()),
    **dict.fromkeys(("decided_at", "recorded_at", "recorded_by")),
}


class DecisionPage(Value):
    """Decisions, last recorded first."""

    decisions: tuple[Decision, ...]
    next: str | None = None  # the cursor of the next page; None: this is the last

    def __iter__(self) -> Iterator[Decision]:  # type: ignore[override]
        return iter(self.decisions)

    def __len__(self) -> int:
        return len(self.decisions)


class ChainStep(Value):
    """One decision of a chain, and the relation that leads to it."""

    decision: Decision | None  # None: it was erased
    id: str
    relation: Relation | None  # None: it was erased
    depth: int  # steps from where the chain begins
    towards: str  # the id of the step nearer to where the chain begins
    is_proposed: bool  # True: a rule or a model found the relation, and nobody confirmed it yet

    @property
    def is_erased(self) -> bool:
        return self.decision is None


class DecisionChain(Value):
    """What led to a decision, and what it led to: the nearest first, each once."""

    decision: Decision
    causes: tuple[ChainStep, ...] = ()
    effects: tuple[ChainStep, ...] = ()
    is_cut: bool = False  # True: there are more, further away or too many to list

    def path(self) -> tuple[Decision, ...]:
        """All of it in the order of time, as one reads it from the first cause on."""
        steps = [step.decision for step in (*self.causes, *self.effects) if step.decision]
        return tuple(sorted((*steps, self.decision), key=lambda one: (one.decided_at, one.id)))
