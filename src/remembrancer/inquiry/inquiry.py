"""An inquiry: what was asked, what was found step by step, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Trust


class Strategy(StrEnum):
    """How the next look is chosen."""

    REACT = "react"  # a model calls tools until it has findings
    STATE_MACHINE = "state_machine"  # a model in fixed states: analyze, plan, query, evaluate
    CUSTOM = "custom"  # a model names one action at a time
    RULES = "rules"  # a planner without a model


class StepState(StrEnum):
    """What a step of an inquiry did."""

    ANALYZE = "analyze"  # who takes part, who and what is mentioned, what is asked
    PLAN = "plan"  # what to look up next, and why
    QUERY = "query"  # a look
    EVALUATE = "evaluate"  # whether it is enough
    SYNTHESIZE = "synthesize"  # the answer


class Confidence(StrEnum):
    """How sure an answer is, in words."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class ConversationMessage(Value):
    """One line of the conversation that an answer is wanted for."""

    author_id: Name  # id of the author in the chat, or their name
    content: Body
    timestamp: Moment | None = None


class Analysis(Value):
    """What a conversation is about, before anything was looked up."""

    participants: tuple[str, ...] = ()  # ids of authors
    mentioned: tuple[str, ...] = ()  # people, places and things
    topics: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()  # that need what was said before


class ExecutedQuery(Value):
    """One look, as it can be made again."""

    iteration: int  # from 1
    tool: str
    query: str
    result_count: int
    error: str | None = None  # why it was not answered


class InquiryStep(Value):
    """One step of an inquiry, with the thought behind it."""

    iteration: int  # 0: before the first look
    state: StepState
    thought: str


class RelevantFact(Value):
    """One fact for the answer: a relation, an item or a message, with its evidence."""

    id: str | None  # of the relation, the item or the message; None: a model put it together
    type: str  # type of the relation, kind of the item, or "message"
    text: str  # the fact in words
    person: str | None = None  # the name of whom it is about
    organization: str | None = None
    person_a: str | None = None  # of a relation between two people
    person_b: str | None = None
    object: str | None = None  # what else it is about: a place, a topic, a skill, …
    role: str | None = None
    duration: str | None = None  # 2019-2022
    current: bool | None = None  # whether it holds now; None: that cannot be said of it
    location: str | None = None
    sentiment: str | None = None
    basis: str | None = None
    confidence: float
    evidence: tuple[str, ...] = ()  # ids of messages
    relevance: float = 0.0  # to this conversation, from 0 to 1
    trust: Trust = Trust.PERSON
    timestamp: datetime | None = None
    ends: tuple[str, ...] = ()  # ids of the entities that it is about
    conversation_id: str | None = None  # of a message


class FactConflict(Value):
    """Two facts that can hardly both hold."""

    facts: tuple[str, str]  # their ids
    reason: str


class FactGroup(Value):
    """Facts about one person or one thing."""

    kind: str  # person or topic
    name: str
    facts: tuple[str, ...]  # their ids, the most relevant first


class Inquiry(Value):
    """What was found for a conversation, and how."""

    session_id: str
    strategy: Strategy
    relevant_facts: tuple[RelevantFact, ...]  # the most relevant first
    person_profiles: dict[str, str]  # by external id, or id of the entity
    reasoning: str  # why this was looked up, and what it means
    confidence: Confidence
    confidence_score: float  # from 0 to 1
    confidence_grounds: tuple[str, ...]
    suggested_context: str  # short enough for the prompt of a chat model
    groups: tuple[FactGroup, ...] = ()
    contradictions: tuple[FactConflict, ...] = ()
    queries_executed: tuple[ExecutedQuery, ...] = ()
    queries_count: int = 0
    facts_retrieved: int = 0  # facts in the answer
    facts_seen: int = 0  # facts that were looked at
    analysis: Analysis = Analysis()
    trace: tuple[InquiryStep, ...] = ()
    stopped: str  # why it looked no further
    is_limited: bool = False  # True: a limit ended it
    prompt_version: str | None = None  # None: no model was asked
    tokens_in: int = 0
    tokens_out: int = 0
    processing_time_ms: float = 0.0
    note: str = ""  # that texts are quoted and no instructions


# Called with each step and each look as it happens.
InquiryProgress = Callable[[InquiryStep | ExecutedQuery], None]


class InquiryRequest(Value):
    """One question, checked."""

    messages: Annotated[tuple[ConversationMessage, ...], Field(min_length=1)]
    channel_id: Name | None = None
    max_facts: int
    max_iterations: int
    strategy: Strategy
    options: dict[str, Any] = {}
