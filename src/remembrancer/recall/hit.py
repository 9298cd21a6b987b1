"""A hit: something recall found, with its score and its evidence."""

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
    documents: int  # texts of the space that hold it
    score: float


class LegScore(Value):
    """One way in which a text was found, or weighed."""

    # words, meaning, meaning around, speaker, time, links, question, long, short, trust, learned
    leg: str
    rank: int | None = None  # place among what this leg found, from 1; None: it only weighed
    value: float  # as this leg measures
    share: float  # what it added to the score before it became a number from 0 to 1


class Hit(Value):
    type: Literal["item", "message"]
    id: str  # the item's or the message's own id
    text: str
    score: float  # how relevant it is, from 0 to 1; only comparable within one answer
    evidence: tuple[Evidence, ...]
    occurred_at: datetime
    confidence: float
    title: str | None = None
    kind: str | None = None
    subject: str | None = None
    conversation_id: str | None = None  # for messages
    source_type: str | None = None  # for items: where it comes from
    source_user: str | None = None  # who contributed it, or said it
    trust: Trust | None = None  # how far its source is trusted
    is_personal: bool = False  # True: its contributor's own, never shared
    contradicts: tuple[str, ...] = ()  # ids of items that cannot hold together with this one
    explanation: tuple[TermScore, ...] = ()  # with explain=True: the words that counted
    legs: tuple[LegScore, ...] = ()  # with explain=True: how it was found, and what weighed


class Group(Value):
    """The hits of one conversation, or one item."""

    conversation_id: str | None  # None: an item
    score: float  # of the best of them
    hits: tuple[Hit, ...]  # the best first


class Recall(Value):
    """The answer to a question: ranked hits."""

    query: str
    hits: tuple[Hit, ...]
    terms: tuple[str, ...] = ()  # the stems searched for
    notes: tuple[str, ...] = ()  # what could not be done, such as a search by meaning
    walk: str | None = None  # names this call in `memory.walks`

    def __len__(self) -> int:
        return len(self.hits)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The same hits by conversation, the one with the best hit first."""
        found: dict[str, list[Hit]] = {}
        for hit in self.hits:
            found.setdefault(hit.conversation_id or f"item {hit.id}", []).append(hit)
        return tuple(
            Group(conversation_id=hits[0].conversation_id, score=hits[0].score, hits=tuple(hits))
            for hits in found.values()
        )
