"""Replies: sentences that say nothing without what somebody else said before them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from remembrancer.language.clauses import Sentence
from remembrancer.language.denial import is_rejection, rejection

_POINTS_BACK: Final = re.compile(
    r"\W*(?:it(?:'s|'ll|'d)?|they(?:'re|'ve|'ll)?|(?:that|this|those|these)(?:'s|(?= (?:is|are|was"
    r"|were|will|should|must|means?|starts?|begins?|ends?)\b))"
    r"|(?:det|den|de|dom|detta)(?= (?!finns|har bestämts|är (?:beslut|bestäm))"
    r"(?:är|var|ska|kan|blev|vill|måste|\w+r)\b))(?!\w)",
    re.IGNORECASE,
)


def dangles(text: str) -> bool:
    """Whether it begins with "it" or the like: of what, only the words before it say."""
    return _POINTS_BACK.match(text.replace("’", "'")) is not None


def hangs_on_another(sentences: Sequence[Sentence], index: int) -> bool:
    """Whether it sets right what somebody else said, and names not what: "no, it's in April"."""
    text = sentences[index].text
    lead = rejection(text)
    is_reply = lead > 0 or (all(is_rejection(one.text) for one in sentences[:index]) and index > 0)
    return is_reply and dangles(text[lead:])
