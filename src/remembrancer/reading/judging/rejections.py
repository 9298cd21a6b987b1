"""What a statement rejects in so many words: "not £50,000", "moved her from St Anne's"."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.claim_reader import day_key, figure_key
from remembrancer.language.statement import Claim, Statement
from remembrancer.language.times.day_words import MONTHS
from remembrancer.reading.judging.matter import identity
from remembrancer.reading.judging.matter.identity import Identity
from remembrancer.reading.judging.matter.other_things import begin_with_others, name_other_things
from remembrancer.reading.judging.slot_judge import fill_same_slot
from remembrancer.reading.judging.verdict import Verdict, question, update

_COMPOUND_LETTERS: Final = 3
_LAST_DAY: Final = 31
_IN_PART: Final = re.compile(
    r"(?<!\w)(?:half|part of|some of|most of|a third|hälften|halva|en del av|delvis)(?!\w)"
)
_IT_FROM: Final = re.compile(
    r"(?<!\w)(?:her|him|it|them|us|henne|honom|den|det|dem|oss)\s(?:from|från)\s\w"
)
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
    if name_other_things(new, known):
        return None
    left = found.their_names - ours.rejected
    has_other = bool((found.our_names - ours.value_names) and left)
    if has_other or (left and found.our_names - ours.rejected):
        return None
    ground = Ground.CORRECTION if ours.corrects else Ground.CHANGE
    is_of_others = not values and begin_with_others(new, known)
    if is_of_others or _IN_PART.search(new.text.casefold()):
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
