"""What changed in the graph after a position of the ledger, or changes by the clock."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, or_, select

from remembrancer.store.dialect import among
from remembrancer.store.schema import edge, entity_version, item, ledger, version
from remembrancer.store.tables.joins import is_row_of


def seal_at() -> Select[Any]:
    """The hash of the ledger at a position."""
    return select(ledger.c.hash).where(
        ledger.c.space_n == bindparam("space_n"), ledger.c.seq == bindparam("at_seq")
    )


# Repeats are left in: with DISTINCT, SQLite reads all ids in their order instead of the last few.
def changed_entities() -> Select[Any]:
    """The entities that stood or stand for a changed one."""
    new, state = entity_version.alias("new"), entity_version
    return (
        select(state.c.root)
        .select_from(
            new.join(
                state, and_(state.c.space_n == new.c.space_n, state.c.entity_n == new.c.entity_n)
            )
        )
        .where(new.c.space_n == bindparam("space_n"), new.c.seq > bindparam("since"))
    )


def changed_items() -> Select[Any]:
    return (
        select(item.c.id)
        .join(version, is_row_of(version.c.item_n, item))
        .where(version.c.space_n == bindparam("space_n"), version.c.seq > bindparam("since"))
    )


def changed_edges() -> Select[Any]:
    return select(edge.c.id).where(
        edge.c.space_n == bindparam("space_n"), edge.c.seq > bindparam("since")
    )


def items_of_time() -> Select[Any]:
    return (
        select(item.c.id)
        .join(version, is_row_of(version.c.item_n, item))
        .where(
            version.c.space_n == bindparam("space_n"),
            version.c.until_seq.is_(None),
            or_(_came(version.c.expires_at), _came(version.c.valid_until)),
        )
    )


def edges_of_time() -> Select[Any]:
    return select(edge.c.id).where(
        edge.c.space_n == bindparam("space_n"),
        edge.c.until_seq.is_(None),
        or_(_came(edge.c.valid_from), _came(edge.c.valid_until)),
    )


def _came(column: ColumnElement[Any]) -> ColumnElement[bool]:
    """The time in the column came since the projection was last brought up to date."""
    return and_(column > bindparam("then"), column <= bindparam("now"))


def next_of_items(*, is_some: bool) -> Select[Any]:
    query = (
        select(_earliest(version.c.expires_at), _earliest(version.c.valid_until))
        .select_from(version.join(item, is_row_of(version.c.item_n, item)))
        .where(version.c.space_n == bindparam("space_n"), version.c.until_seq.is_(None))
    )
    return query.where(among(item.c.id, "ids")) if is_some else query


def next_of_edges(*, is_some: bool) -> Select[Any]:
    query = select(_earliest(edge.c.valid_from), _earliest(edge.c.valid_until)).where(
        edge.c.space_n == bindparam("space_n"), edge.c.until_seq.is_(None)
    )
    return query.where(among(edge.c.id, "ids")) if is_some else query


def _earliest(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return func.min(case((column > bindparam("now"), column)))
