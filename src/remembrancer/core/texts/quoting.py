"""Quoting: stored text on one line, in quotes that it cannot close."""

from __future__ import annotations

import json

from remembrancer.core.texts.unseen_characters import without_unseen


def shortened(stored: str, characters_max: int) -> str:
    """The text on one line; an ellipsis marks what is left out."""
    flat = " ".join(without_unseen(stored).split())
    if len(flat) <= characters_max:
        return flat
    return without_unseen(flat[: characters_max - 1].rstrip()) + "…"


def quoted(stored: str, characters_max: int) -> str:
    """The text as data: whatever it contains, it begins and ends with the quotes."""
    return json.dumps(shortened(stored, characters_max), ensure_ascii=False)


def quoted_in_prose(stored: str, characters_max: int) -> str:
    """The same for a sentence that people read: inner quotes become single quotes."""
    short = shortened(stored, characters_max)
    return f"“{short.replace('“', '‘').replace('”', '’')}”"
