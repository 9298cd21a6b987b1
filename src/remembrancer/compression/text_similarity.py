"""Text similarity: finds pairs of texts that share rare words.

A text is compared only with a few texts that share its rarest words, so that the time grows about
linearly with the number of texts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import Final, NamedTuple

_NEIGHBOURS_MAX: Final = 12  # texts that one text is compared with
_WORD_MAX: Final = 32  # texts per word that are considered: the nearest ones
_LOOKS_MAX: Final = 480  # lookups for one text

_SAME_ENTITY: Final = 0.15  # bonus for a shared entity
_SAME_CATEGORY: Final = 0.1


class TextFeatures(NamedTuple):
    """The features of one text or of several together."""

    stems: frozenset[str]
    entities: frozenset[str] = frozenset()
    category: str | None = None


class SimilarPair(NamedTuple):
    """Two similar texts by index."""

    similarity: float
    first: int
    second: int


def rarity_weights(texts: Collection[frozenset[str]]) -> dict[str, float]:
    """The weight of each stem: the rarer, the higher."""
    seen = Counter(stem for text in texts for stem in text)
    return {stem: log(1 + len(texts) / times) for stem, times in seen.items()}


def find_similar_pairs(
    features: Sequence[TextFeatures], weight: Mapping[str, float]
) -> list[SimilarPair]:
    """Pairs of texts that share words, the most similar first; a few for each text."""
    holding: defaultdict[str, list[int]] = defaultdict(list)
    for place, entry in enumerate(features):
        for stem in entry.stems:
            holding[stem].append(place)
    whole = [sum(weight[stem] for stem in text_features.stems) for text_features in features]
    found = {
        (min(place, other), max(place, other))
        for place, one in enumerate(features)
        for other in _nearest(place, one, holding, weight)
    }
    pairs = [
        SimilarPair(_similarity(features, whole, weight, first, second), first, second)
        for first, second in found
    ]
    return sorted(pairs, key=lambda pair: (-pair.similarity, pair.first, pair.second))


def _nearest(
    place: int,
    features: TextFeatures,
    holding: Mapping[str, list[int]],
    weight: Mapping[str, float],
) -> list[int]:
    """The texts that share the most with one text, found by its rarest words."""
    shared: defaultdict[int, float] = defaultdict(float)
    looks = 0
    rarest = sorted(features.stems, key=lambda stem: (len(holding[stem]), stem))
    for stem in rarest:
        listed = holding[stem]
        if len(listed) > _WORD_MAX:
            # Common words are used only if the rare ones find nothing.
            if len(shared) > _NEIGHBOURS_MAX:
                break
            start = max(0, bisect_left(listed, place) - _WORD_MAX // 2)
            listed = listed[start : start + _WORD_MAX]
        for other in listed:
            shared[other] += weight[stem]
        looks += len(listed) - 1
        if looks >= _LOOKS_MAX:
            break
    shared.pop(place, None)
    return sorted(shared, key=lambda other: (-shared[other], other))[:_NEIGHBOURS_MAX]


def _similarity(
    features: Sequence[TextFeatures],
    whole: Sequence[float],
    weight: Mapping[str, float],
    first: int,
    second: int,
) -> float:
    """The share of common words, weighted by rarity."""
    text_features, other = features[first], features[second]
    shared = sum(weight[stem] for stem in text_features.stems & other.stems)
    either = whole[first] + whole[second] - shared
    likeness = shared / either if either else 0.0
    if not text_features.entities.isdisjoint(other.entities):
        likeness += _SAME_ENTITY
    if text_features.category is not None and text_features.category == other.category:
        likeness += _SAME_CATEGORY
    return likeness
