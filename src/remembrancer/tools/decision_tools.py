"""Tools of decisions: precedents, the decisions about a customer, chains, rules, and recording."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.limits import CHAIN_DEPTH_MAX, PAGE_ITEMS_MAX, TOOL_HITS_MAX
from remembrancer.core.texts.text import Body, Name
from remembrancer.tools.community_tool import COMMUNITY_TOOL
from remembrancer.tools.decision_answers import (
    ChainAnswer,
    DecisionsAnswer,
    PoliciesAnswer,
    PrecedentsAnswer,
    RecordAnswer,
    SimilarAnswer,
    decision_told,
    policy_told,
    precedents_told,
    shape_told,
    step_told,
)
from remembrancer.tools.tool import Tool, read_only
from remembrancer.tools.tool_results import within

if TYPE_CHECKING:
    from remembrancer.memory import Memory

_CUSTOMER: Final = "the customer: the subject of decisions, an id of your own system, or the name"
_FILTERS: Final = (
    'what the client of a precedent was like then: {"age": {"over": 70}, "capacity_for_loss": '
    '"low"}; over, under, at_least, at_most, not, or a list of which any will do; type and '
    "category are of the decision"
)


class FindSimilarPrecedent(Value):
    client_situation: Body = Field(description="what the client before you is facing, in words")
    client_id: Name | None = Field(
        default=None, description="that client, whose own decisions are left out"
    )
    limit: int = Field(default=5, ge=1, le=TOOL_HITS_MAX, description="how many at most")


class FindPrecedents(Value):
    situation: Body = Field(description="the case at hand, in words")
    filters: dict[str, JsonValue] | None = Field(default=None, description=_FILTERS)
    subject: Name | None = Field(
        default=None, description="the client before you, whose own decisions are left out"
    )
    decision_id: Name | None = Field(
        default=None, description="the decision at hand: those of its shape count as well"
    )
    limit: int = Field(default=5, ge=1, le=TOOL_HITS_MAX, description="how many at most")


class FindSimilarDecisions(Value):
    decision_id: Name = Field(description="id of the decision: km_ and 12 hex digits")
    limit: int = Field(default=5, ge=1, le=TOOL_HITS_MAX, description="how many at most")


class GetCustomerDecisions(Value):
    customer_id: Name = Field(description=_CUSTOMER)


class GetCausalChain(Value):
    decision_id: Name = Field(description="id of the decision: km_ and 12 hex digits")
    direction: Name = Field(
        default="both", description="backward: its causes; forward: its effects; both"
    )
    depth: int = Field(default=5, ge=1, le=CHAIN_DEPTH_MAX, description="steps in each direction")


class RecordDecision(Value):
    decision_type: Name = Field(description="its type, of the space's catalogue")
    customer_id: Name | None = Field(default=None, description="whom or what it concerns")
    trigger: Body | None = Field(default=None, description="what set it off")
    context: tuple[Body, ...] = Field(
        default=(), max_length=50, description="what was known and weighed, one fact each"
    )
    alternatives: tuple[Body, ...] = Field(
        default=(), max_length=50, description="what else was considered"
    )
    recommendation: Body | None = Field(default=None, description="what was chosen")
    reasoning: Body | None = Field(default=None, description="the stated reason, no thoughts")
    outcome: Body | None = Field(default=None, description="what was agreed")
    participants: tuple[Name, ...] = Field(default=(), max_length=50, description="who took part")
    related_ids: tuple[Name, ...] = Field(
        default=(), max_length=50, description="ids of items that it rests on"
    )
    policies: tuple[Name | dict[str, JsonValue], ...] = Field(
        default=(),
        max_length=50,
        description="ids of policies; or policy, how (applied, skipped, overridden), justification",
    )
    causes: tuple[Name, ...] = Field(
        default=(), max_length=50, description="ids of decisions that caused it"
    )
    precedents: tuple[Name, ...] = Field(
        default=(), max_length=50, description="ids of decisions that it follows"
    )
    decided_at: Body | None = Field(default=None, description="when, if it was not now: ISO 8601")
    key: Name | None = Field(
        default=None, description="your own id of it: a repeated call records it once"
    )


class GetPolicy(Value):
    category: Name | None = Field(default=None, description="such as risk, fees or compliance")
    on: date | None = Field(default=None, description="in force on this day; left out: today")


def _similar(memory: Memory, given: FindSimilarPrecedent, session: str | None) -> PrecedentsAnswer:
    found = memory.decisions.precedents(
        given.client_situation, subject=given.client_id, k=given.limit, session=session
    )
    return precedents_told(found)


def _find(memory: Memory, given: FindPrecedents, session: str | None) -> PrecedentsAnswer:
    found = memory.decisions.precedents(
        given.situation,
        subject=given.subject,
        filters=given.filters,
        k=given.limit,
        session=session,
        decision=given.decision_id,
    )
    return precedents_told(found)


def _of_shape(memory: Memory, given: FindSimilarDecisions, _: str | None) -> SimilarAnswer:
    found = memory.decisions.similar(given.decision_id, k=given.limit)
    kept, left_out = within(map(shape_told, found))
    return SimilarAnswer(decisions=kept, left_out=left_out)


def _customer(memory: Memory, given: GetCustomerDecisions, _: str | None) -> DecisionsAnswer:
    page = memory.decisions.list(subject=given.customer_id, limit=PAGE_ITEMS_MAX)
    kept, left_out = within(map(decision_told, page))
    return DecisionsAnswer(
        customer_id=given.customer_id,
        decisions=kept,
        left_out=left_out + (page.next is not None),
    )


def _chain(memory: Memory, given: GetCausalChain, _: str | None) -> ChainAnswer:
    found = memory.decisions.chain(given.decision_id, direction=given.direction, depth=given.depth)
    links = {one.id: one for one in (*found.causes, *found.effects)}
    near = sorted(links.values(), key=lambda one: one.depth)  # the nearest count most
    kept, left_out = within(map(step_told, near))
    shown = {one.id: one for one in kept}
    return ChainAnswer(
        decision=decision_told(found.decision),
        causes=tuple(shown[one.id] for one in found.causes if one.id in shown),
        effects=tuple(shown[one.id] for one in found.effects if one.id in shown),
        left_out=left_out,
        is_cut=found.is_cut,
    )


def _record(memory: Memory, given: RecordDecision, _: str | None) -> RecordAnswer:
    made = memory.decisions.record(
        given.decision_type,
        subject=given.customer_id,
        trigger=given.trigger,
        context_gathered=given.context,
        alternatives_considered=given.alternatives,
        recommendation=given.recommendation,
        reasoning=given.reasoning,
        outcome=given.outcome,
        participants=given.participants,
        related_entries=given.related_ids,
        policies=given.policies,
        causes=given.causes,
        precedents=given.precedents,
        key=given.key,
        **({} if given.decided_at is None else {"at": given.decided_at}),
    )
    links = memory.decisions.links(made.id)
    others = [
        f"{one.type.value} {one.source if one.target == made.id else one.target}"
        for one in links
        if made.id in (one.source, one.target) and one.type.value != "about"
    ]
    return RecordAnswer(
        decision=decision_told(made), status=made.status, about=made.about, links=tuple(others)
    )


def _policy(memory: Memory, given: GetPolicy, _: str | None) -> PoliciesAnswer:
    day = given.on or memory._session.scope().now.date()
    found = memory.policies.list(on=day, category=given.category)
    kept, left_out = within(map(policy_told, found))
    return PoliciesAnswer(on=day, policies=kept, left_out=left_out)


DECISION_TOOLS: Final = (
    *(
        read_only(*told)
        for told in (
            (
                "FindSimilarPrecedent",
                "Find similar precedents",
                FindSimilarPrecedent,
                PrecedentsAnswer,
                _similar,
                "Finds decisions for other clients in a situation like that of the client before "
                "you, with why each is alike and what came of it. Call it before you recommend "
                "something.",
            ),
            (
                "find_precedents",
                "Find precedents",
                FindPrecedents,
                PrecedentsAnswer,
                _find,
                "Finds earlier decisions by meaning, and by what their client was like when they "
                "were made. You get each with why it is alike and what came of it. With filters, "
                "every decision that meets them can be found, whatever its words.",
            ),
            (
                "find_similar_decisions",
                "Find decisions of the same shape",
                FindSimilarDecisions,
                SimilarAnswer,
                _of_shape,
                "Finds decisions with the same kinds of people, things and causes around them, "
                "whatever their words. Use it beside find_precedents for an unusual case. Only "
                "what everybody may see is compared.",
            ),
            (
                "get_customer_decisions",
                "Decisions about a customer",
                GetCustomerDecisions,
                DecisionsAnswer,
                _customer,
                "Gets the decisions about one customer, the newest first, with reasons, rules and "
                "outcomes. Use it once you know who is meant.",
            ),
            (
                "get_causal_chain",
                "Causes and effects of a decision",
                GetCausalChain,
                ChainAnswer,
                _chain,
                "Gets what led to a decision and what it led to, step by step, with dates and "
                "reasons. Use it to answer why something was decided.",
            ),
            (
                "get_policy",
                "Rules in force",
                GetPolicy,
                PoliciesAnswer,
                _policy,
                "Gets the rules that are in force today or on a day, of one category or of all. "
                "Use it before you record what a decision applied or skipped.",
            ),
        )
    ),
    COMMUNITY_TOOL,
    Tool(
        name="record_decision",
        title="Record a decision",
        description="Records a decision that was made: what set it off, what was known, what else "
        "was considered, what was chosen and why, with the rules it applied and the decisions it "
        "follows from. Use it once somebody has decided, never for a suggestion of your own. You "
        "get the decision with its id and links.",
        arguments=RecordDecision,
        answer=RecordAnswer,
        act=_record,
        is_read_only=False,
        is_idempotent=False,
        is_destructive=False,
        is_open_world=False,
    ),
)
