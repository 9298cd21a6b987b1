"""Restatements: whether two statements say the same of the same things, in whatever order."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from remembrancer.language.statement import Claim, Statement
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.judging.slot_judge import fill_same_slot

_SAME: Final = ("rhythms", "is_limited", "is_joint", "is_act", "adds", "rejected")
_ROOT_LETTERS: Final = 4
_ENDINGS: Final = word_set("n en a an ar er e s t et r na ne i y")
_IS: Final = re.compile(r"(?<!\w)(?:is|are|was|were|är|var)(?!\w)")
_DIGITS: Final = re.compile(r"\d+")
_BOUND: Final = re.compile(
    r"(?<!\w)(?:of|in|at|for|to|from|with|by|i|på|hos|till|av|för|från|med|åt)\s"
    r"((?:[A-ZÅÄÖ][\w&.-]*\s?)+)|([A-ZÅÄÖ][\w-]*)'s\s"
)


def says_the_same(new: Statement, known: Statement, about: Collection[str] = ()) -> bool:
    """Whether both have the same content words, figures and mood, in whatever order.

    With two names the order says who does what to whom, and the words alone do not tell, unless
    one says that the one is the other, and the same name is bound in both.
    """
    ours, theirs = new.claim, known.claim
    if new.slot and known.slot and fill_same_slot(new, known):
        mine, yours = new.slot, known.slot
        if (mine.value, mine.unit, mine.on) != (yours.value, yours.unit, yours.on):
            return False
    if any(getattr(ours, name) != getattr(theirs, name) for name in _SAME):
        return False
    if set(ours.figures) != set(theirs.figures) or ours.periods != theirs.periods:
        return False
    if not _have_figures_alike(new, known):
        return False
    if ours.days != theirs.days or not _is_of_one_mood(new, known):
        return False
    words, others = ours.words - frozenset(about), theirs.words - frozenset(about)
    if len(words) < 2 or len(others) < 2:
        return False
    if words != others and not _are_alike(words, others):
        return _is_same_figure(ours, theirs, words, others)
    return len(ours.names & words) <= 1 or _is_turned(new.text, known.text)


def _have_figures_alike(new: Statement, known: Statement) -> bool:
    """Whether each figure is there as often in both. Of several without a unit the order says which
    is what: "part 1 of 2" is not "part 2 of 1"."""
    mine, yours = (_DIGITS.findall(one.text) for one in (new, known))
    if sum(one.unit is None for one in new.claim.figures) > 1:
        return mine == yours
    return sorted(mine) == sorted(yours) or len(new.claim.figures) < 2


def _is_of_one_mood(new: Statement, known: Statement) -> bool:
    """Whether both affirm or deny, and both mean the same time. A named period is that time."""
    mood = (new.is_negated, new.is_hedged, new.is_ahead)
    if mood != (known.is_negated, known.is_hedged, known.is_ahead):
        return False
    return new.is_past == known.is_past or bool(new.claim.periods)


def _are_alike(mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Whether the words are the same in other forms: ägare and ägaren."""
    left, right = sorted(mine - yours), sorted(yours - mine)
    return len(left) == len(right) and all(map(_is_one_word, left, right))


def _is_one_word(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _ROOT_LETTERS - 2 and long.removeprefix(short) in _ENDINGS


def _is_same_figure(
    ours: Claim, theirs: Claim, mine: frozenset[str], yours: frozenset[str]
) -> bool:
    """Whether both give one figure of one period, and one of them only has a verb more."""
    if len(ours.figures) != 1 or ours.figures[0].unit is None or not ours.periods:
        return False
    if not (mine < yours or yours < mine):
        return False
    extra, claim = (yours - mine, theirs) if mine < yours else (mine - yours, ours)
    return len(extra) == 1 and extra.isdisjoint(claim.things)


def _is_turned(text: str, other: str) -> bool:
    """Whether "A is B" is told as "B is A": the names behind a preposition are the same."""
    if _IS.search(text.casefold()) is None or _IS.search(other.casefold()) is None:
        return False
    bound = [
        {(one[1] or one[2]).strip(" .") for one in _BOUND.finditer(said)} for said in (text, other)
    ]
    return bool(bound[0]) and bound[0] == bound[1]
