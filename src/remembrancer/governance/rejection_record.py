"""The record of a rejection: who rejected an item, when, and why."""

from __future__ import annotations

from typing import Final

from remembrancer.core.ledger import Action
from remembrancer.core.limits import AUDIT_ENTRIES_MAX
from remembrancer.governance.rejection import EarlierRejection
from remembrancer.items.item import Item, Lifecycle
from remembrancer.ports import Reader

_ACTS: Final = frozenset({Action.REVIEW_REJECT, Action.REVIEW_REVOKE, Action.ITEM_DISMISS})


def told(
    reader: Reader, text: str, id: str | None, earlier: Item, *, tells_why: bool = False
) -> EarlierRejection:
    """Who rejected an item and when, if it is on record; the reason only for reviewers."""
    after = reader.last_position() + 1
    acts = reader.ledger.entries(
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
