"""Chains of decisions: what led to one, and what it led to, walked in one statement each way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, exists, literal, not_, or_, select

from remembrancer.core.ledger import Action
from remembrancer.decisions.port import PROPOSED, ChainDirection, ChainRows
from remembrancer.items.effective_state import Readings
from remembrancer.store.decisions.told_rows import TOLD_COLUMNS, told_from
from remembrancer.store.dialect import among, pack, rarely
from remembrancer.store.graph.edge_rows import EDGE_COLUMNS
from remembrancer.store.graph.edges import EdgeReads
from remembrancer.store.graph.entity_states import in_force
from remembrancer.store.in_force import in_force_now
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import edge, item, version
from remembrancer.store.unit.scoped_reader import ScopedReader

_STEP = 5  # columns of a step before those of its item
_EDGE = _STEP + len(TOLD_COLUMNS)  # and before those of its relation
_EDGE_ID = _EDGE + 1


class ChainReads:
    """Chains of items that the viewer may see."""

    def __init__(self, view: ScopedReader, items: ItemReads, edges: EdgeReads) -> None:
        self._view = view
        self._items = items
        self._edges = edges

    def chain(
        self,
        id: str,
        *,
        directions: Collection[ChainDirection],
        types: Collection[str],
        depth: int,
        limit: int,
    ) -> ChainRows | None:
        """What is linked to an item, up to a limit of relations in each direction. None: there is
        no such item.

        It passes through what was erased. What the viewer may not see ends it.
        """
        begin = self._view.one(self._start, id=id)
        if begin is None:
            return None
        packed = pack(sorted(types))
        walked: dict[ChainDirection, list[Any]] = {}
        is_cut = False
        for direction in directions:
            is_back = direction is ChainDirection.BACKWARD
            rows = self._view.all(
                lambda: self._walk(is_back=is_back),  # noqa: B023
                is_back,
                id=id,
                types=packed,
                depth=depth,
                limit=limit + 1,
            )
            nearest: dict[str, Any] = {}
            for row in rows[:limit]:
                nearest.setdefault(row[0], row)
            walked[direction] = list(nearest.values())
            is_cut = is_cut or len(rows) > limit
            last = [row[0] for row in nearest.values() if row[2] == depth]
            if last and not is_cut:
                is_cut = self._leads_on(last, is_back=is_back, types=packed, beyond=[id, *nearest])
        return ChainRows(*self._made(begin, walked), is_cut)

    def _made(
        self, begin: Sequence[Any], walked: dict[ChainDirection, list[Any]]
    ) -> tuple[dict[str, dict[str, Any]], dict[ChainDirection, list[dict[str, Any]]]]:
        """What items and relations tell, with their evidence.

        A chain has hundreds of them: nothing is made but what is shown, in one pass.
        """
        rows = [row for found in walked.values() for row in found]
        numbers = [row[_STEP] for row in rows if not row[3]]
        proof = self._items.evidence_of([begin[0], *numbers], None)
        readings = Readings(self._view.space.preset, self._view.scope.now)
        relation = self._edges.relation_maker([row[_EDGE_ID] for row in rows if row[4]])
        told = {begin[1]: told_from(begin, proof.get(begin[0], ()), readings)}
        steps: dict[ChainDirection, list[dict[str, Any]]] = {}
        for direction, found in walked.items():
            listed = steps[direction] = []
            for row in found:
                node, towards, depth, is_erased, is_stated, number = row[: _STEP + 1]
                if not is_erased and node not in told:
                    told[node] = told_from(row[_STEP:_EDGE], proof.get(number, ()), readings)
                stated = relation(row[_EDGE:]) if is_stated else None
                listed.append(
                    {
                        "decision": None,
                        "id": node,
                        "relation": stated,
                        "depth": depth,
                        "towards": towards,
                        "is_proposed": stated is not None and PROPOSED in stated.attrs,
                    }
                )
        for id, one in told.items():
            if one["is_personal"]:
                self._view.note_look(id, one["recorded_by"], True, Action.ITEM_LOOK)
        return told, steps

    def _start(self) -> Select[Any]:
        return self._items.queries.select(None, *TOLD_COLUMNS).where(item.c.id == bindparam("id"))

    def _walk(self, *, is_back: bool) -> Select[Any]:
        """The relations of a chain with what they lead to, in one statement."""
        near, far = (edge.c.target, edge.c.source) if is_back else (edge.c.source, edge.c.target)
        begin: Any = literal(1).label("depth")
        walk = (
            self._links(edge.c.number, far.label("node"), near.label("towards"), begin)
            .where(near == bindparam("id"))
            .cte("walk", recursive=True)
        )
        walk = walk.union(
            self._links(edge.c.number, far, near, walk.c.depth + 1)
            .join(walk, near == walk.c.node)
            .where(rarely(walk.c.depth < bindparam("depth")))
        )
        # Who may see these was looked at on the way.
        return (
            select(
                walk.c.node,
                walk.c.towards,
                walk.c.depth,
                item.c.erased_seq.is_not(None),
                edge.c.salt.is_not(None),
                *TOLD_COLUMNS,
                *EDGE_COLUMNS,
            )
            .select_from(walk)
            .join(edge, walk.c.number == edge.c.number)
            .join(item, item.c.id == walk.c.node)
            .join(version, in_force_now())
            .where(
                rarely(walk.c.node != bindparam("id")),
                edge.c.space_n == bindparam("space_n"),
                item.c.space_n == bindparam("space_n"),
            )
            .order_by(walk.c.depth, walk.c.number)
            .limit(bindparam("limit"))
        )

    def _links(self, *columns: Any) -> Select[Any]:
        """Relations in force between items that the viewer may see, erased or not.

        A relation that lost its words because one of its ends was erased still leads on.
        """
        ends = item.alias("ends")
        lost_an_end = exists(
            select(ends.c.number)
            .where(
                ends.c.space_n == bindparam("space_n"),
                or_(ends.c.id == edge.c.source, ends.c.id == edge.c.target),
                ends.c.erased_seq.is_not(None),
            )
            .correlate(edge)
        )
        return select(*columns).where(
            self._view.rights.visible(edge),
            in_force(edge, None),
            edge.c.ended_at.is_(None),
            among(edge.c.type_key, "types"),
            or_(edge.c.salt.is_not(None), lost_an_end),
            self._is_seen(edge.c.source),
            self._is_seen(edge.c.target),
        )

    def _is_seen(self, end: ColumnElement[str]) -> ColumnElement[bool]:
        seen = self._items.queries.select(None, item.c.number, with_erased=True)
        return exists(seen.where(item.c.id == end).correlate(edge))

    def _leads_on(
        self, ids: Iterable[str], *, is_back: bool, types: list[Any], beyond: Iterable[str]
    ) -> bool:
        """Whether one of these items is linked to another one, in one direction, that is none of
        `beyond`."""
        near, far = (edge.c.target, edge.c.source) if is_back else (edge.c.source, edge.c.target)
        row = self._view.one(
            lambda: (
                self._links(edge.c.number)
                .where(among(near, "ids"), not_(among(far, "beyond")))
                .limit(1)
            ),
            is_back,
            ids=pack(ids),
            beyond=pack(beyond),
            types=types,
        )
        return row is not None
