"""Kinds of items that hold a debate. Only the verbs of debates write them."""

from __future__ import annotations

from typing import Final

from remembrancer.core.errors import Conflict, InvalidInput

DEBATE: Final = "debate"
RESOLUTION: Final = "debate_resolution"
OF_DEBATES: Final = (DEBATE, RESOLUTION)


def check_addable(kind: str) -> None:
    """Passes unless the kind is one that only a debate makes."""
    if kind in OF_DEBATES:
        raise InvalidInput(
            f"An item of the kind {kind!r} is not added by hand: memory.debates.open() opens a "
            "debate, and its resolution follows from it.",
            field="kind",
        )


def check_changeable(id: str, kind: str) -> None:
    """Passes unless the item is a debate or a resolution: its history stays whole."""
    if kind in OF_DEBATES:
        raise Conflict(
            f"{id} belongs to a debate and changes only by its verbs: memory.debates.position(), "
            "advance(), decide(), override(), and memory.credibility.record_outcome()."
        )
