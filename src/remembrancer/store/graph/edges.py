"""Relations of the graph: each with its states, of which one is in force, and its evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    literal_column,
    or_,
    select,
    update,
)

from remembrancer.core.errors import NotFound
from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.ledger import Action
from remembrancer.items.entity import POSSIBLE_DUPLICATE
from remembrancer.items.graph_port import StatingMessage
from remembrancer.items.item import Trust
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.ports import LedgerPoint
from remembrancer.store.dialect import among, pack
from remembrancer.store.graph.edge_rows import EDGE_COLUMNS, EDGE_NAMES, relation_from
from remembrancer.store.graph.entity_states import in_force, stands_in_sight
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.rows import iso, moment, to_json
from remembrancer.store.schema import (
    conversation,
    edge,
    edge_evidence,
    entity,
    entity_version,
    item,
    message,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork

_SEALED_TIMES = ("observed_at", "valid_from", "valid_until", "ended_at")


class EdgeReads:
    """Relations that the viewer may see, with both their ends."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries

    def listed(
        self,
        *,
        ids: Collection[str] | None = None,
        ends: Collection[str] | None = None,
        types: Collection[str] | None = None,
        within: Collection[str] | None = None,
        sources: Collection[str] | None = None,
        limit: int | None = None,
        at: LedgerPoint | None = None,
        holds_at: datetime | None = None,
    ) -> tuple[Relation, ...]:
        """Relations by their ids, by an end, by both ends (`within`), by where they start or by
        type, in the order in which they came to be as they are. `holds_at`: only those that hold
        then in the world."""
        given = {"ids": ids, "ends": ends, "types": types, "within": within, "sources": sources}
        rows = self._rows(given, at, holds_at, after=None, limit=limit)
        return self.relations(rows, at)

    def page(
        self,
        *,
        ends: Collection[str] | None = None,
        types: Collection[str] | None = None,
        after: str | None = None,
        limit: int,
        at: LedgerPoint | None = None,
        holds_at: datetime | None = None,
    ) -> tuple[tuple[Relation, ...], str | None]:
        """The same, and the opaque cursor of the next page if there is one."""
        given = {"ends": ends, "types": types}
        rows = self._rows(given, at, holds_at, after=after, limit=limit + 1)
        shown = rows[:limit]
        is_last = len(rows) <= limit
        cursor = None if is_last else seal_position(self._view.space.key, shown[-1][0])
        return self.relations(shown, at), cursor

    def few(
        self,
        ends: Collection[str],
        *,
        types: Collection[str] | None,
        at: LedgerPoint | None,
        holds_at: datetime | None,
        most: int,
    ) -> tuple[Relation, ...] | None:
        """All relations of these nodes; None: there are more than so many, and none is read."""
        given = {"ends": ends, "types": types}
        rows = self._rows(given, at, holds_at, after=None, limit=most + 1)
        return None if len(rows) > most else self.relations(rows, at)

    def _rows(
        self,
        given: Mapping[str, Collection[str] | None],
        at: LedgerPoint | None,
        holds_at: datetime | None,
        *,
        after: str | None,
        limit: int | None,
    ) -> list[Any]:
        values: dict[str, Any] = {
            name: pack(sorted(value)) for name, value in given.items() if value is not None
        }
        if after is not None:
            values["after"] = open_position(self._view.space.key, after)
        if holds_at is not None:
            values["holds_at"] = iso(holds_at)
        fields = frozenset(values)
        if limit is not None:
            values["count"] = limit
        if at is not None:
            values["point"] = at.seq
        return self._view.all(
            lambda: self._listing(at, fields, limit is not None),
            at is None,
            fields,
            limit is None,
            **values,
        )

    def relations(
        self, rows: Sequence[Sequence[Any]], at: LedgerPoint | None = None
    ) -> tuple[Relation, ...]:
        """The relations of rows that the viewer may see, with their evidence."""
        return tuple(map(self.relation_maker([row[1] for row in rows], at), rows))

    def relation_maker(
        self, ids: Sequence[str], at: LedgerPoint | None = None
    ) -> Callable[[Sequence[Any]], Relation]:
        """Makes relations with these ids, which the viewer may see, of their rows."""
        stated, made = self._stated(ids, at).get, self._relation
        return lambda row: made(row, stated(row[1], ()))

    def _relation(self, row: Sequence[Any], stated: Sequence[tuple[str | None, bool]]) -> Relation:
        made = relation_from(row, stated)
        if made.is_personal:
            self._view.note_look(made.id, made.owner, True, Action.GRAPH_LOOK)
        return made

    def _stated(
        self, ids: Sequence[str], at: LedgerPoint | None
    ) -> dict[str, list[tuple[str | None, bool]]]:
        """The messages that state each relation, and whether the viewer may read them."""
        if not ids:
            return {}
        view = self._view
        # Who sees a message and may not read it still learns that the relation is proven. The wall
        # of a server hides such a message, so the query, which asks for the rights itself, enters.
        space_n = view.space.number
        view.touch()
        inside = nullcontext() if view.rights.reads_all_raw else view.connection.entered(space_n)
        with inside:
            rows = view.all(
                lambda: self._evidence(at),
                at is None,
                ids=pack(ids),
                **({} if at is None else {"point": at.seq}),
            )
        found: dict[str, list[tuple[str | None, bool]]] = defaultdict(list)
        for id, message_id, is_read in rows:
            found[id].append((message_id, bool(is_read)))
        return found

    def _evidence(self, at: LedgerPoint | None) -> Select[Any]:
        rights = self._view.rights
        is_read = and_(rights.visible(message), rights.raw_readable(message)).label("is_read")
        query = (
            select(edge_evidence.c.edge, message.c.id, is_read)
            .select_from(edge_evidence.join(message, is_row_of(edge_evidence.c.message_n, message)))
            .where(
                edge_evidence.c.space_n == bindparam("space_n"),
                edge_evidence.c.salt.is_not(None),
                rights.visible(message),
                message.c.salt.is_not(None),
                among(edge_evidence.c.edge, "ids"),
            )
            .order_by(edge_evidence.c.number)
        )
        return query if at is None else query.where(edge_evidence.c.seq <= bindparam("point"))

    def select(self, at: LedgerPoint | None, *columns: Any) -> Select[Any]:
        """All reads of relations go through here. Leaves out what is hidden or erased."""
        return select(*(columns or EDGE_COLUMNS)).where(
            self._view.rights.visible(edge),
            edge.c.salt.is_not(None),
            in_force(edge, at),
            self._is_seen(edge.c.source, at),
            self._is_seen(edge.c.target, at),
        )

    def _listing(
        self, at: LedgerPoint | None, fields: frozenset[str], is_limited: bool
    ) -> Select[Any]:
        # Where nodes are named, their relations are few: walking along all in the order of their
        # numbers until enough are found, as a limit suggests it to either engine, takes longer.
        is_named = bool(fields & {"ids", "ends", "within", "sources"})
        number = edge.c.number + literal_column("0") if is_named else edge.c.number
        query = self.select(at).order_by(number)
        if "after" in fields:
            query = query.where(number > bindparam("after"))
        if "holds_at" in fields:
            query = query.where(holds())
        if "ids" in fields:
            query = query.where(among(edge.c.id, "ids"))
        if "ends" in fields:
            query = query.where(or_(among(edge.c.source, "ends"), among(edge.c.target, "ends")))
        if "within" in fields:
            query = query.where(among(edge.c.source, "within"), among(edge.c.target, "within"))
        if "sources" in fields:
            query = query.where(among(edge.c.source, "sources"))
        if "types" in fields:
            query = query.where(among(edge.c.type_key, "types"))
        elif "ids" not in fields:
            query = query.where(is_statement())
        return query.limit(bindparam("count")) if is_limited else query

    def _is_seen(self, end: ColumnElement[str], at: LedgerPoint | None) -> ColumnElement[bool]:
        """The viewer may see the end of a relation."""
        is_item = self._queries.select(None, item.c.number).where(item.c.id == end).correlate(edge)
        is_entity = (
            select(entity.c.number)
            .join(entity_version, is_row_of(entity_version.c.entity_n, entity))
            .where(
                entity.c.id == end,
                self._view.rights.visible(entity),
                entity_version.c.space_n == bindparam("space_n"),
                entity_version.c.salt.is_not(None),
                in_force(entity_version, at),
                stands_in_sight(self._view.rights),
            )
            .correlate(edge)
        )
        return or_(exists(is_entity), exists(is_item))


class EdgeWrites(EdgeReads):
    """Adds relations, changes them, and adds evidence."""

    def __init__(self, work: UnitOfWork, items: ItemReads) -> None:
        super().__init__(work, items)
        self._work = work

    def statements(self, ids: Sequence[str]) -> tuple[StatingMessage, ...]:
        """The messages with these ids that the viewer may read: the newest where several have
        one."""
        self._work.flush()
        rights = self._work.rights
        rows = self._work.all(
            lambda: (
                select(
                    message.c.id,
                    message.c.number,
                    message.c.owner,
                    message.c.audience,
                    message.c.is_personal,
                    message.c.trust,
                    message.c.timestamp,
                    conversation.c.id.label("conversation_id"),
                    conversation.c.owner.label("conversation_owner"),
                )
                .select_from(
                    message.outerjoin(
                        conversation, is_row_of(message.c.conversation_n, conversation)
                    )
                )
                .where(
                    rights.visible(message),
                    rights.raw_readable(message),
                    message.c.salt.is_not(None),
                    among(message.c.id, "ids"),
                )
                .order_by(message.c.number)
            ),
            ids=pack(ids),
        )
        newest = {row[0]: row for row in rows}
        for id in ids:
            if id not in newest:
                raise NotFound("message", id, "Give the ids of messages that state it.")
        return tuple(
            StatingMessage(
                id=row[0],
                number=row[1],
                owner=row[2],
                audience=row[3],
                is_personal=bool(row[4]),
                trust=Trust(row[5]),
                said_at=moment(row[6]),
                conversation=(row[7], row[8]),
            )
            for row in (newest[id] for id in dict.fromkeys(ids))
        )

    def add(
        self, draft: RelationDraft, stated: Sequence[StatingMessage], *, trust: Trust
    ) -> Relation:
        row: dict[str, Any] = {
            "id": self._work.chance.id("rel"),
            "type": draft.type,
            "type_key": draft.type.upper(),
            "source": draft.source,
            "target": draft.target,
            "confidence": draft.confidence,
            "attrs": to_json(draft.attrs, "attrs"),
            "observed_at": iso(draft.observed_at or self._work.scope.now),
            "valid_from": None if draft.valid_from is None else iso(draft.valid_from),
            "valid_until": None if draft.valid_until is None else iso(draft.valid_until),
            "ended_at": None,
            "owner": self._work.actor,
            "audience": draft.audience,
            "is_personal": int(draft.is_personal),
            "trust": trust.value,
            "created_at": iso(self._work.scope.now),
            "at": self._work.now_text,
        }
        made = [self._work.put_sealed(committed_columns.EDGE, row, [], {"until_seq": None})]
        made += self._put_evidence(row["id"], stated)
        self._work.append(Action.EDGE_ADD, row["id"], {}, made, None)
        self._work.flush()
        values = [row[name] for name in EDGE_NAMES[1:]]
        return self._relation((0, *values), [(one.id, True) for one in stated])

    def change(
        self,
        id: str,
        changes: dict[str, Any],
        *,
        action: Action,
        stated: Sequence[StatingMessage] = (),
        reason: str | None = None,
    ) -> Relation:
        """Puts a new state of a relation in force, and adds evidence. `changes` are columns."""
        self._work.flush()
        whole = tuple(column for column in edge.c)
        values = self._work.one(
            lambda: select(*whole).where(
                edge.c.space_n == bindparam("space_n"),
                edge.c.id == bindparam("id"),
                edge.c.until_seq.is_(None),
            ),
            id=id,
        )
        row = dict(zip((column.name for column in whole), values, strict=True))
        number = row["number"]
        for name in ("number", "space_n", "seq", "until_seq", "salt", "commitment"):
            del row[name]
        for name, value in changes.items():
            if name in _SEALED_TIMES and value is not None:
                value = iso(value)
            row[name] = to_json(value, name) if name == "attrs" else value
        row["at"] = self._work.now_text
        self._work.run(_end_state, edge_n=number, new_until=self._work.next_seq)
        made = [self._work.put_sealed(committed_columns.EDGE, row, [], {"until_seq": None})]
        made += self._put_evidence(id, stated)
        self._work.append(action, id, {}, made, reason)
        self._work.flush()
        (changed,) = self.listed(ids=[id])
        return changed

    def _put_evidence(self, id: str, stated: Iterable[StatingMessage]) -> list[str]:
        return [
            self._work.put_sealed(
                committed_columns.EDGE_EVIDENCE,
                {"edge": id, "at": self._work.now_text},
                [*one.conversation, one.id, one.owner],
                {"message_n": one.number},
            )
            for one in stated
        ]


def _end_state() -> Any:
    return (
        update(edge)
        .where(edge.c.space_n == bindparam("space_n"), edge.c.number == bindparam("edge_n"))
        .values(until_seq=bindparam("new_until"))
    )


def is_statement() -> ColumnElement[bool]:
    """The relation says something of the world. That two nodes may be one is a question to people,
    and is listed for who asks for its type or its id."""
    is_other: ColumnElement[bool] = edge.c.type_key != POSSIBLE_DUPLICATE
    return is_other


def holds() -> ColumnElement[bool]:
    """The relation holds in the world at a time."""
    then: Any = bindparam("holds_at")
    return and_(
        or_(edge.c.valid_from.is_(None), edge.c.valid_from <= then),
        or_(edge.c.valid_until.is_(None), edge.c.valid_until > then),
    )
