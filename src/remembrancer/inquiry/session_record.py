"""Puts an inquiry on record: its words, what it saw, and whom it was about."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from remembrancer.inquiry.inquiry import Inquiry, InquiryRequest
from remembrancer.inquiry.notebook import Notebook
from remembrancer.inquiry.port import NewSession, SeenRow
from remembrancer.inquiry.query_shape import OUR_IDS
from remembrancer.inquiry.session import SessionText
from remembrancer.ports import Reader


def new_session(
    reader: Reader,
    request: InquiryRequest,
    notebook: Notebook,
    found: Inquiry,
    *,
    at: datetime,
    owner: str,
) -> NewSession:
    """The session as it is stored.

    Thoughts and queries may tell of anything that was seen. No word is kept of a session that saw
    something personal, or something that is gone by now.
    """
    answer = [one.id for one in found.relevant_facts if one.id is not None]
    had = _seen_ids(notebook)
    rows = reader.inquiries.seen({*answer, *had, *_named_ids(found), *notebook.told})
    gone = had.difference(one.id for one in rows)
    keeps_words = not gone and not any(one.is_personal for one in rows)
    subjects = dict.fromkeys((*found.analysis.participants, *found.analysis.mentioned))
    return NewSession(
        id=found.session_id,
        owner=owner,
        at=at,
        strategy=found.strategy.value,
        prompt_version=found.prompt_version,
        tokens_in=found.tokens_in,
        tokens_out=found.tokens_out,
        iterations=notebook.iteration,
        milliseconds=found.processing_time_ms,
        is_limited=found.is_limited,
        confidence=found.confidence.value,
        score=found.confidence_score,
        body=_words(request, found).model_dump_json() if keeps_words else None,
        seen=_in_order(rows, answer),
        subjects=tuple(subjects) if keeps_words else (),
    )


def _words(request: InquiryRequest, found: Inquiry) -> SessionText:
    return SessionText(
        conversation=request.messages,
        channel_id=request.channel_id,
        analysis=found.analysis,
        trace=found.trace,
        queries_executed=found.queries_executed,
        reasoning=found.reasoning,
        stopped=found.stopped,
        confidence_grounds=found.confidence_grounds,
        relevance={one.id: one.relevance for one in found.relevant_facts if one.id is not None},
    )


def _seen_ids(notebook: Notebook) -> set[str]:
    facts = [one.fact for one in notebook.candidates.values()]
    own = {one.id for one in facts if one.id is not None}
    return own.union(notebook.seen_ids, *(one.ends for one in facts))


def _named_ids(found: Inquiry) -> set[str]:
    """Ids that stand in thoughts and queries."""
    texts = (*(one.thought for one in found.trace), *(one.query for one in found.queries_executed))
    return {id for text in (*texts, found.reasoning) for id in OUR_IDS.findall(text)}


def _in_order(rows: Iterable[SeenRow], answer: Collection[str]) -> tuple[SeenRow, ...]:
    """Facts of the answer first, in their order."""
    ranks = {id: rank for rank, id in enumerate(answer)}
    marked = [row._replace(is_answer=row.id in ranks and row.entity_n is None) for row in rows]
    return tuple(sorted(marked, key=lambda row: (ranks.get(row.id, len(ranks)), row.id)))
