"""Items just stored, as a sequence that builds each item when it is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, overload

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from remembrancer.items.item import Item
from remembrancer.items.state import StoredItem


class AddedItem(Item):
    """An item just stored, as others get it."""

    is_known: bool = False  # True: it existed before and is returned unchanged


class AddedItems(Sequence[Item]):
    """Reads as a list of items. A hundred thousand of them cost little until they are read."""

    def __init__(self, make: Callable[[StoredItem], Item]) -> None:
        self._make = make
        self._entries: list[Item | StoredItem] = []
        self.known: set[str] = set()  # ids of items that existed before

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

    def told(self) -> list[AddedItem]:
        """All items, each with its `is_known` flag."""
        return [
            AddedItem.trusted({**vars(entry), "is_known": entry.id in self.known}) for entry in self
        ]

    @classmethod
    def heard(cls, items: Sequence[AddedItem]) -> Self:
        """Rebuilds the sequence from the result of `told`."""
        made = cls(_already_made)
        for item in items:
            fields = {name: value for name, value in vars(item).items() if name != "is_known"}
            made.append(Item.trusted(fields), is_known=item.is_known)
        return made

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Converts to and from JSON as a list."""
        listed = handler.generate_schema(list[AddedItem])
        return core_schema.no_info_after_validator_function(
            cls.heard,
            listed,
            serialization=core_schema.plain_serializer_function_ser_schema(
                cls.told, return_schema=listed
            ),
        )

    def _made(self, entry: Item | StoredItem) -> Item:
        return entry if isinstance(entry, Item) else self._make(entry)


def _already_made(stored: StoredItem) -> Item:
    raise AssertionError(f"{stored.id} was told as an item.")
