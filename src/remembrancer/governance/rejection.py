"""An earlier rejection: a statement that was rejected before came again."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.items.item import Item
from remembrancer.items.page import Page


class EarlierRejection(Value):
    """What somebody turned down before. Told to those alone who may see that item."""

    text: str  # the statement that came again
    item_id: str | None  # its current item; None: it was not stored again
    earlier_id: str  # the rejected item
    how: str  # rejected, revoked or dismissed
    by: str | None  # who rejected it; None: no longer on record
    at: datetime
    reason: str | None  # shown in the queue and the case; None: none was given


class ArrivedItem(Item):
    """An item just added, with the earlier rejections of the same.

    It equals the item as `get` gives it: the rejections are told beside it.
    """

    rejected_before: tuple[EarlierRejection, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and all(
            getattr(self, name) == getattr(other, name) for name in Item.model_fields
        )

    def __hash__(self) -> int:
        return hash((self.id, self.version))


class Queue(Page):
    """A page of what waits for review, with what of it was turned down before."""

    rejected_before: tuple[EarlierRejection, ...] = ()
