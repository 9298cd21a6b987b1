"""Relevance: how much an update concerns an agent, by five factors."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from remembrancer.core.desk import DeskRules
from remembrancer.language.stemming import Language
from remembrancer.team.agent import Agent, AgentRow, MessageType, RelevanceFactors, SyncPriority

_BY_PRIORITY: Final = {
    SyncPriority.CRITICAL: 1.0,
    SyncPriority.HIGH: 0.7,
    SyncPriority.NORMAL: 0.3,
}
_BY_MESSAGE: Final = {MessageType.ALERT: 1.0, MessageType.FINDING: 0.5}


class Shared(NamedTuple):
    """What is shared, as routing weighs it."""

    kind: str | None
    stems: frozenset[str]  # of its key, subject, kind and text
    subject: str | None
    importance: float
    message: MessageType
    priority: SyncPriority


def factors(
    rules: DeskRules, shared: Shared, row: AgentRow, language: Language, *, is_active: bool
) -> RelevanceFactors:
    """The factors for one agent, each from 0 to 1, and their weighted sum."""
    specialization = _specialization(shared, row.agent, language)
    usage = _usage(shared, row)
    urgency = _BY_PRIORITY[shared.priority]
    importance = (shared.importance + urgency) / 2
    message = (_BY_MESSAGE[shared.message] + urgency) / 2
    weights = rules.relevance_weights
    relevance = (
        weights.specialization * specialization
        + weights.active * is_active
        + weights.usage * usage
        + weights.importance * importance
        + weights.message * message
    )
    return RelevanceFactors(
        specialization=round(specialization, 4),
        active=float(is_active),
        usage=round(usage, 4),
        importance=round(importance, 4),
        message=round(message, 4),
        relevance=round(relevance, 4),
    )


def stems_of(language: Language, texts: Iterable[str | None]) -> frozenset[str]:
    """The words of these texts, as stems. In a name such as ratio_pattern each word counts."""
    return frozenset(
        stem for text in texts if text for stem in language.stems(text.replace("_", " "))
    )


def _specialization(shared: Shared, agent: Agent, language: Language) -> float:
    """1: it is of a content kind that the agent keeps, or has all words of one of its fields."""
    if shared.kind is not None and shared.kind in agent.kinds:
        return 1.0
    return max(
        (_share(stems_of(language, [one]), shared.stems) for one in _fields(agent)), default=0.0
    )


def _fields(agent: Agent) -> tuple[str, ...]:
    return (*agent.specializations, *agent.kinds)


def _share(wanted: Collection[str], words: Collection[str]) -> float:
    """How many of the words of a field are there. A part of them is no more than a hint."""
    if not wanted:
        return 0.0
    return sum(stem in words for stem in wanted) / len(wanted)


def _usage(shared: Shared, row: AgentRow) -> float:
    """Of what the agent got of this kind, the part that it read. Nothing yet: nothing is known."""
    got, used = row.usage.get(shared.kind or "", (0, 0))
    return used / got if got else 0.0
