"""Reading a statement: from one sentence to its slot, its figures, its days and how it is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language import clauses, denial, tense
from remembrancer.language.masks import Masked, masked
from remembrancer.language.names import names
from remembrancer.language.prefilter import Hints
from remembrancer.language.slots import company, money, people, plain, things, wishes
from remembrancer.language.slots.slot import Filled, Rules, hinted
from remembrancer.language.statement import Statement

RULES: Final = Rules((*people.RULES, *wishes.RULES, *money.RULES, *company.RULES))

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_MONTHS: Final = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH: Final = re.compile(
    r"\b(jan|feb|mar|apr|may|maj|jun|jul|aug|sep|oct|okt|nov|dec)[a-zåäö]*", re.IGNORECASE
)
_MONTH_NUMBERS: Final = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    )
} | {"maj": 4, "okt": 9}
_YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)|\d[./-]\d{1,2}[./-]\d\d|(?<!\d)\d{6}|'\d\d|\d{8}")
_GROWN: Final = re.compile(r"(?<!\w)(?:i|i'm|i was|jag|jag är)\s(?:was |am |är )?$")
# Whoever chooses one often turns another down beside it: "text me, I never read email".
_CHOSEN: Final = frozenset({"preferred contact"})
_STRONGER: Final = {  # of two slots in one sentence, the one that says more of it
    "job": 2, "partner": 3, "home": 2, "age": 2, "retirement income": 3, "fee": 3, "loan": 2,
    "business": 3, "accounting system": 1, "hire": 1, "savings": 2, "pension value": 2,
}  # fmt: skip


def read(text: str, *, language: str, at: datetime) -> Statement:
    """What a sentence says, as far as rules can tell; `at` is when it was said."""
    return statement(look(text, language=language, at=at), at=at)


def look(text: str, *, language: str, at: datetime) -> Masked:
    """The text with its figures and days found, for whoever asks more than one thing of it."""
    words = frozenset(_WORD.findall(text.lower().replace("’", "'")))
    way = clauses.direction(words)
    return masked(text, language=language, at=at, direction=way)


def statement(text: Masked, *, at: datetime | None = None) -> Statement:
    """The reading of a text whose figures and days are found already."""
    best = chosen(text)
    slot = best.slot if best else None
    low, words = text.low, text.words
    is_told = slot is not None and slot.value in things.COUNTED_IN
    is_negated = not is_told and denies(text, best)
    if slot is not None and is_negated and slot.value is True:
        slot = slot._replace(value=False)
    if slot is not None and isinstance(slot.value, float) and text.moments and tense.is_past(low):
        # How much it was at one time says nothing of another.
        slot = slot._replace(is_event=True, on=slot.on or text.moments[0].first)
    is_event = slot is not None and slot.is_event
    is_change = clauses.is_change(low) or (best is not None and best.is_change)
    # A goal or a preference is a wish by itself, and holds now.
    is_fact = best is not None and best.family is Family.FACT and not is_event
    return Statement(
        text=text.plain,
        slot=slot,
        amounts=text.amounts,
        dates=tuple(dict.fromkeys(one.day for one in text.moments)),
        names=names(text.plain),
        is_negated=is_negated,
        is_hedged=clauses.is_hedged(low, words),
        is_past=not is_event and tense.is_past(low),
        is_change=is_change,
        is_ahead=is_fact and tense.is_ahead(text, at.date() if at else None, is_change=is_change),
    )


def denies(text: Masked, best: Filled | None) -> bool:
    """Whether it says that what it tells is not so."""
    if not denial.is_negated(text.low, text.words):
        return False
    is_choice = best is not None and best.slot.name in _CHOSEN
    return not is_choice or denial.is_negated_at(text.low, best.end if best else 0)


def chosen(text: Masked) -> Filled | None:
    """The slot that a statement fills; None where no one is clear."""
    found = all_filled(text)
    if found:
        return min(found, key=lambda one: (one.is_weak, strength(one)))
    return plain.plain(text)


def strength(found: Filled) -> int:
    """Of two slots in one sentence the one with the lower figure says more of it."""
    return _STRONGER.get(found.slot.name, 0)


def all_filled(text: Masked) -> list[Filled]:
    """Every slot that the text fills; plain "X is Y" is not among them."""
    found = [_normal(one, text) for one in RULES.filled(text)]
    taken = [(one.start, one.end) for one in found if not one.is_weak]
    for one in _things(text):
        if not any(first < one.end and one.start < last for first, last in taken):
            found.append(one)
            taken.append((one.start, one.end))
    return found


def _things(text: Masked) -> Iterator[Filled]:
    for number in _THING_HINTS.numbers(text.low, text.starts):
        found = things.READERS[number][0](text)
        if found is not None:
            yield found


_THING_HINTS: Final = Hints(
    (hint, number) for number, (_, hints) in enumerate(things.READERS) for hint in hinted(hints)
)


def _normal(found: Filled, text: Masked) -> Filled:
    """The same fact in other words has the same value."""
    slot = found.slot
    if slot.name == "date of birth" and _is_birthday(found, text):
        return found._replace(slot=slot._replace(name="birthday", value=str(slot.value)[5:]))
    if slot.name == "fiscal year" and isinstance(slot.value, str):
        return found._replace(slot=slot._replace(value=_year_span(slot.value)))
    return found


def _is_birthday(found: Filled, text: Masked) -> bool:
    """Whether only the day of the year is told: the year it would be read with is a guess."""
    told = text.plain[text.origin(found.start) : text.origin(found.end)]
    before = text.low[max(0, found.start - 8) : found.start]
    is_grown = _GROWN.search(before) is not None or not told.lower().startswith(("born", "född"))
    return is_grown and _YEAR.search(told) is None


def _year_span(said: str) -> str:
    if said.startswith(("calendar", "kalender")):
        return "january–december"
    months = [_MONTHS[_MONTH_NUMBERS[name.lower()]] for name in _MONTH.findall(said)]
    if len(months) > 1:
        return f"{months[0]}–{months[-1]}"
    return months[0] if months else said
