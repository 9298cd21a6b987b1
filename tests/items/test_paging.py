"""Paging: walking a list by cursor misses nothing and gives nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from remembrancer import InvalidInput, Item, Memory, Page
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import position
from tests.people import ANNA, BERT


def walk(pages: Callable[..., Page], *, limit: int, **filters: Any) -> Iterator[Item]:
    """Every item, page by page."""
    cursor = None
    while True:
        page = pages(limit=limit, cursor=cursor, **filters)
        assert len(page) <= limit
        yield from page
        cursor = page.next
        if cursor is None:
            return


def add(store: Memory, count: int, **fields: Any) -> list[str]:
    return [
        item.id for item in store.add_many({"content": f"item {n}", **fields} for n in range(count))
    ]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 10, 23, 24, 500])
def test_a_walk_gives_everything_once_newest_first(memory: MemoryFactory, limit: int) -> None:
    """Whatever the size of a page, the walk is the same."""
    store = memory()
    ids = add(store, 23)
    assert [item.id for item in walk(store.items, limit=limit)] == ids[::-1]


def test_the_last_page_has_no_next(memory: MemoryFactory) -> None:
    """Also where the items fill the last page exactly, and where there are none."""
    store = memory()
    assert store.items() == Page(items=(), next=None)
    add(store, 10)
    page = store.items(limit=5)
    assert page.next is not None
    assert store.items(limit=5, cursor=page.next).next is None
    assert store.items(limit=10).next is None


def test_a_page_is_fifty_unless_asked(memory: MemoryFactory) -> None:
    """The default size is one that a reader can take in."""
    store = memory()
    add(store, 60)
    page = store.items()
    assert len(page) == 50
    assert len(store.items(cursor=page.next)) == 10


def test_items_added_meanwhile_disturb_nothing(memory: MemoryFactory) -> None:
    """A walk under way sees each older item once, however many are added in front."""
    store = memory()
    ids = add(store, 20)
    seen = []
    for item in walk(store.items, limit=3):
        seen.append(item.id)
        add(store, 2)
    assert seen == ids[::-1]


def test_items_changed_meanwhile_come_once(memory: MemoryFactory) -> None:
    """A change moves no item in the list; what stops matching ahead of the walk is left out."""
    store = memory()
    ids = add(store, 12)
    seen = []
    for count, item in enumerate(walk(store.items, limit=2, lifecycle="active"), start=1):
        seen.append(item.id)
        store.update(item.id, title=f"seen {count}")
        if count == 4:
            store.dismiss(item.id)  # the item that the next cursor stands on
            store.dismiss(ids[0])
    assert seen == ids[:0:-1]


def test_a_walk_goes_on_where_an_item_was_hidden(memory: MemoryFactory) -> None:
    """The item behind a cursor may become personal to somebody: the cursor still works."""
    store = memory()
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    ids = add(anna, 6)
    page = bert.items(limit=2)
    anna.update(page[-1].id, is_personal=True)
    rest = list(bert.items(cursor=page.next))
    assert [item.id for item in rest] == ids[3::-1]


def test_a_cursor_tells_nothing_of_hidden_items(memory: MemoryFactory) -> None:
    """The id of somebody's personal item is as good a cursor as an id that never was."""
    store = memory()
    hidden = store.acting_as(ANNA).add(content="my own", is_personal=True)
    add(store, 3)
    bert = store.acting_as(BERT)

    def answer(cursor: str) -> object:
        try:
            return bert.items(cursor=cursor).items
        except InvalidInput:
            return InvalidInput

    assert answer(hidden.id) == answer("km_000000000000")


def test_filters_hold_on_every_page(memory: MemoryFactory) -> None:
    """A filtered walk is the filtered list."""
    store = memory()
    for n in range(30):
        store.add(content=f"item {n}", subject=("ellen", "tom")[n % 2], kind="fact")
    whole = store.items(limit=500, subject="ellen").items
    assert tuple(walk(store.items, limit=4, subject="ellen")) == whole
    assert len(whole) == 15


def test_the_past_is_paged_too(memory: MemoryFactory) -> None:
    """A walk `as_of` a position gives what was there then, whatever came since."""
    store = memory()
    ids = add(store, 9)
    then = position(store)
    for id in ids[::2]:
        store.dismiss(id)
    add(store, 5)
    past = [item.id for item in walk(store.items, limit=2, as_of=then, lifecycle="active")]
    assert past == ids[::-1]


def test_contributions_are_paged(memory: MemoryFactory) -> None:
    """S4-55: the caller's own items, page by page, and nobody else's."""
    store = memory("corporate")
    anna = store.acting_as(ANNA)
    ids = add(anna, 7)
    add(store.acting_as(BERT), 4)
    assert [item.id for item in walk(anna.my_contributions, limit=3)] == ids[::-1]


@ON_THE_FASTEST
@pytest.mark.parametrize("cursor", ["", "nonsense", "km_000000000000", "x" * 300, 7, ["a"]])
def test_what_is_no_cursor_is_refused(memory: MemoryFactory, cursor: Any) -> None:
    """A cursor comes from an earlier page and from nowhere else."""
    store = memory()
    add(store, 3)
    with pytest.raises(InvalidInput, match="cursor") as refusal:
        store.items(cursor=cursor)
    assert refusal.value.field == "cursor"


def test_a_cursor_of_another_space_is_refused(fresh_store: MemoryFactory) -> None:
    """A cursor holds in its own space only."""
    store = fresh_store()
    other = store.in_space("southgate", "adviser")
    add(store, 3)
    add(other, 3)
    cursor = store.items(limit=1).next
    with pytest.raises(InvalidInput, match="cursor"):
        other.items(cursor=cursor)


@ON_THE_FASTEST
@pytest.mark.parametrize("limit", [0, -1, 501, 2.0, "5", True, 10**30])
def test_a_page_has_a_size_within_reason(memory: MemoryFactory, limit: Any) -> None:
    """From 1 to 500, a whole number."""
    store = memory()
    for pages in (store.items, store.my_contributions):
        with pytest.raises(InvalidInput, match="from 1 to 500") as refusal:
            pages(limit=limit)
        assert refusal.value.field == "limit"
