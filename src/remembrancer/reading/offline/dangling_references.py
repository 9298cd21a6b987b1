"""Dangling references: sentences that need the words before them to make sense."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from remembrancer.language.negation import is_rejection, rejection_length
from remembrancer.language.sentences import Sentence

_POINTS_BACK: Final = re.compile(
    r"\W*(?:it(?:'s|'ll|'d)?|they(?:'re|'ve|'ll)?|(?:that|this|those|these)(?:'s|(?= (?:is|are|was"
    r"|were|will|should|must|means?|starts?|begins?|ends?)\b))"
    r"|(?:det|den|de|dom|detta)(?= (?!finns|har bestämts|är (?:beslut|bestäm))"
    r"(?:är|var|ska|kan|blev|vill|måste|\w+r)\b))(?!\w)",
    re.IGNORECASE,
)


def has_dangling_reference(text: str) -> bool:
    """Whether a text starts with "it" or another reference to earlier words."""
    return _POINTS_BACK.match(text.replace("’", "'")) is not None


def corrects_other_speaker(sentences: Sequence[Sentence], index: int) -> bool:
    """Whether a sentence corrects another speaker without naming the thing: "no, it's in April"."""
    text = sentences[index].text
    lead = rejection_length(text)
    is_reply = lead > 0 or (all(is_rejection(one.text) for one in sentences[:index]) and index > 0)
    return is_reply and has_dangling_reference(text[lead:])
