"""What a report of something finished leaves open: another place, another month, what comes later.

"The fix is deployed to staging" does not end "deploy the fix to production".
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language import numerals
from remembrancer.language.statement import Statement
from remembrancer.language.times.day_words import MONTH
from remembrancer.language.word_patterns import alternation
from remembrancer.reading.judging.matter.other_things import are_other_ones
from remembrancer.reading.judging.matter.participants import have_other_roles

_LETTERS: Final = 4
_THE: Final = r"(?:(?:the|our|my|its|den|det|vår|vårt|min|mitt)\s)?"
_TO: Final = re.compile(
    rf"(?<!\w)(?<!way )(?<!väg )(?:to|into|till)\s{_THE}([^\W\d_]{{3,}})"
    r"(?=\W*$|[,.;!]|\s(?:by|on|before|this|next|and|now|today|yesterday|senast|före|innan|på|och|nu|idag|igår)\s)"
)
_FOR_MONTH: Final = re.compile(rf"(?<!\w)(?:for|of|för|i)\s({MONTH})(?!\w)")
_MONTH: Final = re.compile(rf"(?<!\w)({MONTH})(?!\w)")
_OF_WHAT: Final = re.compile(
    r"(?<!\w)([^\W\d_]{3,})\s(?:to|for|of|in|at|from|till|för|av|i|på|från|hos)\s"
    rf"{_THE}([^\W\d_]{{3,}})"
)
_CLAUSE: Final = re.compile(r"[,;.–—]\s+|\s(?:but|men)\s")
_LATER: Final = re.compile(
    r"(?<!\w)(?:comes?|follows?|remains?|starts?|is left|to go|next (?:week|month|year)|tomorrow"
    r"|later|kommer|återstår|kvar|börjar|nästa (?:vecka|månad|år)|imorgon|senare)(?!\w)"
)
_VERB: Final = re.compile(
    r"(?:^\W*|(?<!\w)(?:will|to|must|should|ska|skall|måste|att)\s)([^\W\d_]{4,})"
)
_NUMBER: Final = rf"(?:\d+|{alternation(numerals.PLAIN)})"
_SHARE: Final = re.compile(
    rf"(?<!\w)(?:(?:half|most|some|several|many|few|part|parts|{_NUMBER}) of|all but|apart from"
    rf"|(?:hälften|merparten|flera|några|en del|de flesta|{_NUMBER}) av"
    r"|alla (?:utom|förutom))(?!\w)"
)
_PIECE: Final = re.compile(
    r"(?<!\w)(front|back|top|bottom|side|walls?|corner|floor|draft|outline|half|start|beginning"
    r"|first part|framsidan|baksidan|utkastet|väggar(?:na)?|golvet|taket|början)"
    r"\s(?:of|to|på|av|till|i)\s(?:(?:the|our|my)\s)?([^\W\d_]{3,})"
)
# What was done and came undone, and what is only ready or expected to be done.
_UNDONE: Final = re.compile(
    r"(?<!\w)(?:but|though|then|men|fast|sedan)\s(?:[\w'-]+\s){0,5}?(?:again|igen|cancell?ed"
    r"|failed|rolled back|reverted|undone|bounced|came back|sent back|broke|withdrawn|avbokad?e?s?"
    r"|avbokat|misslyckades|rullades tillbaka|togs tillbaka|gick sönder|studsade"
    r"|kom tillbaka)(?!\w)"
)
_AHEAD: Final = re.compile(
    r"(?<!\w)(?:to be \w+(?:ed|en|t|n)|(?:is|are|was|were|been) (?:expected|supposed|meant|due"
    r"|likely|scheduled|waiting|ready) to|likely|probably|väntas|planeras|(?:klar[ta]?|redo)"
    r" att \w+s)(?!\w)"
)
_BUT_NOT: Final = re.compile(r"(?<!\w)(?:but not|men inte|except|utom)(?!\w)")


def excepts(text: str) -> bool:
    """Whether a text leaves something out of what it says: "the hall is booked, but not …"."""
    return _BUT_NOT.search(text.casefold()) is not None


def leaves_open(new: Statement, known: Statement) -> bool:
    """Whether what is finished is another part of a matter than the task that is known."""
    low, other = new.text.casefold().replace("’", "'"), known.text.casefold()
    if _is_part(low, known) or _UNDONE.search(low) is not None:
        return True
    if not other.rstrip().endswith("?") and _AHEAD.search(low) is not None:
        return True
    if have_other_roles(new, known) or are_other_ones(new, known):
        return True
    return _is_elsewhere(low, other) or _is_for_other_month(low, other) or _comes_later(low, other)


def are_of_others(new: Statement, known: Statement) -> bool:
    """Whether the same word is of different things: the key to the shed, the key to the garage."""
    ours, theirs = (
        {head[:5]: of[:_LETTERS] for head, of in _OF_WHAT.findall(one.text.casefold())}
        for one in (new, known)
    )
    return any(ours[head] != theirs[head] for head in ours.keys() & theirs.keys())


def _is_part(low: str, known: Statement) -> bool:
    """Whether a part of what is to be done is told of: "most of the lambs", "the front of the
    clubhouse"."""
    other = known.text.casefold()
    share = _SHARE.search(low)
    if share is not None and share[0] not in other:
        return True
    return any(
        of[:_LETTERS] in other and head[:_LETTERS] not in other
        for head, of in _PIECE.findall(low)
        if any(of.startswith(thing[:5]) for thing in known.claim.things)
    )


def _is_elsewhere(low: str, other: str) -> bool:
    """Whether it went to one place, and was to go to another. A clause behind may tell where
    somebody was going: "the samples are in, I did it on the way to school"."""
    first = _CLAUSE.split(low)[0]
    ours, theirs = ({one[:_LETTERS] for one in _TO.findall(text)} for text in (first, other))
    theirs = {one for one in theirs if one not in low}
    return bool(theirs) and any(one not in other for one in ours)


def _is_for_other_month(low: str, other: str) -> bool:
    """Whether it was for one month, and the task is for another."""
    months = {one[:3] for one in _FOR_MONTH.findall(low)}
    due = {one[:3] for one in _MONTH.findall(other)}
    return bool(months and due) and months.isdisjoint(due)


def _comes_later(low: str, other: str) -> bool:
    """Whether it says that what is to be done will follow: "…, the painting comes next week"."""
    behind = _CLAUSE.split(low)[1:]
    to_do = {one[:_LETTERS] for one in _VERB.findall(other)}
    return any(_LATER.search(one) and any(word in one for word in to_do) for one in behind)
