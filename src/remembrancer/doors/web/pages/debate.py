"""One debate: its room with both positions, what speaks for each, its clock and its history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import Conflict, InvalidInput, NotFound
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.pages.credibility import correctness, figure
from remembrancer.doors.web.pages.debate_words import LEVELS, METHODS, countdown, state
from remembrancer.doors.web.pages.desk import check
from remembrancer.doors.web.wording import in_a_path
from remembrancer.items.item import Item
from remembrancer.team.debates.debate import (
    Debate,
    DebateHistory,
    DebateResolution,
    LevelTime,
    Position,
    PrecedentScore,
    ResolutionLevel,
    TrackRecord,
)
from remembrancer.team.debates.precedent import PrecedentContext, how_settled, titled
from remembrancer.team.track_record import bias

_SIDES: Final = ("second", "first")  # colours: who challenges, and who is challenged
_CITED: Final = 8  # pieces of evidence that are named at once
_CRITERIA: Final = ("topic", "agents", "domain", "patterns", "company")


class Cited(NamedTuple):
    """A piece of evidence."""

    id: str
    item: Item | None  # None: it was erased, or is not for this reader


class DebateSide(NamedTuple):
    """One agent of the debate with what it holds."""

    agent: str
    colour: str
    role: str
    text: str  # what it holds now
    position: Position | None  # None: it took none yet
    cited: tuple[Cited, ...]
    more_cited: int
    earlier: tuple[Position, ...]  # newest first
    then: TrackRecord | None  # when the debate was opened
    is_winner: bool


class DebateLevel(NamedTuple):
    """One of the five levels."""

    level: ResolutionLevel
    name: str
    at: LevelTime | None  # None: it never came there
    took: timedelta | None
    is_here: bool


class EarlierDebate(NamedTuple):
    """An earlier debate, with the score of each criterion."""

    debate: Debate
    settled: str
    resolution: DebateResolution | None
    score: float
    criteria: tuple[tuple[str, float], ...]
    is_kept: bool  # it was brought up at the opening, with these scores


class DebateEvent(NamedTuple):
    """Something that happened in the debate."""

    at: datetime
    said: str
    by: str | None = None
    text: str | None = None


class OfferedActs(NamedTuple):
    """What this visitor is offered. The verbs decide by themselves; this spares people what would
    be refused."""

    agents: tuple[str, ...]  # in whose name it may take a position
    advance: bool
    decide: bool
    override: bool
    outcome: bool


def debate(visit: Visit) -> PageView:
    """The room."""
    check(visit)
    return _room(visit, None, None, {})


def position(visit: Visit) -> PageView | Sent:
    """An agent, or a person in its name, takes a position."""
    return _done(
        visit,
        "position",
        lambda id: visit.memory.debates.position(
            id,
            agent=visit.required("agent"),
            text=visit.required("text"),
            evidence=(visit.filled("evidence") or "").replace(",", " ").split(),
            estimate=figure(visit, "estimate"),
        ),
        lambda made: (
            "Both hold the same: the debate is settled."
            if made.is_resolved
            else "The position is on record."
        ),
    )


def advance(visit: Visit) -> PageView | Sent:
    """The level is tried, and the next one entered if that does not settle it."""
    return _done(
        visit,
        "advance",
        visit.memory.debates.advance,
        lambda made: (
            f"Settled {METHODS[made.resolution_method]}."
            if made.resolution_method
            else f"Not settled there. Now: {LEVELS[made.resolution_level].lower()}."
        ),
    )


def decide(visit: Visit) -> PageView | Sent:
    """A person decides."""
    return _done(
        visit,
        "decide",
        lambda id: visit.memory.debates.decide(
            id, position=_chosen(visit), reason=visit.required("reason")
        ),
        lambda made: "Decided. It is binding, and both agents are told.",
    )


def override(visit: Visit) -> PageView | Sent:
    """A person overrides the default while its window is open."""
    return _done(
        visit,
        "override",
        lambda id: visit.memory.debates.override(
            id,
            position=_chosen(visit),
            rationale=visit.required("reason"),
            at_gate=visit.filled("at_gate") is not None,
        ),
        lambda made: "Overridden. What held before stays on record.",
    )


def outcome(visit: Visit) -> PageView | Sent:
    """Somebody tells what came of it."""

    def record(id: str) -> None:
        visit.memory.credibility.record_outcome(
            id,
            correctness=correctness(visit),
            actual=figure(visit, "actual"),
            note=visit.filled("note"),
            at=visit.filled("at"),
            sector=visit.filled("sector"),
            regime=visit.filled("regime"),
            lesson=visit.filled("lesson"),
        )

    return _done(visit, "outcome", record, lambda _: "Recorded. The scores have moved.")


def _done(
    visit: Visit, form: str, act: Callable[[str], Any], told: Callable[[Any], str]
) -> PageView | Sent:
    """Back to the room; what cannot be done is told beside its form, with what was typed."""
    check(visit)
    id = visit.path["id"]
    try:
        made = act(id)
    except (InvalidInput, Conflict) as error:
        return _room(visit, form, str(error), {name: one[0] for name, one in visit.form.items()})
    except NotFound as error:
        visit.memory.debates.get(id)  # there is no such debate: that is told on a page of its own
        return _room(visit, form, str(error), {name: one[0] for name, one in visit.form.items()})
    return Sent(f"/debates/{in_a_path(id)}", told(made))


def _chosen(visit: Visit) -> str:
    """The position of an agent by its name, or the person's own words."""
    own = visit.filled("own")
    chosen = visit.filled("position")
    if chosen is None and own is None:
        raise InvalidInput("Choose a position, or write one of your own.", field="position")
    return own or chosen or ""


def _room(visit: Visit, form: str | None, why: str | None, typed: dict[str, str]) -> PageView:
    verbs, id = visit.memory.debates, visit.path["id"]
    told = verbs.history(id)
    found = told.debate
    context = verbs.context(id)
    left = countdown(found, visit.now)
    acts = _acts(visit, found)
    return PageView(
        "debate.html",
        {
            "debate": found,
            "resolution": told.resolution,
            "state": state(found),
            "settled": how_settled(found, told.resolution),
            "sides": tuple(_side(visit, told, place) for place in range(2)),
            "steps": _steps(found, visit.now),
            "left": left,
            "context": context,
            "colours": _SIDES,
            "rules": visit.session.space.preset.desk,
            "precedents": _precedents(visit, found, context),
            "errors": [
                line
                for agent, one in context.corrections.items()
                for line in bias.in_words(titled(agent), one)
            ],
            "snapshot": verbs.snapshot_mark(id),
            "impact": _impact(found, told.resolution),
            "events": _events(told),
            "acts": acts,
            "has_acts": bool(
                acts.agents or acts.advance or acts.decide or acts.override or acts.outcome
            ),
            "finding": _named(visit, [found.disputed_item] if found.disputed_item else []),
            "form": form,
            "why": why,
            "typed": typed,
        },
        200 if why is None else 422,
    )


def _acts(visit: Visit, found: Debate) -> OfferedActs:
    me = visit.session.principal
    both = (found.challenger_agent, found.challenged_agent)
    takes_part, is_judge = me.name in both, me.is_admin and me.is_person
    is_open = not found.is_resolved
    named = both if is_judge else (me.name,) if takes_part else ()
    at = found.resolution_level
    return OfferedActs(
        agents=named if is_open else (),
        advance=is_open
        and (me.is_admin or takes_part)
        and at in (ResolutionLevel.AGENT, ResolutionLevel.FACILITATOR),
        decide=is_open and is_judge and not takes_part and at is ResolutionLevel.HUMAN,
        override=found.provisional and is_judge and not takes_part,
        outcome=found.is_binding and (me.is_person or me.is_admin) and not takes_part,
    )


def _side(visit: Visit, told: DebateHistory, place: int) -> DebateSide:
    found, won = told.debate, told.resolution
    agent = (found.challenger_agent, found.challenged_agent)[place]
    taken = [one for one in told.positions if one.agent == agent]
    last = taken[-1] if taken else None
    held = (found.challenge_basis, found.disputed_finding)[place]
    ids = list(last.evidence) if last else []
    return DebateSide(
        agent=agent,
        colour=_SIDES[place],
        role=("disputes the finding", "holds the finding")[place],
        text=last.text if last else held,
        position=last,
        cited=_named(visit, ids[:_CITED]),
        more_cited=max(0, len(ids) - _CITED),
        earlier=tuple(reversed(taken[:-1])),
        then=next((one for one in told.credibility_then if one.agent == agent), None),
        is_winner=won is not None and won.winning_agent == agent,
    )


def _named(visit: Visit, ids: Iterable[str]) -> tuple[Cited, ...]:
    def found(id: str) -> Item | None:
        try:
            return visit.memory.get(id)
        except NotFound:
            return None

    return tuple(Cited(id, found(id)) for id in ids)


def _steps(found: Debate, now: datetime) -> tuple[DebateLevel, ...]:
    by_level = {one.level: one for one in found.levels}
    made = []
    for level in ResolutionLevel:
        at = by_level.get(level)
        took = None if at is None else (at.left_at or now) - at.entered_at
        is_here = at is not None and at.left_at is None
        made.append(DebateLevel(level, LEVELS[level], at, took, is_here))
    return tuple(made)


def _precedents(
    visit: Visit, found: Debate, context: PrecedentContext
) -> tuple[list[EarlierDebate], int]:
    """Those brought up at the opening with their scores of then, and those found since; and how
    many of then are not shown any more."""
    today = {one.debate.id: one for one in context.debates}
    made, gone = [], 0
    for kept in found.precedents:
        known = today.pop(kept.debate_id, None)
        try:
            debate = known.debate if known else visit.memory.debates.get(kept.debate_id)
        except NotFound:
            gone += 1
            continue
        resolution = known.resolution if known else _resolution(visit, debate)
        made.append(_precedent(debate, resolution, kept))
    for one in today.values():
        score = PrecedentScore(debate_id=one.debate.id, score=one.score, criteria=one.criteria)
        made.append(_precedent(one.debate, one.resolution, score, is_kept=False))
    return made, gone


def _resolution(visit: Visit, debate: Debate) -> DebateResolution | None:
    try:
        return visit.memory.debates.resolution(debate.id)
    except NotFound:
        return None


def _precedent(
    debate: Debate,
    resolution: DebateResolution | None,
    kept: PrecedentScore,
    *,
    is_kept: bool = True,
) -> EarlierDebate:
    return EarlierDebate(
        debate,
        how_settled(debate, resolution),
        resolution,
        kept.score,
        tuple((name, kept.criteria.get(name, 0.0)) for name in _CRITERIA),
        is_kept,
    )


def _impact(found: Debate, resolution: DebateResolution | None) -> tuple[str, ...]:
    listed = resolution.downstream_impact if resolution else ()
    return tuple(dict.fromkeys((*listed, *found.analyses)))


def _events(told: DebateHistory) -> list[DebateEvent]:
    """All that happened, oldest first."""
    return sorted(_happened(told), key=lambda one: one.at)


def _happened(told: DebateHistory) -> Iterator[DebateEvent]:
    found, won = told.debate, told.resolution
    yield DebateEvent(
        found.timestamp,
        f"{titled(found.challenger_agent)} disputed a finding of {titled(found.challenged_agent)}",
        found.opened_by,
        found.challenge_basis,
    )
    for one in told.positions:
        yield DebateEvent(one.at, f"{titled(one.agent)} took a position", one.by, one.text)
    for before, level in pairwise(told.levels):
        said = f"On to level {level.level.value[0]}: {LEVELS[level.level].lower()}"
        yield DebateEvent(level.entered_at, said, None, before.result)
    if won is None:
        return
    if won.human_override:
        yield DebateEvent(
            won.resolved_at,
            "The default was overridden",
            won.resolved_by,
            won.override_rationale,
        )
    else:
        said = f"Settled {METHODS[won.resolution_method]}"
        yield DebateEvent(
            won.resolved_at, said, won.resolved_by, won.reason or won.winning_position
        )
    if won.outcome_at is not None and won.outcome_correctness is not None:
        said = f"The outcome showed: {won.outcome_correctness:.2f} right"
        yield DebateEvent(won.outcome_at, said, None, won.outcome_note)
