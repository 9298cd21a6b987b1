"""What changed in the graph after a position of the ledger, or changes by the clock."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select

from remembrancer.store.schema import edge, entity_version, item, ledger, version
from remembrancer.store.tables.joins import is_row_of


def seal_at() -> Select[Any]:
    return select(ledger.c.hash).where(
        ledger.c.space_n == bindparam("space_n"), ledger.c.seq == bindparam("at_seq")
    )


def _is_after(column: ColumnElement[Any]) -> ColumnElement[bool]:
    return column > bindparam("since")


def _came(column: ColumnElement[Any]) -> ColumnElement[bool]:
    """The time in the column came since the projection was last brought up to date."""
    return and_(column > bindparam("then"), column <= bindparam("now"))


def changed_entities() -> Select[Any]:
    state = entity_version
    return (
        select(state.c.root)
        .distinct()
        .where(
            state.c.space_n == bindparam("space_n"),
            or_(_is_after(state.c.seq), _is_after(state.c.until_seq)),
        )
    )


def changed_items() -> Select[Any]:
    return (
        select(item.c.id)
        .distinct()
        .join(version, is_row_of(version.c.item_n, item))
        .where(
            version.c.space_n == bindparam("space_n"),
            or_(
                _is_after(version.c.seq),
                and_(
                    version.c.until_seq.is_(None),
                    or_(_came(version.c.expires_at), _came(version.c.valid_until)),
                ),
            ),
        )
    )


def changed_edges() -> Select[Any]:
    return (
        select(edge.c.id)
        .distinct()
        .where(
            edge.c.space_n == bindparam("space_n"),
            or_(
                _is_after(edge.c.seq),
                and_(
                    edge.c.until_seq.is_(None),
                    or_(_came(edge.c.valid_from), _came(edge.c.valid_until)),
                ),
            ),
        )
    )


def next_beginning() -> Select[Any]:
    return _next(edge.c.valid_from)


def next_end() -> Select[Any]:
    return _next(edge.c.valid_until)


def _next(column: ColumnElement[Any]) -> Select[Any]:
    return (
        select(column)
        .where(
            edge.c.space_n == bindparam("space_n"),
            edge.c.until_seq.is_(None),
            column > bindparam("now"),
        )
        .order_by(column)
        .limit(1)
    )


def next_expiry() -> Select[Any]:
    return _next_of_item(version.c.expires_at)


def next_invalidity() -> Select[Any]:
    return _next_of_item(version.c.valid_until)


def _next_of_item(column: ColumnElement[Any]) -> Select[Any]:
    return (
        select(column)
        .where(
            version.c.space_n == bindparam("space_n"),
            version.c.until_seq.is_(None),
            column > bindparam("now"),
        )
        .order_by(column)
        .limit(1)
    )
