"""A page: part of a long list, with a cursor to the next part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import overload

from remembrancer.core.base import Value
from remembrancer.items.item import Item


class Page(Value):
    """Items in order, newest first. Iterate it, index it, or follow `next`."""

    items: tuple[Item, ...]
    next: str | None = None  # opaque; items(cursor=page.next) gives the next page

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:  # type: ignore[override]
        return iter(self.items)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        return self.items[index]
