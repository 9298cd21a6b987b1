"""The graph from afar: counted and ranked by the database, for nodes with many relations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, exists, func, or_, select, union_all

from remembrancer.items.graph_port import EdgeSpan
from remembrancer.ports import LedgerPoint
from remembrancer.store.dialect import among, pack
from remembrancer.store.graph.edges import EdgeReads, holds, is_statement
from remembrancer.store.graph.entity_states import in_force
from remembrancer.store.rows import iso, moment
from remembrancer.store.schema import edge, edge_evidence, entity, entity_version, message
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader


class OutlineReads:
    """Counts and ranks of what the viewer may see. No relation is read whole for them."""

    def __init__(self, view: ScopedReader, edges: EdgeReads) -> None:
        self._view = view
        self._edges = edges

    def kinds(self, *, at: LedgerPoint | None = None) -> dict[str, int]:
        """How many entities of each kind there are. Those merged into another one are part of
        it."""
        rows = self._view.all(lambda: self._kinds(at), at is None, **_point(at))
        return dict(rows)

    def _kinds(self, at: LedgerPoint | None) -> Select[Any]:
        return (
            select(entity.c.kind, func.count())
            .select_from(
                entity.join(entity_version, is_row_of(entity_version.c.entity_n, entity)),
            )
            .where(
                self._view.rights.visible(entity),
                entity_version.c.space_n == bindparam("space_n"),
                entity_version.c.salt.is_not(None),
                entity_version.c.merged_into.is_(None),
                in_force(entity_version, at),
            )
            .group_by(entity.c.kind)
            .order_by(func.count().desc(), entity.c.kind)
        )

    def connected(
        self, *, at: LedgerPoint | None, holds_at: datetime, newest: int, limit: int
    ) -> tuple[tuple[str, int], ...]:
        """The ends of most of the newest relations, each with how many."""
        rows = self._view.all(
            lambda: self._connected(at),
            at is None,
            **_point(at),
            holds_at=iso(holds_at),
            newest=newest,
            count=limit,
        )
        return tuple((id, number) for id, number in rows)

    def _connected(self, at: LedgerPoint | None) -> Select[Any]:
        last = (
            self._edges.select(at, edge.c.source, edge.c.target)
            .where(holds(), is_statement())
            .order_by(edge.c.number.desc())
            .limit(bindparam("newest"))
            .cte("last")
        )
        ends = union_all(
            select(last.c.source.label("node")), select(last.c.target.label("node"))
        ).subquery("ends")
        return (
            select(ends.c.node, func.count())
            .group_by(ends.c.node)
            .order_by(func.count().desc(), ends.c.node)
            .limit(bindparam("count"))
        )

    def nearest(
        self,
        ends: Collection[str],
        *,
        types: Collection[str] | None,
        at: LedgerPoint | None,
        holds_at: datetime | None,
        limit: int,
    ) -> tuple[str, ...]:
        """What is related to these nodes: proven first, then confident, then observed last."""
        rows = self._view.all(
            lambda: self._nearest(at, types is not None, holds_at is not None),
            at is None,
            types is None,
            holds_at is None,
            **_point(at),
            **({} if types is None else {"types": pack(sorted(types))}),
            **({} if holds_at is None else {"holds_at": iso(holds_at)}),
            ends=pack(sorted(ends)),
            count=limit,
        )
        own = frozenset(ends)
        return tuple(dict.fromkeys(target if source in own else source for source, target in rows))

    def _nearest(self, at: LedgerPoint | None, has_types: bool, is_held: bool) -> Select[Any]:
        stated = (
            select(edge_evidence.c.number)
            .select_from(edge_evidence.join(message, is_row_of(edge_evidence.c.message_n, message)))
            .where(
                edge_evidence.c.space_n == bindparam("space_n"),
                edge_evidence.c.edge == edge.c.id,
                edge_evidence.c.salt.is_not(None),
                message.c.salt.is_not(None),
            )
            .correlate(edge)
        )
        if at is not None:
            stated = stated.where(edge_evidence.c.seq <= bindparam("point"))
        query = self._of_ends(self._edges.select(at, edge.c.source, edge.c.target))
        if is_held:
            query = query.where(holds())
        query = query.where(among(edge.c.type_key, "types") if has_types else is_statement())
        return query.order_by(
            exists(stated).desc(),
            edge.c.confidence.desc(),
            edge.c.observed_at.desc(),
            edge.c.number,
        ).limit(bindparam("count"))

    def spans(
        self, ends: Collection[str], *, at: LedgerPoint | None, limit: int
    ) -> tuple[EdgeSpan, ...]:
        """The types and times of the relations of these nodes."""
        columns = (edge.c.type_key, *(edge.c[name] for name in EdgeSpan._fields[1:]))
        rows = self._view.all(
            lambda: (
                self._of_ends(self._edges.select(at, *columns))
                .where(is_statement())
                .order_by(edge.c.number)
                .limit(bindparam("count"))
            ),
            at is None,
            **_point(at),
            ends=pack(sorted(ends)),
            count=limit,
        )
        return tuple(
            EdgeSpan(type, *(None if time is None else moment(time) for time in times))  # type: ignore[arg-type]
            for type, *times in rows
        )

    def messages(self, ids: Collection[str], *, each: int) -> dict[str, tuple[int, ...]]:
        """The numbers of the last messages that state each of these relations, the last first."""
        rows = self._view.all(
            lambda: (
                select(edge_evidence.c.edge, edge_evidence.c.message_n)
                .where(
                    edge_evidence.c.space_n == bindparam("space_n"),
                    edge_evidence.c.salt.is_not(None),
                    edge_evidence.c.message_n.is_not(None),
                    among(edge_evidence.c.edge, "ids"),
                )
                .order_by(edge_evidence.c.number.desc())
            ),
            ids=pack(sorted(ids)),
        )
        found: dict[str, list[int]] = defaultdict(list)
        for id, number in rows:
            if len(found[id]) < each and number not in found[id]:
                found[id].append(number)
        return {id: tuple(numbers) for id, numbers in found.items()}

    def _of_ends(self, query: Select[Any]) -> Select[Any]:
        return query.where(or_(among(edge.c.source, "ends"), among(edge.c.target, "ends")))


def _point(at: LedgerPoint | None) -> dict[str, Any]:
    return {} if at is None else {"point": at.seq}
