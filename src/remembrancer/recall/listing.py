"""Listing items page by page."""

from __future__ import annotations

from remembrancer.model.filter import ItemFilter
from remembrancer.model.page import Page
from remembrancer.ports import Point, Reader
from remembrancer.rules.limits import PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX
from remembrancer.rules.validation import check_whole


def page(
    reader: Reader,
    filter: ItemFilter,
    limit: int | None,
    cursor: str | None,
    at: Point | None,
) -> Page:
    """One page, of the size asked for."""
    size = PAGE_ITEMS_DEFAULT if limit is None else limit
    check_whole(size, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
    return reader.items(filter, limit=size, after=cursor, at=at)
