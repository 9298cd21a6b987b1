"""Verified: a fact, the words by which a user vouches for it, and what can be one."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.items.item import ConfidenceSubtype
from remembrancer.language import clauses
from remembrancer.reading.offline.confirmations import verification_cues as cues
from remembrancer.reading.offline.spoken import Said

CONTENT_CHARACTERS_MAX: Final = 400  # a longer sentence is no fact that somebody verified
WORDS_MIN: Final = 3  # of a fact
_WORD: Final = re.compile(r"[^\W_]+")


class Verified(NamedTuple):
    subtype: ConfidenceSubtype
    said: Said  # the user's words
    fact: str  # what holds
    rests_on: Said | None = None  # the agent's words, where the fact is told in them
    only_reconfirms: bool = False  # a mere yes: it counts for what is known, and tells nothing new


def is_fact(text: str) -> bool:
    """Whether a text states something of substance, and is no request and no talk of an agent."""
    return cues.STATES.search(text) is not None and may_state(text)


def may_state(text: str) -> bool:
    """The same of a text whose verb nobody need know."""
    if text.endswith("?") or len(text) > CONTENT_CHARACTERS_MAX or asks_for(text):
        return False
    if cues.OF_ITSELF.match(text) or clauses.is_supposed(text.lower()):
        return False
    return len(_WORD.findall(text)) >= WORDS_MIN


def asks_for(text: str) -> bool:
    return cues.ASKS_FOR.match(text) is not None
