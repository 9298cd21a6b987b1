"""Judges whether a statement gives another value for what a known one says.

Another figure, day, year, name or rhythm, or something else in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.act_words import ARRIVED, stems
from remembrancer.language.claim_reader import day_key, figure_key
from remembrancer.language.statement import Claim, Figure, Statement
from remembrancer.reading.judging.done.completion import reports_end
from remembrancer.reading.judging.matter import identity
from remembrancer.reading.judging.matter.identity import Identity
from remembrancer.reading.judging.matter.other_things import name_other_things
from remembrancer.reading.judging.matter.statement_words import (
    frame,
    has_other_figures,
    is_decision,
    words_in_order,
)
from remembrancer.reading.judging.slot_judge import fill_other_slots, fill_same_slot
from remembrancer.reading.judging.verdict import Verdict, question, update

_EXACT: Final = 1e-9
_HOURS: Final = 24
_FRAME_WORDS: Final = 3  # two statements share at least so many, if only their values differ
_UNCLEAR_WORDS: Final = 2  # and so many if it is unclear what changed
_VALUE_WORDS: Final = 2  # and the known one has at most so many of its own
# "the library", "vår lokal": one thing, of which only one of two choices can hold.
_DEFINITE: Final = re.compile(
    r"(?<!\w)(?:the|our|my|his|her|their|this|vårt?|våra|min|mitt|mina)\s|\w's\s|\w{3,}(?:en|et|na)\s"
)
_NAMED: Final = re.compile(  # "The April book is Circe", "vår revisor heter Per Ek"
    r"\W*(?:the|our|my|its|vårt?|min|mitt|\w{3,}(?:en|et))\s(?:[^\s,;:]+\s){0,6}?(?:is|är|heter)\s"
    r"(?:(?:now|nu|the)\s)?(?-i:[A-ZÅÄÖ])[^,;]{1,60}$",
    re.IGNORECASE,
)
_SEASON: Final = re.compile(
    r"(?<!\w)(?:i|till|under|nästa|denna|this|next|in(?: the)?)\s"
    r"(vår(?=[en]*(?:\W*$|[,.;!]|\s(?:på|för|med|till|och|men|från)\s))|sommar|höst|vinter"
    r"|spring|summer|autumn|fall|winter)"
)
# What has moved, up to the verb; and what is somewhere.
_HAS_MOVED: Final = re.compile(
    r"\W*((?:[\w'-]+\s){1,6}?)(?:(?:has|have|had|is|are|was|were|will be|har|är)\s"
    r"(?:(?:now|just|nu|precis)\s)?)?(?:moved|relocated|transferred|shifted|flytta(?:t|ts|de|des|r))"
    r"\s(?:(?:in|over|up|down|back|across|out|ut|upp|ner|över|tillbaka|ihop)\s)?"
    r"(?:to|into|onto|till|in i|ut på)\s\w"
)
_IS_PLACED: Final = re.compile(
    r"\W*((?:[\w'-]+\s){1,6}?)(?:is|are|sits?|stands?|lives?|meets?|hangs?|stays?|happens?|runs?"
    r"|är|finns|ligger|står|sitter|hänger|bor|hålls|huserar|äger rum)\s"
    r"(?:(?:now|kept|held|stored|based|located|housed|parked|nu|placerad|placerat)\s)?"
    r"(?:on|in|at|by|behind|above|below|beside|next to|under|near|på|i|hos|vid|bakom|ovanför"
    r"|bredvid|intill)\s\w"
)
_BY_WHOM: Final = re.compile(r"(?<!\w)(?:by|av)\s\w")
# "The table refunds": the first word only says what sort of thing the second names.
_SORTS: Final = stems(
    "table tabell tabellen job jobb jobbet view vy service tjänst tjänsten page sida"
)
_PART: Final = re.compile(r"(\w{4,}) (?:of|av|för|for) (?:the |our |my |vår |vårt )?(\w{3,})")
_UNTIL: Final = re.compile(r"(?<!\w)(?:until|till|tills|till dess att) ([^,.;]{5,80})")
_STARTS: Final = re.compile(r"(?<!\w)(?:start|beg[ai]n|börja)\w*")
_WAITS: Final = re.compile(
    r"(?<!\w)(?:waiting (?:for|on)|awaiting|väntar (?:fortfarande |ännu )?på)\s([^,.;]{3,60}?)"
    r"(?=\s(?:before|until|so|to|innan|tills|att)\s|[,.;]|$)"
)
_LASTS: Final = re.compile(
    r"(?<!\w)(?:until|till|tills|through|through to|t\.o\.m\.|fram till)(?!\w)"
)
_AWAITED_WORDS: Final = 2
# "Make the server public", "leave the server as it is": a thing and what is done with it.
_STATE: Final = re.compile(
    r"(?<!\w)(?:make|leave|keep|set|treat|hold|turn|göra|låta|hålla|behålla|sätta|ha)\s"
    r"((?:the|our|my|his|her|their|this|vårt?|våra|min|mitt|mina|den|det)\s[\w-]+|\w{3,}(?:en|et|na))"
    r"\s([^,.;]+)"
)
# The value stands at the end, behind one of these: "as debt", "at the library", "hos Nordea".
_BEFORE_VALUE: Final = re.compile(
    r"\s(?:as|at|by|in|on|to|with|from|through|hos|på|till|i|som|med|via|vid)"
    r"\s(?:(?:the|a|an|my|our|min|vår|vårt)\s)?"
    r"([^\W\d_][\w-]*(?:\s[\w-]+)?)\W*$"
)


def figure_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing with another figure, in words of change."""
    ours, theirs = new.claim, known.claim
    now, before = _differing_figures(ours, theirs)
    if new.is_past and not (ours.changes or ours.corrects):
        return None  # how it was once
    is_over = known.is_past and not ours.corrects
    if now is None or before is None or found.names_differ or is_over:
        return None
    if now.unit == "clock" and before.unit is None and 0 < before.value <= _HOURS:
        before = Figure(before.value * 60, "clock", before.period)  # "open till 18"
    is_open = (now.period is None) != (before.period is None)
    is_bare = now.unit is None and now.period is not None and now.period == before.period
    if (now.unit != before.unit and not is_bare) or (now.period != before.period and not is_open):
        return None
    if fill_same_slot(new, known):
        return None  # a slot that both fill is compared by its own rules
    if abs(identity.yearly(now) - identity.yearly(before)) <= _EXACT:
        return None
    if other_season(new, known) or (new.is_negated and name_other_things(new, known)):
        return None
    is_renamed = _may_be_renamed(ours, now, found) and not _have_other_parts(new, known)
    if found.differs and not found.shared_names and not is_renamed:
        return None
    if _is_other_measure(new, found):
        return None
    if not (ours.is_act or ours.is_now):
        return _other_figure(new, known, now, before)
    reason = f"it gives a later figure: {_shown(before)} → {_shown(now)}"
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.SAME_MEASURE, Ground.OTHER_VALUE)
    if found.is_equal and len(found.shared) < 2 and found.our_words and found.their_words:
        return question(reason, (*grounds, Ground.UNKNOWN))
    if ours.rhythms and not theirs.rhythms:
        return question(reason, (*grounds, Ground.UNKNOWN))  # "on Fridays they come at eleven"
    if is_open or is_bare:
        return question(reason, (*grounds, Ground.UNKNOWN)) if ours.changes else None
    if found.is_equal:
        return update(reason, grounds, Grade.CERTAIN)
    if found.differs or (ours.measure != theirs.measure) or len(found.shared) < 2:
        return question(reason, (*grounds, Ground.UNKNOWN))
    return update(reason, (*grounds, Ground.UNKNOWN), Grade.LIKELY)


def other_season(new: Statement, known: Statement) -> bool:
    """Whether one is for this spring, and the other for this autumn."""
    ours, theirs = (set(_SEASON.findall(one.text.casefold())) for one in (new, known))
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def _is_other_measure(new: Statement, found: Identity) -> bool:
    """Whether a word right before what both name makes another measure of it: sales guidance."""
    left = found.ours - found.our_names - _SORTS
    if not left or not found.their_words:
        return False
    words = new.text.casefold().split()
    return any(
        any(word.startswith(one[:5]) for one in left)
        and any(after.startswith(one[:5]) for one in found.shared - found.shared_names)
        for word, after in pairwise(words)
    )


def range_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
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


def day_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing on another day, in words of change: "brought forward, it starts on …"."""
    ours, theirs = new.claim, known.claim
    left = {one for one in ours.days if day_key(one) not in ours.rejected}
    if ours.is_now and len(left) > 1:  # "as of this month they are paid on the 15th"
        left = {one for one in left if not one.endswith("-01")}
    if ours.corrects:
        left -= theirs.days  # "I happened to say the 3rd, but it is the 4th"
    if not (ours.is_act or ours.is_now) or known.is_past or len(left) != 1 or len(theirs.days) != 1:
        return None
    if left == theirs.days or found.names_differ or fill_same_slot(new, known):
        return None
    if found.ours and not (ours.corrects and not found.theirs):
        return None
    if not found.shared & ours.things or has_other_figures(ours, theirs):
        return None
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE)
    if not found.their_words and len(found.shared) > 1:
        return update("it names another day", grounds, Grade.CERTAIN)
    return question("it names another day", (*grounds, Ground.UNKNOWN))


def year_corrected(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same words with another year or quarter, said to put the first one right."""
    ours, theirs = new.claim, known.claim
    lasts = _LASTS.search(new.text.casefold()) and _LASTS.search(known.text.casefold())
    is_moved = (ours.is_act or ours.is_now) and lasts is not None
    if not (ours.corrects or is_moved) or len(ours.periods) != 1 or len(theirs.periods) != 1:
        return None
    if found.our_words or found.their_words or ours.figures != theirs.figures:
        return None
    grounds = (Ground.CORRECTION, Ground.SAME_THING, Ground.OTHER_VALUE)
    return update("it puts the time right", grounds, Grade.CERTAIN)


def _may_be_renamed(ours: Claim, now: Figure, found: Identity) -> bool:
    """Whether a stated change may be of the same thing under another word: costs, the price of.

    Two things in common, or one and a time of day, are enough to ask a person.
    """
    says_so = ours.changes or (ours.is_now and now.unit == "clock")
    if not says_so or found.our_names or found.their_names:
        return False
    if found.shared & _SORTS and found.ours and found.theirs:
        return False  # "the table refunds", "the shipments table"
    return len(found.shared) > 1 or (now.unit == "clock" and bool(found.shared & ours.things))


def _have_other_parts(new: Statement, known: Statement) -> bool:
    """Whether both name the same of different things: "the refresh of refunds", "of shipments"."""
    ours, theirs = (dict(_PART.findall(one.text.casefold())) for one in (new, known))
    for parts, one, other in ((ours, new, known), (theirs, known, new)):
        left = other.claim.things - one.claim.words - _SORTS
        if left and any(not _stems_of(part, other.claim) for part in parts.values()):
            return True  # "the refresh of refunds", and of a table that the other names
    return any(ours[head] != theirs[head] for head in ours.keys() & theirs.keys())


def _other_figure(new: Statement, known: Statement, now: Figure, before: Figure) -> Verdict | None:
    """The same words with another figure, and no word of change: a person decides."""
    ours, theirs = new.claim, known.claim
    if now.unit is None or ours.words != theirs.words or len(ours.words) < 2 or new.is_past:
        return None
    if ours.days != theirs.days or fill_same_slot(new, known):
        return None
    if frame(new) != frame(known):
        return None  # in another order: who owes whom
    return question(
        f"the same words say {_shown(before)} and {_shown(now)}",
        (Ground.SAME_THING, Ground.SAME_MEASURE, Ground.OTHER_VALUE),
    )


def name_change(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing with another name as its value, in words of change."""
    ours, theirs = new.claim, known.claim
    if not (ours.is_act or ours.is_now) or known.is_past or fill_same_slot(new, known):
        return None
    if new.is_negated or known.is_negated or fill_other_slots(new, known):
        return None  # what is denied gives no other name
    if not found.our_names or not (found.their_names or theirs.value_names):
        return None
    is_placed = found.our_names <= ours.value_names and (
        found.their_names <= theirs.value_names
        or _is_slot_value(known, found.their_names)
        or _is_turned_round(new, known, found)
    )
    is_only = ours.corrects and found.our_words == found.our_names
    if not is_placed and not (is_only and len(found.their_names) == 1):
        return None  # a name in front of the verb says which thing is meant
    if not found.shared - (ours.value_names & theirs.value_names):
        return None
    if found.ours - found.our_names and found.theirs - found.their_names:
        return None
    if has_other_figures(ours, theirs) and any(one.unit for one in ours.figures):
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


def _is_turned_round(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether the known one says in the active who does it, and the new one in the passive: "Ines
    runs the shop", "the shop is run by Priya"."""
    first = words_in_order(known.text)[:1]
    return (
        bool(first)
        and _BY_WHOM.search(new.text.casefold()) is not None
        and any(first[0].startswith(one[:5]) for one in found.their_names)
    )


def other_named(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """What both describe in the same words has another name: "the book for April is …"."""
    if new.is_negated or known.is_negated or known.is_past or fill_same_slot(new, known):
        return None
    if not (found.our_names and found.their_names) or not found.shared - found.shared_names:
        return None
    if found.our_words != found.our_names or found.their_words != found.their_names:
        return None
    if new.claim.days != known.claim.days or new.claim.figures != known.claim.figures:
        return None
    if not all(_NAMED.match(one.text) for one in (new, known)):
        return None
    grounds = (Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
    return question("it names another one of the same description", grounds)


def _is_slot_value(known: Statement, names: Collection[str]) -> bool:
    """Whether the names are the value of its slot, wherever they stand in the sentence."""
    value = known.slot.value if known.slot else None
    words = value.casefold().split() if isinstance(value, str) else ()
    return bool(words) and all(any(word.startswith(one[:5]) for word in words) for one in names)


def moved_elsewhere(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """Something of which the known one says where it is has moved to another place."""
    moved, placed = (
        pattern.match(one.text.casefold().replace("’", "'"))
        for pattern, one in ((_HAS_MOVED, new), (_IS_PLACED, known))
    )
    if moved is None or placed is None or known.is_past or new.is_negated or new.is_ahead:
        return None
    ours, theirs = (
        frozenset(
            stem
            for word in words_in_order(told[1])
            for stem in one.claim.words
            if word.startswith(stem[:5])
        )
        for told, one in ((moved, new), (placed, known))
    )
    if not ours or not ours <= known.claim.words or not theirs <= new.claim.words:
        return None  # the north desk, the south desk
    if not found.our_words or new.claim.days or new.claim.rhythms or new.claim.figures:
        return None
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE)
    return question("it says that this is in another place", grounds)


def other_rhythm(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same thing with another recurrence, in words of change: every hour, every six hours."""
    ours, theirs = new.claim, known.claim
    now, before = ours.rhythms - ours.rejected, theirs.rhythms
    if not (ours.is_act or ours.is_now) or not now or not before or now & before:
        return None
    if found.differs or found.our_names or has_other_figures(ours, theirs):
        return None
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE)
    reason = f"it gives another rhythm: {min(before)[1:]} → {min(now)[1:]}"
    if not found.our_words and not found.their_words:
        return update(reason, grounds, Grade.CERTAIN)
    if found.is_equal and found.shared & ours.things:
        return update(reason, grounds, Grade.LIKELY)
    is_close = found.shared & (ours.things | theirs.things) and (
        len(found.shared) > 1 or not (found.their_words or found.our_names)
    )
    return question(reason, (*grounds, Ground.UNKNOWN)) if is_close else None


def other_value(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The same words in the same order up to the value, and something else behind them, in words
    of change: "treat the bonds as debt", "treat the bonds as equity instead"."""
    ours, theirs = new.claim, known.claim
    is_decided = is_decision(new) and is_decision(known)
    is_decided = is_decided and _DEFINITE.search(known.text.casefold()) is not None
    if not (ours.is_act or is_decided) or known.is_past:
        return None
    if _has_word_for_figure(new, known, found):
        grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("it says something else of the same, in words of change", grounds)
    is_placed = all(_BEFORE_VALUE.search(one.text.casefold()) for one in (new, known))
    is_told = (ours.is_act or ours.is_now) and is_placed
    if len(found.shared) < (_FRAME_WORDS - 1 if is_told else _FRAME_WORDS):
        return None
    if not found.our_words or not 0 < len(found.their_words) <= _VALUE_WORDS:
        return None
    if found.our_names - ours.value_names or found.their_names - theirs.value_names:
        return None
    if has_other_figures(ours, theirs) or ours.figures != theirs.figures:
        return None
    words = frame(known)
    if not words or words[-1] in found.shared or not set(words[:-1]) & found.shared:
        return None
    if not ours.is_act:
        behind = _BEFORE_VALUE.search(known.text.casefold())
        if behind is None or not _is_last(words[-1], behind[1]):
            return None
        why = (Ground.REVERSAL, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
        return question("something else is decided about the same thing", why)
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
    return question("it says something else of the same, in words of change", grounds)


def unclear_change(
    new: Statement, known: Statement, found: Identity, about: Collection[str]
) -> Verdict | None:
    """Words of change, correction or reversal about most of what the known one is about, in a way
    that no other rule reads: a person decides."""
    ours, theirs = new.claim, known.claim
    if not ours.is_act or known.is_past or len(found.shared) < _UNCLEAR_WORDS:
        return None
    if ours.is_planned:
        return None  # somebody jokes or wishes
    if not (found.their_words or ours.reverses or ours.corrects) and give_the_same(ours, theirs):
        return None  # "we raise it by 4 per cent, that stands"
    if not found.shared - found.shared_names or not (found.our_words or ours.reverses):
        return None
    if 2 * len(found.shared) < len(theirs.words - frozenset(about)):
        return None
    if found.our_names - ours.value_names or (found.their_names and not ours.value_names):
        return None  # another name in front of the verb, or none in the place of theirs
    if not ours.reverses and _is_other_measure(new, found):
        return None
    if new.is_negated and name_other_things(new, known):
        return None
    grounds = (Ground.CHANGE, Ground.SAME_THING, Ground.UNKNOWN)
    return question("its words of change may be about this", grounds)


def give_the_same(ours: Claim, theirs: Claim) -> bool:
    """Whether both give the same figures, and the same days where both name any."""
    is_same = bool(ours.figures) and set(ours.figures) == set(theirs.figures)
    return is_same and (not ours.days or not theirs.days or ours.days == theirs.days)


def _has_word_for_figure(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether a word stands where the known one has a figure: "75 percent", "full time"."""
    if not new.claim.is_act or new.claim.figures or len(known.claim.figures) != 1:
        return False
    is_only = found.is_equal and not found.their_words and not found.our_names
    return is_only and len(found.shared) > 1 and 0 < len(found.our_words) <= _VALUE_WORDS


def other_state(new: Statement, known: Statement) -> Verdict | None:
    """Something else is decided of the same thing: to make it so, and to leave it so."""
    if not (is_decision(new) and is_decision(known)) or known.is_past:
        return None
    ours, theirs = (_STATE.search(one.text.casefold()) for one in (new, known))
    if ours is None or theirs is None or ours[1] != theirs[1] or ours[2] == theirs[2]:
        return None
    grounds = (Ground.REVERSAL, Ground.SAME_THING, Ground.OTHER_VALUE, Ground.UNKNOWN)
    return question("something else is decided about the same thing", grounds)


def until_reached(new: Statement, known: Statement) -> Verdict | None:
    """What a known decision was to hold until has happened, or what is waited for has come."""
    low = known.text.casefold()
    until, waits = _UNTIL.search(low), _WAITS.search(low)
    is_partial = new.claim.is_partial and not (until and _STARTS.search(until[1]))
    is_plain = not (new.is_negated or new.is_ahead or is_partial or new.claim.is_planned)
    has_come = waits is not None and not ARRIVED.isdisjoint(words_in_order(new.text))
    is_over = until is not None and (known.claim.ends or reports_end(new.text))
    if not is_plain or not (has_come or is_over):
        return None
    named = waits[1] if waits is not None and has_come else until[1] if until is not None else ""
    awaited = [one for word in words_in_order(named) for one in _stems_of(word, known.claim)]
    is_named = has_come or bool(known.claim.names & new.claim.names)
    if len(awaited) < (1 if is_named else _AWAITED_WORDS) or not set(awaited) <= new.claim.words:
        return None
    grounds = (Ground.COMPLETION, Ground.SAME_THING, Ground.UNKNOWN)
    return question("what it was to hold until has happened", grounds)


def _stems_of(word: str, claim: Claim) -> list[str]:
    return [one for one in claim.words if word.startswith(one[:5])]


def _is_last(stem: str, words: str) -> bool:
    return words.split()[-1].startswith(stem[:5])


def _shown(figure: Figure) -> str:
    """A figure for people; a time of day is kept as minutes."""
    if figure.unit == "clock":
        return f"{int(figure.value) // 60:02d}:{int(figure.value) % 60:02d}"
    return f"{figure.value:,g}"


def _differing_figures(ours: Claim, theirs: Claim) -> tuple[Figure | None, Figure | None]:
    """The only figure that each has, or the only one that is not the same in both."""
    mine = [one for one in ours.figures if figure_key(one.value) not in ours.rejected]
    yours = list(theirs.figures)
    if len(mine) == len(yours) > 1:
        both = set(mine) & set(yours)
        mine = [one for one in mine if one not in both]
        yours = [one for one in yours if one not in both]
    return (mine[0] if len(mine) == 1 else None), (yours[0] if len(yours) == 1 else None)
