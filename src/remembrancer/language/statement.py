"""A statement: what one sentence says, as far as rules can read it."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple


class Amount(NamedTuple):
    """A figure with what it counts."""

    value: float
    unit: str | None  # SEK, GBP, %, years, employees …; None: a bare number
    start: int  # where it stands in the text
    end: int
    is_about: bool = False  # "roughly", "around"


class Slot(NamedTuple):
    """The question that a statement answers: two answers to the same one are the same, an update,
    or a contradiction."""

    name: str  # in English whatever was spoken: "retirement age", "preferred contact"
    value: str | float | bool
    unit: str | None = None
    is_many: bool = False  # True: several answers may hold at once, as with languages spoken
    is_event: bool = False  # True: it happens at a time, and may happen again at another
    on: date | None = None  # of an event: when
    holder: str | None = None  # whose it is, where the text names them; None: the subject's


class Statement(NamedTuple):
    """One sentence, read. Reading the same text again gives the same."""

    text: str
    slot: Slot | None = None
    amounts: tuple[Amount, ...] = ()
    dates: tuple[date, ...] = ()
    names: tuple[str, ...] = ()
    is_negated: bool = False
    is_hedged: bool = False  # "might", "thinking about", "kanske"
    is_past: bool = False  # it says how things were, not how they are
    is_change: bool = False  # it says that something changed: "switched to", "no longer"
    is_ahead: bool = False  # it says how things are to be: planned, wished, or from a later day
