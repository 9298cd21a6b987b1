"""The gist of a short text: which questions it answers and how, and what it says beside that.

Two texts with one gist say the same in whatever words, and in English or Swedish. Where one says
more, it can stand for both; where each says something that the other does not, neither can.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from remembrancer.language import clauses, denial, tense
from remembrancer.language.holders import CLIENT
from remembrancer.language.masks import AMOUNT_FROM, DAY_FROM, Masked
from remembrancer.language.slots.slot import Filled
from remembrancer.language.statement import Slot
from remembrancer.language.statement_reader import all_filled, chosen, look
from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import listed

_SAME_EVENT_DAYS: Final = 20  # two reports of one event may date it some days apart
_LETTERS: Final = 5  # by which words are compared, so that endings do not count
_SMALL: Final = 2  # letters of words that tell of nothing
_WORD: Final = re.compile(r"[^\W_]+")
# Words that say no more than that something is so, was done, or is wished, and by whom.
_LIGHT: Final = listed(
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
# How often a sum is paid, in one language.
_EVERY: Final = {
    "månad": "month", "vecka": "week", "kvart": "quart", "timme": "hour", "timma": "hour",
    "år": "year", "året": "year", "dag": "day", "dagen": "day",
}  # fmt: skip


class Answer(NamedTuple):
    """A question that a text answers, and what it answers. Neither is kept in words."""

    asked: int
    holder: int | None  # of whom; None: of whoever the text is about
    given: int
    unit: int | None
    is_many: bool  # several answers may hold at once
    on: int | None = None  # of an event: the day, counted from the beginning of time


class Gist(NamedTuple):
    """What a text says. It holds none of its words."""

    answers: tuple[Answer, ...]
    beside: frozenset[int]  # the words, figures and days that no answer holds
    way: tuple[bool, bool, bool]  # whether it denies, doubts, or tells how it was
    asked: frozenset[int]  # the questions that it answers


class Likeness(NamedTuple):
    """How two texts with something in common stand to each other."""

    first_says_more: bool
    second_says_more: bool


def gist(text: str, *, language: str, at: datetime) -> Gist:
    """What a text says, as far as rules can tell. It holds for this process alone."""
    said = look(text, language=language, at=at)
    found = [one for one in all_filled(said) if not one.is_weak]
    if not found and (best := chosen(said)) is not None:
        found = [best]
    is_event = any(one.slot.is_event for one in found)
    answers = tuple(_answer(one.slot, said) for one in found)
    return Gist(
        answers=answers,
        beside=_beside(said, found),
        way=(
            denial.is_negated(said.low, said.words),
            clauses.is_hedged(said.low, said.words),
            not is_event and tense.is_past(said.low),
        ),
        asked=frozenset(one.asked for one in answers),
    )


def compared(one: Gist, other: Gist) -> Likeness | None:
    """How two gists stand to each other; None: nothing says that they are about the same."""
    if one.way != other.way:
        return None
    both: list[tuple[Answer, Answer]] = []
    for ours in one.answers:
        for theirs in other.answers:
            if ours.asked != theirs.asked or _are_of_others(ours.holder, theirs.holder):
                continue
            if _is_same(ours, theirs):
                both.append((ours, theirs))
            elif not (ours.is_many or theirs.is_many):
                return None
    if not both:
        return None
    ours_only = set(one.answers) - {ours for ours, _ in both}
    theirs_only = set(other.answers) - {theirs for _, theirs in both}
    return Likeness(
        bool(ours_only or one.beside - other.beside)
        or any(ours.on is not None and theirs.on is None for ours, theirs in both),
        bool(theirs_only or other.beside - one.beside)
        or any(theirs.on is not None and ours.on is None for ours, theirs in both),
    )


def _are_of_others(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def _is_same(one: Answer, other: Answer) -> bool:
    if one.given != other.given or _are_of_others(one.unit, other.unit):
        return False
    if one.on is None or other.on is None:
        return True
    return abs(one.on - other.on) <= _SAME_EVENT_DAYS


def _answer(slot: Slot, said: Masked) -> Answer:
    value = slot.value
    given = value if isinstance(value, int | float) else value.casefold().strip()
    # "The client" may be whom all of it is about: which, a text alone does not tell.
    holder = None if slot.holder == CLIENT else slot.holder
    on = slot.on
    if on is None and slot.is_event and len(said.moments) == 1:
        on = said.moments[0].first
    return Answer(
        asked=hash(slot.name),
        holder=None if holder is None else hash(holder.casefold()),
        given=hash((type(given) is bool, given)),
        unit=None if slot.unit is None else hash(slot.unit),
        is_many=slot.is_many,
        on=None if on is None else on.toordinal(),
    )


def _beside(said: Masked, found: Collection[Filled]) -> frozenset[int]:
    """The words that are in no answer, by their first letters, and the figures and days."""
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
            for place, one in enumerate(said.moments)
            if chr(DAY_FROM + place) in left
        }
    return frozenset(map(hash, telling))
