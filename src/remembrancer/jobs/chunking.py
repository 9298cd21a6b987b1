"""Chunking: each part of a text gets its own vector, and a text matches if any part matches.

One statement among others is lost in the vector of the whole text. So a text of usual length is
embedded as a whole and sentence by sentence. A long text is embedded in pieces that fit the
embedder.
"""

from __future__ import annotations

import re

from remembrancer.core.limits import (
    EMBED_PART_WORDS,
    EMBED_PARTS_MAX,
    EMBED_SENTENCE_WORDS_MIN,
    EMBED_WHOLE_WORDS_MAX,
)

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")


def parts(text: str) -> list[str]:
    """The parts of a text to embed, the whole text or its beginning first."""
    words = text.split()
    if len(words) <= EMBED_WHOLE_WORDS_MAX:
        sentences = _sentences(text)
        return [text, *sentences] if len(sentences) > 1 else [text]
    starts = range(0, min(len(words), EMBED_PARTS_MAX * EMBED_PART_WORDS), EMBED_PART_WORDS)
    return [" ".join(words[start : start + EMBED_PART_WORDS]) for start in starts]


def _sentences(text: str) -> list[str]:
    """Sentences; the shortest are joined to the next one."""
    result: list[str] = []
    gathered: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        gathered += sentence.split()
        if len(gathered) >= EMBED_SENTENCE_WORDS_MIN:
            result.append(" ".join(gathered))
            gathered = []
    if gathered and result:
        result[-1] += " " + " ".join(gathered)
    elif gathered:
        result.append(" ".join(gathered))
    return result
