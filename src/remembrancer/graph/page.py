"""Pages of entities and relations."""

from __future__ import annotations

from collections.abc import Iterator

from remembrancer.core.base import Value
from remembrancer.items.entity import Entity
from remembrancer.items.relation import Relation


class EntityPage(Value):
    """A page of entities."""

    entities: tuple[Entity, ...]
    next: str | None = None  # the cursor of the next page; None: this is the last

    def __iter__(self) -> Iterator[Entity]:  # type: ignore[override]
        return iter(self.entities)

    def __len__(self) -> int:
        return len(self.entities)


class RelationPage(Value):
    """A page of relations."""

    relations: tuple[Relation, ...]
    next: str | None = None

    def __iter__(self) -> Iterator[Relation]:  # type: ignore[override]
        return iter(self.relations)

    def __len__(self) -> int:
        return len(self.relations)
