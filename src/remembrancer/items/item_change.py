"""A change of an item: one act, with each field before and after."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from remembrancer.core.base import Value


class FieldChange(Value):
    field: str
    before: Any
    after: Any


class ItemChange(Value):
    """Who did what to an item, when and why, and what became of its fields."""

    item_id: str
    at: datetime
    actor: str
    action: str  # item.update, review.approve, …
    reason: str | None
    fields: tuple[FieldChange, ...] = ()  # empty: it was added, or the act changed no field
