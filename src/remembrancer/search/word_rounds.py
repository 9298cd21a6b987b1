"""Word rounds: which texts to look up for a question whose words are in too many texts.

The best texts have several of the question's words, or a rare one. A round asks for texts whose
words of the question weigh at least so much together, as a list of combinations of words: a text
with all words of any combination is found. No text outside a round has words that weigh more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from remembrancer.core.limits import WORD_COMBINATIONS_MAX, WORDS_COMBINED_MAX
from remembrancer.search.bm25 import Scorer, Statistics

Combination = tuple[str, ...]
_ROUNDING = 1e-9


class WordRounds:
    """The combinations of a question's rarest words, from the heaviest to the lightest."""

    def __init__(self, terms: Sequence[str], statistics: Statistics) -> None:
        scorer = Scorer(terms, statistics)
        pairs = zip(scorer.weights, terms, strict=True)
        rarest = sorted(pairs, key=lambda pair: (-pair[0], pair[1]))[:WORDS_COMBINED_MAX]
        self._weights = [weight for weight, _ in rarest]
        self._terms = [term for _, term in rarest]
        self._statistics = statistics
        # The weight of what each set of words has together; a bit of the number is a word.
        self._sums = [0.0]
        for weight in self._weights:
            self._sums += [before + weight for before in self._sums]

    @property
    def heaviest(self) -> float:
        return self._sums[-1]

    def threshold(self, texts: float) -> float:
        """The lowest weight that about so many texts have, were words independent.

        Words of one topic come together, so there are rather more.
        """
        documents = max(1, self._statistics.documents)
        shares = [
            min(1.0, self._statistics.frequency.get(term, 0) / documents) for term in self._terms
        ]
        expected = [float(documents)]  # texts with exactly these words of the question
        for share in shares:
            expected = [each * (1 - share) for each in expected] + [
                each * share for each in expected
            ]
        order = sorted(range(1, len(self._sums)), key=lambda one: -self._sums[one])
        counts = accumulate(expected[one] for one in order)
        chosen = order[0]
        for one, count in zip(order, counts, strict=True):
            if count > texts:
                break
            chosen = one
        return self._sums[chosen]

    def combinations(self, threshold: float) -> list[Combination]:
        """The smallest combinations that weigh at least so much, the heaviest first."""
        threshold = max(min(threshold, self.heaviest) - _ROUNDING, _ROUNDING)
        found: list[tuple[float, Combination]] = []
        for one, weight in enumerate(self._sums):
            if weight < threshold or not one:
                continue
            words = [place for place in range(len(self._terms)) if one >> place & 1]
            if weight - self._weights[words[-1]] < threshold:  # its lightest word is needed
                found.append((weight, tuple(self._terms[place] for place in words)))
        found.sort(key=lambda each: (-each[0], each[1]))
        return [words for _, words in found[:WORD_COMBINATIONS_MAX]]
