"""Copies of shared items in an agent's own memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from remembrancer.core.limits import AGENT_WORDS_MAX
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.ports import Reader
from remembrancer.team.agent import EntryRow, MessageType
from remembrancer.team.push import KEY, VALUE

_IMPORTANCE: Final = 0.5  # of an item that has none


def is_in_use(item: Item) -> bool:
    return item.lifecycle is Lifecycle.ACTIVE and item.review not in WITHDRAWN


def key_of(item: Item) -> str:
    key = item.data.get(KEY)
    return key if isinstance(key, str) else item.id


def value_of(item: Item) -> Any:
    """The value that was pushed; of an item that nobody pushed, its text."""
    return item.data.get(VALUE, item.content)


def copy_of(agent: str, item: Item, now: datetime, kept: timedelta, turn: int) -> EntryRow:
    """An item as an entry of L2."""
    until = now + kept
    return EntryRow.trusted(
        {
            "agent": agent,
            "key": key_of(item),
            "kind": item.category,
            "value": value_of(item),
            "importance": _IMPORTANCE if item.importance is None else item.importance,
            "subject": item.subject,
            "message": MessageType.FINDING,
            "is_shared": True,
            "written_turn": turn,
            "used_turn": turn,
            "used_at": now,
            "uses": 0,
            "written_at": item.updated_at,
            "expires_at": until if item.expires_at is None else min(until, item.expires_at),
            "item_id": item.id,
            "item_version": item.version,
            "queue": None,
            "queued_at": None,
            "due_at": None,
            "receivers": None,
            "precedent": None,
            "error": None,
        }
    )


def source_of(reader: Reader, entry: EntryRow) -> Item | None:
    """The item that an entry is a copy of, if the reader may see it and it did not change."""
    if entry.item_id is None:
        return None
    item = reader.items.named([entry.item_id]).get(entry.item_id)
    if item is None or item.version != entry.item_version or not is_in_use(item):
        return None
    return item


def limited(usage: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """The counts of the content kinds that came most."""
    most = sorted(usage.items(), key=lambda one: (-one[1][0], one[0]))[:AGENT_WORDS_MAX]
    return dict(most)
