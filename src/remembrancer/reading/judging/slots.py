"""Two statements by the slots they fill: the same question answered alike, anew, or otherwise.

This is what makes a judgement explainable: "the same slot has a later value: 50,000 → 60,000".
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from remembrancer.language.amounts import period
from remembrancer.language.holders import PRONOUNS, SOMEBODY, speaks_of_itself
from remembrancer.language.statement import Slot, Statement
from remembrancer.reading.judging.judgement import Relation, Severity, Suggestion
from remembrancer.reading.judging.verdict import UNRELATED, Verdict

_WORD: Final = re.compile(r"[^\W_]+")
_SAME_EVENT_DAYS: Final = 20  # two reports of one event may date it some days apart
_ABOUT: Final = 0.05  # "roughly 60,000" is the same as 60,000, or as 61,000
_EXACT: Final = 1e-9
_ROUNDED: Final = 0.002  # a sum by the week or the month is rounded
_IN_A_YEAR: Final = {None: 1, "year": 1, "month": 12, "week": 52}


def by_slot(new: Statement, known: Statement) -> Verdict | None:
    """The verdict where both fill the same slot; None: slots do not tell."""
    ours, theirs = new.slot, known.slot
    if ours is None or theirs is None or ours.name != theirs.name:
        return None
    if _are_of_others(new, known) or _are_counted_otherwise(ours, theirs):
        return UNRELATED
    if new.is_past != known.is_past:
        return UNRELATED  # how it was does not speak against how it is
    if ours.is_event or theirs.is_event:
        return _events(new, known, ours, theirs)
    if known.is_ahead and not new.is_ahead:
        return _come_true(new, known, ours, theirs)
    if _is_same_value(new, known, ours, theirs):
        return _same_value(new, known, ours)
    if new.is_ahead != known.is_ahead:
        return UNRELATED  # what is to be does not speak against what is
    if new.is_negated or known.is_negated or ours.is_many or theirs.is_many:
        return UNRELATED  # "not by phone" leaves open by what else; several may hold at once
    if new.is_hedged:
        return UNRELATED  # what may become of it does not change what it is
    return _other_value(new, ours, theirs)


def held_by(slot: Slot, subject: str | None) -> Slot:
    """The slot with its holder named as the subject is, where the text means the subject.

    Without a name it is the subject's. A subject that goes by a number may bear any name.
    """
    if subject is None:
        return slot
    if slot.holder is None:
        return slot if _is_number(subject) else slot._replace(holder=subject.casefold())
    if _is_called(slot.holder, subject):
        return slot._replace(holder=subject.casefold())
    return slot


def _is_number(subject: str) -> bool:
    return any(letter.isdigit() for letter in subject)


def _is_called(holder: str, subject: str) -> bool:
    """Whether a name is the subject's. Of two that are given in full, the first counts: whole
    families share the last."""
    ours, theirs = _WORD.findall(holder.casefold()), _WORD.findall(subject.casefold())
    if ours == theirs:
        return True
    if not holder[:1].isupper() or not ours or not theirs:
        return False
    return ours[0] in theirs if len(ours) == 1 or len(theirs) == 1 else ours[0] == theirs[0]


def _are_of_others(new: Statement, known: Statement) -> bool:
    """Whether the one tells of somebody whom the other does not tell of."""
    ours = new.slot.holder if new.slot else None
    theirs = known.slot.holder if known.slot else None
    if SOMEBODY in (ours, theirs):
        return True
    if (ours or "").casefold() == (theirs or "").casefold():
        return False
    for one, other, told in ((ours, theirs, known), (theirs, ours, new)):
        if one in PRONOUNS:
            # Whoever speaks of themselves is not "she"; in a note on somebody "she" is that one.
            return other in PRONOUNS or speaks_of_itself(told.text)
        if one is not None and other is None:
            # A name may be that of somebody who is not named elsewhere; "my brother" is not.
            return not one[:1].isupper() or speaks_of_itself(told.text)
    return True


def _are_counted_otherwise(ours: Slot, theirs: Slot) -> bool:
    return ours.unit is not None and theirs.unit is not None and ours.unit != theirs.unit


def _events(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> Verdict:
    """Two reports of one event, or two events. Only what is dated alike is held for one."""
    if ours.on is not None and theirs.on is not None:
        if abs((ours.on - theirs.on).days) > _SAME_EVENT_DAYS:
            return UNRELATED
    elif (ours.on is None) != (theirs.on is None) and not _is_same_value(new, known, ours, theirs):
        return UNRELATED
    if _is_same_value(new, known, ours, theirs):
        return _same_value(new, known, ours)
    if new.is_hedged or new.is_negated or known.is_negated:
        return UNRELATED
    return _other_value(new, ours, theirs)


def _come_true(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> Verdict:
    """What was to come is so now, or it is still to come."""
    if new.is_negated != known.is_negated or not _is_same_value(new, known, ours, theirs):
        return UNRELATED
    return Verdict(
        Relation.UPDATE,
        f"{ours.name} was to be {shown(ours)}, and is so now",
        Severity.LOW,
        Suggestion.KEPT_B,
        replaces=True,
        is_told=True,
    )


def _same_value(new: Statement, known: Statement, slot: Slot) -> Verdict:
    if new.is_negated == known.is_negated:
        return Verdict(Relation.SAME, f"both say that {slot.name} is {shown(slot)}")
    if new.is_hedged:
        return UNRELATED
    return Verdict(
        Relation.UPDATE if new.is_change else Relation.CONTRADICTION,
        f"one says that {slot.name} is {shown(slot)}, the other that it is not",
        Severity.HIGH,
        Suggestion.KEPT_B,
        replaces=True,
        is_told=new.is_change,
    )


def _other_value(new: Statement, ours: Slot, theirs: Slot) -> Verdict:
    is_figure = isinstance(ours.value, int | float) and isinstance(theirs.value, int | float)
    return Verdict(
        Relation.UPDATE if is_figure or new.is_change else Relation.CONTRADICTION,
        f"the same slot, {ours.name}, has a later value: {shown(theirs)} → {shown(ours)}",
        Severity.HIGH if is_figure else Severity.MEDIUM,
        Suggestion.KEPT_B,
        replaces=True,
        is_told=new.is_change,
    )


def _is_same_value(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> bool:
    first, second = ours.value, theirs.value
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, int | float) and isinstance(second, int | float):
        loose = any(one.is_about for one in (*new.amounts, *known.amounts))
        nearness = _ABOUT if loose else _EXACT
        periods = _per(new, first), _per(known, second)
        if periods[0] != periods[1] and ours.unit == theirs.unit is not None:
            # A month's pay twelve times over is a year's; what names no period is a year's sum.
            first, second = first * _IN_A_YEAR[periods[0]], second * _IN_A_YEAR[periods[1]]
            nearness = max(nearness, _ROUNDED)
        return abs(first - second) <= max(abs(first), abs(second)) * nearness
    return str(first).casefold().strip() == str(second).casefold().strip()


def _per(statement: Statement, value: float) -> str | None:
    """By what a figure is counted: month, year, week; None: by nothing that is told."""
    for amount in statement.amounts:
        if amount.value == value:
            by = period(statement.text, amount)
            return by if by in _IN_A_YEAR else None
    return None


def shown(slot: Slot) -> str:
    """A value as a person reads it."""
    value = slot.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        figure = f"{value:,.0f}" if float(value).is_integer() else f"{value:,}"
        if slot.unit is None and float(value).is_integer() and 1000 <= value <= 2999:
            figure = f"{value:.0f}"  # a year, most likely
        return f"{figure} {slot.unit}" if slot.unit else figure
    return str(value)


def as_drawn(data: dict[str, object], read: Slot | None) -> Slot | None:
    """The slot as it was drawn out; else as the text reads."""
    name, value = data.get("slot"), data.get("value")
    if not isinstance(name, str) or not isinstance(value, str | int | float | bool):
        return read
    if read is not None and read.name == name:
        unit, holder = data.get("unit", read.unit), data.get("holder")
        if not isinstance(holder, str):
            # A name that was not drawn out as the holder's stands for "I".
            holder = None if (read.holder or "")[:1].isupper() else read.holder
        return read._replace(
            value=value, unit=unit if isinstance(unit, str) else read.unit, holder=holder
        )
    unit, holder, on = data.get("unit"), data.get("holder"), data.get("on")
    return Slot(
        name,
        value,
        unit if isinstance(unit, str) else None,
        is_event=isinstance(on, str),
        on=_day(on),
        holder=holder if isinstance(holder, str) else None,
    )


def _day(given: object) -> date | None:
    try:
        return date.fromisoformat(given) if isinstance(given, str) else None
    except ValueError:
        return None
