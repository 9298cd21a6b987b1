"""Which words of a conversation a fact has too, and how much each of them tells.

A word tells the more, the fewer of the facts that were found have it. What it tells is learned from
these facts alone: there is no list of topics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from math import log
from typing import Final

from remembrancer.inquiry.conversation_analysis import ReadConversation, asks
from remembrancer.language.common_words import DATE_WORDS, common_words
from remembrancer.language.stemming import Language, language

_COMMON: Final = 0.35  # weight of a word that occurs in any talk, and of a day or a month
_PART: Final = 0.8  # how far a word is met by a compound that begins or ends with it
_BEGINNING: Final = 0.6  # by a compound that begins alike
_AKIN: Final = 0.5  # by a word with the same beginning, in a language without compounds
_PART_MIN: Final = 4  # letters of such a part
_REST_MIN: Final = 2  # letters of a compound beside it
_COMPOUND_BEGINNING: Final = 6  # letters
_AKIN_BEGINNING: Final = 5


class SharedWords:
    """The words that a conversation shares with each of some facts."""

    def __init__(self, said: ReadConversation, texts: Iterable[frozenset[str]]) -> None:
        counts: Counter[str] = Counter()
        total = 0
        for stems in texts:
            counts.update(stems)
            total += 1
        most = log((total + 1) / 1.5) or 1.0  # of a word that one fact has
        self._rarity = {stem: log((total + 1) / (n + 0.5)) / most for stem, n in counts.items()}
        self._weights = _weights(said)
        self._met = _met(said.language, self._weights, counts)

    def total(self, told: Set[str]) -> float:
        """What the conversation tells in all, without these words."""
        return sum(
            weight * self._rarity.get(stem, 1.0)
            for stem, weight in self._weights.items()
            if stem not in told
        )

    def shared(self, stems: frozenset[str], told: Set[str]) -> dict[str, float]:
        """The words of the conversation that a text has too, each with what it tells, without those
        that are told by other means: the names of whom it is about."""
        found: dict[str, float] = {}
        for stem in stems:
            for asked, strength in self._met.get(stem, ()):
                if asked not in told:
                    tells = strength * self._weights[asked] * max(0.0, self._rarity[stem])
                    found[asked] = max(found.get(asked, 0.0), tells)
        return found


def _weights(said: ReadConversation) -> dict[str, float]:
    """The words of a conversation by their weight, without those that only ask."""
    tongue = said.language
    asking = tongue.asking_words() | {
        stem for word in said.words if asks(word) for stem in tongue.stems(word)
    }
    common = _common(tongue.name)
    return {
        stem: weight * (_COMMON if stem in common else 1.0)
        for stem, weight in said.stems.items()
        if stem not in asking
    }


@cache
def _common(name: str) -> frozenset[str]:
    tongue = language(name)
    return frozenset(stem for word in common_words() | DATE_WORDS for stem in tongue.stems(word))


def _met(
    tongue: Language, asked: Mapping[str, float], known: Iterable[str]
) -> dict[str, Sequence[tuple[str, float]]]:
    """For each word of the facts, the words of the conversation that it meets, and how far."""
    return {
        stem: found
        for stem in known
        if (found := [(one, far) for one in asked if (far := _meets(tongue, one, stem))])
    }


def _meets(tongue: Language, one: str, other: str) -> float:
    if one == other:
        return 1.0
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if not tongue.is_compounding:
        alike = len(short) >= _AKIN_BEGINNING and long.startswith(short[:_AKIN_BEGINNING])
        return _AKIN if alike else 0.0
    is_part = len(short) >= _PART_MIN and len(long) >= len(short) + _REST_MIN
    if is_part and (long.startswith(short) or long.endswith(short)):
        return _PART
    alike = len(short) >= _COMPOUND_BEGINNING and long.startswith(short[:_COMPOUND_BEGINNING])
    return _BEGINNING if alike else 0.0
