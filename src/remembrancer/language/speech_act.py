"""Speech acts: whether a text states something or asks."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def asking(said: str) -> float:
    """The share of words that are part of questions."""
    if "?" not in said:
        return 0.0
    words = asked = 0
    for sentence in _SENTENCE_END.split(said):
        count = sentence.count(" ") + 1
        words += count
        if sentence.rstrip().endswith("?"):
            asked += count
    return asked / words
