"""Recall by words: the texts that share the question's rarest words come first."""

from __future__ import annotations

from heapq import nsmallest
from typing import Literal

from remembrancer.errors import InvalidInput
from remembrancer.model.evidence import Evidence
from remembrancer.model.filter import RecallFilter
from remembrancer.model.hit import Hit, Recall, TermScore
from remembrancer.model.item import Item
from remembrancer.model.message import Message
from remembrancer.model.scope import Scope
from remembrancer.ports import Candidate, Point, Reader
from remembrancer.rules.language import language
from remembrancer.rules.limits import (
    QUERY_CHARACTERS_MAX,
    QUERY_TERMS_MAX,
    RECALL_CANDIDATES_MAX,
    RECALL_HITS_MAX,
)
from remembrancer.rules.ranking import Scorer
from remembrancer.rules.validation import check_text, check_whole

Kind = Literal["item", "message"]
Scored = tuple[float, Kind, int, Candidate]
INCLUDABLE = ("items", "messages")


def check(query: object, k: object, include: object) -> tuple[str, ...]:
    """What to look through, once the question itself is seen to be sound."""
    check_text(query, "query", length_max=QUERY_CHARACTERS_MAX)
    check_whole(k, "k", at_least=1, at_most=RECALL_HITS_MAX)
    wanted = (include,) if isinstance(include, str) else include
    if (
        not isinstance(wanted, list | tuple | set | frozenset)
        or not wanted
        or not all(isinstance(word, str) and word in INCLUDABLE for word in wanted)
    ):
        raise InvalidInput(
            f"include names what to look through: {', '.join(INCLUDABLE)}.", field="include"
        )
    return tuple(wanted)


def recall(
    reader: Reader,
    scope: Scope,
    query: str,
    filter: RecallFilter,
    *,
    k: int,
    include: tuple[str, ...],
    at: Point | None,
    explain: bool,
) -> Recall:
    """The best hits for a question."""
    stems = language(scope.space.preset.language).stems(query)
    terms = list(dict.fromkeys(stems))[:QUERY_TERMS_MAX]
    if not terms:
        return Recall(query=query, hits=())
    statistics = reader.statistics(terms)
    scorer = Scorer(terms, statistics)
    scored: list[Scored] = []
    limit = max(RECALL_CANDIDATES_MAX, k)
    if "items" in include and filter.conversation_id is None:
        found = reader.item_candidates(terms, statistics, filter, limit=limit, at=at)
        scored.extend(_scored(scorer, "item", found))
    if "messages" in include and not _asks_for_items_only(filter):
        found = reader.message_candidates(terms, statistics, filter, limit=limit, at=at)
        scored.extend(_scored(scorer, "message", found))
    best = nsmallest(k, scored, key=lambda each: each[:3])
    items = reader.items_by_key([one.key for _, kind, _, one in best if kind == "item"], at=at)
    message_keys = [one.key for _, kind, _, one in best if kind == "message"]
    messages = reader.messages_by_key(message_keys) if message_keys else {}
    hits = []
    for negative, kind, _, one in best:
        parts = _parts(scorer, one) if explain else ()
        if kind == "item" and one.key in items:
            hits.append(_item_hit(items[one.key], -negative, parts))
        elif kind == "message" and one.key in messages:
            hits.append(_message_hit(messages[one.key], -negative, parts))
    return Recall.trusted({"query": query, "hits": tuple(hits), "terms": tuple(terms)})


def _scored(scorer: Scorer, kind: Kind, found: list[Candidate]) -> list[Scored]:
    """The best first when sorted; among equals items before messages, and then the newest.

    The kind comes before the key: keys of two tables compare by rows that others may have hidden.
    """
    return [(-scorer.score(one.tokens, one.length), kind, -one.key, one) for one in found]


def _asks_for_items_only(filter: RecallFilter) -> bool:
    """Messages have no kind, category, domain, tags or metadata to be filtered by."""
    wanted = (filter.kinds, filter.categories, filter.domains, filter.tags, filter.metadata)
    return any(one is not None for one in wanted)


def _parts(scorer: Scorer, one: Candidate) -> tuple[TermScore, ...]:
    return tuple(
        TermScore(term=term, frequency=frequency, documents=documents, score=round(score, 6))
        for term, frequency, documents, score in scorer.parts(one.tokens, one.length)
    )


def _item_hit(item: Item, score: float, parts: tuple[TermScore, ...]) -> Hit:
    return Hit.trusted(
        {
            "type": "item",
            "id": item.id,
            "text": item.content,
            "score": round(score, 6),
            "evidence": item.evidence,
            "occurred_at": item.occurred_at,
            "confidence": item.confidence,
            "title": item.title,
            "kind": item.kind,
            "subject": item.subject,
            "conversation_id": None,
            "explanation": parts,
        }
    )


def _message_hit(message: Message, score: float, parts: tuple[TermScore, ...]) -> Hit:
    own_words = Evidence(
        message_id=message.id,
        conversation_id=message.conversation_id,
        quote=message.content,
        start=0,
        end=len(message.content),
        principal=message.author_id,
        at=message.timestamp,
    )
    return Hit.trusted(
        {
            "type": "message",
            "id": message.id,
            "text": message.content,
            "score": round(score, 6),
            "evidence": (own_words,),
            "occurred_at": message.timestamp,
            "confidence": 1.0,
            "title": None,
            "kind": None,
            "subject": message.subject,
            "conversation_id": message.conversation_id,
            "explanation": parts,
        }
    )
