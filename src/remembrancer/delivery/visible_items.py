"""Items that may be put before a caller unasked: in use, reviewed where the space asks for it, and
nothing that is personal to somebody else, not even for an admin."""

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
    """Those of these items that may be put before the caller, their words as an agent may read
    them."""
    viewer, rules = scope.viewer, scope.space.preset.recall
    return [
        delivered(one)
        for one in items
        if may_recall_review(viewer, rules, owner=one.source_user, review=one.review)
        and (not one.is_personal or one.source_user == viewer.name)
        and (one.valid_from is None or one.valid_from <= scope.now)
    ]


def unasked(reader: Reader, scope: Scope, items: Iterable[Item]) -> list[Item]:
    """The same of what was just read, of which nothing else counts as looked at."""
    found = for_caller(scope, items)
    reader.only_looked_at(())  # what is personal to others was not put before anybody
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
    """The newest items in use for the caller, of these kinds or of all; so many are looked at.

    Bare ones come without evidence, for those who only read what they say.
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
