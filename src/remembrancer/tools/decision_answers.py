"""What the tools of decisions answer: decisions, precedents, chains and rules, shortened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.decisions.decision import ChainStep, Decision
from remembrancer.decisions.draft import value_in_words
from remembrancer.decisions.policy import Policy
from remembrancer.decisions.precedent import Precedent
from remembrancer.decisions.shapes.similar import SimilarDecision
from remembrancer.delivery.tool_rule import QUOTED_ANSWER
from remembrancer.tools.tool_results import LEFT_OUT, SHORTENED, TEXT, TRUST, shortened, within

_LISTED_MAX: Final = 10  # alternatives, concerns or outcomes of one decision
_PART_CHARACTERS: Final = 600  # of one part of a decision in a list


class ToolDecision(Value):
    """A decision."""

    id: str
    decision_type: str | None
    category: str | None
    title: str | None
    subject: str | None
    trigger: str | None = Field(description=TEXT)
    recommendation: str | None = Field(description=TEXT)
    reasoning: str | None = Field(description=TEXT)
    alternatives: tuple[str, ...] = Field(description=TEXT)
    concerns: tuple[str, ...] = Field(description="arguments against it")
    outcome: str | None = Field(description="what was agreed")
    outcomes: tuple[str, ...] = Field(description="what came of it, newest last")
    policies: tuple[str, ...] = Field(description="rules: how, and the name")
    text: str = Field(description=TEXT)
    is_shortened: bool = Field(default=False, description=SHORTENED)
    decided_at: datetime
    recorded_by: str
    source_type: str = Field(description="where it comes from")
    trust: str = Field(description=TRUST)


class ToolPrecedent(Value):
    """A decision for a similar situation."""

    decision: ToolDecision
    score: float = Field(description="how alike it is, from 0 to 1, within this answer")
    text_score: float | None = Field(description="of its words alone, from 0 to 1")
    structure_score: float | None = Field(description="of its shape, if decision_id was given")
    why: tuple[str, ...] = Field(description="why it is alike")
    outcome: str | None = Field(description="what came of it")
    attributes: dict[str, Any] = Field(description="what its client was like then")


class PrecedentsAnswer(Value):
    precedents: tuple[ToolPrecedent, ...] = Field(description="the most alike first")
    left_out: int = Field(description=LEFT_OUT)
    walk: str | None = Field(description="id of this call in the retrieval log")
    note: str = QUOTED_ANSWER


class ToolSimilarDecision(Value):
    """A decision of a similar shape."""

    decision: ToolDecision
    score: float = Field(description="how alike the shapes are, from 0 to 1")
    why: tuple[str, ...] = Field(description="what is around both")


class SimilarAnswer(Value):
    decisions: tuple[ToolSimilarDecision, ...] = Field(description="the most alike first")
    left_out: int = Field(description=LEFT_OUT)
    note: str = QUOTED_ANSWER


class DecisionsAnswer(Value):
    customer_id: str
    decisions: tuple[ToolDecision, ...] = Field(description="newest first")
    left_out: int = Field(description="how many more there are at least")
    note: str = QUOTED_ANSWER


class ToolStep(Value):
    """A step of a chain."""

    id: str
    depth: int = Field(description="steps from the decision that was asked for")
    relation: str | None = Field(description="how it leads on: CAUSED, INFLUENCED")
    reason: str | None = Field(description="why they are linked")
    towards: str = Field(description="id of the next step on the way to that decision")
    is_proposed: bool = Field(description="true: a rule found the link, nobody confirmed it")
    is_erased: bool = Field(description="true: its words were erased")
    decision: ToolDecision | None


class ChainAnswer(Value):
    decision: ToolDecision
    causes: tuple[ToolStep, ...] = Field(description="what led to it, nearest first")
    effects: tuple[ToolStep, ...] = Field(description="what it led to, nearest first")
    left_out: int = Field(description="how many steps did not fit")
    is_cut: bool = Field(description="true: there are more, further away")
    note: str = QUOTED_ANSWER


class RecordAnswer(Value):
    decision: ToolDecision
    status: str = Field(description="whether it is in use, or waits for a review")
    about: tuple[str, ...] = Field(description="ids of the entities that it concerns")
    links: tuple[str, ...] = Field(description="links to other decisions: type, and the other's id")


class ToolPolicy(Value):
    """A rule in force."""

    id: str
    name: str = Field(description=TEXT)
    description: str = Field(description=TEXT)
    category: str | None
    effective_from: date | None
    effective_to: date | None = Field(description="the first day on which it is no longer in force")


class PoliciesAnswer(Value):
    on: date
    policies: tuple[ToolPolicy, ...] = Field(description="by category and name")
    left_out: int = Field(description=LEFT_OUT)
    note: str = QUOTED_ANSWER


def precedents_told(found: tuple[Precedent, ...]) -> PrecedentsAnswer:
    kept, left_out = within(
        ToolPrecedent(
            decision=decision_told(one.decision),
            score=one.score,
            text_score=one.text_score,
            structure_score=one.structure_score,
            why=tuple(shortened(why, _PART_CHARACTERS)[0] for why in one.why),
            outcome=_part(one.outcome),
            attributes=one.attributes,
        )
        for one in found
    )
    walk = found[0].walk if found else None
    return PrecedentsAnswer(precedents=kept, left_out=left_out, walk=walk)


def shape_told(one: SimilarDecision) -> ToolSimilarDecision:
    return ToolSimilarDecision(
        decision=decision_told(one.decision),
        score=one.score,
        why=tuple(shortened(why, _PART_CHARACTERS)[0] for why in one.why),
    )


def policy_told(one: Policy) -> ToolPolicy:
    return ToolPolicy(
        id=one.id,
        name=one.name,
        description=shortened(one.description)[0],
        category=one.category,
        effective_from=one.effective_from,
        effective_to=one.effective_to,
    )


def step_told(one: ChainStep) -> ToolStep:
    attrs = {} if one.relation is None else one.relation.attrs
    reason = attrs.get("reason") or attrs.get("grounds")
    return ToolStep(
        id=one.id,
        depth=one.depth,
        relation=None if one.relation is None else one.relation.type.upper(),
        reason=_part(reason),
        towards=one.towards,
        is_proposed=one.is_proposed,
        is_erased=one.is_erased,
        decision=None if one.decision is None else decision_told(one.decision),
    )


def decision_told(one: Decision) -> ToolDecision:
    text, is_shortened = shortened(one.content, _PART_CHARACTERS)
    return ToolDecision(
        id=one.id,
        decision_type=one.decision_type,
        category=one.category,
        title=_part(one.title),
        subject=one.subject,
        trigger=None if one.trigger is None else _part(value_in_words(one.trigger)),
        recommendation=_part(one.recommendation),
        reasoning=_part(one.reasoning),
        alternatives=_some(one.alternatives_considered),
        concerns=_some(one.concerns),
        outcome=_part(one.outcome),
        outcomes=_some(told.text for told in one.outcomes[-_LISTED_MAX:]),
        policies=tuple(f"{use.how.value}: {shortened(use.name)[0]}" for use in one.policies),
        text=text,
        is_shortened=is_shortened,
        decided_at=one.decided_at,
        recorded_by=one.recorded_by,
        source_type=one.source_type,
        trust=one.trust.value,
    )


def _part(text: str | None) -> str | None:
    return None if text is None else shortened(text, _PART_CHARACTERS)[0]


def _some(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(shortened(text, _PART_CHARACTERS)[0] for text in list(texts)[:_LISTED_MAX])
