"""Derivation: whether a statement may say in other words what a text says that was read before.

The doubt goes against the statement: what may come of a text of low trust is trusted no more.
Sharing the name of whom both are about is not enough, since most of what is said of somebody does.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from remembrancer.language.amounts import amounts
from remembrancer.language.common_words import DATE_WORDS, common_words
from remembrancer.language.names import names
from remembrancer.language.stemming import language

MEANS_THE_SAME: Final = 0.6  # cosine of two sentences, from which on one may come of the other
MEANS_IT_OF_OTHERS: Final = 0.75  # the same where each names somebody else
_VALUES: Final = 2  # names and figures that are enough by themselves
_WITH_A_VALUE: Final = 3  # words that are enough where one is a name or a figure
_WORDS: Final = 3  # that are needed where none is
_HALF: Final = 1 / 2  # of the words of a sentence
_MOST: Final = 2 / 3
_CODE_DIGITS: Final = 4  # of an account, a version or an amount that nobody says by chance
_TELLING_DIGITS: Final = 3  # of them, zeros at the end left out: a round sum is said by many
_GROUPS_MAX: Final = 8  # of digits with blanks between them that may be one number

_ENDS: Final = re.compile(r"(?<=[.!?;])\s+|\n+")
_MIXED: Final = re.compile(  # letters and digits; with a hyphen between them, three digits
    r"(?<!\w)(?:(?=\w*\d)(?=\w*[^\W\d_])|(?=(?:[\w-]*\d){3})(?=[\w-]*[^\W\d_]))[\w-]{5,}(?!\w)"
)
_RUN: Final = re.compile(r"\d+")
_DATE: Final = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d)(?!\d)"
)
_DIGITS: Final = re.compile(  # in groups, and with the letters in front of them, as in an IBAN
    r"(?<!\w)[^\W\d_]{0,4}\d+(?:[.,/:\u2013-]\d+)*(?:[ \u00a0]\d+(?:[.,/:\u2013-]\d+)*)*(?!\w)"
)
_NO_CENTS: Final = re.compile(r"[.,]00$")
_MARKS: Final = re.compile(r"[^\w]|_")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_YEARS: Final = range(1900, 2100)


class Sentence:
    """One sentence of a text, as far as it is compared."""

    def __init__(self, text: str, start: int, tongue: str, known: frozenset[str]) -> None:
        self.text = text
        self.start = start
        self._tongue = tongue
        self._known = known
        stems = (one for one in _stems(text, tongue) if not one.isdigit())
        self.words = frozenset(stems) - _common(tongue) - known  # those that say something
        self.codes = frozenset(_codes(text))

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of what may be names in it."""
        return self._told(names(self.text))

    @cached_property
    def sure_names(self) -> frozenset[str]:
        """Those of them whose capitals tell: the first word of a sentence has one anyway."""
        opening = self.text.lstrip()
        return self._told(
            name.partition(" ")[2] if opening.startswith(name) else name
            for name in names(self.text)
        )

    def _told(self, listed: Iterable[str]) -> frozenset[str]:
        found = frozenset(stem for name in listed for stem in _stems(name, self._tongue))
        return found - _common(self._tongue) - self._known

    @property
    def figures(self) -> frozenset[str]:
        return self.codes | self.values - self.sure_names

    @cached_property
    def values(self) -> frozenset[str]:
        """Names by their words, and figures by their worth, in digits or in words."""
        figures = {
            one.value
            for tongue in {self._tongue, *_TONGUES}
            for one in amounts(self.text, language=tongue)
        }
        telling = (one for one in figures if one not in _YEARS and one not in (0, 1))
        return self.sure_names.union(f"{one:g}" for one in telling)


def read(text: str, tongue: str, *, about: str | None = None) -> tuple[Sentence, ...]:
    """The sentences of a text. Whom it is about is in most of them, and is left out."""
    known = frozenset(_stems(about, tongue)) if about else frozenset()
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


def means_the_same(likeness: float, said: Sequence[Sentence], told: Sequence[Sentence]) -> bool:
    """Whether texts that are so much alike in meaning, by their vectors, may say the same."""
    if not told or likeness < MEANS_THE_SAME:
        return False
    return likeness >= MEANS_IT_OF_OTHERS or not names_others(said, told)


def names_others(said: Iterable[Sentence], told: Iterable[Sentence]) -> bool:
    """Both name somebody or something, and nothing that the other names: they are about others."""
    ours, theirs = list(said), list(told)
    return _are_apart(
        _all(one.names for one in ours), _all(one.names for one in theirs)
    ) or _are_apart(_all(one.sure_names for one in ours), _all(one.sure_names for one in theirs))


def _are_apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and not one & other


def _repeats(said: Sentence, told: Sequence[Sentence]) -> bool:
    """Whether what is shared is telling: names and figures, or most of the words.

    A verb, a trade or a place that two sentences have in common says little.
    """
    words = _all(one.words for one in told)
    shared = said.words & words
    theirs = _all(one.values for one in told)
    values = said.values & theirs | said.words & theirs | said.values & words
    if values:
        both = shared | values
        if len(values) >= _VALUES or len(both) >= _WITH_A_VALUE:
            return True
        is_much = said.words <= words or len(shared) >= _HALF * len(words)
        return len(both) >= _WITH_A_VALUE - 1 and is_much
    if names_others((said,), told):
        if said.figures and any(one.figures for one in told):
            return False  # another name and another figure: another claim
        ours = said.words - said.names
        theirs = words - _all(one.names for one in told)
        is_most = len(shared) >= _MOST * len(ours) and len(shared) >= _HALF * len(theirs)
        return len(shared) >= _WORDS and is_most
    if len(shared) >= _WORDS:
        return len(shared) >= _HALF * len(said.words)
    if len(shared) < _WORDS - 1:
        return False
    covers = _HALF if said.words <= words else _MOST
    return len(shared) >= covers * len(words)


# -- reading

_TONGUES: Final = ("english", "swedish")


def _stems(text: str, tongue: str) -> Iterator[str]:
    """The shortest stem of each word in the languages known here: a text need not be in that of
    the space. Words of grammar are left out."""
    known = [language(one) for one in dict.fromkeys((tongue, *_TONGUES))]
    plain = unicodedata.normalize("NFKC", text).replace("\u2019", "'").lower()
    for word in _WORD.findall(plain):
        stems = [one.stem(word) for one in known]
        if all(stems):
            yield min(stems, key=lambda stem: (len(stem), stem))


def _common(tongue: str) -> frozenset[str]:
    found = _COMMON.get(tongue)
    if found is None:
        listed = " ".join(sorted(common_words() | DATE_WORDS))
        found = _COMMON[tongue] = frozenset(_stems(listed, tongue))
    return found


_COMMON: Final[dict[str, frozenset[str]]] = {}  # stems of words that any text may have


def _codes(text: str) -> Iterator[str]:
    """Account numbers, versions and the like, however they are written: nobody says one by
    chance. A date and a round sum are none."""
    plain = _DATE.sub(" ", text)
    for found in _MIXED.finditer(plain):
        joined = _MARKS.sub("", found[0]).casefold()
        yield joined
        yield from (one for one in _RUN.findall(joined) if _is_telling(one))
    for found in _DIGITS.finditer(plain):
        groups = found[0].replace("\u00a0", " ").split(" ")[:_GROUPS_MAX]
        for first in range(len(groups)):
            for last in range(first + 1, len(groups) + 1):
                joined = _MARKS.sub("", _NO_CENTS.sub("", "".join(groups[first:last])))
                if _is_telling(joined):
                    yield joined.casefold()


def _is_telling(code: str) -> bool:
    digits = "".join(filter(str.isdigit, code))
    if len(digits) < _CODE_DIGITS or _YEAR.fullmatch(code):
        return False
    return len(digits.strip("0")) >= _TELLING_DIGITS


def _all(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _parts(text: str) -> Iterator[tuple[str, int]]:
    start = 0
    for end in [*_ENDS.finditer(text), None]:
        part = text[start : end.start() if end else len(text)]
        if part.strip():
            yield part, start
        start = end.end() if end else start
