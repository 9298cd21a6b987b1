"""Replacements that wait for review: the old item stays in force until the new one is accepted.

Such a replacement is a relation from the new item to the old one. Once the new one is accepted,
the old one points to it, as any item does that was superseded.
"""

from __future__ import annotations

from typing import Final

from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.state import ItemState
from remembrancer.items.visibility import REVIEWED, WITHDRAWN

REPLACES: Final = "SUPERSEDES_WHEN_ACCEPTED"

_ENDED: Final = frozenset({Lifecycle.SUPERSEDED, Lifecycle.DISMISSED})


def must_wait(old: ItemState, new: ItemState) -> bool:
    """Whether the old item stays until the new one is accepted: people rely on it, and on the new
    one nobody may rely yet."""
    return old.review in REVIEWED and new.review is Review.PENDING


def is_waiting(item: Item) -> bool:
    """Whether somebody still has to decide on an item."""
    return item.review is Review.PENDING and item.lifecycle not in _ENDED


def is_replaceable(state: ItemState) -> bool:
    """Whether an item can still leave for another: nothing else ended it meanwhile."""
    return state.lifecycle not in _ENDED and state.review not in WITHDRAWN


def binds(old: ItemState, new: ItemState) -> bool:
    """Whether the new item is mandatory once it takes the place of the old one.

    What takes the place of a binding one binds in its stead: else nothing would any more. What
    bound a group does not come to bind everybody so.
    """
    is_wider = new.audience is None and old.audience is not None
    return old.review is Review.MANDATORY and not is_wider
