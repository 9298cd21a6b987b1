"""Looks up a model's quotes in the texts that it was given."""

from __future__ import annotations

import re
from typing import Final

QUOTE_CHARACTERS_MAX: Final = 2_000


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """The span of a quote in a text: the same words with any separators."""
    quote = quote.strip()
    signs = sum(sign.isalnum() for sign in quote)
    # A single letter is no quote, unless it is the whole text.
    if len(quote) > QUOTE_CHARACTERS_MAX or signs < min(2, len(text.strip())):
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    pattern = r"\s+".join(re.escape(word) for word in quote.strip("\"'“”„«»…").split())
    match = re.search(pattern, text) if pattern else None
    return match.span() if match else None
