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
    CompoundSelect,
    FromClause,
    Select,
    and_,
    bindparam,
    false,
    func,
    not_,
    or_,
    select,
    true,
    union_all,
)

from remembrancer.core.ledger import Action
from remembrancer.core.preset import MessageReaders, ShownField
from remembrancer.graph.port import ChangedNodes, GraphEdge, GraphNode, Property
from remembrancer.items.entity import STATED, label_of_kind
from remembrancer.items.visibility import EVERYONE, REVIEWED
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.graph.edges import is_statement
from remembrancer.store.graph.projection_changes import (
    changed_edges,
    changed_entities,
    changed_items,
    edges_of_time,
    items_of_time,
    next_of_edges,
    next_of_items,
    seal_at,
)
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
_UNSETTLING = (Action.ERASE, Action.SPACE_CHANGE)
_UNSETTLING_FOR_ONE = (*_UNSETTLING, Action.PERSON_PUT)  # what everybody sees hangs on no person
_OWN = ("id", "name", "external_id", "kind")  # properties that attributes do not replace


class ProjectionRows:
    """Reads nodes and edges for a projection, all of them or those that changed."""

    def __init__(self, view: ScopedReader, items: ItemReads, *, is_shared: bool = False) -> None:
        self._view = view
        self._items_read = items
        self._queries = items.queries
        self._is_shared = is_shared  # only what everybody in the space may see
        recall = view.space.preset.recall
        self._are_reviewed = recall.agents_need_review
        self._are_read = recall.messages is MessageReaders.MEMBERS
        self._shown: dict[str, list[ShownField]] = defaultdict(list)
        for shown in view.space.preset.graph.shown:
            self._shown[shown.kind].append(shown)
        # All that the statements depend on beside the viewer's rights.
        self._variant = (is_shared, self._are_reviewed, self._are_read)

    def shared(self) -> ProjectionRows:
        """The same of what everybody in the space may see: it is the same whoever asks."""
        return ProjectionRows(self._view, self._items_read, is_shared=True)

    def sees_only_shared(self) -> bool:
        """Whether the viewer may see nothing in the graph but what everybody may.

        What begins later by the clock counts already, so that the answer holds until the ledger
        goes on.
        """
        now = iso(self._view.scope.now)
        return not any(
            self._view.one(build, self._variant, now=now)
            for build in (
                lambda: self._beyond(entity, self._all_entity_rows(entity.c.id)),
                lambda: self._beyond(edge, self._all_edge_rows(edge.c.id)),
                lambda: self._beyond_items(),
                lambda: self._beyond_evidence(),
            )
        )

    def seal_at(self, seq: int) -> str | None:
        """The hash of the ledger at a position, and the settings: of another history it is another
        one."""
        with self._view.connection.entered(self._view.space.number):  # whoever may see that row
            row = self._view.one(seal_at, at_seq=seq)
        if row is None:
            return None
        # What everybody sees hangs on settings, and another process may still have earlier ones.
        return f"{row[0]}:{int(self._are_reviewed)}{int(self._are_read)}"

    def nodes(self, ids: Collection[str] | None = None) -> list[GraphNode]:
        """All nodes, or those of these ids: entities that stand for others, and items."""
        return [*self._entities(ids), *self._items(ids)]

    def roots(self) -> dict[str, str]:
        """The entity that stands for each merged one."""
        rows = self._view.all(
            lambda: self._entity_rows(entity.c.id, entity_version.c.root).where(
                entity_version.c.merged_into.is_not(None)
            ),
            self._variant,
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
        rows = self._view.all(lambda: self._edge_rows(fields), fields, self._variant, **values)
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

    def edge_count(self) -> int:
        """How many relations hold now."""
        row = self._view.one(
            lambda: select(func.count()).select_from(self._held_edges(edge.c.number).subquery()),
            self._variant,
            now=iso(self._view.scope.now),
        )
        return int(row[0])

    def changed_since(self, seq: int, moment: datetime | None = None) -> ChangedNodes:
        """What changed after a position of the ledger, and what the clock changed after a time.

        Row-level security would hide what the viewer may see no longer, and so keep it in the
        projection. Only ids are read here: `nodes` and `edges` read with the viewer's rights.
        """
        with self._view.connection.entered(self._view.space.number):
            return self._changed_since(seq, moment)

    def is_unsettled_since(self, seq: int) -> bool:
        """Whether rows of the past changed after a position: something was erased, say."""
        with self._view.connection.entered(self._view.space.number):
            return self._is_unsettled_since(seq)

    def _changed_since(self, seq: int, moment: datetime | None) -> ChangedNodes:
        if self._is_unsettled_since(seq):
            return ChangedNodes(is_anew=True)
        entities, items, edges = (
            [row[0] for row in self._view.all(build, since=seq)]
            for build in (changed_entities, changed_items, changed_edges)
        )
        if moment is not None:
            passed = {"then": iso(moment), "now": iso(self._view.scope.now)}
            items += [row[0] for row in self._view.all(items_of_time, **passed)]
            edges += [row[0] for row in self._view.all(edges_of_time, **passed)]
        entities, items, edges = (list(dict.fromkeys(ids)) for ids in (entities, items, edges))
        return ChangedNodes(tuple(entities), tuple(items), tuple(edges))

    def _is_unsettled_since(self, seq: int) -> bool:
        unsettling = _UNSETTLING if self._is_shared else _UNSETTLING_FOR_ONE
        unsettled = self._view.one(
            lambda: (
                select(ledger.c.seq)
                .where(
                    ledger.c.space_n == bindparam("space_n"),
                    ledger.c.seq > bindparam("since"),
                    is_one_of(ledger.c.action, *(one.value for one in unsettling)),
                )
                .limit(1)
            ),
            self._variant,
            since=seq,
        )
        return unsettled is not None

    def next_change_at(
        self, *, items: Collection[str] | None = None, edges: Collection[str] | None = None
    ) -> datetime | None:
        """When the clock alone changes the graph next: something begins, ends or expires.

        Of all, or of these items and relations.
        """
        moments = []
        now = iso(self._view.scope.now)
        for build, ids in ((next_of_items, items), (next_of_edges, edges)):
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
            rows = self._view.all(lambda: query, self._variant)
        else:
            rows = self._view.all(
                lambda: query.where(among(entity_version.c.root, "ids")),
                "some",
                self._variant,
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
            attrs.pop(STATED, None)
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
            .where(is_live(), self._is_in_view(item), self._is_reviewed())
            .order_by(item.c.number)
        )
        now = iso(self._view.scope.now)
        if ids is None:
            rows = self._view.all(lambda: query, self._variant, now=now)
        else:
            rows = self._view.all(
                lambda: query.where(among(item.c.id, "ids")),
                self._variant,
                ids=pack(sorted(ids)),
                now=now,
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
                told = json.loads(data)
                for key, value in told.items():
                    if key not in _OWN:
                        properties[key] = _property(value)
                for shown in self._shown.get(kind, ()):
                    properties[shown.name] = _property(_first(told, shown.fields))
            yield GraphNode(id, ("Item", label_of_kind(kind)), properties)

    def _entity_rows(self, *columns: Any) -> Select[Any]:
        return self._all_entity_rows(*columns).where(self._is_in_view(entity))

    def _all_entity_rows(self, *columns: Any) -> Select[Any]:
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
                entity_version.c.salt.is_not(None),
                entity_version.c.until_seq.is_(None),
            )
        )

    def _edge_rows(self, fields: frozenset[str]) -> Select[Any]:
        columns = ("id", "type_key", "source", "target", "confidence", "attrs", "observed_at")
        query = self._held_edges(*(edge.c[name] for name in columns)).order_by(edge.c.number)
        if "ids" in fields:
            query = query.where(among(edge.c.id, "ids"))
        if "ends" in fields:
            query = query.where(edge.c.number.in_(_numbers_at_ends()))
        return query

    def _held_edges(self, *columns: Any) -> Select[Any]:
        return self._all_edge_rows(*columns).where(
            self._is_in_view(edge),
            or_(edge.c.valid_from.is_(None), edge.c.valid_from <= bindparam("now")),
            or_(edge.c.valid_until.is_(None), edge.c.valid_until > bindparam("now")),
        )

    def _all_edge_rows(self, *columns: Any) -> Select[Any]:
        return select(*columns).where(
            self._view.rights.visible(edge),
            edge.c.salt.is_not(None),
            edge.c.until_seq.is_(None),
            is_statement(),
        )

    def _stated(self, ids: Iterable[str] | None) -> dict[str, list[str]]:
        """The readable messages that state each relation."""

        def build() -> Select[Any]:
            query = (
                self._evidence_rows(edge_evidence.c.edge, message.c.id)
                .where(self._is_in_view(message), self._is_readable_to_all())
                .order_by(edge_evidence.c.number)
            )
            return query if ids is None else query.where(among(edge_evidence.c.edge, "ids"))

        values = {} if ids is None else {"ids": pack(ids)}
        found: dict[str, list[str]] = defaultdict(list)
        for id, message_id in self._view.all(build, ids is None, self._variant, **values):
            if message_id not in found[id]:
                found[id].append(message_id)
        return found

    def _evidence_rows(self, *columns: Any) -> Select[Any]:
        rights = self._view.rights
        return (
            select(*columns)
            .select_from(edge_evidence.join(message, is_row_of(edge_evidence.c.message_n, message)))
            .where(
                edge_evidence.c.space_n == bindparam("space_n"),
                rights.visible(message),
                rights.raw_readable(message),
                message.c.salt.is_not(None),
            )
        )

    def _is_in_view(self, table: FromClause) -> ColumnElement[bool]:
        return is_for_all(table) if self._is_shared else _is_shared_or_own(table)

    def _is_reviewed(self) -> ColumnElement[bool]:
        """Of an item that everybody may see: where programs need a review, it had one."""
        needs = self._is_shared and self._are_reviewed
        return is_one_of(item.c.review, *REVIEWED) if needs else true()

    def _is_readable_to_all(self) -> ColumnElement[bool]:
        """Of a message: members may read each other's, or nobody's is for all."""
        return true() if self._are_read or not self._is_shared else false()

    def _beyond(self, table: FromClause, rows: Select[Any]) -> Select[Any]:
        return rows.where(_is_shared_or_own(table), not_(is_for_all(table))).limit(1)

    def _beyond_items(self) -> Select[Any]:
        seen_by_all = and_(is_for_all(item), self.shared()._is_reviewed())
        return (
            self._queries.select(None, item.c.id)
            .where(is_live(), _is_shared_or_own(item), not_(seen_by_all))
            .limit(1)
        )

    def _beyond_evidence(self) -> Select[Any]:
        seen_by_all = and_(is_for_all(message), self.shared()._is_readable_to_all())
        rows = self._evidence_rows(message.c.id)
        return rows.where(_is_shared_or_own(message), not_(seen_by_all)).limit(1)


def is_for_all(table: FromClause) -> ColumnElement[bool]:
    """Everybody in the space may see it."""
    for_everyone = or_(table.c.audience.is_(None), table.c.audience == EVERYONE)
    return and_(table.c.is_personal == 0, for_everyone)


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


def _first(data: dict[str, Any], fields: Iterable[str]) -> Any:
    """The first of the fields with a value. Of a list of entries it is the text of the last."""
    value = next((data[name] for name in fields if data.get(name)), None)
    last = value[-1] if isinstance(value, list) else None
    return last.get("text") if isinstance(last, dict) else value


def _numbers_at_ends() -> CompoundSelect[Any]:
    """Relations at some nodes. Either end by its own index: with OR, SQLite reads all of them."""
    return union_all(
        *(
            select(edge.c.number).where(edge.c.space_n == bindparam("space_n"), among(end, "ends"))
            for end in (edge.c.source, edge.c.target)
        )
    )
