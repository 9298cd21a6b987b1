"""Credibility: how far an agent's word counts in a domain, by how right it was before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import fsum

from remembrancer.core.base import Value
from remembrancer.core.calendar import days_between
from remembrancer.core.desk_rules import CredibilityWeights, DebateRules
from remembrancer.team.debates.debate import ResolutionMethod, TrackRecord
from remembrancer.team.track_record import bias
from remembrancer.team.track_record.bias import BiasCorrections
from remembrancer.team.track_record.credibility_port import CredibilityPoint


class AgentCredibility(Value):
    """How right an agent was in a domain, as far as the reader may know."""

    agent_id: str
    domain: str
    overall_score: float | None  # from 0 to 1; None: no outcome is known
    sample_size: int
    historical_accuracy: float | None  # of all outcomes
    recent_accuracy: float | None  # of the last ones
    time_weighted_score: float | None  # newer outcomes weigh more
    evidence_quality: float | None
    bias_corrections: BiasCorrections
    is_usable: bool  # there are enough outcomes for the facilitator to decide by it
    last_updated: datetime | None  # when the last outcome was recorded


class Comparison(Value):
    """Two track records in one domain."""

    differential: float | None  # of the better to the other; None: one of them has none
    better: str | None  # the agent with the higher score
    is_decisive: bool  # both have enough outcomes, and the differential is above the threshold
    remark: str


class MethodReport(Value):
    """How well one way to settle debates did."""

    method: ResolutionMethod
    resolved: int
    tracked: int  # of them, those with a known outcome
    correctness: float | None  # the mean of those


class FacilitatorReport(Value):
    """How often the track record decided, and how often it was right."""

    success_rate: float | None  # the mean correctness; None: no outcome is known
    total_auto_resolutions: int  # by track record, with a known outcome
    by_method: tuple[MethodReport, ...]
    overridden: int  # defaults that a person overrode
    is_cut: bool = False  # True: there are more resolutions than were looked at


class OutcomeDue(Value):
    """A decision or a resolution of which one should know by now what came of it."""

    id: str
    kind: str
    title: str
    domain: str
    agents: tuple[str, ...]
    decided_at: datetime
    due_since: datetime
    due_until: datetime


def credibility_score(
    historical_accuracy_in_domain: float,
    recent_performance_last_10: float,
    time_weighted_accuracy: float,
    evidence_quality_score: float,
    weights: CredibilityWeights | None = None,
) -> float:
    """The score of four parts, by their weights: 0.4, 0.3, 0.2 and 0.1 unless the preset says
    otherwise."""
    by = weights or CredibilityWeights()
    return (
        by.historical_accuracy * historical_accuracy_in_domain
        + by.recent_performance * recent_performance_last_10
        + by.time_weighted_accuracy * time_weighted_accuracy
        + by.evidence_quality * evidence_quality_score
    )


def credibility(
    agent: str, domain: str, points: Sequence[CredibilityPoint], rules: DebateRules
) -> AgentCredibility:
    """The credibility that these points give, oldest first."""
    if not points:
        return AgentCredibility(
            agent_id=agent,
            domain=domain,
            overall_score=None,
            sample_size=0,
            historical_accuracy=None,
            recent_accuracy=None,
            time_weighted_score=None,
            evidence_quality=None,
            bias_corrections=BiasCorrections(),
            is_usable=False,
            last_updated=None,
        )
    history = _mean([one.correctness for one in points])
    recent = _mean([one.correctness for one in points[-rules.recent_points :]])
    weighted = time_weighted(points, rules.half_life_days)
    quality = _mean([one.evidence_quality for one in points])
    return AgentCredibility(
        agent_id=agent,
        domain=domain,
        overall_score=credibility_score(
            history, recent, weighted, quality, rules.credibility_weights
        ),
        sample_size=len(points),
        historical_accuracy=history,
        recent_accuracy=recent,
        time_weighted_score=weighted,
        evidence_quality=quality,
        bias_corrections=bias.corrections(points, rules),
        is_usable=len(points) >= rules.points_min,
        last_updated=max(one.recorded_at for one in points),
    )


def overall_score(points: Sequence[CredibilityPoint], rules: DebateRules) -> float:
    """The score alone. There is at least one point."""
    return credibility_score(
        _mean([one.correctness for one in points]),
        _mean([one.correctness for one in points[-rules.recent_points :]]),
        time_weighted(points, rules.half_life_days),
        _mean([one.evidence_quality for one in points]),
        rules.credibility_weights,
    )


def time_weighted(points: Sequence[CredibilityPoint], half_life_days: float) -> float:
    """The mean correctness, where a point of one half-life earlier weighs half.

    Only the time between the points counts, so that the value does not change while nothing
    happens.
    """
    newest = max(one.decided_at for one in points)
    weights = [0.5 ** (days_between(one.decided_at, newest) / half_life_days) for one in points]
    total = fsum(weights)
    right = fsum(w * one.correctness for w, one in zip(weights, points, strict=True))
    return right / total


def record_of(found: AgentCredibility) -> TrackRecord:
    """The part of it that is kept with a debate."""
    return TrackRecord(
        agent=found.agent_id,
        domain=found.domain,
        score=found.overall_score,
        sample_size=found.sample_size,
        is_usable=found.is_usable,
    )


def compared(first: TrackRecord, second: TrackRecord, rules: DebateRules) -> Comparison:
    """Whether the track records decide between two agents."""
    if first.score is None or second.score is None:
        return Comparison(
            differential=None, better=None, is_decisive=False, remark="no track record to compare"
        )
    differential = abs(first.score - second.score)
    better = None
    if first.score != second.score:
        better = first.agent if first.score > second.score else second.agent
    if not (first.is_usable and second.is_usable):
        remark, is_decisive = f"fewer than {rules.points_min} outcomes", False
    elif differential > rules.differential_min:
        remark, is_decisive = "above auto-resolution threshold", better is not None
    else:
        remark, is_decisive = "below auto-resolution threshold", False
    return Comparison(
        differential=differential, better=better, is_decisive=is_decisive, remark=remark
    )


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
