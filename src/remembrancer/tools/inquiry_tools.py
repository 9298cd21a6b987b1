"""The tool `retrieve`: an inquiry for a conversation, with its facts and how sure it is."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.limits import (
    INQUIRY_FACTS,
    INQUIRY_FACTS_MAX,
    INQUIRY_ITERATIONS,
    INQUIRY_ITERATIONS_MAX,
    INQUIRY_MESSAGES_MAX,
)
from remembrancer.core.texts.text import Body, Name
from remembrancer.delivery.tool_rule import QUOTED_ANSWER
from remembrancer.tools.tool import ROOM, read_only
from remembrancer.tools.tool_results import LEFT_OUT, SHORTENED, TEXT, TRUST, shortened, within

if TYPE_CHECKING:
    from remembrancer.inquiry.inquiry import ExecutedQuery, Inquiry, RelevantFact
    from remembrancer.memory import Memory

_FACTS_ROOM: Final = ROOM // 2  # characters; the rest is for profiles, looks and the context
_PROFILES_ROOM: Final = ROOM // 6
_PROFILE_CHARACTERS: Final = 600
_QUERY_CHARACTERS: Final = 400
_QUERIES_ROOM: Final = ROOM // 6


class ChatLine(Value):
    """One line of the conversation."""

    author_id: Name = Field(description="who said it: an id of the chat, or a name")
    content: Body = Field(description="what they said")
    timestamp: datetime | None = Field(default=None, description="when, if it is known")


class Retrieve(Value):
    messages: tuple[ChatLine, ...] = Field(
        min_length=1,
        max_length=INQUIRY_MESSAGES_MAX,
        description="the conversation that you need context for, oldest first",
    )
    channel_id: Name | None = Field(default=None, description="the channel it is held in")
    max_facts: int = Field(
        default=INQUIRY_FACTS, ge=1, le=INQUIRY_FACTS_MAX, description="how many facts at most"
    )
    max_iterations: int = Field(
        default=INQUIRY_ITERATIONS,
        ge=1,
        le=INQUIRY_ITERATIONS_MAX,
        description="how many rounds of looks at most",
    )


class RetrievedFact(Value):
    """A fact for the answer."""

    id: str | None
    type: str = Field(description="type of the relation, kind of the item, or message")
    text: str = Field(description=TEXT)
    is_shortened: bool = Field(default=False, description=SHORTENED)
    person: str | None = None
    organization: str | None = None
    person_a: str | None = None
    person_b: str | None = None
    object: str | None = None
    role: str | None = None
    duration: str | None = None
    current: bool | None = Field(default=None, description="whether it holds now, if that is known")
    location: str | None = None
    basis: str | None = None
    confidence: float
    relevance: float = Field(description="to this conversation, from 0 to 1")
    evidence: tuple[str, ...] = Field(description="ids of the messages that state it: cite them")
    trust: str = Field(description=TRUST)


class RetrievedProfile(Value):
    """A line on a person."""

    person_id: str
    text: str = Field(description=TEXT)


class RetrievedLook(Value):
    """One look that was made."""

    iteration: int
    tool: str
    query: str
    result_count: int
    error: str | None


class Retrieved(Value):
    session_id: str
    relevant_facts: tuple[RetrievedFact, ...] = Field(description="the most relevant first")
    left_out: int = Field(description=LEFT_OUT)
    person_profiles: tuple[RetrievedProfile, ...] = Field(description="of those it is about")
    contradictions: tuple[str, ...] = Field(description="facts that exclude each other: say so")
    reasoning: str = Field(description=TEXT)
    suggested_context: str = Field(description="a few lines with sources; " + TEXT)
    confidence: str = Field(description="high, medium or low")
    confidence_score: float
    confidence_grounds: tuple[str, ...]
    queries_executed: tuple[RetrievedLook, ...]
    queries_count: int
    is_limited: bool = Field(description="whether a limit ended it")
    processing_time_ms: float
    note: str = QUOTED_ANSWER


def _retrieve(memory: Memory, given: Retrieve, _session: str | None) -> Retrieved:
    found = memory.inquire(
        [line.model_dump() for line in given.messages],
        channel_id=given.channel_id,
        max_facts=given.max_facts,
        max_iterations=given.max_iterations,
    )
    return retrieved(found)


def retrieved(found: Inquiry) -> Retrieved:
    """An inquiry as an agent gets it: as much as fits."""
    facts, left_out = within(map(_fact, found.relevant_facts), _FACTS_ROOM)
    profiles, _ = within(
        [
            RetrievedProfile(person_id=id, text=shortened(text, _PROFILE_CHARACTERS)[0])
            for id, text in found.person_profiles.items()
        ],
        _PROFILES_ROOM,
    )
    looks, _ = within(map(_look, found.queries_executed), _QUERIES_ROOM)
    return Retrieved(
        session_id=found.session_id,
        relevant_facts=facts,
        left_out=left_out,
        person_profiles=profiles,
        contradictions=tuple(shortened(one.reason)[0] for one in found.contradictions[:5]),
        reasoning=shortened(found.reasoning)[0],
        suggested_context=found.suggested_context,
        confidence=found.confidence.value,
        confidence_score=found.confidence_score,
        confidence_grounds=found.confidence_grounds,
        queries_executed=looks,
        queries_count=found.queries_count,
        is_limited=found.is_limited,
        processing_time_ms=found.processing_time_ms,
    )


def _fact(one: RelevantFact) -> RetrievedFact:
    text, is_shortened = shortened(one.text)
    same = set(RetrievedFact.model_fields) - {"text", "is_shortened", "trust"}
    fields = {name: getattr(one, name) for name in same}
    return RetrievedFact(**fields, text=text, is_shortened=is_shortened, trust=one.trust.value)


def _look(one: ExecutedQuery) -> RetrievedLook:
    fields = {name: getattr(one, name) for name in RetrievedLook.model_fields}
    return RetrievedLook(**{**fields, "query": shortened(one.query, _QUERY_CHARACTERS)[0]})


INQUIRY_TOOLS: Final = (
    read_only(
        "retrieve",
        "Look up what a conversation needs",
        Retrieve,
        Retrieved,
        _retrieve,
        "Looks step by step through people, relations, items and messages for what a conversation "
        "needs. You get facts with their evidence, a line on each person, what contradicts, and "
        "how sure it is. Use it once at the start of an answer that needs history, or to find out "
        "whom to ask.",
    ),
)
