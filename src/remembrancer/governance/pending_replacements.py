"""Pending replacements: the old item stays in force until the new one is accepted.

A pending replacement is a relation from the new item to the old one. Once the new one is accepted,
the old one points to it, as every superseded item does.
"""

from __future__ import annotations

from typing import Final

from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.state import ItemState
from remembrancer.items.visibility import REVIEWED, WITHDRAWN

REPLACES: Final = "SUPERSEDES_WHEN_ACCEPTED"

_ENDED: Final = frozenset({Lifecycle.SUPERSEDED, Lifecycle.DISMISSED})


def must_wait(old: ItemState, new: ItemState) -> bool:
    """Whether the old item stays in force until the new one is accepted.

    This is so if the old item is approved or mandatory and the new one is not reviewed yet.
    """
    return old.review in REVIEWED and new.review is Review.PENDING


def is_waiting(item: Item) -> bool:
    """Whether an item still needs a decision."""
    return item.review is Review.PENDING and item.lifecycle not in _ENDED


def is_replaceable(state: ItemState) -> bool:
    """Whether an item can still be replaced: nothing else has ended it meanwhile."""
    return state.lifecycle not in _ENDED and state.review not in WITHDRAWN


def binds(old: ItemState, new: ItemState) -> bool:
    """Whether the new item becomes mandatory when it replaces the old one.

    A replacement of a mandatory item is mandatory; otherwise no rule would remain. An item that was
    mandatory for a group does not become mandatory for everybody this way.
    """
    is_wider = new.audience is None and old.audience is not None
    return old.review is Review.MANDATORY and not is_wider
