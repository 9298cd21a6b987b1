"""Judges whether a statement takes back, rejects or denies what a known one says.

Or it says that the thing is gone, or the opposite of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language import numerals
from remembrancer.language.act_words import (
    CANCELS,
    CHANGED_MIND,
    DECIDED,
    ENDS_SOMETHING,
    HAS,
    LETS_BE,
    OPPOSITE_WORDS,
    OPPOSITES,
    OPPOSITES_DECIDED,
    PARTED_WITH,
    stems,
)
from remembrancer.language.claim_reader import day_key, figure_key
from remembrancer.language.negation import says_no
from remembrancer.language.restrictions import restricts
from remembrancer.language.statement import Claim, Statement
from remembrancer.language.stemming import function_words
from remembrancer.language.times.day_words import MONTHS
from remembrancer.reading.judging import identity, value_changes
from remembrancer.reading.judging.completion import is_open_question, reports_end
from remembrancer.reading.judging.identity import Identity
from remembrancer.reading.judging.judgement import Severity, StatementRelation, Suggestion
from remembrancer.reading.judging.participants import are_turned_elsewhere
from remembrancer.reading.judging.restatements import says_the_same
from remembrancer.reading.judging.slot_judge import fill_same_slot
from remembrancer.reading.judging.statement_words import (
    has_other_figures,
    is_decision,
    name_other_things,
    words_in_order,
)
from remembrancer.reading.judging.verdict import Verdict, question, update

_COVERED: Final = 0.75  # of the shorter one's things, where one denies the other
_COMPOUND_LETTERS: Final = 3
_WARNS: Final = re.compile(
    r"(?<!\w)(?:(?:don't|do not|never|not to|must not|avoid|stop) (?:\w+ing |use|trust|rely|restart"
    r"|run|touch|open|start|call|press|plug)\w*|stay (?:off|away)|out of order|broken"
    r"|använd inte|lita inte|rör inte|kör inte|starta inte|undvik|trasig|ur funktion)"
)
_FORBIDS: Final = re.compile(
    r"\W*(?:please )?(?:don't|do not|never|aldrig|\w+ (?:inte|aldrig))\s\w"
)
_AGAIN: Final = re.compile(r"(?<!\w)(?:again|igen)(?!\w)")
_WORKS_AGAIN: Final = re.compile(
    r"(?<!\w)(?:(?:(?:has|have) been|is|are|was|were|got|been) (?:now |all |finally )?(?:fixed"
    r"|repaired|mended|patched|sorted|resolved|replaced)|working again"
    r"|works? (?:fine |properly |normally )?again|back (?:up|online|in (?:use|service|action)"
    r"|to normal)|(?:can|may|could) be \w+(?: \w+){0,3} again|safe (?:to|again|on|now|for|in)"
    r"|(?:go ahead and|you can|feel free to) \w+ (?:it|them|(?:\w+ ){1,5}?again)"
    r"|(?:är|blev|har blivit) (?:nu )?(?:laga[dt]e?|reparera\w+|fixa\w+|åtgärda\w+|helt?)"
    r"|fungerar (?:som den ska|igen|nu)|(?:går att|kan|får) \w+(?: \w+){0,3} igen)(?!\w)"
)
_IS_OFF: Final = re.compile(r"(?<!\w)(?:is|are|'s|'re) (?:now )?off(?=[,.;!]|$)")
_AS_IT_IS: Final = re.compile(
    r"(?<!\w)(?:(?:stays?|staying|remains?|leave|leaving|left|keep|keeping)\s(?:[\w-]+\s){0,4}?"
    r"(?:as|where|the way)\s(?:it|they|things)(?:'s|\s(?:is|are|was|were))|(?:stays?|staying) put"
    r"|(?:ligger|står|blir|är|får vara|får ligga|får stå) (?:kvar )?(?:som|där) (?:det|den|de)"
    r" (?:är|var|ligger|står))(?!\w)"
)
_REFRAINS: Final = re.compile(
    r"(?<!\w)(?:låt(?:a|er|it)? bli|avstå(?:r|tt)? från|refrain(?:ing)? from"
    r"|hold(?:ing)? off(?: on)?)(?!\w)"
)
_STAYS: Final = stems("stay stays remain remains leave left keep ligger står får")
_OBJECT_WORDS: Final = 3  # behind a verb: "the old boat"
_TO_BUYER: Final[tuple[list[str], ...]] = ([], ["to"], ["till"], ["for"], ["för"])
_LAST_DAY: Final = 31
_NO_SORTS: Final = (
    function_words() | {*numerals.WORDS} | {"old", "new", "same", "nya", "gamla", "samma"}
)
_SORTED: Final = re.compile(
    r"(?<!\w)(?:towards?|for|in|on|at|to|from|with|by|of|för|till|på|i|från|med|av|mot)\s"
    r"([^\W\d_]{4,})\s([^\W\d_]{3,})"
)
_IN_PART: Final = re.compile(
    r"(?<!\w)(?:half|part of|some of|most of|a third|hälften|halva|en del av|delvis)(?!\w)"
)
_IT_FROM: Final = re.compile(
    r"(?<!\w)(?:her|him|it|them|us|henne|honom|den|det|dem|oss)\s(?:from|från)\s\w"
)
_STOPS_DOING: Final = re.compile(
    r"(?<!\w)(?:stop|cease|quit|end|sluta|upphöra|slutar|upphör) (?:med )?(?:att )?([a-zåäö]{3,})"
)
_DEFINED: Final = re.compile(
    r"\W*(?:an?|en|ett)\s([\w-]+)\s([\w-]+)\s"
    r"(?:is|are|means|counts as|är|avser|betyder|räknas som)\s"
)
_HOW_DECIDED: Final = re.compile(
    r"(?<!\w)(?:röstade|vote[ds]?|beslut\w*|bestäm\w*|decided|agreed"
    r"|(?:blev|blir|sa|säger) (?:det )?(?:nej|ja)|(?:said|says) (?:no|yes))(?!\w)"
)
_AND: Final = re.compile(r"\s(?:and|och|samt)\s")
_SCALES: Final = (1e3, 1e6, 1e9)


def moved_from(new: Statement, known: Statement) -> Verdict | None:
    """Somebody or something that a pronoun means left the place that the known one names for one:
    "Poppy goes to St Anne's", "we've moved her from St Anne's to Little Acorns"."""
    left, theirs = new.claim.rejected, known.claim
    if not left or not new.claim.changes or known.is_past or known.is_negated:
        return None
    is_somebody = theirs.other is not None or bool(theirs.names - left)
    if not is_somebody or not left <= theirs.names or not _IT_FROM.search(new.text.casefold()):
        return None
    grounds = (Ground.CHANGE, Ground.OTHER_VALUE, Ground.UNKNOWN)
    return question("it says that this is over", grounds)


def _repeats(new: Statement, known: Statement) -> bool:
    """Whether the new one begins with all of the known one, in its words."""
    mine, yours = words_in_order(new.text), words_in_order(known.text)
    return len(mine) > len(yours) and mine[: len(yours)] == yours


def _cancels_more(new: Statement, found: Identity) -> bool:
    """Whether what is called off has a word of its own: the first offer, the selling of it."""
    if new.is_negated:
        return False
    called_off = " ".join(one[0] for one in CANCELS.finditer(new.text.casefold())).split()
    return any(not any(word.startswith(one[:4]) for word in called_off) for one in found.our_words)


def define_others(new: Statement, known: Statement) -> bool:
    """Whether they define two sorts of one thing: "a new guest is …", "a regular guest is …"."""
    mine, yours = (_DEFINED.match(one.text.casefold()) for one in (new, known))
    if mine is None or yours is None:
        return False
    return mine[1] != yours[1] and mine[2] == yours[2]


def rejection(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The new one names the known value as wrong or past: "isn't 28 days", "from Aegon to"."""
    ours, theirs = new.claim, known.claim
    values = _rejected_values(ours, theirs)
    if known.is_past and not values:
        return None
    words = (theirs.words & ours.rejected) - (ours.value_names - ours.rejected)
    hits = values | words
    beyond = found.shared - ours.rejected
    is_all = bool(theirs.words) and theirs.words <= ours.rejected and ours.reverses
    holder = theirs.names - theirs.value_names - ours.rejected
    if words & theirs.value_names and found.our_words and theirs.words - holder <= ours.rejected:
        grounds = (Ground.CORRECTION, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("it names another one in the place of this", grounds)
    if hits and not beyond and ours.changes and _is_value(new, known, words):
        grounds = (Ground.CHANGE, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("it says that this is over", grounds)
    if words and not beyond and _is_of_one(ours, theirs) and (ours.changes or ours.corrects):
        grounds = (Ground.CHANGE, Ground.SAME_HOLDER, Ground.UNKNOWN)
        return question("it says that this is no longer so", grounds)
    if values and not beyond and identity.READ_BACK.search(new.text) is not None:
        grounds = (Ground.CORRECTION, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("it corrects what was read back", grounds)
    if not hits or (not beyond and len(words) < 2 and not is_all):
        return None
    if not values and not identity.same_periods(ours, theirs):
        return None
    is_same_figure = ours.corrects and ours.figures == theirs.figures  # "net debt, not net cash"
    is_of_figure = bool(theirs.figures) and not (values or is_same_figure)
    if is_of_figure and not (words & theirs.names) and len(words) < 2:
        is_dropped = ours.reverses and theirs.ends and bool(beyond & theirs.things)
        grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
        return question("it takes a decision about this back", grounds) if is_dropped else None
    if values and not beyond and not fill_same_slot(new, known):
        return None
    if known.is_negated:  # what it denies may be another part
        if len(words) < 2 or not beyond:
            return None
        grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.UNKNOWN)
        return question("it says that a part of this is no longer so", grounds)
    left = found.their_names - ours.rejected
    has_other = bool((found.our_names - ours.value_names) and left)
    if has_other or (left and found.our_names - ours.rejected):
        return None
    ground = Ground.CORRECTION if ours.corrects else Ground.CHANGE
    if _IN_PART.search(new.text.casefold()):
        why = (ground, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("it says that a part of this is no longer so", why)
    grade = Grade.CERTAIN if not left else Grade.LIKELY
    reason = "it says that this is no longer right" if not ours.corrects else "it corrects this"
    return update(reason, (ground, Ground.SAME_THING, Ground.OTHER_VALUE), grade)


def _is_of_one(ours: Claim, theirs: Claim) -> bool:
    """Whether both name the same one: "Corvane is no longer suspended"."""
    shared = ours.names & theirs.names - ours.rejected
    return bool(shared) and not ours.figures and not theirs.figures


def _rejected_values(ours: Claim, theirs: Claim) -> set[str]:
    """The figures, days and rhythms of the known one that the new one names as wrong.

    "704 million, not 740" leaves the unit out, and "not the 12th" the month.
    """
    keys = {figure_key(one.value) for one in theirs.figures} | set(map(day_key, theirs.days))
    keys |= {f"#{one}" for one in theirs.periods}
    found = (keys | theirs.rhythms) & ours.rejected
    units = {one.unit for one in ours.figures}
    for one in theirs.figures:
        short = (figure_key(one.value / scale) for scale in _SCALES)
        if one.unit in units:
            found.update(key for key in short if key in ours.rejected)
    months = {MONTHS[one] for one in ours.rejected if one in MONTHS}
    found.update(day_key(day) for day in theirs.days if int(day[5:7]) in months)
    numbers = {day[-2:] for day in theirs.days} or _ordinals(theirs)
    bare = {key for key in ours.rejected if key[:1] == "@" and key[-2:] in numbers}
    told = (*(day[-2:] for day in ours.days), *_ordinals(ours))
    has_other = any(one not in numbers for one in told)
    return found | (bare if len(numbers) == 1 and has_other else set())


def _ordinals(claim: Claim) -> set[str]:
    """Bare numbers as days of a month: "the 25th of each month"."""
    bare = (one.value for one in claim.figures if one.unit is None)
    return {f"{one:02.0f}" for one in bare if 1 <= one <= _LAST_DAY}


def _is_value(new: Statement, known: Statement, words: Collection[str]) -> bool:
    """Whether the words are the value of the slot that the known one fills, or all that it names
    of a thing that the new one has in a compound: "kopiator" and "kopiatorfirma"."""
    named = known.claim.value_names
    if known.slot is None:
        phrases = [one for one in known.claim.name_phrases if not one.isdisjoint(words)]
        is_named = bool(named) and named <= set(words).union(*phrases)
        return is_named and _has_compound(new, known)
    return isinstance(known.slot.value, str) and bool(words) and named <= set(words)


def _has_compound(new: Statement, known: Statement) -> bool:
    """Whether a thing of the known one begins a longer word of the new one."""
    things = known.claim.things - known.claim.names
    return any(
        len(word) - len(thing) >= _COMPOUND_LETTERS <= len(thing) and word.startswith(thing)
        for thing in things
        for word in new.claim.words
    )


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
    if len(found.shared) < 2 and not (found.is_equal and (ours.is_act or ours.is_now)):
        is_all = ours.reverses and not found.theirs and bool(found.shared & known.claim.things)
        why = (Ground.REVERSAL, *grounds, Ground.UNKNOWN)
        if is_all and known.claim.ends and new.is_negated and not found.their_words:
            return update("it takes this decision back", why, Grade.LIKELY)
        is_part = ours.reverses and known.claim.ends and not found.ours
        is_meant = is_all or (is_part and bool(found.shared & known.claim.things))
        return question("it takes this back", why) if is_meant else None
    if ours.is_act or ours.is_now:
        if _cancels_more(new, found):
            return question("it takes this back", (Ground.REVERSAL, *grounds, Ground.UNKNOWN))
        grade = Grade.CERTAIN if not found.ours else Grade.LIKELY
        return update("it takes this back", (Ground.REVERSAL, *grounds), grade)
    if not found.their_words and found.ours:
        return question("it denies this among other things", (*grounds, Ground.UNKNOWN))
    if not found.is_equal or restricts(new.text, known.text) or restricts(known.text, new.text):
        return None
    if found.our_words and found.their_words and name_other_things(new, known):
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
    if are_turned_elsewhere(new, known):
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


def parted_with(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """What somebody had is sold or given away."""
    if not found.shared & new.claim.things or known.is_past:
        return None
    ours, theirs = new.text.casefold(), known.text.casefold()
    if found.ours and not _is_parted_object(ours, found.shared):
        return None
    if new.is_negated or not PARTED_WITH.search(ours) or PARTED_WITH.search(theirs):
        return None
    if HAS.search(theirs) is None:
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
    reason = "what this says somebody has is gone"
    is_one = not known.claim.figures and _AND.search(theirs) is None
    if found.shared & known.claim.names and is_one:
        return update(reason, grounds, Grade.LIKELY)
    return question(reason, grounds)


def warning_lifted(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """What somebody was told not to use works again."""
    ours, theirs = (one.text.casefold().replace("’", "'") for one in (new, known))
    is_again = _AGAIN.search(ours) is not None and _FORBIDS.match(theirs) is not None
    if not (is_again or _WARNS.search(theirs)) or _WORKS_AGAIN.search(ours) is None:
        return None
    if new.is_hedged or found.our_names or not found.shared & known.claim.things:
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
    return question("what this warns of is mended", grounds)


def may_lift(text: str) -> bool:
    """A cheap test: whether a text may say that something can be used again, or stays."""
    low = text.casefold().replace("’", "'")
    return _WORKS_AGAIN.search(low) is not None or LETS_BE.search(low) is not None


def _is_parted_object(text: str, things: Collection[str]) -> bool:
    """Whether one of the things stands right behind the verb: "sold the boat to a couple"."""
    found = PARTED_WITH.search(text)
    words = text[found.end() :].split() if found else []
    return any(
        word.startswith(one[:5]) and (word[-1] in ",.;" or words[place : place + 1] in _TO_BUYER)
        for place, word in enumerate(words[:_OBJECT_WORDS], start=1)
        for one in things
    )


def taken_back(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """A decision that is scrapped by another one about all that it was about."""
    ours, theirs = new.claim, known.claim
    if not ours.reverses or not theirs.ends or value_changes.other_season(new, known):
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
    if CHANGED_MIND.search(new.text.casefold()) and not found.names_differ:
        is_meant = bool(found.shared & theirs.words) and not says_the_same(new, known)
        return question("it takes a decision about this back", grounds) if is_meant else None
    is_bare = not found.our_words and bool(found.shared & theirs.things)  # "Portugal is off"
    if not (ours.ends or is_bare) or (found.theirs and not is_bare) or found.differs:
        return None
    if found.our_names or not (found.shared & ours.things) or says_the_same(new, known):
        return None
    return question("it takes a decision about this back", grounds)


def left_as_is(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """What was to be done is left: "the cash stays where it is", "vi låter bli att bygga ut"."""
    theirs = known.claim
    low = new.text.casefold().replace("’", "'")
    if not theirs.ends or known.is_negated or new.is_negated or found.our_names:
        return None
    is_left = _AS_IT_IS.search(low) is not None and bool(found.shared & theirs.things)
    is_refused = _REFRAINS.search(low) is not None and len(found.shared) > 1
    if not (is_left or is_refused) or _AS_IT_IS.search(known.text.casefold()):
        return None
    if (is_left and found.ours - _STAYS) or (is_refused and found.their_words):
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
    return question("it says that this is left as it is", grounds)
