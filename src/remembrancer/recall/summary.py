"""A summary: the items about one subject, grouped by kind."""

from __future__ import annotations

from typing import Final

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class Summary(Value):
    subject: str
    groups: dict[str, tuple[Item, ...]]  # by kind, newest first, capped
    totals: dict[str, int]  # by kind, before the cap


COUNTED_BY: Final = ("kind", "status", "domain", "category")


class Stats(Value):
    """Counts over what is shared. What is personal is left out, for everyone."""

    items: int
    by_kind: dict[str, int]  # empty if not requested; so are the others
    by_status: dict[str, int]
    by_domain: dict[str, int]
    by_category: dict[str, int]
    messages: int
    sources: int
