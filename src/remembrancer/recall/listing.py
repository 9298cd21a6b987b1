"""Listing items page by page."""

from __future__ import annotations

from remembrancer.model.filter import ItemFilter
from remembrancer.model.page import Page
from remembrancer.ports import Point, Reader
from remembrancer.rules.limits import PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX
from remembrancer.rules.validation import check_name, check_whole


def page(
    reader: Reader,
    filter: ItemFilter,
    limit: int | None,
    cursor: str | None,
    at: Point | None,
) -> Page:
    """One page, and the cursor of the next if there is one."""
    size = PAGE_ITEMS_DEFAULT if limit is None else limit
    check_whole(size, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
    if cursor is not None:
        check_name(cursor, "cursor")
    found = reader.items(filter, limit=size + 1, after=cursor, at=at)
    return Page(items=found[:size], next=found[size - 1].id if len(found) > size else None)
