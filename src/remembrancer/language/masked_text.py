"""Masked text: each amount and each date becomes one private-use character.

Patterns over masked text stay short, and offsets can be mapped back to the original."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from remembrancer.language.amounts import find_amounts as amounts_in
from remembrancer.language.amounts import lower_same_length, word_set_of
from remembrancer.language.hint_index import trigrams
from remembrancer.language.statement import Amount
from remembrancer.language.times.dates import DateMention, find_dates

AMOUNT_FROM: Final = 0xE000  # private-use characters, which normal text does not hold
DAY_FROM: Final = 0xE800
ANY_AMOUNT: Final = "[\ue000-\ue7ff]"
ANY_DAY: Final = "[\ue800-\uefff]"
FIGURES_MAX: Final = 200  # in one sentence; more than this is a table

_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")
_WORD: Final = re.compile(
    r"(?<![^\W\d])[^\W\d_]++(?:'[^\W\d_]++)?(?!_)"
)  # no part of "invoices_no"


@dataclass(frozen=True)
class MaskedText:
    """A text and its masked form, with a map from masked offsets to plain ones."""

    plain: str  # the original
    text: str  # masked
    low: str  # masked, in lower case
    amounts: tuple[Amount, ...]
    dates: tuple[DateMention, ...]
    offsets: tuple[tuple[int, int], ...]  # pairs: masked offset, plain offset

    def plain_offset(self, place: int) -> int:
        """The plain offset of a masked offset."""
        index = bisect_right(self.offsets, (place, len(self.plain) + 1)) - 1
        folded, plain = self.offsets[index]
        return plain + place - folded

    def plain_slice(self, start: int, end: int) -> str:
        """The plain text of a masked span."""
        return self.plain[self.plain_offset(start) : self.plain_offset(end)]

    def amount_of(self, letter: str) -> Amount:
        """The amount behind a mask character."""
        return self.amounts[ord(letter) - AMOUNT_FROM]

    def date_of(self, letter: str) -> DateMention:
        """The date behind a mask character."""
        return self.dates[ord(letter) - DAY_FROM]

    @cached_property
    def words(self) -> frozenset[str]:
        """The words in lower case."""
        return frozenset(_WORD.findall(self.low))

    @cached_property
    def trigrams(self) -> frozenset[str]:
        """The trigrams of the lower-case text, for the hint index."""
        return trigrams(self.low)


def mask(text: str, *, language: str, at: datetime, direction: int = 0) -> MaskedText:
    """The text with its amounts and dates masked."""
    plain = _PRIVATE.sub(" ", text) if _PRIVATE.search(text) else text
    plain = plain.replace("’", "'").replace("‘", "'").replace("\n", " ").replace("\t", " ")
    words = word_set_of(lower_same_length(plain))
    days = find_dates(plain, at, direction=direction, words=words)[:FIGURES_MAX]
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
    return MaskedText(plain, folded, lower_same_length(folded), figures, days, tuple(joints))


def rearranged(masked: MaskedText, text: str) -> MaskedText:
    """The masked text with its words in another order; the masks keep their meaning."""
    amounts, dates = list(masked.amounts), list(masked.dates)
    pieces: list[str] = []
    joints = [(0, 0)]
    length = 0
    for place, letter in enumerate(text):
        index = ord(letter)
        if not AMOUNT_FROM <= index <= 0xEFFF:
            pieces.append(letter)
            length += 1
            continue
        one = dates[index - DAY_FROM] if index >= DAY_FROM else amounts[index - AMOUNT_FROM]
        said = masked.plain[one.start : one.end]
        start, end = length, length + len(said)
        if index >= DAY_FROM:
            dates[index - DAY_FROM] = dates[index - DAY_FROM]._replace(start=start, end=end)
        else:
            amounts[index - AMOUNT_FROM] = amounts[index - AMOUNT_FROM]._replace(
                start=start, end=end
            )
        joints += ((place, start), (place + 1, end))
        pieces.append(said)
        length = end
    plain = "".join(pieces)
    low = lower_same_length(text)
    return MaskedText(plain, text, low, tuple(amounts), tuple(dates), tuple(joints))
