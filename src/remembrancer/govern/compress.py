"""Compressing: one item takes the place of several, in one act. They stay on record beneath it."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.model.item import Item, Lifecycle
from remembrancer.model.ledger import Action
from remembrancer.model.state import ItemState, StoredItem
from remembrancer.ports import NewItem, Writer
from remembrancer.rules.lifecycle import check_lifecycle


def compress(unit: Writer, members: Sequence[StoredItem], state: ItemState, reason: str) -> Item:
    """The item that stands for the members. It rests on all that they rest on."""
    for one in members:
        check_lifecycle(one.id, one.state.lifecycle, Lifecycle.SUPERSEDED)
    first, *others = members
    ended = first.state._replace(lifecycle=Lifecycle.SUPERSEDED)
    new = NewItem(state, rests_on=tuple(one.number for one in members))
    made = unit.replace_item(first, ended, new, reason=reason)
    for one in others:
        ended = one.state._replace(lifecycle=Lifecycle.SUPERSEDED, superseded_by=made.id)
        unit.change_item(one, ended, action=Action.ITEM_SUPERSEDE, reason=reason)
    found = unit.item(made.id)
    return made if found is None else found
