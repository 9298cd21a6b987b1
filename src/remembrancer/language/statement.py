"""A statement: one sentence as the rules parse it."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple


class Amount(NamedTuple):
    """A number with its unit."""

    value: float
    unit: str | None  # SEK, GBP, %, years, employees …; None: a bare number
    start: int  # offset in the text
    end: int
    is_about: bool = False  # approximate: "roughly", "around"


class Slot(NamedTuple):
    """The attribute that a statement gives a value for. Two values for the same slot are equal, an
    update, or a contradiction."""

    name: str  # in English for every language: "retirement age", "preferred contact"
    value: str | float | bool
    unit: str | None = None
    is_many: bool = False  # True: several values may hold at once, as with languages spoken
    is_event: bool = False  # True: it is an event, which may happen again
    on: date | None = None  # the date of an event
    holder: str | None = None  # the person or company it belongs to; None: the subject


class Figure(NamedTuple):
    """A number of a claim, with its unit and the period it is paid per."""

    value: float
    unit: str | None
    period: str | None = None  # month, year, week …


class Claim(NamedTuple):
    """What a statement is about, and what it does to an earlier one."""

    words: frozenset[str] = frozenset()  # stems of all content words, names included
    things: frozenset[str] = frozenset()  # those that name things
    names: frozenset[str] = frozenset()  # those that are proper names or codes
    name_phrases: tuple[frozenset[str], ...] = ()  # the words of each name of several words
    value_names: frozenset[str] = frozenset()  # names behind the verb, which may be a value
    figures: tuple[Figure, ...] = ()
    periods: frozenset[str] = frozenset()  # years and quarters it speaks of
    days: frozenset[str] = frozenset()  # dates it names
    latest: date | None = None  # the last day of the latest of them
    measure: str | None = None  # net or gross
    late: frozenset[str] = frozenset()  # things of later clauses only, behind the value
    rhythms: frozenset[str] = frozenset()  # how often: "~sunday night" of "every Sunday night"
    rejected: frozenset[str] = frozenset()  # stems and figures that it says are not right
    adds: bool = False
    is_now: bool = False  # a weak sign of change
    changes: bool = False
    corrects: bool = False
    reverses: bool = False
    ends: bool = False  # it holds a word for done, decided or arrived
    is_partial: bool = False
    is_limited: bool = False  # temporary, seasonal or conditional
    is_joint: bool = False  # of several people together
    is_planned: bool = False  # wished for, planned or to come
    other: str | None = None  # whom it is about, if that is a relative, a neighbour or a rival

    @property
    def is_act(self) -> bool:
        """Whether its words say that it changes, corrects or takes back something."""
        return self.changes or self.corrects or self.reverses or bool(self.rejected)


class Statement(NamedTuple):
    """One parsed sentence. Parsing is deterministic."""

    text: str
    slot: Slot | None = None
    amounts: tuple[Amount, ...] = ()
    dates: tuple[date, ...] = ()
    names: tuple[str, ...] = ()
    is_negated: bool = False
    is_hedged: bool = False  # "might", "thinking about", "kanske"
    is_past: bool = False  # it is about the past
    is_change: bool = False  # it says that something changed: "switched to", "no longer"
    is_ahead: bool = False  # it is about the future: planned, wished for, or valid from a later day
    claim: Claim = Claim()  # what it is about, and what it does to an earlier statement
