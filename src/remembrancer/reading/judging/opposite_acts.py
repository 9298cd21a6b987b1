"""Opposite acts and decisions about one thing: keep and sell, take and leave."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.act_words import (
    DECIDED,
    ENDS_SOMETHING,
    LETS_BE,
    OPPOSITE_WORDS,
    OPPOSITES,
    OPPOSITES_DECIDED,
    stems,
)
from remembrancer.language.statement import Statement
from remembrancer.reading.judging.done.completion import reports_end
from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.matter.identity import Identity
from remembrancer.reading.judging.matter.other_things import name_other_things
from remembrancer.reading.judging.matter.participants import are_turned_elsewhere
from remembrancer.reading.judging.matter.statement_words import is_decision, words_in_order
from remembrancer.reading.judging.verdict import Verdict, question, update

_OBJECT_WORDS: Final = 3  # behind a verb: "the old boat"
_STOPS_DOING: Final = re.compile(
    r"(?<!\w)(?:stop|cease|quit|end|sluta|upphöra|slutar|upphör) (?:med )?(?:att )?([a-zåäö]{3,})"
)


def opposite(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """Two acts of which only one can be decided about the same thing: keep and sell."""
    if found.our_names:
        return None
    is_one_matter = _is_one_matter(new, known, found)
    low, other = new.claim.words, known.claim.words
    if is_one_matter and not found.differs and _lets_be(new, known, found):
        why = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
        return question("it stays, or ends after all", why)
    if low.isdisjoint(OPPOSITE_WORDS) or other.isdisjoint(OPPOSITE_WORDS):
        return None
    if are_turned_elsewhere(new, known) or name_other_things(new, known, OPPOSITE_WORDS):
        return None  # what is bought from one is sold to another
    for one, two in OPPOSITES:
        if not _is_turned(low, other, one, two):
            continue
        is_alike = not (found.our_words - one - two or found.their_words - one - two)
        is_one = is_one_matter and not found.differs
        if not is_one and not (is_alike and found.shared):
            continue  # each is about another thing
        grounds = (Ground.REVERSAL, Ground.SAME_THING)
        if not (found.is_equal or is_alike):
            return question("it says the opposite of the same thing", grounds)
        if new.claim.is_act or new.claim.is_now:
            return update("it says the opposite of the same thing", grounds, Grade.CERTAIN)
        verdict = update("it says the opposite of the same thing", grounds, Grade.LIKELY)
        return verdict._replace(relation=StatementRelation.CONTRADICTION)
    return None


def _is_turned(
    low: Collection[str], other: Collection[str], one: frozenset[str], two: frozenset[str]
) -> bool:
    """Whether one text has a word of the one sort, and the other a word of its opposite."""
    ours, theirs = (
        (not one.isdisjoint(words), not two.isdisjoint(words)) for words in (low, other)
    )
    return {ours, theirs} == {(True, False), (False, True)}


def _lets_be(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether one ends something and the other lets it be, where one of them is a decision: "säga
    upp avtalet", "behålla avtalet"."""
    if not (is_decision(new) or is_decision(known)) or known.is_past:
        return False
    if new.is_negated or known.is_negated or not found.shared & known.claim.things:
        return False
    ours, theirs = new.text.casefold(), known.text.casefold()
    for ends, stays in ((ours, theirs), (theirs, ours)):
        if ENDS_SOMETHING.search(ends) and LETS_BE.search(stays):
            return not (ENDS_SOMETHING.search(stays) or LETS_BE.search(ends))
    return False


def decided_otherwise(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """Two decisions with opposite verbs right before the same thing: to take, to leave the sum."""
    is_decided = is_decision(new) or reports_end(new.text)
    if not (is_decided and is_decision(known)) or known.is_past:
        return None
    if found.our_names and found.their_names:
        return None  # the one in Leeds, the one in York
    ours, theirs = words_in_order(new.text), words_in_order(known.text)
    pairs = (*OPPOSITES, *OPPOSITES_DECIDED)
    for one, two in (*pairs, *((two, one) for one, two in pairs)):
        if _objects(ours, one, found.shared) & _objects(theirs, two, found.shared):
            grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
            return question("the opposite is decided about the same thing", grounds)
    return None


def stopped_doing(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """A decision to stop what was decided to do: "stop putting money in", "put £250 a month in"."""
    if not (is_decision(new) and is_decision(known)) or known.is_past or known.is_negated:
        return None
    stops = _STOPS_DOING.search(new.text.casefold())
    if stops is None or found.our_names - found.shared_names:
        return None
    verb = stops[1].removesuffix("ing")
    is_it = any(word.startswith(verb) for word in words_in_order(known.text)) and len(verb) > 2
    if not is_it or not found.shared & known.claim.things:
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
    return question("it says that this is to stop", grounds)


def decided_anew(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """Two decisions that begin with the same thing, the later one in words of change."""
    if not new.claim.is_act or new.claim.is_planned or known.is_past:
        return None
    if not found.our_words or not found.their_words:
        return None
    ours, theirs = _decided_thing(new), _decided_thing(known)
    if ours is None or ours != theirs or ours not in found.shared:
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
    return question("something else is decided about the same thing", grounds)


def _decided_thing(one: Statement) -> str | None:
    """The first thing behind the word that says that something was decided."""
    words = words_in_order(one.text)
    place = next((at for at, word in enumerate(words) if word in DECIDED), None)
    if place is None:
        return None
    things = one.claim.things - one.claim.names
    return next(
        (stem for word in words[place + 1 :] for stem in things if word.startswith(stem[:5])),
        None,
    )


def _objects(words: Sequence[str], verbs: Collection[str], things: Collection[str]) -> set[str]:
    """The things that one of the verbs stands right before."""
    return {
        one
        for place, word in enumerate(words)
        if not stems(word).isdisjoint(verbs)
        for after in words[place + 1 : place + 1 + _OBJECT_WORDS]
        for one in things
        if after.startswith(one[:5])
    }


def _is_one_matter(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether both name the same thing, or decide about the same with more than one word."""
    if found.shared & new.claim.things:
        return True
    if not (is_decision(new) and is_decision(known)):
        return False
    if known.claim.days and new.claim.days == known.claim.days:
        return True  # "open on Midsummer's Eve", "closed on Midsummer's Eve"
    return len(found.shared) > 1
