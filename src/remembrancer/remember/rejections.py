"""Earlier rejections: rejected statements that came again, for the contributor and the reviewer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from remembrancer.core.limits import QUEUE_REJECTIONS_MAX
from remembrancer.core.scope import Scope
from remembrancer.governance import rejection_record
from remembrancer.governance.rejection import EarlierRejection, Queue
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.page import Page
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.ports import Reader
from remembrancer.remember import reconcile


def of(
    reader: Reader, scope: Scope, items: Iterable[Item], *, tells_why: bool = False
) -> tuple[EarlierRejection, ...]:
    """Earlier rejections of what these items say, limited to what the viewer may see."""
    if not _has_any(reader):
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


def _has_any(reader: Reader) -> bool:
    """Most spaces have rejected little or nothing. Then there is nothing to compare with."""
    filters: Sequence[ItemFilter] = (
        ItemFilter(review=tuple(WITHDRAWN)),
        ItemFilter(lifecycle=(Lifecycle.DISMISSED,)),
    )
    return any(reader.items.page(one, limit=1, is_bare=True).items for one in filters)
