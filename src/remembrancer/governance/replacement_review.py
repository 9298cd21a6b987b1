"""Replacement review: the old item stays in force until its replacement is accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from remembrancer.core.errors import NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.limits import CHAIN_ITEMS_MAX
from remembrancer.governance.pending_replacements import REPLACES, binds, is_replaceable, is_waiting
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.port import NewItem
from remembrancer.items.relation import RelationDraft
from remembrancer.items.state import StoredItem
from remembrancer.ports import Reader, Writer

# The default reason why an item became mandatory.
HANDED_ON: Final = "It takes the place of {ids}, which was mandatory."


def propose(unit: Writer, old: StoredItem, new: NewItem, reason: str | None) -> Item:
    """Stores a pending replacement. The old item stays unchanged until it is accepted."""
    given = new._replace(reason=reason)
    added = unit.items.add([given])
    if added.known:  # a replacement is a new item, even if the same was captured before
        added = unit.items.add([given._replace(same=None)])
    id = added[0].id
    unit.links.add_relation(RelationDraft(type=REPLACES, source=id, target=old.id), reason=reason)
    found = unit.items.get(id)
    assert found is not None
    return found


def leaving(reader: Reader, id: str) -> tuple[StoredItem, ...]:
    """The items that are superseded once this one is accepted.

    These are the items that it was proposed to replace, or their current successors. If it replaced
    other pending items, their targets are included.
    """
    sources = list(_led_to(reader, id))
    links = reader.candidates.links([REPLACES], sources)
    found: dict[str, StoredItem] = {}
    for link in links:
        if link.source not in sources:
            continue
        stored = _in_its_place(reader, link.target)
        if stored is not None and stored.id not in sources and is_replaceable(stored.state):
            found[stored.id] = stored
    return tuple(found.values())


def waiting_for(reader: Reader, id: str) -> tuple[Item, ...]:
    """The pending items that would replace this one, oldest first."""
    links = reader.candidates.links([REPLACES], [id])
    found = [reader.items.get(link.source) for link in links if link.target == id]
    return tuple(one for one in found if one is not None and is_waiting(one))


def is_binding(stored: StoredItem, ended: Sequence[StoredItem]) -> bool:
    """Whether an accepted item becomes mandatory because it replaces a mandatory one."""
    return any(binds(one.state, stored.state) for one in ended)


def end(unit: Writer, ended: Sequence[StoredItem], by: str, reason: str | None) -> None:
    """Supersedes items by the one that was just accepted."""
    for one in ended:
        state = one.state._replace(lifecycle=Lifecycle.SUPERSEDED, superseded_by=by)
        unit.items.change(one, state, action=Action.ITEM_SUPERSEDE, reason=reason)


def chain(reader: Reader, id: str) -> tuple[Item, ...]:
    """The supersession chain, oldest first, followed by pending replacements."""
    own = reader.items.chain(id, limit=CHAIN_ITEMS_MAX)
    if not own:
        raise NotFound("item", id)
    ids = {one.id for one in own}
    found: dict[str, Item] = {}
    for link in reader.candidates.links([REPLACES], list(ids)):
        if link.source in ids and is_waiting(own[-1]):
            found |= _by_id(reader.items.chain(link.target, limit=CHAIN_ITEMS_MAX))
    found |= _by_id(own)
    for link in reader.candidates.links([REPLACES], list(found)):
        if link.source not in found:
            newer = reader.items.chain(link.source, limit=CHAIN_ITEMS_MAX)
            found |= _by_id(newer) if newer and is_waiting(newer[-1]) else {}
    return tuple(found.values())[:CHAIN_ITEMS_MAX]


def _by_id(items: Sequence[Item]) -> dict[str, Item]:
    return {one.id: one for one in items}


def _led_to(reader: Reader, id: str) -> Iterator[str]:
    """An item, and the items that it replaced while they were pending."""
    yield id
    for one in reader.items.chain(id, limit=CHAIN_ITEMS_MAX):
        if one.id != id and one.review is Review.PENDING:
            yield one.id


def _in_its_place(reader: Reader, id: str) -> StoredItem | None:
    """The item, or the last successor in its chain."""
    stored = reader.items.stored(id)
    for _ in range(CHAIN_ITEMS_MAX):
        if stored is None or stored.state.superseded_by is None:
            return stored
        stored = reader.items.stored(stored.state.superseded_by)
    return None
