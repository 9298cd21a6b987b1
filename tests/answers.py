"""Answers of recall, as they are compared with each other."""

from __future__ import annotations

from remembrancer import Hit, Recall
from remembrancer.recall.hit import TermScore


def said(answer: Recall) -> Recall:
    """All that an answer says. The name of its walk is new on each call."""
    return answer.model_copy(update={"walk": None})


def order(answer: Recall) -> list[tuple[str, str, tuple[TermScore, ...]]]:
    """The hits in their order. Engines differ in the last digits of what is near in meaning."""
    return [(hit.id, hit.text, hit.explanation) for hit in answer.hits]


def words(hit: Hit) -> float:
    """What the words of a hit that was explained count for: the plain BM25 of its text."""
    return sum(part.score for part in hit.explanation)
