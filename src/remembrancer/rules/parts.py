"""Parts of a long text: an embedder sees only so many words at once."""

from __future__ import annotations

from remembrancer.rules.limits import EMBED_PART_WORDS, EMBED_PARTS_MAX


def parts(text: str) -> list[str]:
    """The text in pieces of about one length, none longer than an embedder reads."""
    words = text.split()
    count = min(-(-len(words) // EMBED_PART_WORDS), EMBED_PARTS_MAX)
    if count <= 1:
        return [text] if len(words) <= EMBED_PART_WORDS else [" ".join(words[:EMBED_PART_WORDS])]
    size = min(-(-len(words) // count), EMBED_PART_WORDS)
    return [" ".join(words[place * size : (place + 1) * size]) for place in range(count)]
