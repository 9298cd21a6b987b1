"""A session on record: one inquiry as it can be read again, and how it was rated."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final, Literal, overload

from remembrancer.core.base import Value
from remembrancer.inquiry.inquiry import (
    Analysis,
    Confidence,
    ConversationMessage,
    ExecutedQuery,
    FactConflict,
    InquiryStep,
    RelevantFact,
    Strategy,
)

RATING_MIN: Final = 1
RATING_MAX: Final = 5
HELPFUL_FROM: Final = 4  # a rating from which a session counts as helpful


class SessionResult(Value):
    """A fact of the answer, as far as the reader may see it now."""

    type: Literal["item", "message", "relation"]
    id: str  # id of the item, the message or the relation
    rank: int  # its rank in the answer, from 1
    relevance: float = 0.0  # to the conversation then; 0: not kept, or not for the reader
    conversation_id: str | None = None  # for messages


class SessionText(Value):
    """The words of a session: what was asked, thought and looked up."""

    conversation: tuple[ConversationMessage, ...] = ()
    channel_id: str | None = None
    analysis: Analysis = Analysis()
    trace: tuple[InquiryStep, ...] = ()
    queries_executed: tuple[ExecutedQuery, ...] = ()
    reasoning: str = ""
    stopped: str = ""
    confidence_grounds: tuple[str, ...] = ()
    relevance: dict[str, float] = {}  # of the facts of the answer, by id


class InquirySession(Value):
    """One inquiry on record, as far as the reader may see it now."""

    session_id: str  # inq_ and 12 hex digits
    at: datetime  # when it began
    principal: str  # who asked
    strategy: Strategy
    prompt_version: str | None = None  # None: no model was asked
    conversation: tuple[ConversationMessage, ...] = ()  # empty: not kept, or not for the reader
    channel_id: str | None = None
    analysis: Analysis = Analysis()
    trace: tuple[InquiryStep, ...] = ()  # as the conversation, and so are queries and reasoning
    queries_executed: tuple[ExecutedQuery, ...] = ()
    queries_count: int = 0
    reasoning: str = ""
    stopped: str = ""
    results: tuple[SessionResult, ...] = ()  # the most relevant first
    relevant_facts: tuple[RelevantFact, ...] = ()  # the same, as they read now; not in lists
    contradictions: tuple[FactConflict, ...] = ()  # among them
    facts_retrieved: int = 0  # those among them that the reader may see now
    iterations: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    processing_time_ms: float = 0.0
    is_limited: bool = False  # a limit ended it
    confidence: Confidence
    confidence_score: float
    confidence_grounds: tuple[str, ...] = ()  # as the conversation
    rating: int | None = None  # from 1 to 5
    rated_by: str | None = None
    note: str | None = None  # what they say of it
    is_partial: bool = False  # it saw something that the reader may not see now
    is_without_words: bool = False  # no words of it are kept: it saw something personal


class SessionPage(Value):
    """Sessions in order, newest first. Iterate it, index it, or follow `next`."""

    sessions: tuple[InquirySession, ...]
    next: str | None = None  # opaque; list(cursor=page.next) gives the next page

    def __len__(self) -> int:
        return len(self.sessions)

    def __iter__(self) -> Iterator[InquirySession]:  # type: ignore[override]
        return iter(self.sessions)

    @overload
    def __getitem__(self, index: int) -> InquirySession: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[InquirySession, ...]: ...
    def __getitem__(self, index: int | slice) -> InquirySession | tuple[InquirySession, ...]:
        return self.sessions[index]


class LookShape(Value):
    """A form of look: a tool, and its query without what it was about."""

    tool: str
    shape: str  # MATCH (p:Person {id: ?}) RETURN p
    times: int
    results: float  # facts found by one, on average
    failed: int = 0  # that were not answered


class RatedVariant(Value):
    """Sessions of one strategy with one version of its prompt."""

    strategy: Strategy
    prompt_version: str | None
    sessions: int
    rated: int
    rating: float | None = None  # on average; None: nobody rated one
    helpful: int = 0  # rated 4 or 5
    iterations: float  # on average, as the two below
    tokens: float  # in and out
    facts: float


class InquiryReport(Value):
    """What sessions tell of how the memory is asked, over what the reader may see of them."""

    sessions: int
    rated: int
    by_rating: dict[int, int] = {}  # sessions by rating
    iterations: float = 0.0  # on average, as those below
    tokens_in: float = 0.0
    tokens_out: float = 0.0
    facts: float = 0.0
    processing_time_ms: float = 0.0
    limited: int = 0  # ended by a limit
    found_nothing: int = 0
    shapes: tuple[LookShape, ...] = ()  # most frequent first
    variants: tuple[RatedVariant, ...] = ()  # the same
    is_cut: bool = False  # there are more than were read; the newest are included


class Prefetched(Value):
    """What is known of people before they speak."""

    participants: tuple[str, ...]  # as they were asked for
    unknown: tuple[str, ...] = ()  # those of whom nothing is known, or who are not unique
    person_profiles: dict[str, str] = {}  # by external id, or id of the entity
    relevant_facts: tuple[RelevantFact, ...] = ()
    suggested_context: str = ""  # short enough for the prompt of a chat model
    note: str = ""  # that texts are quoted and no instructions
