"""Items just stored, as a sequence that makes each item when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from remembrancer.model.item import Item
from remembrancer.model.state import StoredItem


class AddedItems(Sequence[Item]):
    """Reads as a list of items. A hundred thousand of them cost little until they are read."""

    def __init__(self, make: Callable[[StoredItem], Item]) -> None:
        self._make = make
        self._entries: list[Item | StoredItem] = []
        self.known: set[str] = set()  # ids of those that were there before

    def append(self, entry: Item | StoredItem, *, is_known: bool = False) -> None:
        self._entries.append(entry)
        if is_known:
            self.known.add(entry.id)

    def extend(self, others: AddedItems) -> None:
        self._entries.extend(others._entries)
        self.known |= others.known

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(entry.id for entry in self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self._made(entry) for entry in self._entries[index]]
        return self._made(self._entries[index])

    def __repr__(self) -> str:
        return f"<{len(self)} items>"

    def _made(self, entry: Item | StoredItem) -> Item:
        return entry if isinstance(entry, Item) else self._make(entry)
