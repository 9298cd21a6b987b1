"""Sessions of inquiries, from their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from remembrancer.inquiry.inquiry import Confidence, Strategy
from remembrancer.inquiry.session import InquirySession, SessionResult, SessionText
from remembrancer.store.rows import moment

_SHOWN_WORDS = tuple(name for name in SessionText.model_fields if name != "relevance")


class SessionRow(NamedTuple):
    """The columns of a query for sessions."""

    number: int
    id: str
    owner: str
    at: str
    strategy: str
    prompt_version: str | None
    tokens_in: int
    tokens_out: int
    iterations: int
    milliseconds: float
    is_limited: int
    confidence: str
    score: float
    rating: int | None
    rated_by: str | None
    note: str | None
    body: str | None
    has_words: int  # they are kept, whether or not the reader may read them
    is_partial: int


def session_from(
    row: SessionRow, results: Sequence[SessionResult], *, viewer: str
) -> InquirySession:
    """A session with the results that the viewer may see.

    Thoughts, queries and the reasoning tell of what was seen: who may not see all of it now reads
    none of them. What was asked stays with the one who asked.
    """
    words = SessionText() if row.body is None else SessionText.model_validate_json(row.body)
    is_partial = bool(row.is_partial)
    if is_partial:
        own = row.owner == viewer
        words = SessionText(
            conversation=words.conversation if own else (),
            channel_id=words.channel_id if own else None,
        )
    return InquirySession(
        session_id=row.id,
        at=moment(row.at),
        principal=row.owner,
        strategy=Strategy(row.strategy),
        prompt_version=row.prompt_version,
        **{name: getattr(words, name) for name in _SHOWN_WORDS},
        queries_count=len(words.queries_executed),
        results=tuple(one.changed(relevance=words.relevance.get(one.id, 0.0)) for one in results),
        facts_retrieved=len(results),
        iterations=row.iterations,
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        processing_time_ms=row.milliseconds,
        is_limited=bool(row.is_limited),
        confidence=Confidence(row.confidence),
        confidence_score=row.score,
        rating=row.rating,
        rated_by=row.rated_by,
        note=None if is_partial and row.rated_by != viewer else row.note,
        is_partial=is_partial,
        is_without_words=not row.has_words,
    )


def result_from(row: Sequence[Any]) -> SessionResult:
    rank, item_id, message_id, conversation_id, edge = row
    known = {"item": item_id, "message": message_id, "relation": edge}
    type, id = next((type, id) for type, id in known.items() if id is not None)
    return SessionResult.trusted(
        {"type": type, "id": id, "rank": rank, "conversation_id": conversation_id}
    )
