"""Items that may be offered to a caller: active, and reviewed if the space requires it.

Items personal to somebody else are never included, not even for an admin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.core.scope import Scope
from remembrancer.items.delivered_text import delivered
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.visibility import may_recall_review
from remembrancer.ports import Reader


def for_caller(scope: Scope, items: Iterable[Item]) -> list[Item]:
    """The items that may be offered to the caller, with their text cleaned for an agent."""
    viewer, rules = scope.viewer, scope.space.preset.recall
    return [
        delivered(item)
        for item in items
        if may_recall_review(viewer, rules, owner=item.source_user, review=item.review)
        and (not item.is_personal or item.source_user == viewer.name)
        and (item.valid_from is None or item.valid_from <= scope.now)
    ]


def unasked(reader: Reader, scope: Scope, items: Iterable[Item]) -> list[Item]:
    """The same for items just read, without recording that they were read."""
    found = for_caller(scope, items)
    reader.only_looked_at(())  # personal items of others were not shown to anybody
    return found


def in_use(
    reader: Reader,
    scope: Scope,
    *,
    kinds: tuple[str, ...] | None = None,
    subject: str | None = None,
    is_shared: bool = False,
    is_bare: bool = False,
    limit: int,
) -> list[Item]:
    """The newest active items for the caller, of these kinds or of all, limited in number.

    Bare items come without evidence, for readers that need only the content.
    """
    filter = ItemFilter(
        subject=subject,
        kind=kinds,
        lifecycle=(Lifecycle.ACTIVE,),
        is_personal=False if is_shared else None,
    )
    return unasked(reader, scope, _pages(reader, filter, limit, is_bare))


def _pages(reader: Reader, filter: ItemFilter, limit: int, is_bare: bool) -> Iterator[Item]:
    left, cursor = limit, None
    while left > 0:
        count = min(left, PAGE_ITEMS_MAX)
        page = reader.items.page(filter, limit=count, after=cursor, is_bare=is_bare)
        yield from page.items
        left, cursor = left - len(page.items), page.next
        if cursor is None:
            return
