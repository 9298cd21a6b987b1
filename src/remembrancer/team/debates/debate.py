"""A debate: one agent disputes a finding of another, and how it was settled."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints

from remembrancer.core.base import Value
from remembrancer.core.limits import (
    DEBATE_EVIDENCE_MAX,
    DEBATE_NAMES_MAX,
    DEBATE_POSITIONS_MAX,
    DEBATE_TEXT_CHARACTERS_MAX,
)
from remembrancer.core.texts.text import BODY_PATTERN, Line, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Lifecycle, Review, Trust

Said = Annotated[
    str,
    StringConstraints(min_length=1, max_length=DEBATE_TEXT_CHARACTERS_MAX, pattern=BODY_PATTERN),
]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Names = Annotated[tuple[Name, ...], Field(max_length=DEBATE_NAMES_MAX)]
Cited = Annotated[tuple[Name, ...], Field(max_length=DEBATE_EVIDENCE_MAX)]

GENERAL: Final = "general"  # the domain of a debate that names none
FACILITATOR: Final = "facilitator"  # who resolves by track record and by default


class ResolutionLevel(StrEnum):
    """Where a debate is, or was settled. It goes up in this order."""

    AGENT = "1_agent"  # the two agents agree
    FACILITATOR = "2_facilitator"  # the track record decides
    HUMAN = "3_human"  # a person decides
    FALLBACK = "4_fallback"  # nobody came: the conservative position, for the time being
    GATE_REVIEW = "5_gate_review"  # a person reviews what was provisional


class ResolutionMethod(StrEnum):
    """How a debate was settled: one method for each level."""

    CONSENSUS = "consensus"
    CREDIBILITY_WEIGHTED = "credibility_weighted"
    HUMAN_BINDING = "human_binding"
    CONSERVATIVE_DEFAULT = "conservative_default"
    OVERRIDE = "override"


class DebatePriority(StrEnum):
    """How urgent a debate is, the most urgent first."""

    CRITICAL_PATH = "critical_path"
    VALUATION = "valuation"
    SUPPORTING = "supporting"


class Position(Value):
    """What an agent held at one time."""

    agent: Name
    text: Said
    evidence: Cited = ()  # ids of items
    estimate: float | None = None  # a figure that the position comes down to
    evidence_quality: Share = 0.0  # of what it cited, as it was then
    trust: Trust = Trust.AGENT  # the lowest of who stated it and what it cites
    at: Moment
    by: Name  # who stated it: the agent, or a person in its name


class LevelTime(Value):
    """How long a debate was at one level."""

    level: ResolutionLevel
    entered_at: Moment
    left_at: Moment | None = None  # None: it is there
    result: Line | None = None  # why it left

    @property
    def seconds(self) -> int | None:
        """How long it was there; None: it still is."""
        return (
            None if self.left_at is None else int((self.left_at - self.entered_at).total_seconds())
        )


class TrackRecord(Value):
    """How right an agent had been in a domain, as it was at that time."""

    agent: Name
    domain: Name
    score: float | None = None  # None: no outcome was known
    sample_size: int = 0
    is_usable: bool = False  # there were enough outcomes to decide by it


class PrecedentScore(Value):
    """An earlier debate that was brought up, and how alike the two are."""

    debate_id: Name
    score: Share
    criteria: dict[Name, Share]  # by criterion: topic, agents, domain, patterns, company


class PatternRate(Value):
    """How often a pattern had held."""

    name: Name
    success_rate: float | None = None
    occurrence_count: int | None = None


class DebatePayload(Value):
    """The data of an item that is a debate."""

    topic: Line
    challenger_agent: Name
    challenged_agent: Name
    disputed_finding: Said
    challenge_basis: Said
    resolution_level: ResolutionLevel = ResolutionLevel.AGENT
    resolution_method: ResolutionMethod | None = None
    final_position: Said | None = None
    timestamp: Moment  # when it was opened
    priority: DebatePriority = DebatePriority.SUPPORTING
    provisional: bool = False
    override_window_closed: Moment | None = None  # until then a person may override
    outcome_correctness: Share | None = None  # as on its resolution
    conservative_position: Said  # what holds if nobody decides
    human_due_at: Moment | None = None  # until then it waits for a person
    disputed_item: Name | None = None  # id of the item that holds the finding
    finding_trust: Trust = Trust.AGENT
    finding_quality: Share = 0.0  # as evidence of who held it
    basis_trust: Trust = Trust.AGENT
    contradiction: Name | None = None  # id of the contradiction that it settles
    patterns: Names = ()  # that were cited
    analyses: Names = ()  # that depend on it
    company_traits: dict[Name, Any] = {}  # sector, size, maturity of the company, as it was then
    positions: Annotated[tuple[Position, ...], Field(max_length=DEBATE_POSITIONS_MAX)] = ()
    levels: tuple[LevelTime, ...] = ()
    credibility: tuple[TrackRecord, ...] = ()  # of both agents when it was opened
    precedents: tuple[PrecedentScore, ...] = ()
    pattern_rates: tuple[PatternRate, ...] = ()
    resolution_id: Name | None = None

    @property
    def agents(self) -> tuple[str, str]:
        return self.challenger_agent, self.challenged_agent

    @property
    def is_resolved(self) -> bool:
        return self.resolution_method is not None


class ResolutionPayload(Value):
    """The data of an item that is the resolution of a debate."""

    debate_id: Name
    winning_position: Said
    winning_agent: Name | None = None  # None: a position that neither agent held
    credibility_differential: float | None = None  # of the winner to the other
    resolution_time_seconds: int = 0
    human_override: bool = False
    override_rationale: Said | None = None
    downstream_impact: Names = ()  # analyses that depend on it
    accuracy_tracked: bool = False
    outcome_correctness: Share | None = None  # known later
    resolution_level: ResolutionLevel
    resolution_method: ResolutionMethod
    resolved_by: Name
    resolved_at: Moment
    reason: Said | None = None
    evidence: Cited = ()  # of the winning position
    held_by: Names = ()  # agents that held the winning position
    opposed_by: Names = ()
    credibility: tuple[TrackRecord, ...] = ()  # of both when it was settled
    overridden_position: Said | None = None  # what held before a person overrode it
    overridden_agent: Name | None = None
    overridden_at: Moment | None = None
    outcome_at: Moment | None = None
    outcome_note: Said | None = None
    lesson: Said | None = None
    actual: float | None = None
    sector: Name | None = None
    regime: Name | None = None


class Debate(Value):
    """A debate as one caller sees it at one time."""

    id: str
    topic: str
    challenger_agent: str
    challenged_agent: str
    disputed_finding: str
    challenge_basis: str
    resolution_level: ResolutionLevel  # where it is, or was settled
    resolution_method: ResolutionMethod | None  # None: it is not settled
    final_position: str | None
    timestamp: datetime  # when it was opened
    priority: DebatePriority
    provisional: bool  # True: a person may still override it
    override_window_closed: datetime | None  # when nobody may any more
    outcome_correctness: float | None
    domain: str
    subject: str | None
    conservative_position: str
    human_due_at: datetime | None
    disputed_item: str | None
    contradiction: str | None
    patterns: tuple[str, ...]
    analyses: tuple[str, ...]
    positions: tuple[Position, ...]  # oldest first
    levels: tuple[LevelTime, ...]
    credibility: tuple[TrackRecord, ...]
    precedents: tuple[PrecedentScore, ...]
    pattern_rates: tuple[PatternRate, ...]
    resolution_id: str | None
    context: str | None = None  # at the opening: precedents and track records as text
    opened_by: str
    audience: str | None
    trust: Trust
    review: Review
    lifecycle: Lifecycle
    version: int

    @property
    def is_resolved(self) -> bool:
        return self.resolution_method is not None

    @property
    def is_binding(self) -> bool:
        return self.is_resolved and not self.provisional

    @property
    def level(self) -> ResolutionLevel:
        """The last level that it came to: 5_gate_review once a default was overridden."""
        return self.levels[-1].level if self.levels else self.resolution_level


class DebateResolution(Value):
    """How a debate was settled."""

    id: str
    debate_id: str
    winning_position: str
    winning_agent: str | None
    credibility_differential: float | None
    resolution_time_seconds: int
    human_override: bool
    override_rationale: str | None
    downstream_impact: tuple[str, ...]
    accuracy_tracked: bool
    outcome_correctness: float | None
    resolution_level: ResolutionLevel
    resolution_method: ResolutionMethod
    resolved_by: str
    resolved_at: datetime
    reason: str | None
    evidence: tuple[str, ...]
    held_by: tuple[str, ...]
    opposed_by: tuple[str, ...]
    credibility: tuple[TrackRecord, ...]
    overridden_position: str | None
    overridden_agent: str | None
    overridden_at: datetime | None
    outcome_at: datetime | None
    outcome_note: str | None
    lesson: str | None
    actual: float | None
    sector: str | None
    regime: str | None
    trust: Trust


class DebatePage(Value):
    """Debates, the most urgent first, then the newest."""

    debates: tuple[Debate, ...]
    is_cut: bool = False  # True: there are more

    def __iter__(self) -> Iterator[Debate]:  # type: ignore[override]
        return iter(self.debates)

    def __len__(self) -> int:
        return len(self.debates)


class DebateHistory(Value):
    """All that is kept of a debate."""

    debate: Debate  # its topic, and both agents
    positions: tuple[Position, ...]  # oldest first
    resolution: DebateResolution | None  # method and outcome; None: it is not settled
    credibility_then: tuple[TrackRecord, ...]  # when it was opened
    credibility_at_resolution: tuple[TrackRecord, ...]
    levels: tuple[LevelTime, ...]
    seconds_by_level: dict[str, int]  # of levels that it left
    is_provisional: bool
    is_binding: bool
    was_overridden: bool
    overridden_position: str | None
    override_rationale: str | None
    overridden_by: str | None
    fallback_correctness: float | None  # of the default, if it stood and the outcome is known
