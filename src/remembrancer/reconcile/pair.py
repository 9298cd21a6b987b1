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
from math import exp, tanh
from operator import mul
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.ports import Embedder
from remembrancer.reconcile.pair_features import compared
from remembrancer.reconcile.pair_lexicon import lexicon
from remembrancer.reconcile.pair_reading import read
from remembrancer.reconcile.pair_vectors import meaning_of

SAME_AT: Final = 0.8
CONTRADICTS_AT: Final = 0.7

_ENGLISH = "english"  # the language of the vectors that the weights were fitted with
_WEIGHTS = Path(__file__).with_name("pair_weights.json")
_WORDS = "words"  # the model that needs no vectors
_APART: Final = 0.9 * SAME_AT  # as much the same as texts can be that something keeps apart
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
    name = embedder.name if embedder is not None and language == _ENGLISH else _WORDS
    model = models.get(name) or models[_WORDS]
    readings = {text: read(text, language) for pair in pairs for text in pair}
    meaning = (
        meaning_of(embedder, readings.values())
        if embedder is not None and model is not models[_WORDS]
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
                same *= _APART
            elif seen.is_exchanged:
                same = min(same, _APART)
            found.append(Likeness(same, contradicts))
    return found


class _Model(NamedTuple):
    """One hidden layer beside a straight line."""

    features: tuple[str, ...]
    means: list[float]
    scales: list[float]
    clip: float
    hidden: list[list[float]]  # for each unit a weight for each feature
    hidden_bias: list[float]
    out: list[list[float]]  # for each answer a weight for each unit
    straight: list[list[float]]  # for each answer a weight for each feature
    bias: list[float]

    def judge(self, features: dict[str, float]) -> tuple[float, float]:
        values = [
            max(-self.clip, min(self.clip, (features[name] - mean) / scale))
            for name, mean, scale in zip(self.features, self.means, self.scales, strict=True)
        ]
        units = [
            tanh(sum(map(mul, weights, values)) + bias)
            for weights, bias in zip(self.hidden, self.hidden_bias, strict=True)
        ]
        same, contradicts = (
            _chance(sum(map(mul, out, units)) + sum(map(mul, straight, values)) + bias)
            for out, straight, bias in zip(self.out, self.straight, self.bias, strict=True)
        )
        return same, contradicts


def _chance(score: float) -> float:
    return 1 / (1 + exp(-max(-_SCORE_MAX, min(_SCORE_MAX, score))))


@lru_cache(maxsize=1)
def _models() -> dict[str, _Model]:
    """The models by the name of the embedder whose vectors they were fitted with."""
    told: dict[str, dict[str, Any]] = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    return {
        name: _Model(**{**one, "features": tuple(one["features"])}) for name, one in told.items()
    }
