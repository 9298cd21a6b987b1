"""A clash: live state contradicts a mandatory item."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class Clash(Value):
    """Seen by who may see the item."""

    item: Item  # the mandatory one
    live_name: str  # the name of the contradicting value in live state
    found_at: datetime  # when a request first found it
    found_by: str  # whose request found it
