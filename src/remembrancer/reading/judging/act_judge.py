"""Judges what a statement does to an earlier one: it corrects, changes, takes back or denies it.

Every verdict says on what grounds and how sure it is. Where the two may be about different
things, there is no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.act_words import (
    CANCELS,
    CHANGED_MIND,
    DECIDED,
    HAS,
    OPPOSITES,
    PARTED_WITH,
)
from remembrancer.language.claim_reader import day_key, figure_key
from remembrancer.language.restrictions import restricts
from remembrancer.language.statement import Claim, Figure, Statement
from remembrancer.language.times.day_words import MONTHS
from remembrancer.reading.judging import identity
from remembrancer.reading.judging.identity import Identity
from remembrancer.reading.judging.judgement import Severity, StatementRelation, Suggestion
from remembrancer.reading.judging.restatements import says_the_same
from remembrancer.reading.judging.slot_judge import fill_same_slot
from remembrancer.reading.judging.successions import judge_end, judge_succession
from remembrancer.reading.judging.verdict import Verdict, question, update

_COVERED: Final = 0.75  # of the shorter one's things, where one denies the other
_EXACT: Final = 1e-9
_DECIDED: Final = DECIDED - {"going", "clear", "confirmed"}
_COMPOUND_LETTERS: Final = 4
_FRAME_WORDS: Final = 3  # two statements share at least so many, if only their values differ
_VALUE_WORDS: Final = 2  # and the known one has at most so many of its own
# "the library", "vår lokal": one thing, of which only one of two choices can hold.
_DEFINITE: Final = re.compile(
    r"(?<!\w)(?:the|our|my|his|her|their|this|vårt?|våra|min|mitt|mina)\s|\w's\s|\w{3,}(?:en|et|na)\s"
)
# The value stands at the end, behind one of these: "as debt", "at the library", "hos Nordea".
_BEFORE_VALUE: Final = re.compile(
    r"\s(?:as|at|in|on|to|with|from|through|hos|på|till|i|som|med|via)\s(?:(?:the|a|an)\s)?"
    r"([^\W\d_][\w-]*(?:\s[\w-]+)?)\W*$"
)
_AND: Final = re.compile(r"\s(?:and|och|samt)\s")
_SCALES: Final = (1e3, 1e6, 1e9)


def judge_act(new: Statement, known: Statement, about: Collection[str] = ()) -> Verdict | None:
    """The verdict if the new one changes, corrects or denies the known one; None: it does not."""
    ours, theirs = new.claim, known.claim
    if not identity.may_concern(new, known):
        return None
    found = identity.compare(ours, theirs, about=about)
    if ours.rejected and (verdict := _rejection(new, known, found)) is not None:
        return verdict
    if not found.shared:
        if not ours.is_act:
            return None
        whole = identity.compare(ours, theirs)
        return _opposite(new, known, whole) or judge_end(new, known, whole)
    if not identity.same_periods(ours, theirs):
        return _year_corrected(new, known, found)
    if ours.is_act and (changed := _figure_change(new, known, found)) is not None:
        return changed
    if _is_denying(new) != _is_denying(known):
        return _reversal(new, known, found) or _taken_back(new, known, found)
    if new.is_past and not ours.is_act:
        return None
    return (
        _figure_change(new, known, found)
        or _range_change(new, known, found)
        or _day_change(new, known, found)
        or judge_succession(new, known, found)
        or _name_change(new, known, found)
        or _other_rhythm(new, known, found)
        or judge_end(new, known, found)
        or _opposite(new, known, found)
        or _parted_with(new, known, found)
        or _taken_back(new, known, found)
        or _other_value(new, known, found)
    )


def _rejection(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The new one names the known value as wrong or past: "isn't 28 days", "from Aegon to"."""
    ours, theirs = new.claim, known.claim
    values = _rejected_values(ours, theirs)
    if known.is_past and not values:
        return None
    words = (theirs.words & ours.rejected) - (ours.value_names - ours.rejected)
    hits = values | words
    beyond = found.shared - ours.rejected
    is_all = bool(theirs.words) and theirs.words <= ours.rejected and ours.reverses
    if hits and not beyond and ours.changes and _is_value(new, known, words):
        grounds = (Ground.CHANGE, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("it says that this is over", grounds)
    if not hits or (not beyond and len(words) < 2 and not is_all):
        return None
    if theirs.figures and not values and not (words & theirs.names) and len(words) < 2:
        return None
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
    grade = Grade.CERTAIN if not left else Grade.LIKELY
    reason = "it says that this is no longer right" if not ours.corrects else "it corrects this"
    return update(reason, (ground, Ground.SAME_THING, Ground.OTHER_VALUE), grade)


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
    numbers = {day[-2:] for day in theirs.days}
    bare = {key for key in ours.rejected if key[:1] == "@" and key[-2:] in numbers}
    has_other = any(day[-2:] not in numbers for day in ours.days)
    return found | (bare if len(theirs.days) == 1 and has_other else set())


def _is_value(new: Statement, known: Statement, words: Collection[str]) -> bool:
    """Whether the words are the value of the slot that the known one fills, or all that it names
    of a thing that the new one has in a compound: "kopiator" and "kopiatorfirma"."""
    named = known.claim.value_names
    if known.slot is None:
        return bool(named) and named <= set(words) and _has_compound(new, known)
    return isinstance(known.slot.value, str) and bool(words) and named <= set(words)


def _has_compound(new: Statement, known: Statement) -> bool:
    """Whether a thing of the known one begins a longer word of the new one."""
    things = known.claim.things - known.claim.names
    return any(
        len(thing) >= _COMPOUND_LETTERS and word.startswith(thing)
        for thing in things
        for word in new.claim.words
    )


def _reversal(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """One says what the other denies."""
    ours = new.claim
    if found.names_differ or found.differs or found.coverage < _COVERED:
        return None
    is_decided = _is_decision(new) and _is_decision(known)  # a day is when it was decided
    if _has_other_figures(ours, known.claim):
        return None
    if not (ours.is_act or is_decided or ours.days <= known.claim.days):
        return None
    grounds = (Ground.DENIAL, Ground.SAME_THING)
    is_decided &= ours.periods <= known.claim.periods  # "not in 2027" leaves the other years
    if is_decided and found.is_equal and len(found.shared) > 1 and not found.their_words:
        return update("it takes this back", (Ground.REVERSAL, *grounds), Grade.CERTAIN)
    if len(found.shared) < 2 and not (found.is_equal and (ours.is_act or ours.is_now)):
        is_all = ours.reverses and not found.theirs and bool(found.shared & known.claim.things)
        why = (Ground.REVERSAL, *grounds, Ground.UNKNOWN)
        if is_all and known.claim.ends and new.is_negated and not found.their_words:
            return update("it takes this decision back", why, Grade.LIKELY)
        is_part = ours.reverses and known.claim.ends and not found.ours
        is_meant = is_all or (is_part and bool(found.shared & known.claim.things))
        return question("it takes this back", why) if is_meant else None
    if ours.is_act or ours.is_now:
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


def _figure_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing with another figure, in words of change."""
    ours, theirs = new.claim, known.claim
    now, before = _one_figure(ours), _one_figure(theirs)
    is_over = known.is_past and not ours.corrects
    if now is None or before is None or found.names_differ or is_over:
        return None
    is_open = (now.period is None) != (before.period is None)
    if now.unit != before.unit or (now.period != before.period and not is_open):
        return None
    if fill_same_slot(new, known):
        return None  # a slot that both fill is compared by its own rules
    if abs(identity.yearly(now) - identity.yearly(before)) <= _EXACT:
        return None
    if found.differs and not found.shared_names and not _may_be_renamed(ours, now, found):
        return None
    if _is_other_measure(new, found):
        return None
    if not (ours.is_act or ours.is_now):
        return _other_figure(new, known, now, before)
    reason = f"it gives a later figure: {_shown(before)} → {_shown(now)}"
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.SAME_MEASURE, Ground.OTHER_VALUE)
    if found.is_equal and len(found.shared) < 2 and found.our_words and found.their_words:
        return question(reason, (*grounds, Ground.UNKNOWN))
    if is_open:
        return question(reason, (*grounds, Ground.UNKNOWN)) if ours.changes else None
    if found.is_equal:
        return update(reason, grounds, Grade.CERTAIN)
    if found.differs or (ours.measure != theirs.measure) or len(found.shared) < 2:
        return question(reason, (*grounds, Ground.UNKNOWN))
    return update(reason, (*grounds, Ground.UNKNOWN), Grade.LIKELY)


def _is_other_measure(new: Statement, found: Identity) -> bool:
    """Whether a word right before what both name makes another measure of it: sales guidance."""
    left = found.ours - found.our_names
    if not left or not found.their_words:
        return False
    words = new.text.casefold().split()
    return any(
        any(word.startswith(one[:5]) for one in left)
        and any(after.startswith(one[:5]) for one in found.shared - found.shared_names)
        for word, after in pairwise(words)
    )


def _range_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same words with another pair of figures, in words of change: open from seven to six."""
    ours, theirs = new.claim, known.claim
    if not (ours.is_act or ours.is_now) or known.is_past or found.our_words or found.their_words:
        return None
    if len(ours.figures) != 2 or [one.unit for one in ours.figures] != [
        one.unit for one in theirs.figures
    ]:
        return None
    if ours.figures == theirs.figures:
        return None
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.SAME_MEASURE, Ground.OTHER_VALUE)
    return update("it gives other figures of the same", grounds, Grade.CERTAIN)


def _day_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing on another day, in words of change: "brought forward, it starts on …"."""
    ours, theirs = new.claim, known.claim
    left = {one for one in ours.days if day_key(one) not in ours.rejected}
    if not ours.is_act or known.is_past or len(left) != 1 or len(theirs.days) != 1:
        return None
    if left == theirs.days or found.names_differ or found.ours or fill_same_slot(new, known):
        return None
    if not found.shared & ours.things or _has_other_figures(ours, theirs):
        return None
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE)
    if not found.their_words and len(found.shared) > 1:
        return update("it names another day", grounds, Grade.CERTAIN)
    return question("it names another day", (*grounds, Ground.UNKNOWN))


def _year_corrected(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same words with another year or quarter, said to put the first one right."""
    ours, theirs = new.claim, known.claim
    if not ours.corrects or len(ours.periods) != 1 or len(theirs.periods) != 1:
        return None
    if found.our_words or found.their_words or ours.figures != theirs.figures:
        return None
    grounds = (Ground.CORRECTION, Ground.SAME_THING, Ground.OTHER_VALUE)
    return update("it puts the time right", grounds, Grade.CERTAIN)


def _may_be_renamed(ours: Claim, now: Figure, found: Identity) -> bool:
    """Whether a stated change may be of the same thing under another word: costs, the price of.

    Two things in common, or one and a time of day, are enough to ask a person.
    """
    if not ours.changes or found.our_names or found.their_names:
        return False
    return len(found.shared) > 1 or (now.unit == "clock" and bool(found.shared & ours.things))


def _other_figure(new: Statement, known: Statement, now: Figure, before: Figure) -> Verdict | None:
    """The same words with another figure, and no word of change: a person decides."""
    ours, theirs = new.claim, known.claim
    if now.unit is None or ours.words != theirs.words or len(ours.words) < 2 or new.is_past:
        return None
    if ours.days != theirs.days or fill_same_slot(new, known):
        return None
    if _frame(new) != _frame(known):
        return None  # in another order: who owes whom
    return question(
        f"the same words say {_shown(before)} and {_shown(now)}",
        (Ground.SAME_THING, Ground.SAME_MEASURE, Ground.OTHER_VALUE),
    )


def _name_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing with another name as its value, in words of change."""
    ours, theirs = new.claim, known.claim
    if not (ours.is_act or ours.is_now) or known.is_past or fill_same_slot(new, known):
        return None
    if not found.our_names or not (found.their_names or theirs.value_names):
        return None
    is_placed = found.our_names <= ours.value_names and (
        found.their_names <= theirs.value_names or _is_slot_value(known, found.their_names)
    )
    is_only = ours.corrects and found.our_words == found.our_names
    if not is_placed and not (is_only and len(found.their_names) == 1):
        return None  # a name in front of the verb says which thing is meant
    if not found.shared - (ours.value_names & theirs.value_names):
        return None
    if found.ours - found.our_names and found.theirs - found.their_names:
        return None
    if _has_other_figures(ours, theirs) and any(one.unit for one in ours.figures):
        return None  # a bare figure belongs to the name: "Storgatan 4"
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE)
    is_sure = (
        ours.is_act
        and bool(found.their_names)
        and found.ours <= found.our_names
        and found.theirs <= found.their_names
    )
    reason = "it names another one in words of change"
    if is_sure:
        return update(reason, grounds, Grade.LIKELY)
    return question(reason, (*grounds, Ground.UNKNOWN))


def _is_slot_value(known: Statement, names: Collection[str]) -> bool:
    """Whether the names are the value of its slot, wherever they stand in the sentence."""
    value = known.slot.value if known.slot else None
    words = value.casefold().split() if isinstance(value, str) else ()
    return bool(words) and all(any(word.startswith(one[:5]) for word in words) for one in names)


def _other_rhythm(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing with another recurrence, in words of change: every hour, every six hours."""
    ours, theirs = new.claim, known.claim
    now, before = ours.rhythms - ours.rejected, theirs.rhythms
    if not (ours.is_act or ours.is_now) or not now or not before or now & before:
        return None
    if found.differs or found.our_names or _has_other_figures(ours, theirs):
        return None
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE)
    reason = f"it gives another rhythm: {min(before)[1:]} → {min(now)[1:]}"
    if not found.our_words and not found.their_words:
        return update(reason, grounds, Grade.CERTAIN)
    if found.is_equal and found.shared & ours.things:
        return update(reason, grounds, Grade.LIKELY)
    is_close = found.shared & ours.things and len(found.shared) > 1
    return question(reason, (*grounds, Ground.UNKNOWN)) if is_close else None


def _opposite(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """Two acts of which only one can be decided about the same thing: keep and sell."""
    if found.differs or found.our_names or not _is_one_matter(new, known, found):
        return None
    low, other = new.claim.words, known.claim.words
    for one, two in OPPOSITES:
        is_turned = (not one.isdisjoint(low) and not two.isdisjoint(other)) or (
            not two.isdisjoint(low) and not one.isdisjoint(other)
        )
        both = (not one.isdisjoint(low) and not one.isdisjoint(other)) or (
            not two.isdisjoint(low) and not two.isdisjoint(other)
        )
        if is_turned and not both:
            grounds = (Ground.REVERSAL, Ground.SAME_THING)
            if (new.claim.is_act or new.claim.is_now) and found.is_equal:
                return update("it says the opposite of the same thing", grounds, Grade.CERTAIN)
            if found.is_equal:
                verdict = update("it says the opposite of the same thing", grounds, Grade.LIKELY)
                return verdict._replace(relation=StatementRelation.CONTRADICTION)
            return question("it says the opposite of the same thing", grounds)
    return None


def _is_one_matter(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether both name the same thing, or decide about the same with more than one word."""
    if found.shared & new.claim.things:
        return True
    return _is_decision(new) and _is_decision(known) and len(found.shared) > 1


def _is_decision(one: Statement) -> bool:
    """Whether it tells what was decided, and not only that something is done."""
    return not _DECIDED.isdisjoint(_words_in_order(one.text))


def _parted_with(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """What somebody had is sold or given away."""
    if found.ours or not found.shared & new.claim.things or known.is_past:
        return None
    ours, theirs = new.text.casefold(), known.text.casefold()
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


def _taken_back(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """A decision that is scrapped by another one about all that it was about."""
    ours, theirs = new.claim, known.claim
    if not ours.reverses or not theirs.ends:
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.UNKNOWN)
    if CHANGED_MIND.search(new.text.casefold()) and not found.names_differ:
        is_meant = bool(found.shared & theirs.words) and not says_the_same(new, known)
        return question("it takes a decision about this back", grounds) if is_meant else None
    if not ours.ends or found.theirs or found.differs:
        return None
    if found.our_names or not (found.shared & ours.things) or says_the_same(new, known):
        return None
    return question("it takes a decision about this back", grounds)


def _other_value(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same words in the same order up to the value, and something else behind them, in words
    of change: "treat the bonds as debt", "treat the bonds as equity instead"."""
    ours, theirs = new.claim, known.claim
    is_decided = _is_decision(new) and _is_decision(known)
    is_decided = is_decided and _DEFINITE.search(known.text.casefold()) is not None
    if not (ours.is_act or is_decided) or known.is_past or len(found.shared) < _FRAME_WORDS:
        return None
    if not found.our_words or not 0 < len(found.their_words) <= _VALUE_WORDS:
        return None
    if found.our_names - ours.value_names or found.their_names - theirs.value_names:
        return None
    if _has_other_figures(ours, theirs) or ours.figures != theirs.figures:
        return None
    frame = _frame(known)
    if not frame or frame[-1] in found.shared or not set(frame[:-1]) & found.shared:
        return None
    if not ours.is_act:
        behind = _BEFORE_VALUE.search(known.text.casefold())
        if behind is None or not _is_last(frame[-1], behind[1]):
            return None
        why = (Ground.REVERSAL, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("something else is decided about the same thing", why)
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
    return question("it says something else of the same, in words of change", grounds)


def _is_last(stem: str, words: str) -> bool:
    return words.split()[-1].startswith(stem[:5])


def _frame(one: Statement) -> list[str]:
    """Its content words in their order, the value last."""
    words = _words_in_order(one.text)
    return [stem for word in words for stem in one.claim.words if word.startswith(stem[:5])]


def _words_in_order(text: str) -> list[str]:
    return text.casefold().replace("’", "'").translate(_BLANK).split()


def _is_denying(one: Statement) -> bool:
    """Whether it denies: by a negation, or by taking a decision back."""
    return one.is_negated or (one.claim.reverses and not one.claim.rejected and _cancels(one))


def _cancels(one: Statement) -> bool:
    return CANCELS.search(one.text.casefold().replace("’", "'")) is not None


_BLANK: Final = {ord(mark): " " for mark in '.,;:!?()"–—'}


def _shown(figure: Figure) -> str:
    """A figure for people; a time of day is kept as minutes."""
    if figure.unit == "clock":
        return f"{int(figure.value) // 60:02d}:{int(figure.value) % 60:02d}"
    return f"{figure.value:,g}"


def _one_figure(claim: Claim) -> Figure | None:
    left = [one for one in claim.figures if figure_key(one.value) not in claim.rejected]
    return left[0] if len(left) == 1 else None


def _has_other_figures(ours: Claim, theirs: Claim) -> bool:
    """Whether both give figures of which none is the same."""
    mine = {(one.value, one.unit) for one in ours.figures}
    return bool(ours.figures and theirs.figures) and mine.isdisjoint(
        (one.value, one.unit) for one in theirs.figures
    )
