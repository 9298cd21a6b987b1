"""Restrictions: words that limit a statement to some times, some parts or a condition."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.times.day_words import MONTH
from remembrancer.language.times.recurrence import find_recurrences, find_weekdays
from remembrancer.language.word_patterns import word_set

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_TIME: Final = re.compile(rf"(?<!\w)(?:{MONTH}|(?:19|20)\d\d)(?!\w)")
# Conditions, exceptions, contrasts, and words for how often, how much or when.
RESTRICTING: Final = word_set(
    """
    but except although though however only unless until till if when whenever provided otherwise
    instead rather before after earlier previously formerly once used sometimes often usually mostly
    normally generally rarely seldom almost nearly partly partially temporarily currently
    occasionally
    should ought would could may might will soon later next last since during yet theory
    some few several many most least less more about around roughly approximately average
    men fast förutom utom fastän dock bara endast om ifall såvida när tills annars istället stället
    snarare innan före förr tidigare förut efter ibland ofta oftast vanligen normalt vanligtvis
    sällan nästan delvis tillfälligt borde bör skulle kunde snart senare nästa förra sedan under
    ännu teorin några få flera många mest minst mindre mer ungefär cirka omkring genomsnitt
    snitt
    """
)
# A phrase at the start limits where, when or for whom the statement holds.
_IN_FRONT: Final = word_set(
    """
    in on at by for from with without within under over near outside inside among according per
    i på vid av för från med utan inom över nära utanför inne bland enligt hos till mot åt
    """
)


def word_list(text: str) -> tuple[str, ...]:
    """The words in lower case, in order."""
    return tuple(_WORD.findall(text.lower()))


def restricts(text: str, known: str) -> bool:
    """Whether a text limits what another text says without a limit."""
    ours, theirs = word_list(text), word_list(known)
    if not RESTRICTING.isdisjoint(set(ours) - set(theirs)):
        return True
    if ours and ours[0] in _IN_FRONT and ours[0] not in theirs:
        return True
    low, other = text.lower(), known.lower()
    if not set(_TIME.findall(low)) <= set(_TIME.findall(other)):
        return True
    # The judge compares two times; this only asks whether a time is named at all.
    return _is_timed(low) and not _is_timed(other)


def _is_timed(low: str) -> bool:
    return bool(find_recurrences(low) or find_weekdays(low))
