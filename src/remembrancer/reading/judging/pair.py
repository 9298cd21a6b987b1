"""Two short texts: whether they say the same, and whether they contradict each other.

A small model weighs what the words show: which stand for which, what is denied, what was
exchanged, which numbers, dates and names differ. Vectors add what letters cannot show. They never
decide alone: texts that differ in a number, a date, a name, a negation or an opposite are not the
same, however near their vectors are.
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
from remembrancer.reading.judging.pair_features import compared
from remembrancer.reading.judging.pair_lexicon import lexicon
from remembrancer.reading.judging.pair_reading import read
from remembrancer.reading.judging.pair_vectors import meaning_of

SAME_AT: Final = 0.8
CONTRADICTS_AT: Final = 0.7

_ENGLISH = "english"  # the language of the vectors that the weights were fitted with
_WEIGHTS = Path(__file__).with_name("pair_weights.json")
WORDS: Final = "words"  # the model that needs no vectors
APART: Final = 0.9 * SAME_AT  # as much the same as texts can be that something keeps apart
UNSURE_MIN: Final = 0.003  # how sure trees can be, from 0 and from 1
_SCORE_MAX = 30.0


class Likeness(NamedTuple):
    """How two texts stand to each other, each from 0 to 1."""

    same: float  # yes from SAME_AT on
    contradicts: float  # yes from CONTRADICTS_AT on


def compare(
    pairs: Sequence[tuple[str, str]], *, embedder: Embedder | None, language: str = _ENGLISH
) -> list[Likeness]:
    """For each pair, how far it says the same and how far it contradicts itself.

    The order within a pair does not matter. Vectors are asked for only from an embedder whose
    vectors the weights were fitted with, and for English; else words alone decide, and nothing is
    given to the embedder.
    """
    if not pairs:
        return []
    models = _models()
    name = embedder.name if embedder is not None and language == _ENGLISH else WORDS
    model = models.get(name) or models[WORDS]
    readings = {text: read(text, language) for pair in pairs for text in pair}
    meaning = (
        meaning_of(embedder, readings.values())
        if embedder is not None and model is not models[WORDS]
        else None
    )
    words = lexicon(language)
    found = []
    for one, other in (sorted(pair) for pair in pairs):
        ours, theirs = readings[one], readings[other]
        if ours.whole.bare == theirs.whole.bare:
            found.append(Likeness(1.0, 0.0))
        elif not ours.whole.words or not theirs.whole.words:
            found.append(Likeness(0.0, 0.0))
        else:
            seen = compared(ours, theirs, words, meaning)
            same, contradicts = model.judge(seen.features)
            if seen.is_apart:
                same *= APART
            elif seen.is_exchanged:
                same = min(same, APART)
            found.append(Likeness(same, contradicts))
    return found


class Tree(NamedTuple):
    """Questions about single features. The place after one is where a low value leads."""

    asked: list[int]  # the feature at each place; -1 where nothing is asked any more
    at: list[float]  # up to which it goes on at the next place; the share that contradicts at last
    right: list[int]  # where it goes on above that


def share(trees: Sequence[Tree], values: Sequence[float]) -> float:
    """The share of contradictions where the questions lead, as the trees have it together."""
    total = 0.0
    for asked, at, right in trees:
        place = 0
        while (feature := asked[place]) >= 0:
            place = place + 1 if values[feature] <= at[place] else right[place]
        total += at[place]
    return total / len(trees)


class _Model(NamedTuple):
    """One hidden layer beside a straight line; trees have a say in what contradicts."""

    features: tuple[str, ...]
    means: list[float]
    scales: list[float]
    clip: float
    hidden: list[list[float]]  # for each unit a weight for each feature
    hidden_bias: list[float]
    out: list[list[float]]  # for each answer a weight for each unit
    straight: list[list[float]]  # for each answer a weight for each feature
    bias: list[float]
    trees: list[Tree]
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
        leaves = min(1 - UNSURE_MIN, max(UNSURE_MIN, share(self.trees, given)))
        contradicts += self.trees_weight * log(leaves / (1 - leaves))
        return _chance(same), _chance(contradicts)


def _chance(score: float) -> float:
    return 1 / (1 + exp(-max(-_SCORE_MAX, min(_SCORE_MAX, score))))


@lru_cache(maxsize=1)
def _models() -> dict[str, _Model]:
    """The models by the name of the embedder whose vectors they were fitted with."""
    told: dict[str, dict[str, Any]] = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    return {
        name: _Model(
            **{
                **one,
                "features": tuple(one["features"]),
                "trees": [Tree(*tree) for tree in one["trees"]],
            }
        )
        for name, one in told.items()
    }
