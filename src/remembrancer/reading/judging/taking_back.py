"""What a later statement takes back: a decision, a thing that somebody had, a warning."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.act_words import CHANGED_MIND, HAS, LETS_BE, PARTED_WITH, stems
from remembrancer.language.statement import Statement
from remembrancer.reading.judging import value_changes
from remembrancer.reading.judging.matter.identity import Identity
from remembrancer.reading.judging.restatements import says_the_same
from remembrancer.reading.judging.verdict import Verdict, question, update

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
_AND: Final = re.compile(r"\s(?:and|och|samt)\s")


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
