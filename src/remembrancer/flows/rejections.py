"""Earlier rejections: what was turned down before and came again, for who put it in or decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from remembrancer.loading import load
from remembrancer.model.filter import ItemFilter
from remembrancer.model.item import Item, Lifecycle
from remembrancer.model.ledger import Action
from remembrancer.model.page import Page
from remembrancer.model.rejection import EarlierRejection, Queue
from remembrancer.model.scope import Scope
from remembrancer.ports import Reader
from remembrancer.rules.limits import AUDIT_ENTRIES_MAX, QUEUE_REJECTIONS_MAX
from remembrancer.rules.visibility import WITHDRAWN

_FILING: Final = "remembrancer.flows.reconcile"  # loaded by those who need its many rules
_ACTS: Final = frozenset({Action.REVIEW_REJECT, Action.REVIEW_REVOKE, Action.ITEM_DISMISS})


def told(
    reader: Reader, text: str, id: str | None, earlier: Item, *, tells_why: bool = False
) -> EarlierRejection:
    """Who turned an item down and when, as far as it is on record; why, to those who decide."""
    after = reader.last_position() + 1
    acts = reader.entries(
        after=after, limit=AUDIT_ENTRIES_MAX, target=earlier.id, newest_first=True
    )
    act = next((one for one in acts if one.action in _ACTS), None)
    is_dismissed = earlier.lifecycle is Lifecycle.DISMISSED
    return EarlierRejection(
        text=text,
        item_id=id,
        earlier_id=earlier.id,
        how=(earlier.lifecycle if is_dismissed else earlier.review).value,
        by=None if act is None else act.actor,
        at=earlier.updated_at if act is None else act.at,
        reason=act.reason if act is not None and tells_why else None,
    )


def of(
    reader: Reader, scope: Scope, items: Iterable[Item], *, tells_why: bool = False
) -> tuple[EarlierRejection, ...]:
    """What was turned down before among what these items say, as far as the viewer may see it."""
    if not _has_any(reader):
        return ()
    found: list[EarlierRejection] = []
    for item, turned_down in load(_FILING).said_before(reader, scope, items):
        found += [
            told(reader, item.content, item.id, one, tells_why=tells_why) for one in turned_down
        ]
    return tuple(found)


def queue(reader: Reader, scope: Scope, page: Page) -> Queue:
    """The page, with the earlier rejections of what is on it."""
    first = page.items[:QUEUE_REJECTIONS_MAX] if scope.viewer.is_admin else ()
    named = of(reader, scope, first, tells_why=True)
    return Queue.trusted({**page.__dict__, "rejected_before": named})


def _has_any(reader: Reader) -> bool:
    """Most spaces have turned down nothing, or little: then there is nothing to compare with."""
    filters: Sequence[ItemFilter] = (
        ItemFilter(review=tuple(WITHDRAWN)),
        ItemFilter(lifecycle=(Lifecycle.DISMISSED,)),
    )
    return any(reader.items(one, limit=1, is_bare=True).items for one in filters)
