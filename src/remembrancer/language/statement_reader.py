"""Parses one sentence into a statement: its slot, amounts, dates and modality."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language import claim_reader, mood, negation, sentences, tense
from remembrancer.language.hint_index import HintIndex
from remembrancer.language.masked_text import MaskedText, mask, rearranged
from remembrancer.language.names import find_names
from remembrancer.language.plain_order import PlainForm, plain_form, simpler_form
from remembrancer.language.slots import (
    company,
    contact_preferences,
    money,
    people,
    plain_statements,
    system_facts,
)
from remembrancer.language.slots.slot import FilledSlot, SlotRules, split_hints
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import detect_language
from remembrancer.language.word_patterns import contains_any

RULES: Final = SlotRules((*people.RULES, *contact_preferences.RULES, *money.RULES, *company.RULES))

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
# A choice often rejects the alternative in the same sentence: "text me, I never read email".
_CHOSEN: Final = frozenset({"preferred contact"})
_STRONGER: Final = {  # priorities, if one sentence fills two slots
    "job": 2, "partner": 3, "home": 2, "age": 2, "retirement income": 3, "fee": 3, "loan": 2,
    "business": 3, "accounting system": 1, "hire": 1, "savings": 2, "pension value": 2,
}  # fmt: skip


def read_statement(text: str, *, language: str, at: datetime) -> Statement:
    """Parses a sentence; `at` is when it was said."""
    said = mask_statement(text, language=language, at=at)
    # In a Swedish space many write English as well: "Ellen" is no noun in its definite form there.
    spoken = detect_language(text) or language
    made, claim = statement_of(said, at=at), claim_reader.read_claim(said, spoken)
    if claim.other is not None and made.slot is not None:
        named = _WORD.findall(str(made.slot.value).lower())
        # "my niece Beatrix is the executor": she is the value; "our landlord is Mr Ek": so is he
        if claim.other in named or claim.other == made.slot.name:
            claim = claim._replace(other=None)
    return made._replace(claim=claim)


def mask_statement(text: str, *, language: str, at: datetime) -> MaskedText:
    """The masked text, for callers that run several checks on it."""
    words = _WORD.findall(text.lower().replace("’", "'"))
    way = sentences.time_direction(words)
    return mask(text, language=language, at=at, direction=way)


def statement_of(text: MaskedText, *, at: datetime | None = None) -> Statement:
    """The statement of a text that is masked already."""
    best = best_slot(text)
    slot = best.slot if best else None
    low, words = text.low, text.words
    is_told = slot is not None and slot.value in system_facts.COUNTED_IN
    is_negated = not is_told and is_denied(text, best)
    if slot is not None and is_negated and slot.value is True:
        slot = slot._replace(value=False)
    if slot is not None and isinstance(slot.value, float) and text.dates and tense.is_past(low):
        # An amount at one time says nothing about another time.
        slot = slot._replace(is_event=True, on=slot.on or text.dates[0].first)
    is_event = slot is not None and slot.is_event
    is_change = sentences.is_change(low) or (best is not None and best.is_change)
    # A goal or a preference holds now, although it is about the future.
    is_fact = best is not None and best.family is Family.FACT and not is_event
    return Statement(
        text=text.plain,
        slot=slot,
        amounts=text.amounts,
        dates=tuple(dict.fromkeys(one.day for one in text.dates)),
        names=find_names(text.plain),
        is_negated=is_negated,
        is_hedged=sentences.is_hedged(low, words),
        is_past=not is_event and tense.is_past(low),
        is_change=is_change,
        is_ahead=is_fact and tense.is_ahead(text, at.date() if at else None, is_change=is_change),
    )


def is_denied(text: MaskedText, best: FilledSlot | None) -> bool:
    """Whether the statement is negated."""
    if not negation.is_negated(text.low, text.words):
        return False
    has_clauses = best is not None and (best.slot.name in _CHOSEN or "," in text.low)
    return not has_clauses or negation.is_negated_at(text.low, best.end if best else 0)


def best_slot(text: MaskedText) -> FilledSlot | None:
    """The best slot that a statement fills; None: no slot is clear."""
    found = fill_slots(text)
    if found:
        return min(found, key=lambda one: (one.is_weak, slot_priority(one)))
    return plain_slot(text)


def plain_slot(text: MaskedText) -> FilledSlot | None:
    """The slot of a plain "X is Y" that holds now; None: there is none."""
    turned = plain_form(text)
    found = plain_statements.plain_slot(text if turned is None else turned.text)
    return found if found is not None and holds_now(found, text) else None


def holds_now(found: FilledSlot, text: MaskedText) -> bool:
    """Whether a value is stated as it is now: not as a condition, by hearsay or for a season."""
    if mood.is_unsettled(text.low) or mood.is_disowned(text.low):
        return False
    if found.family is Family.PREFERENCE or found.slot.is_event:
        return True
    if mood.is_unreal(text.low):
        return False
    if found.family is Family.FACT and mood.is_wished_or_over(text.low, found.start, found.end):
        return False
    return found.family is not Family.FACT or not (
        mood.is_reported(text.low) or mood.is_limited(text.low)
    )


def slot_priority(found: FilledSlot) -> int:
    """The priority of a slot; the lowest number wins."""
    return _STRONGER.get(found.slot.name, 0)


def fill_slots(text: MaskedText) -> list[FilledSlot]:
    """Every slot that the text fills, except plain "X is Y" statements."""
    text = _with_new_values(text)
    if (turned := plain_form(text)) is not None and (plain := _by_form(text, turned)):
        return plain
    found = _by_rules(text)
    if not found and (simpler := simpler_form(text)) is not None:
        found = _by_form(text, simpler)
    taken = [(one.start, one.end) for one in found if not one.is_weak]
    for one in _fill_thing_slots(text):
        is_taken = any(first < one.end and one.start < last for first, last in taken)
        if not is_taken and holds_now(one, text):
            found.append(one)
            taken.append((one.start, one.end))
    return found


def _with_new_values(text: MaskedText) -> MaskedText:
    """The text in which what changed from one value to another has the new one in both places."""
    if not contains_any(text.low, _FROM_HINTS) or _CHANGED.search(text.low) is None:
        return text
    changed = _FROM_TO.sub(lambda one: one[1] + one["new"] + one[3] + one["new"], text.text)
    return text if changed == text.text else rearranged(text, changed)


def _by_form(text: MaskedText, form: PlainForm) -> list[FilledSlot]:
    """The slot that a statement fills in another order, at its place in the statement."""
    found = [
        one._replace(start=form.start, end=form.end, is_change=one.is_change or form.is_correction)
        for one in [*_by_rules(form.text), *_fill_thing_slots(form.text)][:1]
    ]
    return [one for one in found if holds_now(one, text)]


def _by_rules(text: MaskedText) -> list[FilledSlot]:
    found = [_normalise(one, text) for one in RULES.fill(text)]
    return [
        one
        for one in found
        if holds_now(one, text)
        and not _is_misread(one, text)
        and not _BESIDE.search(text.low, 0, one.start)
        and not _IS_CLAUSE.match(str(one.slot.value))
        and not (
            "'s " in text.low[one.start : one.end] and _GOES_ON.match(text.low, one.end) is not None
        )
    ]


def _is_misread(found: FilledSlot, text: MaskedText) -> bool:
    """Whether the value is none of its slot: "EPS is 3.10" is no age, "bought for £9,000 in cash"
    no savings."""
    value = found.slot.value
    if found.slot.name == "age":
        return isinstance(value, float) and not value.is_integer()
    return found.slot.name == "savings" and _PRICE.search(text.low, 0, found.start) is not None


def _fill_thing_slots(text: MaskedText) -> Iterator[FilledSlot]:
    for number in _THING_HINTS.matching_numbers(text.low, text.trigrams):
        found = system_facts.READERS[number][0](text)
        if found is not None:
            yield found


_FROM_HINTS: Final = ("from ", "från ")
_FROM_TO: Final = re.compile(
    r"((?:from|From|från|Från) )([\ue000-\ue7ff])((?: [^\W\d]+){0,2}? (?:to|till) )"
    r"(?P<new>[\ue000-\ue7ff])"
)
_CHANGED: Final = re.compile(
    r"(?<!\w)(?:cut|rais\w+|r[oi]se\w*|went|gone|drop\w*|increas\w+|reduc\w+|lower\w*|chang\w+"
    r"|mov\w+|decreas\w+|fell|fallen|grew|grown|up|down|bump\w*|trim\w*|(?:höj|sänk|ök|minsk|ändra)"
    r"\w*|gick|gått|steg|stigit|sjönk|sjunkit|gick)(?!\w)"
)
# "The life cover that goes with the mortgage pays …": the value is of what stands before it.
_BESIDE: Final = re.compile(
    r"(?<!\w)(?:that|which|som) (?:[\w']+ ){1,3}(?:with|to|on|for|behind|against|under|till|för|med"
    r"|på|mot) (?:(?:the|my|our|his|her|their|min|mitt|vår|vårt) )?$"
)
# "Nadia's sister is a solicitor": what is read as the value has a verb of its own.
# "Acme's CEO is Jane": neither is "'s" a verb there.
_GOES_ON: Final = re.compile(r"\W?(?:is|are|was|were|has) ")
_IS_CLAUSE: Final = re.compile(r"[a-zåäö]+ (?:is|are|was|were|has|är|var|har) ")
_PRICE: Final = re.compile(r"(?<!\w)(?:for|för|paid|betalade)\s$")
_THING_HINTS: Final = HintIndex(
    (hint, number)
    for number, (_, hints) in enumerate(system_facts.READERS)
    for hint in split_hints(hints)
)


def _normalise(found: FilledSlot, text: MaskedText) -> FilledSlot:
    """Normalises values, so that the same fact in other words has the same value."""
    slot = found.slot
    if slot.name == "date of birth" and _is_birthday(found, text):
        return found._replace(slot=slot._replace(name="birthday", value=str(slot.value)[5:]))
    if slot.name == "fiscal year" and isinstance(slot.value, str):
        return found._replace(slot=slot._replace(value=_year_span(slot.value)))
    return found


def _is_birthday(found: FilledSlot, text: MaskedText) -> bool:
    """Whether only day and month are given, so that the year would be a guess."""
    told = text.plain[text.plain_offset(found.start) : text.plain_offset(found.end)]
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
