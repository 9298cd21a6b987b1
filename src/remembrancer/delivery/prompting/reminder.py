"""A reminder: something that is due soon or overdue."""

from __future__ import annotations

from datetime import date

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class Reminder(Value):
    item: Item
    deadline: date
    days: int  # days until the deadline; negative: overdue
    owner: str | None = None  # the assignee, if known
    receipt: str | None = None  # of its delivery, if requested
    left_out: int = 0  # other due items that did not fit and follow with the next call
