"""The filters of `items()` in plain Python, to hold the store's answers against."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from remembrancer import Item


def matches(item: Item, filters: dict[str, Any]) -> bool:
    """Whether the item passes every filter; a list of words passes any of them."""
    return all(_passes(item, name, wanted) for name, wanted in filters.items())


def _passes(item: Item, name: str, wanted: Any) -> bool:
    if name == "tags":
        return bool(set(item.tags) & set(_listed(wanted)))
    if name == "metadata":
        return all(
            key in item.metadata and _same_json(item.metadata[key], value)
            for key, value in wanted.items()
        )
    if name == "since":
        return item.occurred_at >= _moment(wanted)
    if name == "until":
        return item.occurred_at < _moment(wanted)
    if name in ("subject", "is_personal"):
        return bool(getattr(item, name) == wanted)
    return getattr(item, name) in _listed(wanted)


def _listed(wanted: Any) -> list[Any]:
    return [wanted] if isinstance(wanted, str) else list(wanted)


def _moment(wanted: Any) -> datetime:
    assert isinstance(wanted, datetime)
    return wanted


def _same_json(left: Any, right: Any) -> bool:
    """Equality as JSON sees it: true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)
