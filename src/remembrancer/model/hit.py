"""A hit: something recall found, with its score and its evidence."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from remembrancer.model.base import Value
from remembrancer.model.evidence import Evidence


class TermScore(Value):
    """What one word of the question added to the score."""

    term: str  # the stem
    frequency: int  # times in this text
    documents: int  # texts of the space that hold it
    score: float


class Hit(Value):
    type: Literal["item", "message"]
    id: str  # the item's or the message's own id
    text: str
    score: float
    evidence: tuple[Evidence, ...]
    occurred_at: datetime
    confidence: float
    title: str | None = None
    kind: str | None = None
    subject: str | None = None
    conversation_id: str | None = None  # for messages
    explanation: tuple[TermScore, ...] = ()  # with explain=True


class Recall(Value):
    """The answer to a question: ranked hits."""

    query: str
    hits: tuple[Hit, ...]
    terms: tuple[str, ...] = ()  # the stems searched for

    def __len__(self) -> int:
        return len(self.hits)
