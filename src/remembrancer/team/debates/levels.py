"""The five levels of a debate: what each does to it. The clock alone decides when a wait ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from remembrancer.core.desk_rules import DebateRules
from remembrancer.items.entity import name_key
from remembrancer.items.item import Trust
from remembrancer.team.debates.debate import (
    DebatePayload,
    LevelTime,
    Position,
    ResolutionLevel,
    ResolutionMethod,
)

_NEXT: Final = {
    ResolutionLevel.AGENT: ResolutionLevel.FACILITATOR,
    ResolutionLevel.FACILITATOR: ResolutionLevel.HUMAN,
}
AGREED: Final = "both agents hold the same position"
OPEN_STILL: Final = "the agents do not agree"
NOBODY_CAME: Final = "no person decided in time"
WINDOW_CLOSED: Final = "nobody overrode it in time"
OVERRIDDEN: Final = "a person overrode it"


class Held(NamedTuple):
    """What an agent holds: its last position, or what it was known for when the debate began."""

    text: str
    evidence: tuple[str, ...]
    trust: Trust
    evidence_quality: float
    estimate: float | None


def same(one: str, other: str) -> bool:
    """Whether two positions are the same: case, spaces and the last full stop do not count."""
    return name_key(one).rstrip(" .!") == name_key(other).rstrip(" .!")


# -- what is held


def latest(debate: DebatePayload) -> dict[str, Position]:
    """The last position of each agent that took one."""
    return {one.agent: one for one in debate.positions}


def held(debate: DebatePayload, agent: str) -> Held:
    last = latest(debate).get(agent)
    if last is not None:
        return Held(last.text, last.evidence, last.trust, last.evidence_quality, last.estimate)
    if agent == debate.challenged_agent:
        cited = () if debate.disputed_item is None else (debate.disputed_item,)
        text, trust = debate.disputed_finding, debate.finding_trust
        return Held(text, cited, trust, debate.finding_quality, None)
    return Held(debate.challenge_basis, (), debate.basis_trust, 0.0, None)


def consensus(debate: DebatePayload) -> str | None:
    """The position that both agents took; None: one took none, or they differ."""
    by_agent = latest(debate)
    if not all(agent in by_agent for agent in debate.agents):
        return None
    first, second = (by_agent[agent].text for agent in debate.agents)
    return first if same(first, second) else None


def holders(debate: DebatePayload, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The agents that hold a position, and those that do not."""
    having = tuple(one for one in debate.agents if same(held(debate, one).text, position))
    return having, tuple(one for one in debate.agents if one not in having)


def chosen(debate: DebatePayload, position: str) -> tuple[str, str | None]:
    """The position that a person chose, and whose it is. An agent's name stands for what it
    holds."""
    if position in debate.agents:
        return held(debate, position).text, position
    having, _ = holders(debate, position)
    return position, winner(debate, position) if having else None


def winner(debate: DebatePayload, position: str) -> str | None:
    """The agent whose position it is; of two that agree, the one that held it first."""
    having, _ = holders(debate, position)
    if len(having) < 2:
        return having[0] if having else None
    if same(debate.disputed_finding, position):
        return debate.challenged_agent
    said = [one.agent for one in debate.positions if same(one.text, position)]
    return said[0] if said else debate.challenger_agent


# -- from level to level


def begun(debate: DebatePayload) -> DebatePayload:
    """A new debate, at the first level."""
    first = LevelTime(level=ResolutionLevel.AGENT, entered_at=debate.timestamp)
    return debate.changed(levels=(first,))


def escalated(debate: DebatePayload, now: datetime, rules: DebateRules, why: str) -> DebatePayload:
    """One level up, to where somebody else is asked."""
    level = _NEXT[debate.resolution_level]
    moved = debate.changed(resolution_level=level, levels=_entered(debate, level, now, why))
    if level is ResolutionLevel.HUMAN:
        wait = timedelta(hours=getattr(rules.human_wait_hours, debate.priority.value))
        return moved.changed(human_due_at=now + wait)
    return moved


def settled(
    debate: DebatePayload, method: ResolutionMethod, position: str, now: datetime, why: str
) -> DebatePayload:
    """Settled for good at the level that it is at."""
    return debate.changed(
        resolution_method=method,
        final_position=position,
        provisional=False,
        levels=_left(debate, now, why),
    )


def due_at(debate: DebatePayload) -> datetime | None:
    """When the clock changes it next; None: it does not."""
    if debate.is_resolved:
        return debate.override_window_closed if debate.provisional else None
    is_waiting = debate.resolution_level is ResolutionLevel.HUMAN
    return debate.human_due_at if is_waiting else None


def is_due(debate: DebatePayload, now: datetime) -> bool:
    due = due_at(debate)
    return due is not None and due <= now


def fallen_back(debate: DebatePayload, rules: DebateRules) -> DebatePayload:
    """Nobody decided in time: the conservative position holds until its window closes."""
    begins = debate.human_due_at
    assert begins is not None  # it waited for a person
    level = ResolutionLevel.FALLBACK
    return debate.changed(
        resolution_level=level,
        resolution_method=ResolutionMethod.CONSERVATIVE_DEFAULT,
        final_position=debate.conservative_position,
        provisional=True,
        override_window_closed=begins + timedelta(hours=rules.override_window_hours),
        levels=_entered(debate, level, begins, NOBODY_CAME),
    )


def window_closed(debate: DebatePayload) -> DebatePayload:
    """What was provisional is binding."""
    closed = debate.override_window_closed
    assert closed is not None  # it was provisional
    return debate.changed(provisional=False, levels=_left(debate, closed, WINDOW_CLOSED))


def overridden(
    debate: DebatePayload, position: str, now: datetime, *, at_gate: bool
) -> DebatePayload:
    """A person overrode the default. At a gate the debate is settled there; else its level stays
    the one at which the default was applied."""
    gate = ResolutionLevel.GATE_REVIEW
    reviewed = debate.changed(levels=_entered(debate, gate, now, OVERRIDDEN))
    return reviewed.changed(
        resolution_level=gate if at_gate else debate.resolution_level,
        resolution_method=ResolutionMethod.OVERRIDE,
        final_position=position,
        provisional=False,
        override_window_closed=now,
        levels=_left(reviewed, now, OVERRIDDEN),
    )


def as_of(debate: DebatePayload, now: datetime, rules: DebateRules) -> DebatePayload:
    """The debate as the clock has it, whether or not anybody wrote that down."""
    if not debate.is_resolved and is_due(debate, now):
        debate = fallen_back(debate, rules)
    if debate.provisional and is_due(debate, now):
        debate = window_closed(debate)
    return debate


def _entered(
    debate: DebatePayload, level: ResolutionLevel, at: datetime, why: str
) -> tuple[LevelTime, ...]:
    return (*_left(debate, at, why), LevelTime(level=level, entered_at=at))


def _left(debate: DebatePayload, at: datetime, why: str) -> tuple[LevelTime, ...]:
    *before, last = debate.levels
    if last.left_at is not None:
        return debate.levels
    return (*before, last.changed(left_at=at, result=why))
