"""The desk: sizes, times, thresholds and weights of agents with memories of their own."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.desk_rules import DebateRules
from remembrancer.core.texts.text import Name

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Positive = Annotated[int, Field(ge=1)]


class DeskAgent(Value):
    """What an agent of this name is registered with, if nothing else is given."""

    specializations: tuple[Name, ...] = ()
    kinds: tuple[Name, ...] = ()  # content kinds that it keeps


class RelevanceWeights(Value):
    """How much each factor counts when an update is routed. They add up to 1."""

    specialization: Share = 0.4  # the agent's fields and content kinds
    active: Share = 0.25  # what it works on now
    usage: Share = 0.05  # how much it used of what it got before
    importance: Share = 0.15  # of the update, and how urgent it is
    message: Share = 0.15  # what sort of message it is, and its priority


class DeskRules(DebateRules):
    """Agents, their tiers, how they are kept in step, and their debates."""

    l1_entries: Positive = 100  # of one agent, in the RAM of one process
    l1_hours: Positive = 4  # that an entry stays there
    l2_entries: Positive = 10_000  # of one agent, in the store
    l2_days: Positive = 21  # that an entry stays there after its last use
    lease_seconds: Positive = 60  # that a process holds an agent's L1 without renewing it
    high_importance: Share = 0.7  # above it, an entry is pushed at once
    normal_minutes: Positive = 5  # between two pushes of everything else, on the clock
    gate_minutes: Positive = 30  # before a human gate all agents are synced
    active_hours: Positive = 24  # that an agent counts as working on what it used
    relevance_min: Share = 0.35  # from here on an update goes to an agent
    relevance_weights: RelevanceWeights = RelevanceWeights()
    precedent_kinds: tuple[Name, ...] = ("debate_resolution", "decision", "pattern")
    precedent_share: Share = 0.5  # of a finding's words that a precedent has
    precedent_words_min: Positive = 3  # that they have in common
    agents: dict[Name, DeskAgent] = {}  # by name
