"""Compressing: one item takes the place of several, in one act. They stay on record beneath it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from remembrancer.govern.change import quoted_again
from remembrancer.model.evidence import Evidence
from remembrancer.model.item import Item, Lifecycle
from remembrancer.model.ledger import Action
from remembrancer.model.state import ItemState, StoredItem
from remembrancer.model.text import ERASED
from remembrancer.ports import NewEvidence, NewItem, Writer
from remembrancer.rules.lifecycle import check_lifecycle


def compress(
    unit: Writer,
    members: Sequence[StoredItem],
    state: ItemState,
    evidence: Iterable[Evidence],
    reason: str,
) -> Item:
    """The item that stands for the members. It rests on all that they rest on."""
    for one in members:
        check_lifecycle(one.id, one.state.lifecycle, Lifecycle.SUPERSEDED)
    first, *others = members
    ended = first.state._replace(lifecycle=Lifecycle.SUPERSEDED)
    made = unit.replace_item(first, ended, NewItem(state, _again(evidence)), reason=reason)
    for one in others:
        ended = one.state._replace(lifecycle=Lifecycle.SUPERSEDED, superseded_by=made.id)
        unit.change_item(one, ended, action=Action.ITEM_SUPERSEDE, reason=reason)
    found = unit.item(made.id)
    return made if found is None else found


def _again(given: Iterable[Evidence]) -> tuple[NewEvidence, ...]:
    """The same words, once each. Of what was erased nothing is left to rest on."""
    kept = (quoted_again(one) for one in given if one.quote != ERASED)
    return tuple(dict.fromkeys(kept))
