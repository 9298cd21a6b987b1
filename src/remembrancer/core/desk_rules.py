"""The numbers of a desk: debates between agents, and how far their word counts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Name

Part = Annotated[float, Field(ge=0.0, le=1.0)]
AboveZero = Annotated[float, Field(gt=0)]
AtLeastOne = Annotated[int, Field(ge=1)]


class HumanWait(Value):
    """How long a debate waits for a person, by its priority, in hours."""

    critical_path: AboveZero = 4.0
    valuation: AboveZero = 24.0
    supporting: AboveZero = 72.0


class CredibilityWeights(Value):
    """What a credibility score is made of. The weights add up to 1."""

    historical_accuracy: Part = 0.4  # of all outcomes in the domain
    recent_performance: Part = 0.3  # of the last ones
    time_weighted_accuracy: Part = 0.2  # newer outcomes weigh more
    evidence_quality: Part = 0.1  # of what the agent's positions rested on


class EvidenceQuality(Value):
    """How good a piece of evidence is, by where it came from."""

    person: Part = 1.0
    agent: Part = 0.8
    document: Part = 0.6
    outside: Part = 0.4
    none: Part = 0.2  # a position without evidence


class PrecedentCriteria(Value):
    """How much each way in which two debates are alike counts."""

    topic: Part = 0.4  # what the words of the topic mean
    agents: Part = 0.15  # the same two agents
    domain: Part = 0.2  # the same or a similar analytical domain
    patterns: Part = 0.15  # the same patterns were cited
    company: Part = 0.1  # companies of the same sector, size and maturity


class DebateRules(Value):
    """What debates are settled by, and how far an agent's word counts."""

    # -- debates
    differential_min: Part = 0.25  # the track record decides above this
    points_min: AtLeastOne = 5  # outcomes that each agent needs before it does
    human_wait_hours: HumanWait = HumanWait()
    override_window_hours: AboveZero = 72.0  # how long a default can be overridden
    precedents_max: AtLeastOne = 5  # earlier debates that are brought up
    precedent_score_min: Part = 0.15  # below it a debate is no precedent
    precedents: PrecedentCriteria = PrecedentCriteria()
    company_traits: tuple[Name, ...] = ("sector", "size", "maturity")  # attributes of a company
    # -- credibility
    credibility_weights: CredibilityWeights = CredibilityWeights()
    recent_points: AtLeastOne = 10  # the last outcomes that count as recent
    half_life_days: AboveZero = 180.0  # after it an outcome weighs half
    evidence_quality: EvidenceQuality = EvidenceQuality()
    outcome_after_months: AtLeastOne = 6  # an outcome is asked for from this age on
    outcome_until_months: AtLeastOne = 12  # and until this one
    bias_points_min: AtLeastOne = 5  # estimates with a known result before a bias is told
    bias_share_min: Part = 0.8  # of them lie on the same side
    bias_min: Part = 0.02  # the mean relative error that is worth a correction
