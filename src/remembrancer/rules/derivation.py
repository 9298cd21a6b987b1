"""Derivation: whether a statement may say in other words what a text says that was read before.

The doubt goes against the statement: what may come of a text of low trust is trusted no more.
Sharing the name of whom both are about is not enough, since most of what is said of somebody does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from remembrancer.rules.language import function_words, language
from remembrancer.rules.statements.amounts import amounts
from remembrancer.rules.statements.names import names

MEANS_THE_SAME: Final = 0.6  # cosine of two sentences, from which on one may come of the other
_SHARE: Final = 0.5  # of the words of a statement, from which on it may come of the text
_SHARED_MIN: Final = 2  # words for that
_WITH_A_VALUE: Final = 3  # words that are enough where one is a name or a figure
_VALUES: Final = 2  # names and figures that are enough by themselves

_ENDS: Final = re.compile(r"(?<=[.!?;])\s+|\n+")
_CODE: Final = re.compile(  # letters with digits, or digits that are no year
    r"(?<!\w)(?=\w*\d)(?=\w*[^\W\d_])[\w-]{5,}(?!\w)"
    r"|(?<![\d.,])(?!(?:19|20)\d\d(?!\d))\d{4,}(?!\w)"
)
_WORD: Final = re.compile(r"[^\W_]+")


class Sentence:
    """One sentence of a text, as far as it is compared."""

    def __init__(self, text: str, start: int, tongue: str, known: frozenset[str]) -> None:
        self.text = text
        self.start = start
        stems = language(tongue).stems(text)
        self.words = frozenset(stems) - _small_words() - known  # those that say something
        # Account numbers, versions and the like: nobody says one by chance.
        self.codes = frozenset(found[0].casefold() for found in _CODE.finditer(text))
        self._tongue = tongue
        self._known = known

    @cached_property
    def values(self) -> frozenset[str]:
        """Names by their words, and figures by their worth, in digits or in words."""
        figures = frozenset(f"{one.value:g}" for one in amounts(self.text, language=self._tongue))
        return figures.union(*map(_plain, names(self.text))) - self._known


def read(text: str, tongue: str, *, about: str | None = None) -> tuple[Sentence, ...]:
    """The sentences of a text. Whom it is about is in most of them, and is left out."""
    known = frozenset(language(tongue).stems(about)) | _plain(about) if about else frozenset()
    return tuple(Sentence(part, start, tongue, known) for part, start in _parts(text))


class Texts:
    """Texts that were read, by the words of their sentences."""

    def __init__(self, texts: Sequence[Sequence[Sentence]]) -> None:
        self._texts = texts
        self._by_word: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
        for number, sentences in enumerate(texts):
            for place, one in enumerate(sentences):
                for word in one.words | one.codes:
                    self._by_word[word].add((number, place))

    def behind(self, said: Sentence) -> dict[int, Sentence]:
        """The texts that a statement may come of, by their number, each with its sentence."""
        places = set().union(*(self._by_word.get(one, ()) for one in said.words | said.codes))
        found: dict[int, Sentence] = {}
        for number, place in sorted(places):
            if number not in found and self._may_come_of(said, number, place):
                found[number] = self._texts[number][place]
        return found

    def _may_come_of(self, said: Sentence, number: int, place: int) -> bool:
        """Whether it repeats this sentence, or this one and the next."""
        one, *rest = self._texts[number][place : place + 2]
        if said.codes & one.codes or _repeats(said, (one,)):
            return True
        return bool(rest) and _repeats(said, (one, *rest))


def _repeats(said: Sentence, told: Sequence[Sentence]) -> bool:
    shared = said.words & frozenset().union(*(one.words for one in told))
    if len(shared) >= _SHARED_MIN and len(shared) >= _SHARE * len(said.words):
        return True
    values = said.values & frozenset().union(*(one.values for one in told))
    return len(values) >= _VALUES or (bool(values) and len(shared) >= _WITH_A_VALUE)


@cache
def _small_words() -> frozenset[str]:
    return function_words()


def _parts(text: str) -> Iterator[tuple[str, int]]:
    start = 0
    for end in [*_ENDS.finditer(text), None]:
        part = text[start : end.start() if end else len(text)]
        if part.strip():
            yield part, start
        start = end.end() if end else start


def _plain(text: str | None) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text or "") if len(word) > 1)
