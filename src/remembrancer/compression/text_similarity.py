"""Likeness: which of many texts share most of what is rare in them.

Not every two are held against each other. Each text is weighed against a few that share its rarest
words, so that ten times as many texts take about ten times as long.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import Final, NamedTuple

_NEIGHBOURS_MAX: Final = 12  # texts that one is held against
_WORD_MAX: Final = 32  # texts with a word that are looked at: those that lie nearest
_LOOKS_MAX: Final = 480  # at others, for one text

_SAME_ENTITY: Final = 0.15  # what naming the same thing adds
_SAME_CATEGORY: Final = 0.1


class Marked(NamedTuple):
    """What a text, or several together, are known by."""

    stems: frozenset[str]
    entities: frozenset[str] = frozenset()
    category: str | None = None


class Pair(NamedTuple):
    """Two of the texts by their places."""

    likeness: float
    first: int
    second: int


def weights(texts: Collection[frozenset[str]]) -> dict[str, float]:
    """How much each stem counts: the fewer texts hold it, the more."""
    seen = Counter(stem for one in texts for stem in one)
    return {stem: log(1 + len(texts) / times) for stem, times in seen.items()}


def alike(given: Sequence[Marked], weight: Mapping[str, float]) -> list[Pair]:
    """Pairs of texts that share words, the most alike first; of each text the nearest few."""
    holding: defaultdict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(given):
        for stem in one.stems:
            holding[stem].append(place)
    whole = [sum(weight[stem] for stem in one.stems) for one in given]
    found = {
        (min(place, other), max(place, other))
        for place, one in enumerate(given)
        for other in _near(place, one, holding, weight)
    }
    pairs = [
        Pair(_likeness(given, whole, weight, first, second), first, second)
        for first, second in found
    ]
    return sorted(pairs, key=lambda one: (-one.likeness, one.first, one.second))


def _near(
    place: int, one: Marked, holding: Mapping[str, list[int]], weight: Mapping[str, float]
) -> list[int]:
    """The texts that share the most with one, looked for by its rarest words."""
    shared: defaultdict[int, float] = defaultdict(float)
    looks = 0
    rarest = sorted(one.stems, key=lambda stem: (len(holding[stem]), stem))
    for stem in rarest:
        listed = holding[stem]
        if len(listed) > _WORD_MAX:
            # A common word says little: it only helps where the rare ones lead nowhere.
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


def _likeness(
    given: Sequence[Marked],
    whole: Sequence[float],
    weight: Mapping[str, float],
    first: int,
    second: int,
) -> float:
    """The share of all their words, weighed by how rare they are, that both have."""
    one, other = given[first], given[second]
    shared = sum(weight[stem] for stem in one.stems & other.stems)
    either = whole[first] + whole[second] - shared
    likeness = shared / either if either else 0.0
    if not one.entities.isdisjoint(other.entities):
        likeness += _SAME_ENTITY
    if one.category is not None and one.category == other.category:
        likeness += _SAME_CATEGORY
    return likeness
