"""Grounds and grades: on what an automatic act rests, and how sure it is."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from remembrancer.core.base import Value


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


class ActKind(StrEnum):
    """What the engine did by itself."""

    SUPERSEDED = "superseded"  # a later statement took the place of an earlier one
    CONFIRMED = "confirmed"  # an item was said again, and is renewed
    CLOSED = "closed"  # a task or an open question is done
    FLAGGED = "flagged"  # two items contradict each other, and a person should see it
    MERGED = "merged"  # one entry lists several items


class Judged(Value):
    """An act of the engine, for the ledger entry that records it: ids and codes, never text."""

    act: ActKind
    item: str | None = None  # the item that stands afterwards; None: the one of the entry
    others: tuple[str, ...] = ()  # the items that it replaced, lists or contradicts
    grounds: tuple[Ground, ...] = ()
    grade: Grade | None = None  # None: nothing was compared

    def detail(self) -> dict[str, Any]:
        """Its part of the details of a ledger entry."""
        told: dict[str, Any] = {"act": self.act.value}
        if self.item is not None:
            told["item"] = self.item
        if self.others:
            told["others"] = list(self.others)
        if self.grounds:
            told["grounds"] = [one.value for one in self.grounds]
        if self.grade is not None:
            told["grade"] = self.grade.value
        return {JUDGED: told}


JUDGED: Final = "judged"  # the key of the ledger's details; the store finds acts by it

_WORDS: Final = {
    Ground.SAME_WORDS: "the same words",
    Ground.PARAPHRASE: "the same in other words",
    Ground.SAME_THING: "the same thing",
    Ground.SAME_HOLDER: "belongs to the same one",
    Ground.SAME_MEASURE: "the same measure",
    Ground.SAME_SPEAKER: "the same speaker",
    Ground.OTHER_VALUE: "another value",
    Ground.LATER: "said later",
    Ground.CHANGE: "a word of change",
    Ground.CORRECTION: "a correction",
    Ground.REVERSAL: "takes it back",
    Ground.COMPLETION: "says it is done",
    Ground.DENIAL: "one denies the other",
    Ground.UNKNOWN: "something is left open",
    Ground.MODEL: "a model judged it",
}


def ground_words(ground: Ground | str) -> str:
    """A ground in words for people."""
    return _WORDS[Ground(ground)]
