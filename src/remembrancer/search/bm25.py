"""Ranking: BM25, scored here and nowhere else, so that every engine ranks alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

TERM_SATURATION = 1.2  # k1: how soon a repeated word stops adding to the score
LENGTH_WEIGHT = 0.75  # b: how much a long text is penalised


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Word statistics of a space."""

    documents: int  # texts of the space
    tokens: int  # stems in all of them
    frequency: Mapping[str, int]  # texts that contain a stem, for the stems of the query

    @property
    def mean_length(self) -> float:
        """The average number of stems per text."""
        return (self.tokens / self.documents if self.documents else 1.0) or 1.0


class Scorer:
    """Scores texts against one query."""

    def __init__(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        *,
        saturation: float = TERM_SATURATION,
        length_weight: float = LENGTH_WEIGHT,
    ) -> None:
        self.statistics = statistics
        self._saturation = saturation
        self._length_weight = length_weight
        self.terms = tuple(terms)
        self.mean_length = statistics.mean_length
        self.weights = [
            _rarity(statistics.documents, statistics.frequency.get(term, 0)) for term in terms
        ]
        self._weighed = tuple(zip(self.terms, self.weights, strict=True))

    def score(self, tokens: str, length: int) -> float:
        """The score of one text, from its stems joined by blanks and their number."""
        # This runs for every text that shares a word with the query, so it makes as few calls as
        # possible.
        count = tokens.split(" ").count
        norm = self._norm(length)
        top = self._saturation + 1
        total = 0.0
        for term, weight in self._weighed:
            if term in tokens and (frequency := count(term)):
                total += weight * frequency * top / (frequency + norm)
        return total

    def parts(self, tokens: str, length: int) -> list[tuple[str, int, int, float]]:
        """(stem, count in this text, texts that contain it, score) for each word that counted."""
        words = tokens.split(" ")
        norm = self._norm(length)
        return [
            (
                term,
                frequency,
                self.statistics.frequency.get(term, 0),
                weight * frequency * (self._saturation + 1) / (frequency + norm),
            )
            for term, weight in zip(self.terms, self.weights, strict=True)
            if (frequency := words.count(term))
        ]

    def _norm(self, length: int) -> float:
        share = length / self.statistics.mean_length
        return self._saturation * (1 - self._length_weight + self._length_weight * share)


def _rarity(documents: int, holding: int) -> float:
    """A word in few texts weighs more. Never below zero, even for a word in all texts."""
    return log(1 + (documents - holding + 0.5) / (holding + 0.5))
