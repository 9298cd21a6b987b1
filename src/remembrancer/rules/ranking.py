"""Ranking: BM25, scored here and nowhere else, so that every engine ranks alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

TERM_SATURATION = 1.2  # k1: how soon a repeated word stops adding
LENGTH_WEIGHT = 0.75  # b: how much a long text is held back


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What a space knows of its words."""

    documents: int  # texts of the space
    tokens: int  # stems in all of them
    frequency: Mapping[str, int]  # texts that hold a stem, for the stems asked about


class Scorer:
    """Scores texts against one question."""

    def __init__(self, terms: Sequence[str], statistics: Statistics) -> None:
        self._weights = [
            (term, _rarity(statistics.documents, statistics.frequency.get(term, 0)))
            for term in terms
        ]
        mean = statistics.tokens / statistics.documents if statistics.documents else 1.0
        self._mean_length = mean or 1.0
        self._statistics = statistics

    def score(self, tokens: str, length: int) -> float:
        """The score of one text, given its stems joined by blanks and their number."""
        words = tokens.split(" ")
        norm = TERM_SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / self._mean_length)
        total = 0.0
        for term, weight in self._weights:
            frequency = words.count(term)
            if frequency:
                total += weight * frequency * (TERM_SATURATION + 1) / (frequency + norm)
        return total

    def parts(self, tokens: str, length: int) -> list[tuple[str, int, int, float]]:
        """(stem, times here, texts that hold it, score) for each word that counted."""
        words = tokens.split(" ")
        norm = TERM_SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / self._mean_length)
        return [
            (
                term,
                frequency,
                self._statistics.frequency.get(term, 0),
                weight * frequency * (TERM_SATURATION + 1) / (frequency + norm),
            )
            for term, weight in self._weights
            if (frequency := words.count(term))
        ]


def _rarity(documents: int, holding: int) -> float:
    """A word in few texts says more; never below zero, even for a word in all of them."""
    return log(1 + (documents - holding + 0.5) / (holding + 0.5))
