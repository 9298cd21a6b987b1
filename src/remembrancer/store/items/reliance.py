"""Reliance: which items share evidence with an item, and which refer to it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, not_, or_, select, union_all

from remembrancer.governance.contradiction_relations import BOTH
from remembrancer.governance.pending_replacements import REPLACES
from remembrancer.items.item import Item
from remembrancer.store.dialect import is_one_of
from remembrancer.store.items.item_queries import is_noted
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import read_from
from remembrancer.store.schema import evidence, item, relation, version
from remembrancer.store.statement import Build
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader


class RelianceReads:
    """Finds what relies on an item, without other people's personal items."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._items = items
        self._queries = items.queries

    def sharing_words(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """Items based on the same quotes, not just on another part of the same text."""
        return self._others(lambda: _without(self._on_same_words()), limit, id=id)

    def naming(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """Items with its id in their data or metadata, or linked to it by a relation."""
        return self._others(lambda: _without(self._naming()), limit, id=id, mention=f"%{id}%")

    def _others(self, build: Build, limit: int, **values: Any) -> tuple[Item, ...]:
        rows = self._view.all(build, limit=limit, **values)
        return tuple(self._items.finished([read_from(row) for row in rows], None))

    def _on_same_words(self) -> Select[Any]:
        mine, other = evidence.alias("mine"), evidence.alias("other")
        # Two queries instead of one with an OR, so that each uses its own index.
        found = [
            select(other.c.item_n)
            .select_from(
                item.join(mine, is_row_of(mine.c.item_n, item)).join(
                    other,
                    (other.c.space_n == mine.c.space_n) & (other.c[place] == mine.c[place]),
                )
            )
            .where(
                item.c.space_n == bindparam("space_n"),
                item.c.id == bindparam("id"),
                mine.c.salt.is_not(None),
                other.c.salt.is_not(None),
                _overlaps(mine, other),
            )
            for place in ("source_n", "message_n")
        ]
        return self._queries.select(None).where(item.c.number.in_(union_all(*found)))

    def _naming(self) -> Select[Any]:
        other, in_force = item.alias("other"), version.alias("in_force")
        linked = [
            select(other.c.number)
            .join(
                relation,
                and_(relation.c.space_n == other.c.space_n, relation.c[there] == other.c.id),
            )
            .where(
                relation.c.space_n == bindparam("space_n"),
                relation.c[here] == bindparam("id"),
                relation.c.salt.is_not(None),
                not_(is_one_of(relation.c.type, *BOTH, REPLACES)),
            )
            for here, there in (("source", "target"), ("target", "source"))
        ]
        named = select(in_force.c.item_n).where(
            in_force.c.space_n == bindparam("space_n"),
            in_force.c.until_seq.is_(None),
            is_noted("in_force"),
            or_(
                *(
                    and_(column != "{}", column.like(bindparam("mention")))
                    for column in (in_force.c.data, in_force.c.metadata)
                )
            ),
        )
        return self._queries.select(None).where(item.c.number.in_(union_all(named, *linked)))


def _overlaps(mine: Any, other: Any) -> ColumnElement[bool]:
    """The same quote, overlapping ranges, or the whole of a text on either side."""
    return or_(
        mine.c.quote == other.c.quote,
        and_(mine.c.start < other.c.end, other.c.start < mine.c.end),
        and_(mine.c.quote.is_(None), mine.c.start.is_(None)),
        and_(other.c.quote.is_(None), other.c.start.is_(None)),
    )


def _without(query: Select[Any]) -> Select[Any]:
    """Leaves out the item itself and other people's personal items."""
    return (
        query.where(
            item.c.id != bindparam("id"),
            or_(item.c.is_personal == 0, item.c.owner == bindparam("viewer")),
        )
        .order_by(item.c.number)
        .limit(bindparam("limit"))
    )
