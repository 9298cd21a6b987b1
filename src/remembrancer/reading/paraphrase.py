"""Paraphrase detection: whether a statement may repeat a text that was read before.

In doubt it counts as a repetition, so that it gets the lower trust of the text. A shared subject
name is not enough, since most statements about the same person share it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from remembrancer.language.amounts import find_amounts
from remembrancer.language.common_words import DATE_WORDS, common_words
from remembrancer.language.names import find_names
from remembrancer.language.stemming import language

SAME_MEANING_MIN: Final = 0.6  # cosine from which two sentences may be paraphrases
SAME_MEANING_OTHER_NAMES_MIN: Final = 0.75  # the same for sentences that name different people
_VALUES: Final = 2  # shared names and numbers that are enough by themselves
_WITH_A_VALUE: Final = 3  # shared words that are enough if one is a name or a number
_WORDS: Final = 3  # shared words that are needed if none is a name or a number
_HALF: Final = 1 / 2  # of the words of a sentence
_MOST: Final = 2 / 3
_CODE_DIGITS: Final = 4  # of an account number, a version or an amount that is not shared by chance
_DISTINCTIVE_DIGITS: Final = 3  # of them without trailing zeros, since round sums are common
_GROUPS_MAX: Final = 8  # of digits separated by spaces that may be one number

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


class ComparedSentence:
    """One sentence of a text with the features that are compared."""

    def __init__(self, text: str, start: int, tongue: str, known: frozenset[str]) -> None:
        self.text = text
        self.start = start
        self._language = tongue
        self._known = known
        stems = (one for one in _stems(text, tongue) if not one.isdigit())
        self.words = frozenset(stems) - _common(tongue) - known  # content words only
        self.codes = frozenset(_codes(text))

    @cached_property
    def names(self) -> frozenset[str]:
        """The stems of possible names."""
        return self._name_stems(find_names(self.text))

    @cached_property
    def sure_names(self) -> frozenset[str]:
        """The stems of certain names: the first word of a sentence does not count."""
        opening = self.text.lstrip()
        return self._name_stems(
            name.partition(" ")[2] if opening.startswith(name) else name
            for name in find_names(self.text)
        )

    def _name_stems(self, listed: Iterable[str]) -> frozenset[str]:
        found = frozenset(stem for name in listed for stem in _stems(name, self._language))
        return found - _common(self._language) - self._known

    @property
    def figures(self) -> frozenset[str]:
        return self.codes | self.values - self.sure_names

    @cached_property
    def values(self) -> frozenset[str]:
        """Names as stems, and numbers by value, whether written in digits or in words."""
        figures = {
            one.value
            for tongue in {self._language, *_LANGUAGES}
            for one in find_amounts(self.text, language=tongue)
        }
        telling = (one for one in figures if one not in _YEARS and one not in (0, 1))
        return self.sure_names.union(f"{one:g}" for one in telling)


def split_compared(
    text: str, tongue: str, *, about: str | None = None
) -> tuple[ComparedSentence, ...]:
    """The sentences of a text. The name of its subject is left out of the comparison."""
    known = frozenset(_stems(about, tongue)) if about else frozenset()
    return tuple(ComparedSentence(part, start, tongue, known) for part, start in _parts(text))


class SentenceIndex:
    """An index of the sentences of several texts by their words."""

    def __init__(self, texts: Sequence[Sequence[ComparedSentence]]) -> None:
        self._texts = texts
        self._by_word: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
        for number, sentences in enumerate(texts):
            for place, one in enumerate(sentences):
                for word in one.words | one.codes:
                    self._by_word[word].add((number, place))

    def find_origins(self, said: ComparedSentence) -> dict[int, ComparedSentence]:
        """The texts that a statement may be derived from: their numbers and sentences."""
        places = set().union(*(self._by_word.get(one, ()) for one in said.words | said.codes))
        found: dict[int, ComparedSentence] = {}
        for number, place in sorted(places):
            if number not in found and self._may_derive_from(said, number, place):
                found[number] = self._texts[number][place]
        return found

    def _may_derive_from(self, said: ComparedSentence, number: int, place: int) -> bool:
        """Whether a statement repeats this sentence, or this one and the next together."""
        one, *rest = self._texts[number][place : place + 2]
        if said.codes & one.codes or _repeats(said, (one,)):
            return True
        return bool(rest) and _repeats(said, (one, *rest))


def is_same_meaning(
    likeness: float, said: Sequence[ComparedSentence], told: Sequence[ComparedSentence]
) -> bool:
    """Whether texts with this vector similarity may say the same."""
    if not told or likeness < SAME_MEANING_MIN:
        return False
    return likeness >= SAME_MEANING_OTHER_NAMES_MIN or not names_different_things(said, told)


def names_different_things(
    said: Iterable[ComparedSentence], told: Iterable[ComparedSentence]
) -> bool:
    """Whether both name something and share no name, so that they have different subjects."""
    ours, theirs = list(said), list(told)
    return _are_disjoint(
        _union(one.names for one in ours), _union(one.names for one in theirs)
    ) or _are_disjoint(
        _union(one.sure_names for one in ours), _union(one.sure_names for one in theirs)
    )


def _are_disjoint(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and not one & other


def _repeats(said: ComparedSentence, told: Sequence[ComparedSentence]) -> bool:
    """Whether two sentences share names and numbers, or most of their words.

    A shared verb, trade or place alone is not enough.
    """
    words = _union(one.words for one in told)
    shared = said.words & words
    theirs = _union(one.values for one in told)
    values = said.values & theirs | said.words & theirs | said.values & words
    if values:
        both = shared | values
        if len(values) >= _VALUES or len(both) >= _WITH_A_VALUE:
            return True
        is_much = said.words <= words or len(shared) >= _HALF * len(words)
        return len(both) >= _WITH_A_VALUE - 1 and is_much
    if names_different_things((said,), told):
        if said.figures and any(one.figures for one in told):
            return False  # different names and different numbers: another claim
        ours = said.words - said.names
        theirs = words - _union(one.names for one in told)
        is_most = len(shared) >= _MOST * len(ours) and len(shared) >= _HALF * len(theirs)
        return len(shared) >= _WORDS and is_most
    if len(shared) >= _WORDS:
        return len(shared) >= _HALF * len(said.words)
    if len(shared) < _WORDS - 1:
        return False
    covers = _HALF if said.words <= words else _MOST
    return len(shared) >= covers * len(words)


# -- reading

_LANGUAGES: Final = ("english", "swedish")


def _stems(text: str, tongue: str) -> Iterator[str]:
    """The shortest stem of each word over all supported languages, since a text may be in another
    language than the space. Function words are left out."""
    known = [language(one) for one in dict.fromkeys((tongue, *_LANGUAGES))]
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


_COMMON: Final[dict[str, frozenset[str]]] = {}  # stems of common words


def _codes(text: str) -> Iterator[str]:
    """Account numbers, versions and similar codes in any notation. Two texts do not share one by
    chance. Dates and round sums do not count."""
    plain = _DATE.sub(" ", text)
    for found in _MIXED.finditer(plain):
        joined = _MARKS.sub("", found[0]).casefold()
        yield joined
        yield from (one for one in _RUN.findall(joined) if _is_distinctive(one))
    for found in _DIGITS.finditer(plain):
        groups = found[0].replace("\u00a0", " ").split(" ")[:_GROUPS_MAX]
        for first in range(len(groups)):
            for last in range(first + 1, len(groups) + 1):
                joined = _MARKS.sub("", _NO_CENTS.sub("", "".join(groups[first:last])))
                if _is_distinctive(joined):
                    yield joined.casefold()


def _is_distinctive(code: str) -> bool:
    digits = "".join(filter(str.isdigit, code))
    if len(digits) < _CODE_DIGITS or _YEAR.fullmatch(code):
        return False
    return len(digits.strip("0")) >= _DISTINCTIVE_DIGITS


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _parts(text: str) -> Iterator[tuple[str, int]]:
    start = 0
    for end in [*_ENDS.finditer(text), None]:
        part = text[start : end.start() if end else len(text)]
        if part.strip():
            yield part, start
        start = end.end() if end else start
