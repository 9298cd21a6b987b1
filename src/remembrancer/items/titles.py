"""Titles: the displayed title of an item without a title of its own."""

from __future__ import annotations

from typing import Final

from remembrancer.core.texts.unseen_characters import without_unseen
from remembrancer.items.delivered_text import harmless

TITLE_CHARACTERS: Final = 80  # taken from the content if an item has no title


def shown_title(title: str | None, content: str, id: str) -> str:
    """An item's title, or the beginning of its first line."""
    if title is not None:
        return harmless(title)
    first = next(iter(harmless(content).strip().splitlines()), id).strip()
    if len(first) <= TITLE_CHARACTERS:
        return first
    return without_unseen(first[: TITLE_CHARACTERS - 1].rstrip()) + "…"
