"""Earlier rejections: rejected statements that came again, for the contributor and the reviewer."""

from __future__ import annotations

from collections.abc import Iterable

from remembrancer.core.limits import QUEUE_REJECTIONS_MAX
from remembrancer.core.scope import Scope
from remembrancer.governance import rejection_record
from remembrancer.governance.rejection import EarlierRejection, Queue
from remembrancer.items.item import Item
from remembrancer.items.page import Page
from remembrancer.ports import Reader
from remembrancer.remember import reconcile


def of(
    reader: Reader, scope: Scope, items: Iterable[Item], *, tells_why: bool = False
) -> tuple[EarlierRejection, ...]:
    """Earlier rejections of what these items say, limited to what the viewer may see."""
    if not reader.items.has_withdrawn():
        return ()
    found: list[EarlierRejection] = []
    for item, turned_down in reconcile.said_before(reader, scope, items):
        found += [
            rejection_record.told(reader, item.content, item.id, one, tells_why=tells_why)
            for one in turned_down
        ]
    return tuple(found)


def queue(reader: Reader, scope: Scope, page: Page) -> Queue:
    """The page, with earlier rejections of its items."""
    first = page.items[:QUEUE_REJECTIONS_MAX] if scope.viewer.is_admin else ()
    named = of(reader, scope, first, tells_why=True)
    return Queue.trusted({**page.__dict__, "rejected_before": named})
