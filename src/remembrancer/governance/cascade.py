"""The cascade: what relied on an item that is withdrawn, replaced or erased."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from remembrancer.core.errors import NotFound
from remembrancer.core.limits import CASCADE_LISTED_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import is_text
from remembrancer.governance import replacement_review
from remembrancer.governance.cascade_report import Cascade, Reliance, Reliant, Reported, Settled
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.receipt_rules import head
from remembrancer.items.item import Item
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.items.visibility import require_admin
from remembrancer.ports import Reader

_ID: Final = re.compile(r"km_[0-9a-f]{12}")


def relied_on(reader: Reader, scope: Scope, id: str) -> Cascade:
    """Derived items, decisions and deliveries that relied on an item, even if it is erased now.

    The list covers one step. Call it again for each listed item. It leaves out items that are
    personal to others.
    """
    require_admin(scope.viewer, "ask what relied on an item")
    if not is_text(id) or _ID.fullmatch(id) is None:
        raise NotFound("item", id)
    item = reader.items.get(id)
    one_more = CASCADE_LISTED_MAX + 1
    lists = (
        (Reliance.REPLACED, () if item is None else _successors(reader, scope, item)),
        (Reliance.SAME_WORDS, reader.reliance.sharing_words(id, limit=one_more)),
        (Reliance.NAMED, reader.reliance.naming(id, limit=one_more)),
    )
    found: dict[str, Reliant] = {}
    for how, listed in lists:
        for one in listed[:CASCADE_LISTED_MAX]:
            found.setdefault(one.id, Reliant(item=one, how=how))
    deliveries = reader.deliveries.of_item(id, limit=one_more)
    reader.only_looked_at({id})  # the deliveries and derived items reveal that the item exists
    if item is None and not found and not deliveries:
        raise NotFound("item", id)
    ordered = sorted(found.values(), key=lambda one: one.item.created_at)
    kinds = decision_kinds(scope.space.preset)
    return Cascade(
        item_id=id,
        items=tuple(one for one in ordered if one.item.kind not in kinds),
        decisions=tuple(one for one in ordered if one.item.kind in kinds),
        deliveries=tuple(head(one, scope.viewer) for one in deliveries[:CASCADE_LISTED_MAX]),
        is_cut=any(len(one) == one_more for one in (*(listed for _, listed in lists), deliveries)),
    )


def reported(reader: Reader, scope: Scope, item: Item, ended: str) -> Reported:
    """The item that an act returns, with what relied on the item that it ended."""
    found = relied_on(reader, scope, ended) if scope.viewer.is_admin else None
    return Reported.trusted({**item.__dict__, "relied_on": found})


def settled(reader: Reader, scope: Scope, found: Contradiction) -> Settled:
    """A contradiction that was just settled, with what relied on the losing sides."""
    holds = None if found.resolution is None else found.resolution.item_id
    lost = [] if holds is None else [one.id for one in found.items if one.id != holds]
    relied = tuple(relied_on(reader, scope, id) for id in lost)
    return Settled.trusted({**found.__dict__, "relied_on": relied})


def _successors(reader: Reader, scope: Scope, item: Item) -> Sequence[Item]:
    """All successors of an item along its chain, and the pending replacements."""
    found: dict[str, Item] = {}
    newer = item.superseded_by
    while newer is not None and newer not in found and len(found) <= CASCADE_LISTED_MAX:
        one = reader.items.get(newer)
        if one is None or (one.is_personal and one.source_user != scope.viewer.name):
            break
        found[newer] = one
        newer = one.superseded_by
    for id in (item.id, *found):
        for one in replacement_review.waiting_for(reader, id):
            if not one.is_personal:
                found.setdefault(one.id, one)
    return tuple(found.values())
