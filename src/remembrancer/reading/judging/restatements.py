"""Restatements: whether two statements say the same of the same things, in whatever order."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from remembrancer.language.act_words import stems
from remembrancer.language.amounts import CURRENCIES
from remembrancer.language.names import find_names
from remembrancer.language.negation import NEGATIONS
from remembrancer.language.statement import Claim, Statement
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.judging.done.closing_words import IRREGULAR
from remembrancer.reading.judging.matter.sides import are_opposed
from remembrancer.reading.judging.matter.statement_words import (
    frame,
    moved_by,
    ways,
    words_in_order,
)
from remembrancer.reading.judging.slot_judge import fill_same_slot

_SAME: Final = ("rhythms", "is_limited", "is_joint", "is_act", "adds", "rejected")
_ROOT_LETTERS: Final = 4
_ENDINGS: Final = word_set("n en a an ar er e s t et r na ne i y")
_IS: Final = re.compile(r"(?<!\w)(?:is|are|was|were|är|var)(?!\w)")
_WORDS: Final = re.compile(r"[\w'-]+")
_ASIDE: Final = re.compile(
    r",\s(?:so|which|and so|it's|it is|så|det är|vilket)\s"
    r"(?!(?:please|don't|do not|never|always)\b)"
)
# "Always lock it", "it must be locked": a rule, whichever word says so.
_RULES: Final = re.compile(r"(?<!\w)(?:always|never|must|every|alltid|aldrig|måste|varje)(?!\w)")
_RULE_WORDS: Final = word_set("must alway never have alltid aldr aldrig måst")
_LEADS_TO: Final = re.compile(
    r"(?<!\w)(?:before|after|than|to|from|over|under|into|for|instead of|före|efter|än|till|från"
    r"|över|för|i stället för)\s(?:(?:the|an?|our|en|ett|vår|vårt)\s)?(\w+)"
)
_TELLING: Final = 1000.0  # a bare number from here on is no count of anything else
_MOVES: Final = stems(
    "fell fall falls fallen drop dropped drops declined decline down decreased decrease shrank"
    " reduced reduce lower lowered rose rise rises risen increased increase grew grow grown up"
    " climbed gained raised higher came come reached total totalled averaged average stood amounted"
    " föll fallit minskade minskat sjönk sjunkit ner steg stigit ökade ökat växte vuxit upp låg"
)
_HAS_IT: Final = stems(  # verbs that say no more than that it was so many
    "had has have carried served saw welcomed recorded reported posted hade har hadd redovisade"
)
_PARTICLE: Final = re.compile(r"(?<!\w)(upp|ner|av|bort|ut|off)(?!\w)")
_BOOKED: Final = stems("booked bokförde omsatte")  # of money, no more than that it was so much
_PASSIVE: Final = re.compile(
    r"(?<!\w)(?:(?:be|been|bli|blir)|(?:måste|ska|får|kan|bör)\s(?:(?:alltid|aldrig|inte)\s)?\w+s)"
    r"(?!\w)"
)
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
    is_same = _has_the_same_words(new, known, about)
    return is_same and not are_opposed(new, known)  # "above 500", "below 500"


def _has_the_same_words(new: Statement, known: Statement, about: Collection[str]) -> bool:
    if is_one_report(new, known, about):
        return True
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
    if ours.is_planned != theirs.is_planned or _denies(new) != _denies(known):
        return False  # "I'll ring them", "I've rung them"; "excluded", "not excluded"
    words, others = _without_aside(new) - frozenset(about), theirs.words - frozenset(about)
    if _particles(new) != _particles(known):
        return False  # "lock the door", "unlock the door" in Swedish
    if all(_RULES.search(one.text.casefold()) for one in (new, known)):
        if _behind_prepositions(new) != _behind_prepositions(known):
            return False  # "ship orders before invoices", "ship invoices before orders"
        if _is_passive(new) == _is_passive(known) and _is_reordered(new, known):
            return False  # who must check whose count
        words, others = words - _RULE_WORDS, others - _RULE_WORDS  # "never ship", "must never be"
    if len(words) < 2 or len(others) < 2:
        return False
    if words != others and not _are_alike(words, others):
        return _is_same_figure(ours, theirs, words, others)
    return len(ours.names & words) <= 1 or _is_turned(new.text, known.text)


def _denies(one: Statement) -> bool:
    """Whether a word denies something, also where the value tells it already: "aren't excluded"."""
    return not NEGATIONS.isdisjoint(_WORDS.findall(one.text.casefold().replace("’", "'")))


def is_one_report(new: Statement, known: Statement, about: Collection[str] = ()) -> bool:
    """Whether both report one figure of one period: "fell 6 % in 2025", "was down 6 % in 2025"."""
    ours, theirs = new.claim, known.claim
    if len(ours.figures) != 1 or ours.figures != theirs.figures or not ours.periods:
        return False
    (figure,) = ours.figures
    if ours.periods != theirs.periods or (figure.unit is None and figure.value < _TELLING):
        return False
    if (
        ours.days != theirs.days
        or not _is_of_one_mood(new, known)
        or any(getattr(ours, name) != getattr(theirs, name) for name in _SAME if name != "is_act")
    ):
        return False
    if ours.corrects or ours.reverses or ours.names - theirs.words or theirs.names - ours.words:
        return False
    moved = ways(new)
    if moved != ways(known) or len(moved) > 1:
        return False
    if moved_by(new) != moved_by(known):
        return False  # "fell 6 %", "fell to 6 %"
    mine, yours = (claim.words - frozenset(about) - _MOVES for claim in (ours, theirs))
    extra = mine ^ yours
    said = _HAS_IT | _BOOKED if figure.unit in CURRENCIES else _HAS_IT
    return bool(mine & yours) and len(extra) <= 1 and extra <= said


def _particles(one: Statement) -> frozenset[str]:
    """What makes another verb of the one before it: "lås", "lås upp"."""
    return frozenset(_PARTICLE.findall(one.text.casefold()))


def _is_reordered(new: Statement, known: Statement) -> bool:
    """Whether both have the same words, or the same content words, in another order."""
    if frame(new) != frame(known):
        return True
    mine, yours = words_in_order(new.text), words_in_order(known.text)
    return mine != yours and sorted(mine) == sorted(yours)


def _is_passive(one: Statement) -> bool:
    return _PASSIVE.search(one.text.casefold()) is not None


def _behind_prepositions(one: Statement) -> frozenset[str]:
    return frozenset(found[1][:_ROOT_LETTERS] for found in _LEADS_TO.finditer(one.text.casefold()))


def _without_aside(one: Statement) -> frozenset[str]:
    """The content words, without those of a remark behind it: "…, so I'm just round the corner"."""
    found = _ASIDE.search(one.text)
    if found is None or one.claim.figures or one.claim.days or find_names(one.text[found.end() :]):
        return one.claim.words
    before = one.text[: found.start()].casefold()
    told = frozenset(
        stem
        for stem in one.claim.words
        if stem[0] == "=" or any(word.startswith(stem[:5]) for word in _WORDS.findall(before))
    )
    return told if len(told) > 1 else one.claim.words


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
    if len(short) >= _ROOT_LETTERS - 2 and long.removeprefix(short) in _ENDINGS:
        return True
    return IRREGULAR.get(one, one) == IRREGULAR.get(other, other)  # "wear", "worn"


def _is_same_figure(
    ours: Claim, theirs: Claim, mine: frozenset[str], yours: frozenset[str]
) -> bool:
    """Whether both give one figure of one period, and one of them only has a verb more."""
    if len(ours.figures) != 1 or ours.figures[0].unit is None or not ours.periods:
        return False
    if not (mine < yours or yours < mine):
        return False
    extra, claim = (yours - mine, theirs) if mine < yours else (mine - yours, ours)
    return len(extra) == 1 and extra <= _HAS_IT | _MOVES and extra.isdisjoint(claim.things)


def _is_turned(text: str, other: str) -> bool:
    """Whether "A is B" is told as "B is A": the names behind a preposition are the same."""
    if _IS.search(text.casefold()) is None or _IS.search(other.casefold()) is None:
        return False
    bound = [
        {(one[1] or one[2]).strip(" .") for one in _BOUND.finditer(said)} for said in (text, other)
    ]
    return bool(bound[0]) and bound[0] == bound[1]
