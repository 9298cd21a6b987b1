"""Optimistic locking: a decision applies to the version of an item that the caller has read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.core.errors import ChangedSince, InvalidInput
from remembrancer.core.limits import AUDIT_ENTRIES_MAX
from remembrancer.items.item import Lifecycle
from remembrancer.items.state import StoredItem
from remembrancer.ports import Writer


def check_seen(unit: Writer, stored: StoredItem, seen: Any) -> None:
    """Passes if the item is still at the version that the caller saw, or if none is given."""
    if seen is None:
        return
    wanted = _version(seen)
    if wanted != stored.version:
        changes = _changes(unit, stored, wanted)
        raise ChangedSince(stored.id, wanted, stored.version, changes)


def check_all_seen(seen: Any, ids: tuple[str, ...]) -> Mapping[str, int]:
    """The seen version of each item of a batch, for the items that have one."""
    if seen is None:
        return {}
    if not isinstance(seen, Mapping):
        raise InvalidInput(
            "Give the versions that were seen as a mapping from the ids of the items.",
            field="seen",
        )
    foreign = [id for id in seen if id not in ids]
    if foreign:
        raise InvalidInput(
            f"A version of {foreign[0]!r} was seen, which is not in the list of items. Name "
            "versions of items in the list alone.",
            field="seen",
        )
    return {id: _version(version) for id, version in seen.items()}


def _version(given: Any) -> int:
    if type(given) is not int or given < 1:
        raise InvalidInput(
            f"seen is the version of the item that you read, a number from 1 on, not {given!r}.",
            field="seen",
        )
    return given


def _changes(unit: Writer, stored: StoredItem, seen: int) -> str:
    """Who changed which fields since then; for state fields, also the new value."""
    if seen > stored.version:
        return f"there is no version {seen} of it yet"
    by: dict[str, dict[str, None]] = {}  # fields by person, without duplicates, in order
    after = unit.last_position() + 1
    acts = unit.ledger.entries(
        after=after, limit=AUDIT_ENTRIES_MAX, target=stored.id, newest_first=True
    )
    for act in reversed(acts):
        if act.detail.get("version", 0) > seen:
            by.setdefault(act.actor, {}).update(dict.fromkeys(act.detail["fields"]))
    told = [
        f"{actor} changed {', '.join(_field(stored, name) for name in fields)}"
        for actor, fields in by.items()
    ]
    if stored.state.lifecycle is Lifecycle.SUPERSEDED:
        told.append("another item took its place")
    return "; ".join(told) or "it was changed since"


def _field(stored: StoredItem, name: str) -> str:
    if name in ("review", "lifecycle"):
        return f"{name} to {getattr(stored.state, name).value}"
    return name
