"""Listing items page by page."""

from __future__ import annotations

from remembrancer.errors import InvalidInput
from remembrancer.model.filter import ItemFilter
from remembrancer.model.page import Page
from remembrancer.ports import Point, Reader
from remembrancer.rules.limits import PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX


def page(
    reader: Reader,
    filter: ItemFilter,
    limit: int | None,
    cursor: str | None,
    at: Point | None,
) -> Page:
    """One page, and the cursor of the next if there is one."""
    size = PAGE_ITEMS_DEFAULT if limit is None else limit
    if type(size) is not int or not 1 <= size <= PAGE_ITEMS_MAX:
        raise InvalidInput(
            f"limit is a number from 1 to {PAGE_ITEMS_MAX}, not {limit!r}.", field="limit"
        )
    if cursor is not None and not isinstance(cursor, str):
        raise InvalidInput("cursor is the `next` of an earlier page.", field="cursor")
    found = reader.items(filter, limit=size + 1, after=cursor, at=at)
    return Page(items=found[:size], next=found[size - 1].id if len(found) > size else None)
