"""Listing items page by page."""

from __future__ import annotations

from remembrancer.core.limits import PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX
from remembrancer.core.validation import check_whole
from remembrancer.items.filters import ItemFilter
from remembrancer.items.page import Page
from remembrancer.ports import LedgerPoint, Reader


def page(
    reader: Reader,
    filter: ItemFilter,
    limit: int | None,
    cursor: str | None,
    at: LedgerPoint | None,
) -> Page:
    """One page of the requested size."""
    size = PAGE_ITEMS_DEFAULT if limit is None else limit
    check_whole(size, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
    return reader.items.page(filter, limit=size, after=cursor, at=at)
