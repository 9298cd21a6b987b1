"""Stored contradictions: one relation between two items, and a second one that settles it.

What somebody undid is stored beside them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.relation import Relation

CONTRADICTS: Final = "CONTRADICTS"
SETTLES: Final = "SETTLES_CONTRADICTION"
CLASHES: Final = "CLASHES_WITH_LIVE_STATE"  # a mandatory item with itself
BOTH: Final = (CONTRADICTS, SETTLES)
UNDOES: Final = "UNDOES_JUDGEMENT"  # an item that the engine acted on, with the one that stood
UNDOES_KEY: Final = "undoes"  # in the attributes of a relation: the act that somebody undid

_OUT_OF_USE: Final = frozenset({Lifecycle.SUPERSEDED, Lifecycle.DISMISSED, Lifecycle.EXPIRED})
_WITHDRAWN: Final = frozenset({Review.REJECTED, Review.REVOKED})


def overlap(one: str | None, other: str | None) -> bool:
    """Whether one person may be given items of both audiences.

    Two groups count as separate, even if somebody is in both.
    """
    return one == other or one is None or other is None


def unsettled(links: Iterable[Relation]) -> list[Relation]:
    """The contradictions among these relations that nobody has settled."""
    listed = list(links)
    closed = {one.attrs.get("contradiction") for one in listed if one.type == SETTLES}
    return [one for one in listed if one.type == CONTRADICTS and one.id not in closed]


def is_out_of_use(item: Item) -> bool:
    """Whether the item was superseded, dismissed, expired or withdrawn: nothing contradicts it."""
    return item.lifecycle in _OUT_OF_USE or item.review in _WITHDRAWN
