"""The pair model: scores whether two short texts say the same and whether they contradict.

A small trained model weighs features of the aligned words: negations, exchanged words, and
differences in numbers, dates and names. Vectors add similarity of meaning but never decide alone:
texts that differ in a number, a date, a name, a negation or an opposite are not the same, however
close their vectors are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, tanh
from operator import mul
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.ports import Embedder
from remembrancer.reading.judging.pair_features import compare_pair
from remembrancer.reading.judging.pair_lexicon import load_lexicon
from remembrancer.reading.judging.pair_parsing import parse_text
from remembrancer.reading.judging.pair_vectors import vector_similarity

SAME_AT: Final = 0.8
CONTRADICTS_AT: Final = 0.7

_ENGLISH = "english"  # the weights were trained with vectors of English texts
_WEIGHTS = Path(__file__).with_name("pair_weights.json")
WORDS: Final = "words"  # the model without vectors
APART: Final = 0.9 * SAME_AT  # the highest score of texts that differ in a fixed value
UNSURE_MIN: Final = 0.003  # the votes of trees stay this far from 0 and 1
_SCORE_MAX = 30.0


class PairScores(NamedTuple):
    """The scores of a pair, each from 0 to 1."""

    same: float  # yes from SAME_AT on
    contradicts: float  # yes from CONTRADICTS_AT on


def compare(
    pairs: Sequence[tuple[str, str]], *, embedder: Embedder | None, language: str = _ENGLISH
) -> list[PairScores]:
    """Scores each pair: how far its texts say the same, and how far they contradict.

    The order within a pair does not matter. Vectors are used only for English and only from an
    embedder that the weights were trained with; otherwise the embedder receives nothing.
    """
    if not pairs:
        return []
    models = _models()
    name = embedder.name if embedder is not None and language == _ENGLISH else WORDS
    model = models.get(name) or models[WORDS]
    readings = {text: parse_text(text, language) for pair in pairs for text in pair}
    meaning = (
        vector_similarity(embedder, readings.values())
        if embedder is not None and model is not models[WORDS]
        else None
    )
    words = load_lexicon(language)
    found = []
    for one, other in (sorted(pair) for pair in pairs):
        ours, theirs = readings[one], readings[other]
        if ours.whole.bare == theirs.whole.bare:
            found.append(PairScores(1.0, 0.0))
        elif not ours.whole.words or not theirs.whole.words:
            found.append(PairScores(0.0, 0.0))
        else:
            seen = compare_pair(ours, theirs, words, meaning)
            same, contradicts = model.judge(seen.features)
            if seen.is_apart:
                same *= APART
            elif seen.is_exchanged:
                same = min(same, APART)
            found.append(PairScores(same, contradicts))
    return found


class DecisionTree(NamedTuple):
    """A decision tree in arrays. The node after a test is its low branch."""

    features: list[int]  # the feature that each node tests; -1: a leaf
    thresholds: list[float]  # the threshold of a node; the share of contradictions of a leaf
    right: list[int]  # the high branch of each node


def vote_trees(trees: Sequence[DecisionTree], values: Sequence[float]) -> float:
    """The mean share of contradictions over the leaves that the trees reach."""
    total = 0.0
    for asked, at, right in trees:
        place = 0
        while (feature := asked[place]) >= 0:
            place = place + 1 if values[feature] <= at[place] else right[place]
        total += at[place]
    return total / len(trees)


class _PairModel(NamedTuple):
    """A network with one hidden layer and a linear part; trees add to the contradiction score."""

    features: tuple[str, ...]
    means: list[float]
    scales: list[float]
    clip: float
    hidden: list[list[float]]  # per unit, a weight for each feature
    hidden_bias: list[float]
    out: list[list[float]]  # per output, a weight for each unit
    straight: list[list[float]]  # per output, a weight for each feature
    bias: list[float]
    trees: list[DecisionTree]
    trees_weight: float

    def judge(self, features: dict[str, float]) -> tuple[float, float]:
        given = [features[name] for name in self.features]
        values = [
            max(-self.clip, min(self.clip, (value - mean) / scale))
            for value, mean, scale in zip(given, self.means, self.scales, strict=True)
        ]
        units = [
            tanh(sum(map(mul, weights, values)) + bias)
            for weights, bias in zip(self.hidden, self.hidden_bias, strict=True)
        ]
        same, contradicts = (
            sum(map(mul, out, units)) + sum(map(mul, straight, values)) + bias
            for out, straight, bias in zip(self.out, self.straight, self.bias, strict=True)
        )
        leaves = min(1 - UNSURE_MIN, max(UNSURE_MIN, vote_trees(self.trees, given)))
        contradicts += self.trees_weight * log(leaves / (1 - leaves))
        return _sigmoid(same), _sigmoid(contradicts)


def _sigmoid(score: float) -> float:
    return 1 / (1 + exp(-max(-_SCORE_MAX, min(_SCORE_MAX, score))))


@lru_cache(maxsize=1)
def _models() -> dict[str, _PairModel]:
    """The models by the name of the embedder that they were trained with."""
    told: dict[str, dict[str, Any]] = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    return {
        name: _PairModel(
            **{
                **one,
                "features": tuple(one["features"]),
                "trees": [DecisionTree(*tree) for tree in one["trees"]],
            }
        )
        for name, one in told.items()
    }
