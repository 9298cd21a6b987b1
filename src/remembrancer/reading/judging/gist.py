"""The gist of a short text: its slot values as hashes, plus its other terms.

Texts with equal gists say the same in any words, in English or Swedish. If one says more, it can
replace the other; if each says something that the other does not, neither can.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from remembrancer.language import negation, sentences, tense
from remembrancer.language.holders import CLIENT
from remembrancer.language.masked_text import AMOUNT_FROM, DAY_FROM, MaskedText
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.language.statement import Slot
from remembrancer.language.statement_reader import best_slot, fill_slots, mask_statement
from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import word_set

_SAME_EVENT_DAYS: Final = 20  # two reports of one event may date it some days apart
_LETTERS: Final = 5  # of a word that are compared, so that endings do not count
_SMALL: Final = 2  # words of this length or shorter are ignored
_WORD: Final = re.compile(r"[^\W_]+")
# Light words: they only say that something is, was done or is wanted, and by whom.
_LIGHT: Final = word_set(
    """
    user users customer client owner owners company firm business
    took take takes taken taking pay pays paid paying make makes made distribute distributed
    distributes give gives gave given get gets got receive received have has had having use uses
    using used decide decided decides decision choose chose chosen want wants wanted wish wishes
    prefer prefers preferred like likes please always run runs per
    användare användaren kund kunden klient klienten ägare ägaren ägarna bolag bolaget företag
    företaget firma firman
    tog ta tar tagit betala betalar betalade betalat göra gör gjorde gjort dela delar delade
    delades delat utdelad ge ger gav gett få får fick fått använda använder använt besluta beslutar
    beslutade beslutat beslut bestämma bestämmer bestämde bestämt välja väljer valde valt vilja
    önskar önskade föredrar gillar alltid driver gärna helst
    """
)
# Swedish words for periods, mapped to English.
_EVERY: Final = {
    "månad": "month", "vecka": "week", "kvart": "quart", "timme": "hour", "timma": "hour",
    "år": "year", "året": "year", "dag": "day", "dagen": "day",
}  # fmt: skip


class SlotAnswer(NamedTuple):
    """A slot that a text fills and its value, both as hashes."""

    slot: int
    holder: int | None  # None: the subject of the text
    value: int
    unit: int | None
    is_many: bool  # several values may hold at once
    on: int | None = None  # the date of an event as an ordinal


class Gist(NamedTuple):
    """The content of a text as hashes, without its words."""

    answers: tuple[SlotAnswer, ...]
    other_terms: frozenset[int]  # words, amounts and dates outside of the slots
    modality: tuple[bool, bool, bool]  # negated, hedged, past
    slots: frozenset[int]  # the slots that it fills


class GistComparison(NamedTuple):
    """Which of two texts about the same thing says more."""

    first_says_more: bool
    second_says_more: bool


def read_gist(text: str, *, language: str, at: datetime) -> Gist:
    """The gist of a text. Hashes are valid within this process only."""
    said = mask_statement(text, language=language, at=at)
    found = [one for one in fill_slots(said) if not one.is_weak]
    if not found and (best := best_slot(said)) is not None:
        found = [best]
    is_event = any(one.slot.is_event for one in found)
    answers = tuple(_answer(one.slot, said) for one in found)
    return Gist(
        answers=answers,
        other_terms=_other_terms(said, found),
        modality=(
            negation.is_negated(said.low, said.words),
            sentences.is_hedged(said.low, said.words),
            not is_event and tense.is_past(said.low),
        ),
        slots=frozenset(one.slot for one in answers),
    )


def compare_gists(one: Gist, other: Gist) -> GistComparison | None:
    """Compares two gists; None: they are not about the same thing."""
    if one.modality != other.modality:
        return None
    both: list[tuple[SlotAnswer, SlotAnswer]] = []
    for ours in one.answers:
        for theirs in other.answers:
            if ours.slot != theirs.slot or _are_different(ours.holder, theirs.holder):
                continue
            if _is_same(ours, theirs):
                both.append((ours, theirs))
            elif not (ours.is_many or theirs.is_many):
                return None
    if not both:
        return None
    ours_only = set(one.answers) - {ours for ours, _ in both}
    theirs_only = set(other.answers) - {theirs for _, theirs in both}
    return GistComparison(
        bool(ours_only or one.other_terms - other.other_terms)
        or any(ours.on is not None and theirs.on is None for ours, theirs in both),
        bool(theirs_only or other.other_terms - one.other_terms)
        or any(theirs.on is not None and ours.on is None for ours, theirs in both),
    )


def _are_different(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def _is_same(one: SlotAnswer, other: SlotAnswer) -> bool:
    if one.value != other.value or _are_different(one.unit, other.unit):
        return False
    if one.on is None or other.on is None:
        return True
    return abs(one.on - other.on) <= _SAME_EVENT_DAYS


def _answer(slot: Slot, said: MaskedText) -> SlotAnswer:
    value = slot.value
    given = value if isinstance(value, int | float) else value.casefold().strip()
    # "The client" may be the subject; a single text cannot tell.
    holder = None if slot.holder == CLIENT else slot.holder
    on = slot.on
    if on is None and slot.is_event and len(said.dates) == 1:
        on = said.dates[0].first
    return SlotAnswer(
        slot=hash(slot.name),
        holder=None if holder is None else hash(holder.casefold()),
        value=hash((type(given) is bool, given)),
        unit=None if slot.unit is None else hash(slot.unit),
        is_many=slot.is_many,
        on=None if on is None else on.toordinal(),
    )


def _other_terms(said: MaskedText, found: Collection[FilledSlot]) -> frozenset[int]:
    """The terms outside of the slots: word prefixes, amounts and dates."""
    low = list(said.low)
    for one in found:
        low[one.start : one.end] = " " * (one.end - one.start)
    left = "".join(low)
    telling: set[object] = {
        _EVERY.get(word[:_LETTERS], word[:_LETTERS])
        for word in _WORD.findall(left)
        if word in _EVERY
        or (len(word) > _SMALL and word not in _LIGHT and word not in function_words())
    }
    telling |= {
        one.value for place, one in enumerate(said.amounts) if chr(AMOUNT_FROM + place) in left
    }
    if not any(one.slot.is_event for one in found):
        telling |= {
            (one.first, one.last)
            for place, one in enumerate(said.dates)
            if chr(DAY_FROM + place) in left
        }
    return frozenset(map(hash, telling))
