"""What the reading draws from an item's words: stale as soon as the words change."""

from __future__ import annotations

from typing import Any, Final

from remembrancer.items.state import ItemState
from remembrancer.reading.offline.sentence_rewriting import short_title

_DRAWN: Final = frozenset(
    ("slot", "value", "unit", "on", "holder", "amounts", "dates", "times", "people")
)


def has_drawn_title(state: ItemState) -> bool:
    """Whether the reading made the title, and not a person."""
    slot, value = state.data.get("slot"), state.data.get("value")
    shown = value if isinstance(value, str | float | int) else None
    named = slot if isinstance(slot, str) else None
    return state.title is not None and state.title in (
        short_title(state.content, named, shown),
        short_title(state.content, None, None),
    )


def drawn_anew(state: ItemState, content: str) -> dict[str, Any]:
    """The title and the data of an item that now says something else in other words."""
    if content == state.content or not has_drawn_title(state):
        return {}
    return {
        "title": short_title(content, None, None),
        "data": {name: value for name, value in state.data.items() if name not in _DRAWN},
    }
