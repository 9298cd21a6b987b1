"""A hit: a recalled item or message, with its score and its evidence."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from remembrancer.core.base import Value
from remembrancer.items.evidence import Evidence
from remembrancer.items.item import Trust


class TermScore(Value):
    """What one word of the question added to the score by words."""

    term: str  # the stem
    frequency: int  # times in this text
    documents: int  # number of texts in the space that contain it
    score: float


class LegScore(Value):
    """One way in which a text was found, or weighed."""

    # words, meaning, meaning around, speaker, elsewhere, time, links, question, long, short, trust,
    # learned
    leg: str
    rank: int | None = None  # rank in this retriever, from 1; None: it only added to the score
    value: float  # in this retriever's own unit
    share: float  # contribution to the score before it was scaled to 0 to 1


class Hit(Value):
    type: Literal["item", "message"]
    id: str  # id of the item or message
    text: str
    score: float  # relevance from 0 to 1; only comparable within one answer
    evidence: tuple[Evidence, ...]
    occurred_at: datetime
    confidence: float
    title: str | None = None
    kind: str | None = None
    subject: str | None = None
    conversation_id: str | None = None  # for messages
    source_type: str | None = None  # for items: the source
    source_user: str | None = None  # who contributed it, or said it
    trust: Trust | None = None  # trust of its source
    is_personal: bool = False  # True: visible only to its contributor, never shared
    contradicts: tuple[str, ...] = ()  # ids of items that contradict it
    replaced_by: tuple[str, ...] = ()  # of messages: items that hold instead of what it says
    explanation: tuple[TermScore, ...] = ()  # with explain=True: the matching words
    legs: tuple[LegScore, ...] = ()  # with explain=True: retrievers and contributions


class Group(Value):
    """The hits of one conversation, or one item."""

    conversation_id: str | None  # None: an item
    score: float  # of the best hit
    hits: tuple[Hit, ...]  # the best first


class Recall(Value):
    """The answer to a question: ranked hits."""

    query: str
    hits: tuple[Hit, ...]
    terms: tuple[str, ...] = ()  # the stems of the query
    notes: tuple[str, ...] = ()  # what failed, such as vector search
    walk: str | None = None  # names this call in `memory.walks`

    def __len__(self) -> int:
        return len(self.hits)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The hits by conversation, the one with the best hit first."""
        found: dict[str, list[Hit]] = {}
        for hit in self.hits:
            found.setdefault(hit.conversation_id or f"item {hit.id}", []).append(hit)
        return tuple(
            Group(conversation_id=hits[0].conversation_id, score=hits[0].score, hits=tuple(hits))
            for hits in found.values()
        )
