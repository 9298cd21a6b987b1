"""Grounds and grades: on what an automatic act rests, and how sure it is."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Ground(StrEnum):
    """One reason why two statements are compared as they are."""

    SAME_WORDS = "same_words"  # both say it in the same words
    PARAPHRASE = "paraphrase"  # both say the same in other words
    SAME_THING = "same_thing"  # both name the same thing: an account, a place, a machine
    SAME_HOLDER = "same_holder"  # it belongs to the same person or company
    SAME_MEASURE = "same_measure"  # the same measure and period: net or gross, monthly or yearly
    SAME_SPEAKER = "same_speaker"  # the same person said both
    OTHER_VALUE = "other_value"  # they give different values
    LATER = "later"  # one was said later
    CHANGE = "change"  # words of change: "now", "moved to", "no longer"
    CORRECTION = "correction"  # words of correction: "isn't X, it's Y"
    REVERSAL = "reversal"  # words that take a decision back: "instead", "after all"
    COMPLETION = "completion"  # words that say that something is done or answered
    DENIAL = "denial"  # one denies what the other says
    UNKNOWN = "unknown"  # one of them names a thing, holder or period that the other leaves open
    MODEL = "model"  # a language model judged it so


class Grade(StrEnum):
    """How sure a judgement is."""

    UNSURE = "unsure"  # something is unknown on one side
    LIKELY = "likely"  # the same thing, and a later value
    CERTAIN = "certain"  # the words themselves say so, about the same thing

    @property
    def rank(self) -> int:
        return _RANK[self]

    def reaches(self, other: Grade) -> bool:
        """Whether it is at least as sure."""
        return self.rank >= other.rank


_RANK: Final = {Grade.UNSURE: 0, Grade.LIKELY: 1, Grade.CERTAIN: 2}
