"""The floor: what an engine costs without us. One table with an item's columns, one index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

HITS = 10
Found = list[tuple[object, ...]]


class Floor(Protocol):
    """Bare storage with the same durability as ours."""

    def add_many(self, items: Iterable[dict[str, str]]) -> None: ...
    def add(self, item: dict[str, str]) -> None: ...
    def recall(self, question: str, subject: str) -> Found: ...
    def close(self) -> None: ...


def open_floor(address: str) -> Floor:
    if address.startswith("postgresql://"):
        from bench.postgres_floor import PostgresFloor

        return PostgresFloor(address)
    from bench.sqlite_floor import SqliteFloor

    return SqliteFloor(address)
