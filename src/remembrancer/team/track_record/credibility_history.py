"""Credibility through time: the score after each outcome, as far as the reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.core.desk_rules import DebateRules
from remembrancer.core.limits import CREDIBILITY_MOMENTS_MAX
from remembrancer.team.track_record.credibility import overall_score
from remembrancer.team.track_record.credibility_port import CredibilityPoint


class ScoreAt(Value):
    """A score, from one time until the next."""

    at: datetime  # when the outcome showed that moved it
    score: float  # from 0 to 1
    sample_size: int  # outcomes that it rests on
    is_usable: bool  # there were enough for the facilitator to decide by it
    items: tuple[str, ...]  # ids of the resolutions and decisions whose outcome showed then


class CredibilityHistory(Value):
    """How the credibility of an agent in a domain went, oldest first."""

    agent_id: str
    domain: str
    scores: tuple[ScoreAt, ...]
    is_cut: bool = False  # True: there are earlier ones


def credibility_history(
    agent: str, domain: str, points: Sequence[CredibilityPoint], rules: DebateRules
) -> CredibilityHistory:
    """The score after each time at which an outcome showed. The last one is the score of today.

    The points are in the order in which the score counts them: by when it was decided.
    """
    moments = sorted({one.outcome_at for one in points})
    shown = moments[-CREDIBILITY_MOMENTS_MAX:]
    return CredibilityHistory(
        agent_id=agent,
        domain=domain,
        scores=tuple(_score_at(moment, points, rules) for moment in shown),
        is_cut=len(shown) < len(moments),
    )


def _score_at(at: datetime, points: Sequence[CredibilityPoint], rules: DebateRules) -> ScoreAt:
    known = [one for one in points if one.outcome_at <= at]
    return ScoreAt(
        at=at,
        score=overall_score(known, rules),
        sample_size=len(known),
        is_usable=len(known) >= rules.points_min,
        items=tuple(dict.fromkeys(one.item for one in known if one.outcome_at == at)),
    )
