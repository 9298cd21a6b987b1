"""The whole graph that the viewer may see, as nodes and edges for a graph engine.

Rows are read once and become nodes and edges without a form in between, because a projection of
100,000 relations is built while somebody waits.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
)

from remembrancer.core.ledger import Action
from remembrancer.graph.port import ChangedNodes, GraphEdge, GraphNode, Property
from remembrancer.items.entity import label_of_kind
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.in_force import is_live
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.rows import iso
from remembrancer.store.rows import moment as moment_of
from remembrancer.store.schema import (
    edge,
    edge_evidence,
    entity,
    entity_version,
    item,
    ledger,
    message,
    version,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

# After one of these a projection is built anew: they change or remove rows of the past.
_UNSETTLING = (Action.ERASE, Action.SPACE_CHANGE, Action.PERSON_PUT)
_OWN = ("id", "name", "external_id", "kind")  # properties that attributes do not replace


class ProjectionRows:
    """Reads nodes and edges for a projection, all of them or those that changed."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries

    def nodes(self, ids: Collection[str] | None = None) -> list[GraphNode]:
        """All nodes, or those of these ids: entities that stand for others, and items."""
        return [*self._entities(ids), *self._items(ids)]

    def roots(self) -> dict[str, str]:
        """The entity that stands for each merged one."""
        rows = self._view.all(
            lambda: self._entity_rows(entity.c.id, entity_version.c.root).where(
                entity_version.c.merged_into.is_not(None)
            )
        )
        return dict(rows)

    def edges(
        self, ids: Collection[str] | None = None, ends: Collection[str] | None = None
    ) -> Iterator[GraphEdge]:
        """All relations that hold now, or those of these ids, or those at these ends.

        Whether both ends may be seen is for the caller to check against the nodes.
        """
        fields = frozenset(
            name for name, value in (("ids", ids), ("ends", ends)) if value is not None
        )
        values: dict[str, Any] = {"now": iso(self._view.scope.now)}
        if ids is not None:
            values["ids"] = pack(sorted(ids))
        if ends is not None:
            values["ends"] = pack(sorted(ends))
        rows = self._view.all(lambda: self._edge_rows(fields), fields, **values)
        stated = self._stated([row[0] for row in rows] if fields else None)
        for id, type, source, target, confidence, attrs, observed_at in rows:
            properties: dict[str, Property] = {
                "confidence": confidence,
                "evidence": stated.get(id, []),
                "timestamp": observed_at,
            }
            if attrs != "{}":
                for key, value in json.loads(attrs).items():
                    properties.setdefault(key, _property(value))
            yield GraphEdge(id, type, source, target, properties)

    def changed_since(self, seq: int, moment: datetime | None = None) -> ChangedNodes:
        """What changed after a position of the ledger, and what the clock changed after a time."""
        unsettled = self._view.one(_unsettled, since=seq)
        if unsettled is not None:
            return ChangedNodes(is_anew=True)
        entities, items, edges = (
            [row[0] for row in self._view.all(build, since=seq)]
            for build in (_changed_entities, _changed_items, _changed_edges)
        )
        if moment is not None:
            passed = {"then": iso(moment), "now": iso(self._view.scope.now)}
            items += [row[0] for row in self._view.all(_items_of_time, **passed)]
            edges += [row[0] for row in self._view.all(_edges_of_time, **passed)]
        return ChangedNodes(tuple(entities), tuple(items), tuple(edges))

    def next_change_at(
        self, *, items: Collection[str] | None = None, edges: Collection[str] | None = None
    ) -> datetime | None:
        """When the clock alone changes the graph next: something begins, ends or expires.

        Of all, or of these items and relations.
        """
        moments = []
        now = iso(self._view.scope.now)
        for build, ids in ((_next_of_items, items), (_next_of_edges, edges)):
            if ids is not None and not ids:
                continue
            values = {} if ids is None else {"ids": pack(sorted(ids))}
            row = self._view.one(
                lambda build=build, ids=ids: build(is_some=ids is not None),
                build.__name__,
                ids is None,
                now=now,
                **values,
            )
            moments += [value for value in row or () if value is not None]
        return moment_of(min(moments)) if moments else None

    def _entities(self, ids: Collection[str] | None) -> Iterator[GraphNode]:
        query = self._entity_rows(
            entity.c.id,
            entity.c.kind,
            entity_version.c.name,
            entity_version.c.external_id,
            entity_version.c.attrs,
            entity_version.c.root,
        ).order_by(entity.c.number)
        if ids is None:
            rows = self._view.all(lambda: query)
        else:
            rows = self._view.all(
                lambda: query.where(among(entity_version.c.root, "ids")),
                "some",
                ids=pack(sorted(ids)),
            )
        groups: dict[str, list[Any]] = defaultdict(list)
        for row in rows:
            groups[row[5]].append(row)
        for root, members in groups.items():
            own = next((row for row in members if row[0] == root), None)
            if own is None:
                continue
            attrs: dict[str, Any] = {}
            for row in (*(row for row in members if row is not own), own):
                if row[4] != "{}":
                    attrs |= json.loads(row[4])
            external = own[3] or next((row[3] for row in members if row[3] is not None), None)
            properties: dict[str, Property] = {"id": external or root, "name": own[2]}
            if external is not None:
                properties["external_id"] = external
            for key, value in attrs.items():
                if key not in _OWN:
                    properties[key] = _property(value)
            yield GraphNode(root, (own[1],), properties)

    def _items(self, ids: Collection[str] | None) -> Iterator[GraphNode]:
        query = (
            self._queries.select(
                None,
                item.c.id,
                version.c.kind,
                version.c.title,
                version.c.content,
                version.c.subject,
                version.c.data,
                version.c.occurred_at,
                item.c.created_at,
            )
            .where(is_live(), _is_shared_or_own(item))
            .order_by(item.c.number)
        )
        now = iso(self._view.scope.now)
        if ids is None:
            rows = self._view.all(lambda: query, now=now)
        else:
            rows = self._view.all(
                lambda: query.where(among(item.c.id, "ids")), ids=pack(sorted(ids)), now=now
            )
        for id, kind, title, content, subject, data, occurred_at, created_at in rows:
            properties: dict[str, Property] = {
                "id": id,
                "name": title or content,
                "content": content,
                "timestamp": occurred_at,
                "created_at": created_at,
            }
            if subject is not None:
                properties["subject"] = subject
            if data != "{}":
                for key, value in json.loads(data).items():
                    if key not in _OWN:
                        properties[key] = _property(value)
            yield GraphNode(id, ("Item", label_of_kind(kind)), properties)

    def _entity_rows(self, *columns: Any) -> Select[Any]:
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
                self._view.rights.visible(entity),
                _is_shared_or_own(entity),
                entity_version.c.salt.is_not(None),
                entity_version.c.until_seq.is_(None),
            )
        )

    def _edge_rows(self, fields: frozenset[str]) -> Select[Any]:
        columns = ("id", "type_key", "source", "target", "confidence", "attrs", "observed_at")
        query = (
            select(*(edge.c[name] for name in columns))
            .where(
                self._view.rights.visible(edge),
                _is_shared_or_own(edge),
                edge.c.salt.is_not(None),
                edge.c.until_seq.is_(None),
                or_(edge.c.valid_from.is_(None), edge.c.valid_from <= bindparam("now")),
                or_(edge.c.valid_until.is_(None), edge.c.valid_until > bindparam("now")),
            )
            .order_by(edge.c.number)
        )
        if "ids" in fields:
            query = query.where(among(edge.c.id, "ids"))
        if "ends" in fields:
            query = query.where(or_(among(edge.c.source, "ends"), among(edge.c.target, "ends")))
        return query

    def _stated(self, ids: Iterable[str] | None) -> dict[str, list[str]]:
        """The readable messages that state each relation."""
        rights = self._view.rights

        def build() -> Select[Any]:
            query = (
                select(edge_evidence.c.edge, message.c.id)
                .select_from(
                    edge_evidence.join(message, is_row_of(edge_evidence.c.message_n, message))
                )
                .where(
                    edge_evidence.c.space_n == bindparam("space_n"),
                    rights.visible(message),
                    rights.raw_readable(message),
                    _is_shared_or_own(message),
                    message.c.salt.is_not(None),
                )
                .order_by(edge_evidence.c.number)
            )
            return query if ids is None else query.where(among(edge_evidence.c.edge, "ids"))

        values = {} if ids is None else {"ids": pack(ids)}
        found: dict[str, list[str]] = defaultdict(list)
        for id, message_id in self._view.all(build, ids is None, **values):
            if message_id not in found[id]:
                found[id].append(message_id)
        return found


def _is_shared_or_own(table: FromClause) -> ColumnElement[bool]:
    """Nothing personal to others is in a projection, whoever asks: it would be on no record."""
    return or_(table.c.is_personal == 0, table.c.owner == bindparam("viewer"))


def _property(value: Any) -> Property:
    """A value that every engine holds: maps, mixed and nested lists become JSON text."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    is_even = isinstance(value, list) and len({type(one) for one in value}) == 1
    if is_even and isinstance(value[0], str | int | float | bool):
        return list(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _unsettled() -> Select[Any]:
    return (
        select(ledger.c.seq)
        .where(
            ledger.c.space_n == bindparam("space_n"),
            ledger.c.seq > bindparam("since"),
            is_one_of(ledger.c.action, *(one.value for one in _UNSETTLING)),
        )
        .limit(1)
    )


def _changed_entities() -> Select[Any]:
    """The entities that stood or stand for a changed one."""
    new, state = entity_version.alias("new"), entity_version
    return (
        select(state.c.root)
        .distinct()
        .select_from(
            new.join(
                state, and_(state.c.space_n == new.c.space_n, state.c.entity_n == new.c.entity_n)
            )
        )
        .where(new.c.space_n == bindparam("space_n"), new.c.seq > bindparam("since"))
    )


def _changed_items() -> Select[Any]:
    return (
        select(item.c.id)
        .distinct()
        .join(version, is_row_of(version.c.item_n, item))
        .where(version.c.space_n == bindparam("space_n"), version.c.seq > bindparam("since"))
    )


def _changed_edges() -> Select[Any]:
    return (
        select(edge.c.id)
        .distinct()
        .where(edge.c.space_n == bindparam("space_n"), edge.c.seq > bindparam("since"))
    )


def _items_of_time() -> Select[Any]:
    return (
        select(item.c.id)
        .join(version, is_row_of(version.c.item_n, item))
        .where(
            version.c.space_n == bindparam("space_n"),
            version.c.until_seq.is_(None),
            or_(_came(version.c.expires_at), _came(version.c.valid_until)),
        )
    )


def _edges_of_time() -> Select[Any]:
    return select(edge.c.id).where(
        edge.c.space_n == bindparam("space_n"),
        edge.c.until_seq.is_(None),
        or_(_came(edge.c.valid_from), _came(edge.c.valid_until)),
    )


def _came(column: ColumnElement[Any]) -> ColumnElement[bool]:
    """The time in the column came since the projection was last brought up to date."""
    return and_(column > bindparam("then"), column <= bindparam("now"))


def _next_of_items(*, is_some: bool) -> Select[Any]:
    query = (
        select(_earliest(version.c.expires_at), _earliest(version.c.valid_until))
        .select_from(version.join(item, is_row_of(version.c.item_n, item)))
        .where(version.c.space_n == bindparam("space_n"), version.c.until_seq.is_(None))
    )
    return query.where(among(item.c.id, "ids")) if is_some else query


def _next_of_edges(*, is_some: bool) -> Select[Any]:
    query = select(_earliest(edge.c.valid_from), _earliest(edge.c.valid_until)).where(
        edge.c.space_n == bindparam("space_n"), edge.c.until_seq.is_(None)
    )
    return query.where(among(edge.c.id, "ids")) if is_some else query


def _earliest(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return func.min(case((column > bindparam("now"), column)))
