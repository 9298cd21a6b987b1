"""Whether something still waits: what was settled meanwhile is neither listed nor sent."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.kinds import tasks
from remembrancer.notify.notification import Notification, NotificationKind
from remembrancer.ports import Reader

_IN_USE = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)
_ABOUT_ITEMS = (NotificationKind.REMINDER, NotificationKind.OUTCOME)


def still(reader: Reader, listed: Sequence[Notification]) -> tuple[Notification, ...]:
    """Those that still wait, of things that the reader may see."""
    wanted = [one.target for one in listed if one.target.startswith("km_")]
    items = reader.items.named(wanted) if wanted else {}
    waits = any(one.kind is NotificationKind.REVIEW for one in listed) and is_to_review(reader)
    return tuple(one for one in listed if _waits(one, items.get(one.target), waits))


def is_to_review(reader: Reader) -> bool:
    """Whether an item that the reader may see waits for review."""
    asked = ItemFilter(review=(Review.PENDING,), is_personal=False)
    return bool(reader.items.page(asked, limit=1, after=None).items)


def _waits(one: Notification, item: Item | None, is_review: bool) -> bool:
    if one.kind is NotificationKind.REVIEW:
        return is_review
    if one.kind not in _ABOUT_ITEMS and not one.target.startswith("km_"):
        return True  # whoever told of it says when it is settled
    if item is None or item.lifecycle not in _IN_USE:
        return False
    if one.kind is NotificationKind.OUTCOME:
        return tasks.outcome_due(item) is not None
    if one.kind is NotificationKind.REMINDER:
        return tasks.deadline(item) is not None and not tasks.is_done(item)
    return True
