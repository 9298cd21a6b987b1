"""A reminder: something that has to be done soon, or should have been."""

from __future__ import annotations

from datetime import date

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class Reminder(Value):
    item: Item
    deadline: date
    days: int  # until then; below zero it is overdue
    owner: str | None = None  # who has to do it, where somebody said so
    receipt: str | None = None  # of handing it out, where that was asked for
    left_out: int = 0  # that are due as well, had no room beside it, and come with the next call
