"""A text with its figures and days folded into one letter each, so that patterns stay short."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from remembrancer.language.amounts import amounts as amounts_in
from remembrancer.language.amounts import lowered, plain_words
from remembrancer.language.dates import Moment, moments
from remembrancer.language.prefilter import starts
from remembrancer.language.statement import Amount

AMOUNT_FROM: Final = 0xE000  # letters that no text of people's uses
DAY_FROM: Final = 0xE800
ANY_AMOUNT: Final = "[\ue000-\ue7ff]"
ANY_DAY: Final = "[\ue800-\uefff]"
FIGURES_MAX: Final = 200  # in one sentence; more of them are a table

_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


@dataclass(frozen=True)
class Masked:
    """A text and the same text folded. Places in the folded one lead back to the first."""

    plain: str  # as it was given
    text: str  # folded
    low: str  # folded, in small letters
    amounts: tuple[Amount, ...]
    moments: tuple[Moment, ...]
    joints: tuple[tuple[int, int], ...]  # folded place, place in the plain text

    def origin(self, place: int) -> int:
        """Where a place of the folded text stands in the plain one."""
        index = bisect_right(self.joints, (place, len(self.plain) + 1)) - 1
        folded, plain = self.joints[index]
        return plain + place - folded

    def said(self, start: int, end: int) -> str:
        """The plain words of a stretch of the folded text."""
        return self.plain[self.origin(start) : self.origin(end)]

    def amount(self, letter: str) -> Amount:
        """The figure that a letter stands for."""
        return self.amounts[ord(letter) - AMOUNT_FROM]

    def moment(self, letter: str) -> Moment:
        """The day that a letter stands for."""
        return self.moments[ord(letter) - DAY_FROM]

    @cached_property
    def words(self) -> frozenset[str]:
        """The words in small letters."""
        return frozenset(_WORD.findall(self.low))

    @cached_property
    def starts(self) -> frozenset[str]:
        """By what hints are looked up in it."""
        return starts(self.low)


def masked(text: str, *, language: str, at: datetime, direction: int = 0) -> Masked:
    """The text, folded."""
    plain = _PRIVATE.sub(" ", text) if _PRIVATE.search(text) else text
    plain = plain.replace("’", "'").replace("‘", "'").replace("\n", " ").replace("\t", " ")
    words = plain_words(lowered(plain))
    days = moments(plain, at, direction=direction, words=words)[:FIGURES_MAX]
    figures = tuple(
        one
        for one in amounts_in(plain, language=language, words=words)
        if not any(day.start < one.end and one.start < day.end for day in days)
    )[:FIGURES_MAX]
    folds = sorted(
        [(one.start, one.end, chr(AMOUNT_FROM + index)) for index, one in enumerate(figures)]
        + [(one.start, one.end, chr(DAY_FROM + index)) for index, one in enumerate(days)]
    )
    pieces: list[str] = []
    joints = [(0, 0)]
    reached = length = 0
    for start, end, letter in folds:
        pieces += (plain[reached:start], letter)
        length += start - reached
        joints += ((length, start), (length + 1, end))
        length += 1
        reached = end
    pieces.append(plain[reached:])
    folded = "".join(pieces)
    return Masked(plain, folded, lowered(folded), figures, days, tuple(joints))
