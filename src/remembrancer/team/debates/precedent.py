"""What earlier debates tell for a new one, as values and as text."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.team.debates.debate import (
    Debate,
    DebateResolution,
    PatternRate,
    ResolutionMethod,
    TrackRecord,
)
from remembrancer.team.track_record import bias
from remembrancer.team.track_record.bias import BiasCorrections
from remembrancer.team.track_record.credibility import Comparison

_RIGHT_FROM = 0.5  # a correctness from here on counts as correct


class SimilarDebate(Value):
    """An earlier debate, and how alike the two are."""

    debate: Debate
    resolution: DebateResolution | None
    score: float  # from 0 to 1
    criteria: dict[str, float]  # by criterion: topic, agents, domain, patterns, company


class PrecedentContext(Value):
    """What is brought up when a debate starts."""

    domain: str
    debates: tuple[SimilarDebate, ...]  # the most alike first
    patterns: tuple[PatternRate, ...]
    track_records: tuple[TrackRecord, ...]  # of the two agents
    comparison: Comparison
    corrections: dict[str, BiasCorrections]  # by agent; only those that err systematically
    text: str  # all of it, for a prompt


def rendered(
    domain: str,
    debates: tuple[SimilarDebate, ...],
    patterns: tuple[PatternRate, ...],
    records: tuple[TrackRecord, ...],
    comparison: Comparison,
    corrections: dict[str, BiasCorrections],
) -> str:
    """The context as text."""
    parts = ["Historical Precedent Context:", ""]
    parts += [f"Similar Debates ({len(debates)} found):"] + [
        line for place, one in enumerate(debates, start=1) for line in _debate(place, one)
    ]
    if patterns:
        parts += ["", "Pattern Success Rates:"]
        parts += [f'  - "{one.name}": {_rate(one)}' for one in patterns]
    parts += ["", f"Agent Track Records in This Domain ({spoken(domain)}):"]
    parts += [f"  - {titled(one.agent)}: {_record(one)}" for one in records]
    if comparison.differential is None:
        parts.append(f"  - Credibility differential: unknown ({comparison.remark})")
    else:
        parts.append(
            f"  - Credibility differential: {figure(comparison.differential)} ({comparison.remark})"
        )
    if corrections:
        parts += ["", "Bias Corrections:"]
        parts += [
            f"  - {line}"
            for agent, found in corrections.items()
            for line in bias.in_words(titled(agent), found)
        ]
    return "\n".join(parts)


def titled(name: str) -> str:
    """The name of an agent as people write it: financial_analyst is Financial Analyst."""
    return spoken(name).title() if name.islower() else spoken(name)


def spoken(name: str) -> str:
    return name.replace("_", " ")


def figure(value: float) -> str:
    """A share with up to two digits: 0.92, 1.0."""
    return str(round(value, 2))


def _debate(place: int, one: SimilarDebate) -> list[str]:
    debate, resolution = one.debate, one.resolution
    lines = [
        f'  {place}. Topic: "{debate.topic}"',
        f"     Date: {debate.timestamp:%Y-%m-%d}",
        f"     Agents: {titled(debate.challenger_agent)} vs {titled(debate.challenged_agent)}",
        f"     Resolution: {how_settled(debate, resolution)}",
    ]
    if resolution is None:
        return lines
    lines.append(f"     Outcome: {_outcome(debate, resolution)}")
    if resolution.lesson:
        lines.append(f"     Lesson: {resolution.lesson}")
    return lines


def how_settled(debate: Debate, resolution: DebateResolution | None) -> str:
    """How a debate was settled, and for whom."""
    if resolution is None or debate.resolution_method is None:
        return "open"
    agent = resolution.winning_agent
    whose = "a position of its own" if agent is None else f"{titled(agent)} position"
    method = debate.resolution_method
    if method is ResolutionMethod.CONSENSUS:
        return f"Consensus → {whose}"
    if method is ResolutionMethod.CREDIBILITY_WEIGHTED:
        differential = resolution.credibility_differential
        by = "" if differential is None else f" (diff: {figure(differential)})"
        return f"Credibility-weighted → {titled(agent or '')}{by}"
    if method is ResolutionMethod.HUMAN_BINDING:
        return f"Human arbitration → {whose}"
    if method is ResolutionMethod.OVERRIDE:
        return f"Conservative default, overridden by a person → {whose}"
    provisional = ", provisional" if debate.provisional else ""
    return f"Conservative default (human unavailable{provisional})"


def _outcome(debate: Debate, resolution: DebateResolution) -> str:
    correctness = resolution.outcome_correctness
    if correctness is None:
        return "not known yet"
    is_right = correctness >= _RIGHT_FROM
    is_default = debate.resolution_method is ResolutionMethod.CONSERVATIVE_DEFAULT
    verdict = "correct" if is_right else "incorrect"
    verdict = f"Conservative position {verdict}" if is_default else verdict.capitalize()
    note = f"{resolution.outcome_note}, " if resolution.outcome_note else ""
    return f"{verdict} ({note}accuracy: {figure(correctness)})"


def _rate(one: PatternRate) -> str:
    rate = "unknown" if one.success_rate is None else figure(one.success_rate)
    count = one.occurrence_count
    if count is None:
        return rate
    return f"{rate} ({count} occurrence{'' if count == 1 else 's'})"


def _record(one: TrackRecord) -> str:
    if one.score is None:
        return "no outcomes yet"
    return f"{figure(one.score)} ({one.sample_size} decision{'' if one.sample_size == 1 else 's'})"
