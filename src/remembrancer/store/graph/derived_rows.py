"""What derived attributes are computed from: rows that everybody in the space may see."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, not_, select

from remembrancer.core.ledger import Action
from remembrancer.graph.port import ChangedByUnit, RelatedNodes
from remembrancer.items.entity import STATED
from remembrancer.items.item import Lifecycle
from remembrancer.items.visibility import REVIEWED, WITHDRAWN
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.graph.projection_rows import ProjectionRows, is_for_all
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import edge, entity, entity_version, item, version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.unit_of_work import UnitOfWork

# What may change a derived attribute. A new item alone has no relation yet.
CHANGING: Final = frozenset(
    one
    for one in Action
    if one is Action.ERASE
    or one.value.startswith(("entity.", "edge.", "review."))
    or (one.value.startswith("item.") and one not in (Action.ITEM_ADD, Action.ITEM_LOOK))
)


class DerivedRows:
    """Reads nodes and relations for derived attributes within one unit of work."""

    def __init__(self, work: UnitOfWork, items: ItemReads) -> None:
        self._work = work
        self._queries = items.queries
        self._projection = ProjectionRows(work, items, is_shared=True)
        self._are_reviewed = work.space.preset.recall.agents_need_review

    def changed(self) -> ChangedByUnit | None:
        """What this unit changed; None: something was erased."""
        self._work.flush()
        if self._work.has_erased:
            return None
        since = self._work.settled_position()
        found = self._projection.changed_since(since)
        if found.is_anew:
            return None
        ends: dict[str, set[str]] = defaultdict(set)
        if found.edges:
            for type, source, target in self._work.all(_changed_ends, since=since):
                ends[type] |= {source, target}
        return ChangedByUnit({*found.entities, *found.items}, ends)

    def of_kind(self, kind: str, ids: Collection[str] | None = None) -> tuple[str, ...]:
        """The entities of a kind that everybody may see, of all or of these ids."""
        if ids is not None and not ids:
            return ()

        def build() -> Select[Any]:
            query = self._entities(entity_version.c.root).where(entity.c.kind == bindparam("kind"))
            return query if ids is None else query.where(among(entity.c.id, "ids"))

        values = {} if ids is None else {"ids": pack(sorted(ids))}
        rows = self._work.all(build, ids is None, kind=kind, **values)
        return tuple(dict.fromkeys(row[0] for row in rows))

    def steps(self, ids: Collection[str], type: str, *, is_forward: bool) -> list[RelatedNodes]:
        """The relations of a type on record from these nodes, or else to them."""
        if not ids:
            return []
        self._work.flush()
        standing = self._standing(ids)
        near, far = (edge.c.source, edge.c.target)[:: 1 if is_forward else -1]
        rows = self._work.all(
            lambda: select(near, far, edge.c.observed_at).where(
                self._work.rights.visible(edge),
                is_for_all(edge),
                edge.c.salt.is_not(None),
                edge.c.until_seq.is_(None),
                edge.c.ended_at.is_(None),
                edge.c.type_key == bindparam("type"),
                among(near, "ids"),
            ),
            is_forward,
            type=type,
            ids=pack(sorted(standing)),
        )
        ends = self._there({row[1] for row in rows})
        return [
            RelatedNodes(standing[near], ends[far], seen_at)
            for near, far, seen_at in rows
            if far in ends and standing[near] != ends[far]
        ]

    def attrs(self, ids: Collection[str]) -> dict[str, dict[str, Any]]:
        """The attributes of entities, and the data of items."""
        if not ids:
            return {}
        wanted = pack(sorted(ids))
        found: dict[str, dict[str, Any]] = {}
        columns = (entity.c.id, entity_version.c.root, entity_version.c.attrs)
        rows = self._work.all(
            lambda: self._entities(*columns).where(among(entity_version.c.root, "ids")), ids=wanted
        )
        for _id, root, text in sorted(rows, key=lambda row: row[0] == row[1]):  # its own last
            found.setdefault(root, {}).update(json.loads(text))
        for one in found.values():
            one.pop(STATED, None)
        data = self._work.all(
            lambda: self._items(item.c.id, version.c.data).where(among(item.c.id, "ids")),
            ids=wanted,
        )
        return found | {id: json.loads(text) for id, text in data}

    def _standing(self, ids: Collection[str]) -> dict[str, str]:
        """All ids of these nodes, with that of the entity that stands for each."""
        wanted = pack(sorted(ids))
        found = {id: id for id in ids}
        # One look by each index: with OR, SQLite reads all entities.
        for column in (entity_version.c.root, entity.c.id):
            rows = self._work.all(
                lambda column=column: self._entities(entity.c.id, entity_version.c.root).where(
                    among(column, "ids")
                ),
                column.name,
                ids=wanted,
            )
            found |= dict(rows)
        return found

    def _there(self, ids: Collection[str]) -> dict[str, str]:
        """Those of these nodes that everybody may see, with the entity that stands for each."""
        if not ids:
            return {}
        wanted = pack(sorted(ids))
        entities = self._work.all(
            lambda: self._entities(entity.c.id, entity_version.c.root).where(
                among(entity.c.id, "ids")
            ),
            ids=wanted,
        )
        items = self._work.all(
            lambda: self._items(item.c.id).where(among(item.c.id, "ids")), ids=wanted
        )
        return dict(entities) | {row[0]: row[0] for row in items}

    def _entities(self, *columns: Any) -> Select[Any]:
        return (
            select(*columns)
            .select_from(
                entity.join(
                    entity_version,
                    and_(
                        is_row_of(entity_version.c.entity_n, entity),
                        entity_version.c.space_n == bindparam("space_n"),
                    ),
                )
            )
            .where(
                self._work.rights.visible(entity),
                is_for_all(entity),
                entity_version.c.salt.is_not(None),
                entity_version.c.until_seq.is_(None),
            )
        )

    def _items(self, *columns: Any) -> Select[Any]:
        """Items that nobody took back. One that was replaced was there, and so it counts."""
        return self._queries.select(None, *columns).where(
            is_for_all(item),
            version.c.lifecycle != Lifecycle.DISMISSED.value,
            self._is_reviewed(),
        )

    def _is_reviewed(self) -> ColumnElement[bool]:
        if self._are_reviewed:
            return is_one_of(item.c.review, *REVIEWED)
        return not_(is_one_of(item.c.review, *WITHDRAWN))


def _changed_ends() -> Select[Any]:
    return select(edge.c.type_key, edge.c.source, edge.c.target).where(
        edge.c.space_n == bindparam("space_n"), edge.c.seq > bindparam("since")
    )
