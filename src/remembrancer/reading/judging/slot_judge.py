"""Judges two statements by their slots: same value, newer value or another slot.

Slots make a verdict explainable: "the same slot has a later value: 50,000 → 60,000".
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from remembrancer.core.grounds import Ground
from remembrancer.language.amounts import payment_period
from remembrancer.language.holder_words import RELATIONS
from remembrancer.language.holders import PRONOUNS, SOMEBODY, is_first_person
from remembrancer.language.statement import Slot, Statement
from remembrancer.language.times.day_words import MONTH
from remembrancer.reading.judging.judgement import Severity, StatementRelation, Suggestion
from remembrancer.reading.judging.matter.other_things import hold_for_others
from remembrancer.reading.judging.matter.sides import are_opposed
from remembrancer.reading.judging.verdict import UNRELATED, Verdict, question

_WORD: Final = re.compile(r"[^\W_]+")
_FIRST: Final = re.compile(r"\W*(?:(?:an?|the|our|en|ett|vår|vårt)\s)?([^\W_]+)", re.IGNORECASE)
_OWN_FIRM: Final = re.compile(
    r"(?<!\w)(?:my own (?:firm|company|business|practice)|min egen firma"
    r"|mitt eget (?:bolag|företag))(?!\w)"
)
_DECIDES: Final = re.compile(
    r"[A-ZÅÄÖ][a-zåäö]+(?:en|et|na) (?:har |hade )?(?:beslut|bestäm|enat|röst|val[dt])"
)
_DONE_BY: Final = re.compile(r"(\w{3,})\s(?:by|av)\s\w")
_MONTH: Final = re.compile(rf"(?<!\w){MONTH}(?!\w)")
_ADJECTIVE: Final = re.compile(
    r"(?!(?:today|tomorrow|tonight|noon|midnight|free|gratis|none|nil|zero|idag|imorgon)(?!\w))"
    r"(?:very |mycket |quite |ganska )?[a-zåäö]+(?: (?:for|till|i|on|at|på)\s.*)?"
)
# "25 metres long", "80 öre på dagen": what the figure is of, or when and where it holds.
_BEHIND_FIGURE: Final = re.compile(
    r"\d[\d.,]*(?: [^\W\d]+| \w+ \d+){0,2}?"
    r" (long|wide|deep|high|tall|thick|lång|långt|bred|brett|djup|djupt|hög|högt|tjock|tjockt"
    r"|(?:at|on|in|by|per|på|vid|i|hos|under|hemma) [^,;]+)$"
)
_ISO_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_SAME_EVENT_DAYS: Final = 20  # two reports of one event may differ by this many days
_ABOUT: Final = 0.05  # tolerance: "roughly 60,000" equals 61,000
_EXACT: Final = 1e-9
_ROUNDED: Final = 0.002  # tolerance for converted weekly and monthly sums
_IN_A_YEAR: Final = {None: 1, "year": 1, "month": 12, "week": 52}


def judge_slots(new: Statement, known: Statement) -> Verdict | None:
    """The verdict if both fill the same slot; None: slots do not decide."""
    ours, theirs = new.slot, known.slot
    if ours is None or theirs is None or ours.name != theirs.name:
        return None
    if describes(new, ours, theirs) or _measure_other_things(new, known, ours, theirs):
        return None
    if have_different_holders(new, known) or _are_of_other_quarters(new, known):
        return UNRELATED
    if not new.claim.corrects and _hold_for_others(new, known, ours, theirs):
        return UNRELATED
    if _have_different_units(ours, theirs):
        is_put_right = new.claim.corrects or bool(new.claim.rejected)
        return _other_value(new, ours, theirs) if is_put_right else UNRELATED
    is_past = new.is_past and not new.claim.is_now  # "is now owned by"
    if is_past != known.is_past and not new.claim.corrects:
        return UNRELATED  # the past does not contradict the present
    is_put_right = new.claim.corrects and ours.is_event != theirs.is_event
    if (ours.is_event or theirs.is_event) and not is_put_right:
        return _judge_events(new, known, ours, theirs)
    if known.is_ahead and not new.is_ahead:
        return _judge_planned(new, known, ours, theirs)
    if _is_same_value(new, known, ours, theirs):
        return _same_value(new, known, ours)
    if new.is_ahead != known.is_ahead:
        return UNRELATED  # a plan does not contradict the present
    if new.is_negated or known.is_negated or ours.is_many or theirs.is_many:
        return UNRELATED  # "not by phone" names no other value; several may hold at once
    if new.is_hedged:
        return UNRELATED  # a possibility does not change the value
    if not (new.claim.is_act or new.claim.is_now) and _describe_other_sides(ours, theirs):
        return UNRELATED
    if _are_done_by_others(ours, theirs):
        grounds = (Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("somebody else does something to it, or the same", grounds)
    return _other_value(new, ours, theirs)


def _hold_for_others(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> bool:
    """Whether the values are of two parts, places or bases: "of the votes", "in Lund", "per day",
    "with heating"."""
    values = [str(slot.value) for slot in (ours, theirs)]
    if all(map(_ISO_DAY.fullmatch, values)):
        return False  # its month is no part or place
    if isinstance(ours.value, str):  # "Grant Thornton in Lund" is one value
        values += [*new.claim.value_names, *known.claim.value_names]
    else:
        values += [
            one.text[amount.start : amount.end] for one in (new, known) for amount in one.amounts
        ]
    return are_opposed(new, known) or hold_for_others(new, known, values)


def _describe_other_sides(ours: Slot, theirs: Slot) -> bool:
    """Whether the values describe two sides of one thing: "25 metres long" and "12 metres wide",
    "blue" and "80 metres long", "80 öre by day" and "30 öre by night"."""
    if isinstance(ours.value, bool) or isinstance(theirs.value, bool):
        return False
    values = [str(one.value).casefold() for one in (ours, theirs)]
    if any(_MONTH.search(one) for one in values):
        return False
    measured = [one for one in values if one[:1].isdigit()]
    if len(measured) == 1:
        other = values[1] if values[0] == measured[0] else values[0]
        return _ADJECTIVE.fullmatch(other) is not None
    said = [_BEHIND_FIGURE.match(one) for one in measured]
    behind = [one[1] for one in said if one is not None]
    return len(behind) == len(values) and behind[0] != behind[1]


def _are_done_by_others(ours: Slot, theirs: Slot) -> bool:
    """Whether the values tell by whom something is done, with different verbs: "cleaned by Mia" and
    "heated by Vattenfall" may both hold, "run by Mia" and "led by Bo" may not."""
    verbs = [_DONE_BY.match(str(one.value)) for one in (ours, theirs)]
    told = {verb[1].casefold() for verb in verbs if verb is not None}
    return len(told) == len(verbs)


def _are_of_other_quarters(new: Statement, known: Statement) -> bool:
    """Whether each speaks of a quarter or a half of a year, and not of the same."""
    ours, theirs = (
        {period for period in one.claim.periods if period[0] in "qh"} for one in (new, known)
    )
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def describes(new: Statement, ours: Slot, theirs: Slot) -> bool:
    """Whether the slot is only the word that the sentence starts with, and its values describe it:
    "Siv is employed" and "Siv is married" may both hold."""
    if not isinstance(ours.value, str) or not isinstance(theirs.value, str):
        return False
    first = _FIRST.match(new.text)
    is_first = first is not None and first[1].casefold() == ours.name.casefold()
    return is_first and ours.value[:1].islower() and theirs.value[:1].islower()


def _measure_other_things(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> bool:
    """Whether each value is a figure of another thing: "up 4 % in the UK", "up 6 % in Germany"."""
    if not (isinstance(ours.value, str) and isinstance(theirs.value, str)):
        return False
    if new.claim.corrects or not (new.claim.figures and known.claim.figures):
        return False
    return bool(new.claim.things - known.claim.words) and bool(known.claim.things - new.claim.words)


def fill_same_slot(new: Statement, known: Statement) -> bool:
    """Whether both give a value for the same slot, and do not only describe the same thing."""
    if new.slot is None or known.slot is None or new.slot.name != known.slot.name:
        return False
    return not describes(new, new.slot, known.slot)


_ONE_MATTER: Final = frozenset({"employer", "job"})


def fill_other_slots(new: Statement, known: Statement) -> bool:
    """Whether each fills another attribute that its words only mean: "moved to Derby" tells the
    home and "moved to a new job at Mersey" the employer."""
    if new.slot is None or known.slot is None or new.slot.name == known.slot.name:
        return False
    if {new.slot.name, known.slot.name} <= _ONE_MATTER:
        return False
    return not any(
        one.slot is not None and one.slot.name.split()[0] in one.text.casefold()
        for one in (new, known)
    )


def with_holder(slot: Slot, subject: str | None) -> Slot:
    """The slot with its holder set to the subject, if the text means the subject.

    Without a name it belongs to the subject. If the subject is a number, any name may be theirs.
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
    """Whether a name is the subject's. Of two full names only the first names are compared, because
    families share the last."""
    ours, theirs = _WORD.findall(holder.casefold()), _WORD.findall(subject.casefold())
    if ours == theirs:
        return True
    if not holder[:1].isupper() or not ours or not theirs:
        return False
    return ours[0] in theirs if len(ours) == 1 or len(theirs) == 1 else ours[0] == theirs[0]


def have_different_holders(new: Statement, known: Statement) -> bool:
    """Whether both fill the same slot and the slots belong to different holders."""
    if new.slot is None or known.slot is None or new.slot.name != known.slot.name:
        return False
    ours, theirs = new.slot.holder, known.slot.holder
    if _relative(new) != _relative(known):
        return True
    if _names_who_decided(new) or _names_who_decided(known):
        return False
    if SOMEBODY in (ours, theirs) or _is_own_firm(new) != _is_own_firm(known):
        return True
    if _bare(ours) == _bare(theirs):
        return False
    if _is_with(ours, theirs) or _is_with(theirs, ours):
        return True
    if _is_named_in(ours, known) or _is_named_in(theirs, new):
        return False  # "the terms of our supplier Brandt" and "Brandt gives us"
    for one, other, told in ((ours, theirs, known), (theirs, ours, new)):
        if one in PRONOUNS:
            # A first-person speaker is not "she"; in a note about somebody "she" is that person.
            return other in PRONOUNS or is_first_person(told.text)
        if one is not None and other is None:
            # A name may belong to the unnamed person of the other text; "my brother" may not.
            return not one[:1].isupper() or is_first_person(told.text)
    return True


def _is_with(one: str | None, other: str | None) -> bool:
    """Whether the one is somebody of the other's: "Ruth's PA", "Lars sekreterare"."""
    if one is None or other is None:
        return False
    name = other.casefold()
    own = f"{name} " if name.endswith("s") else f"{name}s "
    return one.casefold().startswith((f"{name}'s ", own))


def _relative(one: Statement) -> str | None:
    """The relative whose slot it is: "Nadia's sister earns", "my wife's pension"."""
    other = one.claim.other
    holder = (one.slot.holder if one.slot else None) or ""
    named = RELATIONS.get(holder.split()[-1].casefold()) if holder else None
    return named or (other if other in RELATIONS.values() else None)


def _names_who_decided(one: Statement) -> bool:
    """Whether its holder is only who decided it: "Styrelsen har beslutat att höja hyran"."""
    holder = one.slot.holder if one.slot else None
    is_first = holder is not None and one.text.startswith(holder)
    return is_first and _DECIDES.match(one.text) is not None


def _is_own_firm(one: Statement) -> bool:
    """Whether it is about the speaker's own firm, and not about the one that is spoken of."""
    return _OWN_FIRM.search(one.text.casefold()) is not None


def _is_named_in(holder: str | None, other: Statement) -> bool:
    """Whether the other statement names this holder, whoever it was read to belong to."""
    words = _WORD.findall((holder or "").casefold())
    if (other.slot.holder if other.slot else None) in RELATIONS.values():
        return False  # "Yvonne says that her sister's mortgage …" is about the sister
    named = {stem for name in other.names for stem in _WORD.findall(name.casefold())}
    return bool(words) and words[-1] in named and holder not in PRONOUNS


def _bare(holder: str | None) -> str:
    """The holder's name without case and genitive: "Majkens" is "Majken"."""
    return (holder or "").casefold().removesuffix("'s").removesuffix("s")


def _have_different_units(ours: Slot, theirs: Slot) -> bool:
    return ours.unit is not None and theirs.unit is not None and ours.unit != theirs.unit


def _judge_events(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> Verdict:
    """Two reports of one event, or two events: they are one only if the dates agree."""
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


def _judge_planned(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> Verdict:
    """A plan that came true, or that is still a plan."""
    if new.is_negated != known.is_negated or not _is_same_value(new, known, ours, theirs):
        return UNRELATED
    return Verdict(
        StatementRelation.UPDATE,
        f"{ours.name} was to be {format_value(ours)}, and is so now",
        Severity.LOW,
        Suggestion.KEPT_B,
        replaces=True,
        states_change=True,
    )


def _same_value(new: Statement, known: Statement, slot: Slot) -> Verdict:
    if new.is_negated == known.is_negated:
        return Verdict(StatementRelation.SAME, f"both say that {slot.name} is {format_value(slot)}")
    if new.is_hedged:
        return UNRELATED
    return Verdict(
        StatementRelation.UPDATE if new.is_change else StatementRelation.CONTRADICTION,
        f"one says that {slot.name} is {format_value(slot)}, the other that it is not",
        Severity.HIGH,
        Suggestion.KEPT_B,
        replaces=True,
        states_change=new.is_change,
    )


def _other_value(new: Statement, ours: Slot, theirs: Slot) -> Verdict:
    is_figure = isinstance(ours.value, int | float) and isinstance(theirs.value, int | float)
    return Verdict(
        StatementRelation.UPDATE if is_figure or new.is_change else StatementRelation.CONTRADICTION,
        f"the same slot, {ours.name}, has a later value: {format_value(theirs)} → "
        f"{format_value(ours)}",
        Severity.HIGH if is_figure else Severity.MEDIUM,
        Suggestion.KEPT_B,
        replaces=True,
        states_change=new.is_change,
    )


def _is_same_value(new: Statement, known: Statement, ours: Slot, theirs: Slot) -> bool:
    first, second = ours.value, theirs.value
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, int | float) and isinstance(second, int | float):
        loose = any(one.is_about for one in (*new.amounts, *known.amounts))
        nearness = _ABOUT if loose else _EXACT
        periods = _rate_of(new, first), _rate_of(known, second)
        if periods[0] != periods[1] and ours.unit == theirs.unit is not None:
            # Monthly pay times twelve is yearly pay; a sum without a period is yearly.
            first, second = first * _IN_A_YEAR[periods[0]], second * _IN_A_YEAR[periods[1]]
            nearness = max(nearness, _ROUNDED)
        return abs(first - second) <= max(abs(first), abs(second)) * nearness
    return str(first).casefold().strip() == str(second).casefold().strip()


def _rate_of(statement: Statement, value: float) -> str | None:
    """The period of an amount: month, year or week; None: no period is named."""
    for amount in statement.amounts:
        if amount.value == value:
            by = payment_period(statement.text, amount)
            return by if by in _IN_A_YEAR else None
    return None


def format_value(slot: Slot) -> str:
    """A value formatted for people."""
    value = slot.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        figure = f"{value:,.0f}" if float(value).is_integer() else f"{value:,}"
        if slot.unit is None and float(value).is_integer() and 1000 <= value <= 2999:
            figure = f"{value:.0f}"  # probably a year
        return f"{figure} {slot.unit}" if slot.unit else figure
    return str(value)


def stored_slot(data: dict[str, object], read: Slot | None) -> Slot | None:
    """The slot stored in the item's data; otherwise the slot read from its text."""
    name, value = data.get("slot"), data.get("value")
    if not isinstance(name, str) or not isinstance(value, str | int | float | bool):
        return read
    if read is not None and read.name == name:
        unit, holder = data.get("unit", read.unit), data.get("holder")
        if not isinstance(holder, str):
            # A name that was not extracted as the holder replaces "I".
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
