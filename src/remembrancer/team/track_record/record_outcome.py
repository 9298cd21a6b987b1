"""Recording what came of a debate or a decision: it moves the credibility of who was involved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from sys import float_info
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import Conflict, InvalidInput, NotFound
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, is_text
from remembrancer.decisions import decision_rows, outcomes
from remembrancer.decisions.decision import Decision
from remembrancer.items.item import Item, Trust
from remembrancer.items.kinds.debate_kinds import DEBATE, RESOLUTION
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.ports import Reader, Writer
from remembrancer.team.debates import (
    ask_people,
    debate_graph,
    debate_items,
    debate_rows,
    levels,
    participants,
    precedents,
)
from remembrancer.team.debates.debate import GENERAL, DebatePayload, ResolutionPayload
from remembrancer.team.debates.settle import check_said, current
from remembrancer.team.track_record import credibility_graph
from remembrancer.team.track_record.credibility import AgentCredibility
from remembrancer.team.track_record.credibility_port import CredibilityPoint

_MADE: Final = "MADE"  # from an agent to its decision
_THINGS: Final = "debate, resolution or decision"  # what an outcome is recorded of


class OutcomeDraft(NamedTuple):
    """An outcome as a caller tells it."""

    correctness: float
    note: str | None
    at: datetime | None
    actual: float | None
    sector: str | None
    regime: str | None
    lesson: str | None
    estimates: Mapping[str, float]  # by agent


def checked(
    *,
    correctness: Any,
    note: Any,
    at: datetime | None,
    actual: Any,
    sector: Any,
    regime: Any,
    lesson: Any,
    estimates: Any,
) -> OutcomeDraft:
    """The outcome, if it is well formed."""
    right = _number(correctness, "correctness")
    if right is None or not 0.0 <= right <= 1.0:
        raise InvalidInput(
            f"correctness is a number from 0 (wrong) to 1 (right), not {correctness!r}.",
            field="correctness",
        )
    for value, field in ((note, "note"), (lesson, "lesson")):
        if value is not None:
            check_said(value, field)
    for value, field in ((sector, "sector"), (regime, "regime")):
        if value is not None:
            check_name(value, field)
    if estimates is not None and not isinstance(estimates, Mapping):
        raise InvalidInput("estimates is a mapping from agent to number.", field="estimates")
    told: dict[str, float] = {}
    for agent, value in (estimates or {}).items():
        number = _number(value, "estimates")
        if number is not None:
            told[participants.named(agent, "estimates")] = number
    figure = _number(actual, "actual")
    return OutcomeDraft(right, note, at, figure, sector, regime, lesson, told)


def check_named(id: Any) -> None:
    """Refuses what is no text: it names nothing."""
    if not is_text(id):
        raise NotFound(_THINGS, id)


def record(
    unit: Writer, scope: Scope, id: Any, draft: OutcomeDraft, *, derived: Trust | None
) -> tuple[AgentCredibility, ...]:
    """Stores the outcome with its data points. The credibility of all involved, as it is now."""
    item = unit.items.get(id)
    if item is None:
        raise NotFound(_THINGS, id)
    if draft.at is not None and draft.at > scope.now:
        raise InvalidInput("at lies in the future. Record an outcome once it is known.", field="at")
    if item.kind in (DEBATE, RESOLUTION):
        points = _of_debate(unit, scope, item, draft)
    elif item.kind in decision_kinds(scope.space.preset):
        points = _of_decision(unit, scope, item, draft, derived)
    else:
        raise InvalidInput(
            f"{item.id} is a {item.kind}. An outcome is recorded of a debate, its resolution or a "
            "decision.",
            field="id",
        )
    credibility_graph.update(unit, scope, {(one.agent, one.domain) for one in points})
    pairs = dict.fromkeys((one.agent, one.domain) for one in points)
    return tuple(precedents.scored(unit, scope, agent, domain, None) for agent, domain in pairs)


def _of_debate(
    unit: Writer, scope: Scope, item: Item, draft: OutcomeDraft
) -> list[CredibilityPoint]:
    told_of = _debate_of(unit, item)
    participants.check_records(scope, debate_rows.payload_of(told_of).agents)
    debate, told = current(unit, scope, told_of.id)
    if told.resolution_id is None or not told.is_resolved:
        raise Conflict(
            f"{debate.id} is not settled, so that nobody can tell whether it was settled right."
        )
    if told.provisional:
        raise Conflict(
            f"{debate.id} is provisional until {_when(told)}. Record the outcome after that, or "
            "override it first."
        )
    known = debate_rows.item_of(unit, told.resolution_id, RESOLUTION)
    before = debate_rows.resolution_payload_of(known)
    happened = _happened(draft, scope, before.resolved_at)
    resolution = before.changed(
        accuracy_tracked=True,
        outcome_correctness=draft.correctness,
        outcome_at=happened,
        outcome_note=draft.note,
        lesson=draft.lesson if draft.lesson is not None else before.lesson,
        actual=draft.actual,
        sector=draft.sector or _sector(told),
        regime=draft.regime,
    )
    debate_items.change_resolution(
        unit, scope, debate_items.stored(unit, known.id), resolution, reason=draft.note
    )
    changed = told.changed(outcome_correctness=draft.correctness)
    debate_items.change_debate(unit, scope, debate_items.stored(unit, debate.id), changed)
    points = _points_of(scope, known.id, debate.domain or GENERAL, told, resolution, draft)
    _replace(unit, scope, known.id, points)
    ask_people.outcome_is_known(unit, debate.id)
    return points


def _points_of(
    scope: Scope,
    id: str,
    domain: str,
    debate: DebatePayload,
    resolution: ResolutionPayload,
    draft: OutcomeDraft,
) -> list[CredibilityPoint]:
    """Who held the winning position was as right as it was, who opposed it the opposite.

    Of a position that neither held, nothing follows for either.
    """
    if not resolution.held_by:
        return []
    right = draft.correctness
    shares = dict.fromkeys(resolution.held_by, right)
    shares |= dict.fromkeys(resolution.opposed_by, 1 - right)
    assert resolution.outcome_at is not None  # it was just set
    made = []
    for agent, correctness in shares.items():
        held = levels.held(debate, agent)
        made.append(
            CredibilityPoint(
                item=id,
                agent=agent,
                domain=domain,
                correctness=correctness,
                evidence_quality=held.evidence_quality,
                decided_at=resolution.resolved_at,
                outcome_at=resolution.outcome_at,
                recorded_at=scope.now,
                estimate=draft.estimates.get(agent, held.estimate),
                actual=draft.actual,
                sector=resolution.sector,
                regime=draft.regime,
            )
        )
    return made


def _of_decision(
    unit: Writer, scope: Scope, item: Item, draft: OutcomeDraft, derived: Trust | None
) -> list[CredibilityPoint]:
    decision = decision_rows.named(unit, scope.space.preset, item.id)
    agents = _agents_of(unit, decision)
    participants.check_records(scope, agents)
    if not agents:
        raise InvalidInput(
            f"{item.id} names no agent that took part. Record it with participants, or relate the "
            "agent to it: MADE.",
            field="id",
        )
    happened = _happened(draft, scope, decision.decided_at)
    text = draft.note or f"Correctness {draft.correctness:g}"
    value: Any = draft.correctness if draft.actual is None else draft.actual
    outcomes.tell(unit, scope, item.id, text, value=value, at=happened, derived=derived)
    cited = unit.items.named([id for id in decision.related_entries if id.startswith("km_")])
    quality = debate_items.quality(scope, list(cited.values()))
    estimates = {**_estimates(item), **draft.estimates}
    points = [
        CredibilityPoint(
            item=item.id,
            agent=agent,
            domain=item.domain or GENERAL,
            correctness=draft.correctness,
            evidence_quality=quality,
            decided_at=decision.decided_at,
            outcome_at=happened,
            recorded_at=scope.now,
            estimate=estimates.get(agent, estimates.get("")),
            actual=draft.actual,
            sector=draft.sector,
            regime=draft.regime,
        )
        for agent in agents
    ]
    _replace(unit, scope, item.id, points)
    return points


def _replace(unit: Writer, scope: Scope, id: str, points: Sequence[CredibilityPoint]) -> None:
    """A corrected outcome takes the place of an earlier one."""
    before = unit.credibility.of_item(id)
    unit.credibility.replace(id, points)
    gone = {(one.agent, one.domain) for one in before}
    credibility_graph.update(unit, scope, gone - {(one.agent, one.domain) for one in points})


def _debate_of(unit: Reader, item: Item) -> Item:
    if item.kind == RESOLUTION:
        return debate_rows.item_of(unit, debate_rows.resolution_payload_of(item).debate_id)
    return item


def _agents_of(reader: Reader, decision: Decision) -> tuple[str, ...]:
    """Who took part in a decision, by name or by a relation of the graph."""
    edges = reader.edges.listed(ends=[decision.id], types=[_MADE])
    made = [one.source for one in edges if one.target == decision.id and one.ended_at is None]
    roots = reader.entities.roots(made)
    nodes = reader.entities.standing(sorted(set(roots.values())))
    names = [one.name for one in nodes if one.kind == debate_graph.AGENT]
    return tuple(dict.fromkeys((*decision.participants, *names)))


def _estimates(item: Item) -> dict[str, float]:
    """Figures that were told with a decision: `estimates` by agent, or `estimate` for all."""
    told = item.metadata.get("estimates")
    by_agent = told if isinstance(told, Mapping) else {}
    every = item.metadata.get("estimate")
    given = {**({"": every} if every is not None else {}), **by_agent}
    return {str(name): float(value) for name, value in given.items() if _is_number(value)}


def _happened(draft: OutcomeDraft, scope: Scope, decided_at: datetime) -> datetime:
    moment = draft.at or scope.now
    if moment < decided_at:
        raise InvalidInput(
            f"at ({moment.isoformat()}) lies before what it is the outcome of "
            f"({decided_at.isoformat()}).",
            field="at",
        )
    return moment


def _sector(debate: DebatePayload) -> str | None:
    found = debate.company_traits.get("sector")
    return found if isinstance(found, str) and found else None


def _when(debate: DebatePayload) -> str:
    closes = debate.override_window_closed
    return "its window closes" if closes is None else closes.isoformat()


def _number(value: Any, field: str) -> float | None:
    if value is None:
        return None
    if not _is_number(value):
        raise InvalidInput(f"{field} is a number, not {_in_short(value)}.", field=field)
    return float(value)


def _is_number(value: Any) -> bool:
    """One that a float can hold: neither infinite nor too large."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -float_info.max <= value <= float_info.max


def _in_short(value: Any) -> str:
    """As it was given; a number of thousands of digits cannot be written out."""
    return "one so large" if isinstance(value, int) and abs(value) > float_info.max else repr(value)
