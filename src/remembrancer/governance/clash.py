"""A clash: what a person made binding, and live state says otherwise."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class Clash(Value):
    """Seen by who may see the item."""

    item: Item  # the mandatory one
    live_name: str  # what live state calls what it says otherwise
    found_at: datetime  # when a request came upon it first
    found_by: str  # whose request it was
