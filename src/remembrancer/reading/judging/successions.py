"""Successions: somebody else holds a role or has a duty now.

The name of a holder stands where the subject stands, so two holders look like two things. They are
two holders of one thing if the words say that there is only one, and that it changed.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.act_words import HANDS_OVER, LEFT, TAKES_OVER
from remembrancer.language.statement import Statement
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.judging.matter.identity import Identity
from remembrancer.reading.judging.verdict import Verdict, question, update

_REASON: Final = "somebody else has it now"
_GROUNDS: Final = (Ground.CHANGE, Ground.SAME_THING, Ground.OTHER_VALUE)
# "Ida is the captain", "Ida är numera lagets kapten": there is one of them.
_IS_THE_ONE: Final = re.compile(
    r"(?<!\w)(?:is|are|was|becomes?|'s|'m|am|är|blir|var)\s+(?:now\s+|nu\s+|numera\s+)?"
    r"(?:the|our|my|their|new|ny|nya|vår|vårt|min|mitt|deras|[\w-]+'s|(?:[\w-]{3,}(?:ens|ets|ns)))\s"
)
# "It is Ida who …", "det är Ida som …": she and nobody else.
_IT_IS: Final = re.compile(
    r"(?<!\w)(?:it's|it is|är det|det är)\s[\w-]+(?:\s[\w-]+)?\s(?:who|that|som)\s"
)
# "Ida är kassör från och med nu": a role without an article.
_FROM_NOW: Final = re.compile(
    r"(?<!\w)(?:from now on|going forward|from|as of|från och med|hädanefter|framöver"
    r"|i fortsättningen)(?!\w)"
)
_IS: Final = re.compile(r"(?<!\w)(?:is|är|blir)\s")
# Words for what is held, which the other statement need not have.
_HELD: Final = word_set(
    "job role post posit duti task respons seat roll uppdrag ansvar syssl tjänst jobb hand"
)


def judge_succession(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The verdict if the new one names another holder of the same role; None: it does not."""
    ours = new.claim
    if not (ours.is_act or ours.is_now) or known.is_past or new.is_negated or known.is_negated:
        return None
    if not found.our_names or found.shared <= found.shared_names:
        return None  # nobody else is named, or only people and no role
    our_rest = found.our_words - found.our_names - _HELD
    their_rest = found.their_words - found.their_names - _HELD
    low = new.text.casefold().replace("’", "'")
    hands_over = HANDS_OVER.search(low) is not None
    if hands_over and found.shared_names and not found.their_names:
        return update(_REASON, (*_GROUNDS, Ground.SAME_HOLDER), Grade.CERTAIN)
    if not found.their_names or not _is_one_place(new, found.our_names):
        return None
    if not _is_one_place(known, found.their_names) or _is_qualified(known, found):
        return None
    if TAKES_OVER.search(low) or hands_over:
        is_known = not found.ours - found.our_names - _HELD or not their_rest
        return question(_REASON, (*_GROUNDS, Ground.UNKNOWN)) if is_known else None
    if (our_rest and their_rest) or found.ours - found.our_names - _HELD:
        return None
    other = known.text.casefold()
    is_one = _IS_THE_ONE.search(low) and _IS_THE_ONE.search(other)
    is_bare = _FROM_NOW.search(low) and _IS.search(low) and _IS.search(other)
    if not is_one and is_bare and not our_rest and not their_rest:
        return question(_REASON, (*_GROUNDS, Ground.UNKNOWN))
    if not is_one and _IT_IS.search(low) is None:
        return None
    if not our_rest and not their_rest:
        return update(_REASON, _GROUNDS, Grade.CERTAIN)
    return question(_REASON, (*_GROUNDS, Ground.UNKNOWN))


def _is_one_place(one: Statement, names: Collection[str]) -> bool:
    """Whether the names stand on one side of the verb: "Project Lark is led by Ida" names two."""
    behind = one.claim.value_names.intersection(names)
    return not behind or behind == frozenset(names)


def _is_qualified(known: Statement, found: Identity) -> bool:
    """Whether a word right before the role makes another one of it: a deputy treasurer."""
    words = known.text.casefold().split()
    left, role = found.theirs - found.their_names, found.shared - found.shared_names
    return any(
        any(word.startswith(one[:5]) for one in left)
        and not word.endswith(("s", "’"))
        and any(after.startswith(one[:5]) for one in role)
        for word, after in pairwise(words)
    )


def judge_end(new: Statement, known: Statement, found: Identity) -> Verdict | None:
    """The verdict if the new one says that somebody left or stopped what the known one says."""
    if known.is_past or new.is_negated or known.is_negated or found.our_names:
        return None
    role = _LEFT_AS.search(new.text.casefold())
    if role is not None and any(role[1].startswith(one[:5]) for one in known.claim.things):
        return question("it says that somebody left", (*_END, Ground.UNKNOWN))
    if found.ours:
        return None
    if LEFT.search(new.text.casefold()) is None or LEFT.search(known.text.casefold()):
        return None
    if not found.shared_names or new.claim.figures:
        return None
    values = known.claim.value_names
    values = values.union(*(one for one in known.claim.name_phrases if one & values))
    if found.shared_names & values & new.claim.value_names:
        if found.their_names:
            return question("it says that this is over", (*_END, Ground.UNKNOWN))
        return update("it says that this is over", _END, Grade.LIKELY)
    is_role = (
        _IS_THE_ONE.search(known.text.casefold()) is not None
        or found.shared_names & values
        or found.shared & new.claim.things - found.shared_names  # "has left the Leeds station"
    )
    return question("it says that somebody left", (*_END, Ground.UNKNOWN)) if is_role else None


_LEFT_AS: Final = re.compile(
    r"(?<!\w)(?:stepped down|stood down|resigned|retired|quit|slutat|avgått|slutade|avgick)"
    r" (?:as|som) (?:(?:the|our|a|an)\s)?(\w{4,})"
)
_END: Final = (Ground.CHANGE, Ground.SAME_THING)
