"""Settling a debate: positions, the five levels, and what a resolution leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from remembrancer.core.errors import Conflict, InvalidInput
from remembrancer.core.limits import DEBATE_POSITIONS_MAX, DEBATE_TEXT_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_text, validated
from remembrancer.items import trust
from remembrancer.items.item import Item, Trust
from remembrancer.items.kinds.debate_kinds import RESOLUTION
from remembrancer.jobs import schedule
from remembrancer.jobs.port import NewJob
from remembrancer.ports import Writer
from remembrancer.team.debates import (
    ask_people,
    contradiction_debates,
    debate_graph,
    debate_items,
    debate_rows,
    levels,
    participants,
    precedents,
)
from remembrancer.team.debates.debate import (
    FACILITATOR,
    GENERAL,
    Debate,
    DebatePayload,
    Position,
    ResolutionLevel,
    ResolutionMethod,
    ResolutionPayload,
    TrackRecord,
)
from remembrancer.team.track_record import credibility
from remembrancer.team.track_record.credibility_port import Readers

_BY_PEOPLE: Final = (ResolutionMethod.HUMAN_BINDING, ResolutionMethod.OVERRIDE)


def take_position(
    unit: Writer,
    scope: Scope,
    id: Any,
    *,
    agent: Any,
    text: Any,
    evidence: Sequence[str],
    estimate: float | None,
    derived: Trust | None,
) -> Debate:
    """Adds a position. Where both agents now hold the same one, the debate is settled."""
    item, payload = current(unit, scope, id)
    name = participants.named(agent, "agent")
    if name not in payload.agents:
        raise InvalidInput(
            f"{name!r} takes no part in {item.id}: its agents are "
            f"{' and '.join(map(repr, payload.agents))}.",
            field="agent",
        )
    participants.check_acts_for(scope, name, "take a position")
    check_said(text, "text")
    _check_open(item, payload)
    if len(payload.positions) >= DEBATE_POSITIONS_MAX:
        raise Conflict(f"{item.id} has {DEBATE_POSITIONS_MAX} positions, which is the limit.")
    cited = debate_items.cited(unit, evidence, "evidence")
    said_by = [trust.of_caller(scope.viewer), *([derived] if derived else ())]
    position = validated(
        Position,
        {
            "agent": name,
            "text": text,
            "evidence": tuple(evidence),
            "estimate": estimate,
            "evidence_quality": debate_items.quality(scope, cited),
            "trust": trust.lowest([*said_by, *(one.trust for one in cited)]),
            "at": scope.now,
            "by": scope.viewer.name,
        },
        what="debates.position()",
    )
    changed = payload.changed(positions=(*payload.positions, position))
    known = debate_items.stored(unit, item.id)
    made = debate_items.change_debate(
        unit, scope, known, changed, by=position.trust, evidence=cited
    )
    agreed = levels.consensus(changed)
    if agreed is not None and changed.resolution_level is ResolutionLevel.AGENT:
        made = _agree(unit, scope, made, changed, agreed)
    return debate_rows.debate_from(made, scope.now, scope.space.preset.desk)


def advance(unit: Writer, scope: Scope, id: Any) -> Debate:
    """Tries the level that the debate is at, and goes one level up where that does not settle it.

    Where it waits for a person, or is settled, nothing changes.
    """
    item, payload = current(unit, scope, id)
    participants.check_may_advance(scope, payload.agents)
    rules = scope.space.preset.desk
    made = item
    if not payload.is_resolved and payload.resolution_level is ResolutionLevel.AGENT:
        agreed = levels.consensus(payload)
        if agreed is not None:
            made = _agree(unit, scope, item, payload, agreed)
        else:
            moved = levels.escalated(payload, scope.now, rules, levels.OPEN_STILL)
            made = _moved(unit, scope, item, moved)
    elif not payload.is_resolved and payload.resolution_level is ResolutionLevel.FACILITATOR:
        made = _weigh(unit, scope, item, payload)
    return debate_rows.debate_from(made, scope.now, rules)


def decide(
    unit: Writer, scope: Scope, id: Any, *, position: Any, reason: Any, derived: Trust | None
) -> Debate:
    """A person decides, for good."""
    item, payload = current(unit, scope, id)
    participants.check_decides(scope, payload.agents, "decide a debate")
    check_said(position, "position")
    check_said(reason, "reason")
    _check_open(item, payload)
    if payload.resolution_level is not ResolutionLevel.HUMAN:
        raise Conflict(
            f"{item.id} is at level {payload.resolution_level.value}, and people decide at "
            f"{ResolutionLevel.HUMAN.value}. Call debates.advance() to bring it there."
        )
    text, agent = levels.chosen(payload, position)
    settled = levels.settled(
        payload, ResolutionMethod.HUMAN_BINDING, text, scope.now, "a person decided"
    )
    made = _resolve(unit, scope, item, settled, agent, at=scope.now, reason=reason, said_by=derived)
    return debate_rows.debate_from(made, scope.now, scope.space.preset.desk)


def override(
    unit: Writer,
    scope: Scope,
    id: Any,
    *,
    position: Any,
    rationale: Any,
    at_gate: bool,
    derived: Trust | None,
) -> Debate:
    """A person overrides a default while its window is open."""
    item, payload = current(unit, scope, id)
    participants.check_decides(scope, payload.agents, "override a debate")
    check_said(position, "position")
    check_said(rationale, "rationale")
    if not payload.provisional:
        raise Conflict(_why_not_overridable(item, payload))
    text, agent = levels.chosen(payload, position)
    assert payload.resolution_id is not None  # it was settled by default
    before = debate_rows.resolution_payload_of(
        debate_rows.item_of(unit, payload.resolution_id, RESOLUTION)
    )
    changed = levels.overridden(payload, text, scope.now, at_gate=at_gate)
    having, against = levels.holders(changed, text)
    resolution = before.changed(
        winning_position=text,
        winning_agent=agent,
        credibility_differential=_differential(before.credibility, agent),
        resolution_time_seconds=_seconds(changed, scope.now),
        human_override=True,
        override_rationale=rationale,
        resolution_level=changed.resolution_level,
        resolution_method=ResolutionMethod.OVERRIDE,
        resolved_by=scope.viewer.name,
        resolved_at=scope.now,
        held_by=having,
        opposed_by=against,
        evidence=_evidence(changed, having),
        overridden_position=before.winning_position,
        overridden_agent=before.winning_agent,
        overridden_at=scope.now,
    )
    known = debate_items.stored(unit, payload.resolution_id)
    debate_items.change_resolution(
        unit,
        scope,
        known,
        resolution,
        reason=rationale,
        by=_trust(scope, changed, resolution, derived),
    )
    made = debate_items.change_debate(
        unit, scope, debate_items.stored(unit, item.id), changed, reason=rationale
    )
    debate_graph.end(
        unit, scope, item.id, [debate_graph.RESOLVED_BY, debate_graph.WINNING_POSITION]
    )
    _relate_winner(unit, scope, made, resolution)
    human = debate_graph.node(unit, scope, debate_graph.HUMAN, scope.viewer.name, made.audience)
    if human is not None:
        debate_graph.relate(
            unit, scope, human.id, debate_graph.OVERRODE, known.id, audience=made.audience
        )
    ask_people.of_debate(unit, scope, made.id, changed)
    contradiction_debates.settle(unit, scope, changed, resolution)
    return debate_rows.debate_from(made, scope.now, scope.space.preset.desk)


def write_due(unit: Writer, scope: Scope, id: str) -> None:
    """Writes down what the clock has changed: a wait or a window that ended."""
    found = unit.items.get(id)
    if found is not None:
        current(unit, scope, id)


def check_said(text: Any, field: str) -> None:
    check_text(text, field, length_max=DEBATE_TEXT_CHARACTERS_MAX)
    if not text.strip():
        raise InvalidInput(f"{field} is empty. Put it in words.", field=field)


# -- steps


def current(unit: Writer, scope: Scope, id: Any) -> tuple[Item, DebatePayload]:
    """The debate as the clock has it, with what it changed written down first."""
    item = debate_rows.item_of(unit, id)
    payload = debate_rows.payload_of(item)
    rules = scope.space.preset.desk
    if not payload.is_resolved and levels.is_due(payload, scope.now):
        begins = payload.human_due_at
        assert begins is not None
        fallen = levels.fallen_back(payload, rules)
        agent = levels.winner(fallen, fallen.conservative_position)
        item = _resolve(unit, scope, item, fallen, agent, at=begins, reason=None, said_by=None)
        payload = debate_rows.payload_of(item)
    if payload.provisional and levels.is_due(payload, scope.now):
        payload = levels.window_closed(payload)
        item = debate_items.change_debate(unit, scope, debate_items.stored(unit, item.id), payload)
        ask_people.of_debate(unit, scope, item.id, payload)
        if payload.resolution_id is not None:
            told = debate_rows.item_of(unit, payload.resolution_id, RESOLUTION)
            resolution = debate_rows.resolution_payload_of(told)
            contradiction_debates.settle(unit, scope, payload, resolution)
    return item, payload


def _agree(unit: Writer, scope: Scope, item: Item, payload: DebatePayload, position: str) -> Item:
    agent = levels.winner(payload, position)
    settled = levels.settled(
        payload, ResolutionMethod.CONSENSUS, position, scope.now, levels.AGREED
    )
    return _resolve(unit, scope, item, settled, agent, at=scope.now, reason=None, said_by=None)


def _weigh(unit: Writer, scope: Scope, item: Item, payload: DebatePayload) -> Item:
    """The facilitator: the track record decides if there is enough of it and it is clear."""
    rules = scope.space.preset.desk
    records = _records(unit, scope, item, payload)
    found = credibility.compared(*records, rules)
    if not found.is_decisive or found.better is None:
        why = f"the track record does not decide: {found.remark}"
        return _moved(unit, scope, item, levels.escalated(payload, scope.now, rules, why))
    position = levels.held(payload, found.better).text
    settled = levels.settled(
        payload,
        ResolutionMethod.CREDIBILITY_WEIGHTED,
        position,
        scope.now,
        "the track record decided",
    )
    return _resolve(
        unit, scope, item, settled, found.better, at=scope.now, reason=None, said_by=None
    )


def _moved(unit: Writer, scope: Scope, item: Item, payload: DebatePayload) -> Item:
    made = debate_items.change_debate(unit, scope, debate_items.stored(unit, item.id), payload)
    _make_due(unit, scope, made.id, payload)
    ask_people.of_debate(unit, scope, made.id, payload)
    return made


def _make_due(unit: Writer, scope: Scope, id: str, payload: DebatePayload) -> None:
    """Has a worker write down what the clock changes, in case nobody reads the debate."""
    due = levels.due_at(payload)
    if due is not None:
        unit.jobs.put(NewJob(schedule.DEBATE, id, scope.viewer, max(due, scope.now)))


def _resolve(
    unit: Writer,
    scope: Scope,
    item: Item,
    payload: DebatePayload,
    agent: str | None,
    *,
    at: datetime,
    reason: str | None,
    said_by: Trust | None,
) -> Item:
    """Stores the resolution of a debate, with its relations."""
    method, position = payload.resolution_method, payload.final_position
    assert method is not None  # it was just settled
    assert position is not None
    records = _records(unit, scope, item, payload)
    having, against = levels.holders(payload, position)
    analyses = debate_graph.impacted(unit, payload.analyses, payload.disputed_item, item.audience)
    resolution = ResolutionPayload(
        debate_id=item.id,
        winning_position=position,
        winning_agent=agent,
        credibility_differential=_differential(records, agent),
        resolution_time_seconds=_seconds(payload, at),
        downstream_impact=tuple(map(debate_graph.public_id, analyses)),
        resolution_level=payload.resolution_level,
        resolution_method=method,
        resolved_by=scope.viewer.name if method in _BY_PEOPLE else _resolver(payload),
        resolved_at=at,
        reason=reason,
        evidence=_evidence(payload, having),
        held_by=having,
        opposed_by=against,
        credibility=records,
    )
    known = debate_items.stored(unit, item.id)
    stored = debate_items.add_resolution(
        unit, scope, known, resolution, _trust(scope, payload, resolution, said_by)
    )
    settled = payload.changed(resolution_id=stored.id)
    made = debate_items.change_debate(unit, scope, known, settled, reason=reason)
    audience = item.audience
    debate_graph.relate(
        unit, scope, made.id, debate_graph.HAS_RESOLUTION, stored.id, audience=audience
    )
    for one in analyses:
        debate_graph.relate(
            unit, scope, stored.id, debate_graph.IMPACTED_ANALYSIS, one.id, audience=audience
        )
    _relate_winner(unit, scope, made, resolution)
    _make_due(unit, scope, made.id, settled)
    ask_people.of_debate(unit, scope, made.id, settled)
    if not settled.provisional:
        contradiction_debates.settle(unit, scope, settled, resolution)
    return made


def _relate_winner(unit: Writer, scope: Scope, made: Item, resolution: ResolutionPayload) -> None:
    """Who settled it, and whose position won."""
    method, by = resolution.resolution_method, debate_graph.RESOLVED_BY
    if method in _BY_PEOPLE:
        resolvers = [(debate_graph.HUMAN, resolution.resolved_by)]
    elif method is ResolutionMethod.CONSENSUS:
        resolvers = [(debate_graph.AGENT, name) for name in resolution.held_by]
    else:
        resolvers = [(debate_graph.AGENT, FACILITATOR)]
    debate_graph.relate_to_nodes(unit, scope, made.id, by, resolvers, audience=made.audience)
    if resolution.winning_agent is not None:
        debate_graph.relate_to_nodes(
            unit,
            scope,
            made.id,
            debate_graph.WINNING_POSITION,
            [(debate_graph.AGENT, resolution.winning_agent)],
            audience=made.audience,
        )


# -- values


def _records(
    unit: Writer, scope: Scope, item: Item, payload: DebatePayload
) -> tuple[TrackRecord, TrackRecord]:
    """The track records of both, as all readers of the debate may know them."""
    readers, domain = Readers(item.audience), item.domain or GENERAL
    first, second = (
        credibility.record_of(precedents.scored(unit, scope, agent, domain, readers))
        for agent in payload.agents
    )
    return first, second


def _differential(records: Sequence[TrackRecord], agent: str | None) -> float | None:
    """How much higher the score of the winner is than that of the other; below 0: lower."""
    by_agent = {one.agent: one.score for one in records}
    others = [score for name, score in by_agent.items() if name != agent]
    own = by_agent.get(agent) if agent is not None else None
    if own is None or len(others) != 1 or others[0] is None:
        return None
    return own - others[0]


def _evidence(payload: DebatePayload, having: Sequence[str]) -> tuple[str, ...]:
    cited = (id for agent in having for id in levels.held(payload, agent).evidence)
    return tuple(dict.fromkeys(cited))


def _trust(
    scope: Scope, payload: DebatePayload, resolution: ResolutionPayload, said_by: Trust | None
) -> Trust:
    """The lowest trust of what the winning position rests on."""
    trusts = [levels.held(payload, agent).trust for agent in resolution.held_by]
    if resolution.resolution_method in _BY_PEOPLE:
        trusts.append(trust.of_caller(scope.viewer))
    else:
        trusts.append(Trust.AGENT)
    return trust.lowest([*trusts, *(() if said_by is None else (said_by,))])


def _seconds(payload: DebatePayload, at: datetime) -> int:
    return max(0, int((at - payload.timestamp).total_seconds()))


def _resolver(payload: DebatePayload) -> str:
    if payload.resolution_method is ResolutionMethod.CONSENSUS:
        return " and ".join(payload.agents)[:200]
    return FACILITATOR


def _check_open(item: Item, payload: DebatePayload) -> None:
    if payload.is_resolved:
        method = payload.resolution_method
        hint = " A person may override it." if payload.provisional else ""
        raise Conflict(f"{item.id} was settled by {'' if method is None else method.value}.{hint}")


def _why_not_overridable(item: Item, payload: DebatePayload) -> str:
    closed = payload.override_window_closed
    if not payload.is_resolved:
        return (
            f"{item.id} is not settled, so there is nothing to override. Decide it: "
            "debates.decide()."
        )
    if payload.resolution_method is ResolutionMethod.OVERRIDE:
        return f"{item.id} was overridden already, and that is binding."
    if closed is not None:
        return (
            f"The window to override {item.id} closed at {closed.isoformat()}: its default is "
            "binding. Open a new debate."
        )
    return f"{item.id} is settled for good, and only a default can be overridden."
