"""A review case: an item with its contradictions and related items."""

from __future__ import annotations

from remembrancer.core.errors import NotFound
from remembrancer.core.limits import CASE_NEIGHBOURS_MAX
from remembrancer.core.scope import Scope
from remembrancer.governance import contradictions, replacement_review
from remembrancer.governance.case import Case
from remembrancer.governance.contradiction_relations import is_out_of_use
from remembrancer.governance.pending_replacements import is_waiting
from remembrancer.governance.review import check_is_shared
from remembrancer.items.visibility import require_admin
from remembrancer.ports import Reader
from remembrancer.remember import rejections
from remembrancer.remember.reconcile_candidates import neighbours


def case(reader: Reader, scope: Scope, id: str) -> Case:
    """Everything a reviewer needs about an item. Related items are found by words only."""
    require_admin(scope.viewer, "review items")
    item, stored = reader.items.get(id), reader.items.stored(id)
    if item is None or stored is None:
        raise NotFound("item", id)
    check_is_shared(stored)
    beside = [
        one
        for one in neighbours(reader, scope, stored.state, None)
        if one.id != id and one.audience == item.audience and not is_out_of_use(one)
    ]
    leaving = (reader.items.get(one.id) for one in replacement_review.leaving(reader, id))
    leaves = tuple(one for one in leaving if one is not None) if is_waiting(item) else ()
    found = contradictions.listed(reader, scope, of=id)
    against = {end.id for one in found for end in (one.a, one.b)}
    rejected = rejections.of(reader, scope, [item], tells_why=True)
    reader.only_looked_at(())  # none of it is personal
    return Case(
        item=item,
        contradictions=found,
        neighbours=tuple(one for one in beside if one.id not in against)[:CASE_NEIGHBOURS_MAX],
        votes=reader.votes.of_item(id),
        leaves=leaves,
        rejected_before=rejected,
    )
