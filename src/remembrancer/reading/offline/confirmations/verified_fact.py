"""A verified fact: the fact, the user's sentence and the agent's sentence."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.items.item import ConfidenceSubtype
from remembrancer.language import sentences
from remembrancer.reading.offline.confirmations import verification_cues as cues
from remembrancer.reading.offline.talk.spoken_sentences import SpokenSentence

CONTENT_CHARACTERS_MAX: Final = 400  # a longer sentence is no single fact
WORDS_MIN: Final = 3  # of a fact
_WORD: Final = re.compile(r"[^\W_]+")


class VerifiedFact(NamedTuple):
    subtype: ConfidenceSubtype
    user_sentence: SpokenSentence  # the sentence of the user
    fact: str  # the fact as text
    agent_sentence: SpokenSentence | None = (
        None  # the sentence of the agent, if the fact is worded there
    )
    only_reconfirms: bool = False  # a bare yes: it may reconfirm an item and is never stored as new


def is_fact(text: str) -> bool:
    """Whether a text states a fact: no request, and no statement of an agent about itself."""
    return cues.STATES.search(text) is not None and may_state(text)


def may_state(text: str) -> bool:
    """The same without requiring a known verb."""
    if text.endswith("?") or len(text) > CONTENT_CHARACTERS_MAX or asks_for(text):
        return False
    if cues.OF_ITSELF.match(text) or sentences.is_hypothetical(text.lower()):
        return False
    return len(_WORD.findall(text)) >= WORDS_MIN


def asks_for(text: str) -> bool:
    return cues.ASKS_FOR.match(text) is not None
