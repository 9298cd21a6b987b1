"""Denials: one statement says what the other denies, and who decided about what."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language import numerals
from remembrancer.language.act_words import CANCELS
from remembrancer.language.negation import says_no
from remembrancer.language.restrictions import restricts
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words
from remembrancer.reading.judging.done.completion import is_open_question
from remembrancer.reading.judging.judgement import Severity, StatementRelation, Suggestion
from remembrancer.reading.judging.matter.identity import Identity
from remembrancer.reading.judging.matter.other_things import name_other_things
from remembrancer.reading.judging.matter.statement_words import (
    has_other_figures,
    is_decision,
    words_in_order,
)
from remembrancer.reading.judging.verdict import Verdict, question, update

_COVERED: Final = 0.75  # of the shorter one's things, where one denies the other
_CLAUSE: Final = re.compile(r"(?<=\w)[,;:.–—]\s")
_IS_OFF: Final = re.compile(r"(?<!\w)(?:is|are|'s|'re) (?:now )?off(?=[,.;!]|$)")
_NO_SORTS: Final = (
    function_words() | {*numerals.WORDS} | {"old", "new", "same", "nya", "gamla", "samma"}
)
_SORTED: Final = re.compile(
    r"(?<!\w)(?:towards?|for|in|on|at|to|from|with|by|of|för|till|på|i|från|med|av|mot)\s"
    r"([^\W\d_]{4,})\s([^\W\d_]{3,})"
)
_DEFINED: Final = re.compile(
    r"\W*(?:an?|en|ett)\s([\w-]+)\s([\w-]+)\s"
    r"(?:is|are|means|counts as|är|avser|betyder|räknas som)\s"
)
_HOW_DECIDED: Final = re.compile(
    r"(?<!\w)(?:röstade|vote[ds]?|beslut\w*|bestäm\w*|decided|agreed"
    r"|(?:blev|blir|sa|säger) (?:det )?(?:nej|ja)|(?:said|says) (?:no|yes))(?!\w)"
)


def define_others(new: Statement, known: Statement) -> bool:
    """Whether they define two sorts of one thing: "a new guest is …", "a regular guest is …"."""
    mine, yours = (_DEFINED.match(one.text.casefold()) for one in (new, known))
    if mine is None or yours is None:
        return False
    return mine[1] != yours[1] and mine[2] == yours[2]


def reversal(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """One says what the other denies."""
    ours = new.claim
    if have_other_sorts(new, known, found):
        return None  # "seated guests", "standing guests"
    is_voted_down = says_no(new.text.casefold()) and not found.theirs and len(found.shared) > 1
    if known.claim.ends and (
        is_voted_down or (found.differs and _are_decided_by_one_body(new, known, found))
    ):
        why = (Ground.REVERSAL, Ground.DENIAL, Ground.SAME_THING, Ground.UNKNOWN)
        return question("it takes a decision about this back", why)
    if name_other_things(new, known):
        return None  # "the night ferry carries lorries", "the day ferry no longer does"
    if found.names_differ or found.differs or found.coverage < _COVERED:
        return None
    if _repeats(new, known) or (is_open_question(known.text) and not new.is_negated):
        return None  # "…, so nobody else gets orders"; what ends a question is no denial
    is_decided = is_decision(new) and is_decision(known)  # a day is when it was decided
    if has_other_figures(ours, known.claim):
        return None
    if not (ours.is_act or is_decided or ours.days <= known.claim.days):
        return None
    if new.is_negated and known.claim.ends and not found.ours and len(found.shared) > 1:
        is_exact = is_decided or ours.is_act or ours.is_now or found.is_equal
        if not is_exact:
            return question("it denies what was decided", (Ground.DENIAL, Ground.SAME_THING))
    grounds = (Ground.DENIAL, Ground.SAME_THING)
    if not new.is_negated and _IS_OFF.search(new.text.casefold()):
        why = (Ground.REVERSAL, *grounds, Ground.UNKNOWN)  # a plan, or a thing that is switched off
        return question("it says that this is off", why) if known.claim.ends else None
    is_decided &= ours.periods <= known.claim.periods  # "not in 2027" leaves the other years
    if is_decided and new.is_negated and not found.our_words and known.claim.ends:
        why = (Ground.REVERSAL, *grounds, Ground.UNKNOWN)
        is_whole = found.is_equal and len(found.shared) > 1 and not found.their_words
        if not is_whole:  # "decided not to remortgage", of one with a certain bank
            return question("it takes a decision about this back", why)
    if is_decided and found.is_equal and len(found.shared) > 1 and not found.their_words:
        return update("it takes this back", (Ground.REVERSAL, *grounds), Grade.CERTAIN)
    if is_decided and new.is_negated and not found.ours and len(found.shared) > 1:
        why = (Ground.REVERSAL, *grounds, Ground.UNKNOWN)
        return question("it takes a decision about this back", why)
    if is_decision(new) and new.is_negated and not found.our_words and len(found.shared) > 1:
        return question("it decides against this", (Ground.REVERSAL, *grounds, Ground.UNKNOWN))
    if len(found.shared) < 2 and not (found.is_equal and (ours.is_act or ours.is_now)):
        things = (found.shared & known.claim.things) - who_acts(new, known)
        is_all = ours.reverses and not found.theirs and bool(things)
        why = (Ground.REVERSAL, *grounds, Ground.UNKNOWN)
        if is_all and known.claim.ends and new.is_negated and not found.their_words:
            return update("it takes this decision back", why, Grade.LIKELY)
        is_part = ours.reverses and known.claim.ends and not found.ours
        is_meant = is_all or (is_part and bool(things))
        return question("it takes this back", why) if is_meant else None
    if ours.is_act or ours.is_now:
        is_of_others = bool(found.their_words) and _names_in_front(new, found.ours)
        if is_of_others or _cancels_more(new, found):
            return question("it takes this back", (Ground.REVERSAL, *grounds, Ground.UNKNOWN))
        grade = Grade.CERTAIN if not found.ours else Grade.LIKELY
        return update("it takes this back", (Ground.REVERSAL, *grounds), grade)
    if not found.their_words and found.ours:
        return question("it denies this among other things", (*grounds, Ground.UNKNOWN))
    if not found.is_equal or restricts(new.text, known.text) or restricts(known.text, new.text):
        return None
    return Verdict(
        StatementRelation.CONTRADICTION,
        "one says what the other denies",
        Severity.HIGH,
        Suggestion.KEPT_B,
        replaces=True,
        grounds=grounds,
        grade=Grade.LIKELY,
    )


def who_acts(new: Statement, known: Statement) -> frozenset[str]:
    """Who begins both of them: whoever does something is no thing that it is done to."""
    first = [words_in_order(one.text)[:1] for one in (new, known)]
    return frozenset(
        name
        for name in new.claim.names | known.claim.names
        if all(words and words[0].startswith(name) for words in first)
    )


def _repeats(new: Statement, known: Statement) -> bool:
    """Whether the new one begins with all of the known one, in its words."""
    mine, yours = words_in_order(new.text), words_in_order(known.text)
    return len(mine) > len(yours) and mine[: len(yours)] == yours


def _names_in_front(new: Statement, things: Collection[str]) -> bool:
    """Whether one of the things stands in the first clause: behind it is the reason."""
    words = words_in_order(_CLAUSE.split(new.text)[0])
    return any(word.startswith(one[:5]) for one in things for word in words)


def _cancels_more(new: Statement, found: Identity) -> bool:
    """Whether what is called off has a word of its own: the first offer, the selling of it."""
    if new.is_negated:
        return False
    called_off = " ".join(one[0] for one in CANCELS.finditer(new.text.casefold())).split()
    return any(not any(word.startswith(one[:4]) for word in called_off) for one in found.our_words)


def have_other_sorts(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether a word right before what both name tells two sorts of it apart."""
    if define_others(new, known):
        return True
    ours, theirs = (_sorts(one, found.shared) for one in (new, known))
    return any(ours[thing] != theirs[thing] for thing in ours.keys() & theirs.keys())


def _sorts(one: Statement, things: Collection[str]) -> dict[str, str]:
    """For each thing the word right before it, where a preposition stands before that."""
    return {
        thing: found[1]
        for found in _SORTED.finditer(one.text.casefold())
        for thing in things
        if found[2].startswith(thing[:5]) and found[1] not in _NO_SORTS
    }


def _are_decided_by_one_body(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether the same is decided by another meeting of the same body: an extra one."""
    if len(found.shared) < 2:
        return False
    ours, theirs = _deciders(new) & found.ours, _deciders(known) & found.theirs
    return (found.ours <= ours or found.theirs <= theirs) and any(
        one.endswith(other) or other.endswith(one) for one in ours for other in theirs
    )


def have_other_deciders(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether each was decided by somebody of their own: the women's team, the men's team."""
    return bool(_deciders(new) & found.ours and _deciders(known) & found.theirs)


def _deciders(one: Statement) -> frozenset[str]:
    """The things in front of the word that says how it was decided."""
    decided = _HOW_DECIDED.search(one.text.casefold())
    before = words_in_order(one.text[: decided.start()]) if decided is not None else []
    return frozenset(
        thing for thing in one.claim.things if any(word.startswith(thing[:5]) for word in before)
    )
