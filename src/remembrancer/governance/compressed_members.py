"""Compressed members: one entry replaces several items in one act. The items stay on record.

An act on a member first releases it: the member is in use again, and the entry is rebuilt without
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from remembrancer.core.grounds import ActKind, Judged
from remembrancer.core.ledger import Action
from remembrancer.core.limits import COMPRESSIONS_MAX
from remembrancer.governance import compressed_entry
from remembrancer.governance.compressed_entry import CompressedPart
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.lifecycle import check_lifecycle
from remembrancer.items.port import NewItem
from remembrancer.items.retention import COMPRESSION
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.ports import Writer

_RELEASED: Final = "It was changed by itself, and {entry} was composed anew without it."
_COMPOSED: Final = "Composed anew without {member}, which was changed by itself."
_UNDONE: Final = "The compression was undone."
_ENDED: Final = (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED)


def compress(unit: Writer, members: Sequence[StoredItem], state: ItemState, reason: str) -> Item:
    """The entry that replaces the members. It takes over all their evidence."""
    for one in members:
        check_lifecycle(one.id, one.state.lifecycle, Lifecycle.SUPERSEDED)
    first, *others = members
    ended = first.state._replace(lifecycle=Lifecycle.SUPERSEDED)
    new = NewItem(state, rests_on=tuple(one.number for one in members))
    judged = Judged(act=ActKind.MERGED, others=tuple(one.id for one in members))
    made = unit.items.replace(first, ended, new, reason=reason, judged=judged)
    for one in others:
        _point(unit, one, made.id, reason)
    found = unit.items.get(made.id)
    return made if found is None else found


def released(unit: Writer, stored: StoredItem) -> StoredItem:
    """The item, in use again if a compressed entry quoted it; otherwise unchanged.

    The entry is replaced by one of the remaining members, or by the last remaining member itself.
    """
    entry = _standing_for(unit, stored)
    if entry is None:
        return stored
    left = [
        (part, member)
        for part in _parts(entry)
        if part.item_id != stored.id and (member := unit.items.stored(part.item_id)) is not None
    ]
    back = _back_in_use(unit, stored, entry)
    reason = _COMPOSED.format(member=stored.id)
    if len(left) > 1:
        _compose(unit, entry, stored, left, reason)
    else:
        heir = _back_in_use(unit, left[0][1], entry) if left else back
        _point(unit, entry, heir.id, reason)
    return back


def release_all(unit: Writer, entry: StoredItem, reason: str | None) -> tuple[str, ...]:
    """Puts all members of an entry back in use. The newest of them takes the entry's place."""
    listed = [unit.items.stored(part.item_id) for part in sorted(_parts(entry), key=_day)]
    members = [one for one in listed if one is not None and _is_listed(unit, one, entry)]
    back = [_back_in_use(unit, one, entry, reason or _UNDONE) for one in members]
    if back:
        _point(unit, entry, back[-1].id, reason or _UNDONE)
    return tuple(one.id for one in back)


def _day(part: CompressedPart) -> date:
    return part.on


def _is_listed(unit: Writer, stored: StoredItem, entry: StoredItem) -> bool:
    standing = _standing_for(unit, stored)
    return standing is not None and standing.id == entry.id


def _standing_for(unit: Writer, stored: StoredItem) -> StoredItem | None:
    """The compressed entry in use that quotes an item; None if there is none."""
    newer, seen = stored.state.superseded_by, 0
    while newer is not None and seen < COMPRESSIONS_MAX:
        entry = unit.items.stored(newer)
        if entry is None or entry.state.source_type != COMPRESSION:
            return None
        if entry.state.lifecycle not in _ENDED:
            is_member = any(one.item_id == stored.id for one in _parts(entry))
            return entry if is_member else None
        newer, seen = entry.state.superseded_by, seen + 1
    return None


def _parts(entry: StoredItem) -> tuple[CompressedPart, ...]:
    state = entry.state
    return compressed_entry.parts_of(state.source_type, state.content, state.data)


def _back_in_use(
    unit: Writer, stored: StoredItem, entry: StoredItem, reason: str | None = None
) -> StoredItem:
    """Puts a member back in use. It keeps the entry's term and at most the entry's confidence."""
    state = stored.state._replace(lifecycle=Lifecycle.ACTIVE, superseded_by=None)
    if "year" not in entry.state.data and entry.state.kind == state.kind:
        state = state._replace(
            last_confirmed_at=entry.state.last_confirmed_at,
            expires_at=entry.state.expires_at,
            confidence_base=min(state.confidence_base, entry.state.confidence_base),
        )
    why = reason or _RELEASED.format(entry=entry.id)
    unit.items.change(stored, state, action=Action.ITEM_RESTORE, reason=why)
    back = unit.items.stored(stored.id)
    assert back is not None  # it existed a moment ago
    return back


def _compose(
    unit: Writer,
    entry: StoredItem,
    gone: StoredItem,
    left: Sequence[tuple[CompressedPart, StoredItem]],
    reason: str,
) -> None:
    """Replaces the entry by one of the remaining members."""
    parts = [part for part, _ in left]
    members = [member for _, member in left]
    heading = entry.state.data.get("heading")
    is_year = "year" in entry.state.data
    text = compressed_entry.text(parts, heading=heading, newest_first=not is_year)
    tags = {tag for one in members for tag in one.state.tags}
    entities = {name for one in members for name in one.state.entities}
    state = entry.state._replace(
        content=text,
        data=entry.state.data | compressed_entry.data(parts, text, heading=heading),
        tags=_without(entry.state.tags, gone.state.tags, tags),
        entities=_without(entry.state.entities, gone.state.entities, entities),
    )
    numbers = tuple(one.number for one in members)
    ended = entry.state._replace(lifecycle=Lifecycle.SUPERSEDED)
    new = NewItem(state, rests_on=numbers, owner=entry.owner)
    made = unit.items.replace(entry, ended, new, reason=reason)
    for one in members:
        if one.state.superseded_by == entry.id:
            _point(unit, one, made.id, reason)


def _without(listed: tuple[str, ...], gone: tuple[str, ...], kept: set[str]) -> tuple[str, ...]:
    return tuple(one for one in listed if one not in gone or one in kept)


def _point(unit: Writer, stored: StoredItem, newer: str, reason: str) -> None:
    state = stored.state._replace(lifecycle=Lifecycle.SUPERSEDED, superseded_by=newer)
    unit.items.change(stored, state, action=Action.ITEM_SUPERSEDE, reason=reason)
