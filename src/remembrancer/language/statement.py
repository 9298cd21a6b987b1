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
