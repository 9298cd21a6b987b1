"""Tasks: the deadline, owner, status, follow-up and related items of an item."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final

from remembrancer.items.item import Item

_DONE_WORDS: Final = frozenset({"done", "completed", "closed", "cancelled", "klar", "klart"})
_REASONS: Final = ("reasoning", "why", "reason", "rationale")


def deadline(item: Item) -> date | None:
    """The deadline day. A value that is not a date counts as none."""
    for field in _fields(item):
        given = field.get("deadline")
        if not isinstance(given, str):
            continue
        try:
            return datetime.fromisoformat(given.strip()).date()
        except ValueError:
            continue  # "soon" gives no day to remind on
    return None


def outcome_due(item: Item) -> date | None:
    """The day on which to ask what came of a decision; None: there is none, or it was told."""
    given = item.data.get("outcome_due")
    if not isinstance(given, str) or item.data.get("outcomes"):
        return None
    try:
        return date.fromisoformat(given)
    except ValueError:
        return None


def owner(item: Item) -> str | None:
    """Who has to do it."""
    return next(_texts(item, ("owner",)), None)


def is_done(item: Item) -> bool:
    """Whether it is marked as done: by a field `done`, a `status` or a tag."""
    for field in _fields(item):
        if field.get("done") is True or _word(field.get("status")) in _DONE_WORDS:
            return True
    return any(_word(tag) in _DONE_WORDS for tag in item.tags)


def reason(item: Item) -> str | None:
    """The stated reason of a decision."""
    return next(_texts(item, _REASONS), None)


def follow_up(item: Item, tags: Collection[str]) -> str | None:
    """The follow-up of a decision; empty if it is unspecified, None if there is none."""
    if is_done(item) or any(field.get("follow_up_done") is True for field in _fields(item)):
        return None
    if (text := next(_texts(item, ("follow_up",)), None)) is not None:
        return text
    is_asked = any(field.get("follow_up") is True for field in _fields(item))
    return "" if is_asked or not set(tags).isdisjoint(item.tags) else None


def related(item: Item) -> frozenset[str]:
    """The ids of the items that it names as related."""
    result: set[str] = set()
    for field in _fields(item):
        listed = field.get("related_entries")
        if isinstance(listed, list | tuple):
            result.update(value for value in listed if isinstance(value, str))
        elif isinstance(listed, str):
            result.add(listed)
    return frozenset(result)


def said_at(item: Item) -> str | None:
    """When it was said, if it was extracted from a statement."""
    value = item.metadata.get("said_at")
    return value if isinstance(value, str) else None


def day_after(day: date, days: int) -> date:
    """The day that many days later, or the last day of the calendar."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max


def _fields(item: Item) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    return item.metadata, item.data


def _texts(item: Item, names: tuple[str, ...]) -> Iterator[str]:
    for field in _fields(item):
        for name in names:
            given = field.get(name)
            if isinstance(given, str) and given.strip():
                yield given.strip()


def _word(given: Any) -> str:
    return given.strip().casefold() if isinstance(given, str) else ""
