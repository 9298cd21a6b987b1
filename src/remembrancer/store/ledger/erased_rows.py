"""Erased rows: what is left of them, for verification."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, and_, bindparam, or_, select

from remembrancer.store.schema import document, erased, item, message, version
from remembrancer.store.tables.joins import is_row_of


def listed() -> Select[Any]:
    """Every cleared row: its commitment, its table, and the commitment to what is left."""
    columns = erased.c
    return select(columns.row_commitment, columns.place, columns.salt, columns.husk).where(
        columns.space_n == bindparam("space_n")
    )


def items_erased_otherwise() -> Select[Any]:
    """Items whose erased mark differs from the record of their last version."""
    recorded = and_(
        erased.c.space_n == version.c.space_n, erased.c.row_commitment == version.c.commitment
    )
    return (
        select(item.c.id, version.c.seq)
        .select_from(
            item.join(version, is_row_of(item.c.current, version)).outerjoin(erased, recorded)
        )
        .where(
            item.c.space_n == bindparam("space_n"),
            or_(item.c.erased_seq.is_not(None), version.c.salt.is_(None)),
            item.c.erased_seq.is_distinct_from(erased.c.seq),
        )
        .limit(1)
    )


def items_with_texts() -> Select[Any]:
    """Erased items that still have a search text."""
    return (
        select(item.c.id, item.c.erased_seq)
        .select_from(item.join(document, is_row_of(document.c.item_n, item)))
        .where(item.c.space_n == bindparam("space_n"), item.c.erased_seq.is_not(None))
        .limit(1)
    )


def messages_with_texts() -> Select[Any]:
    """Erased messages that still have a search text."""
    return (
        select(message.c.id, message.c.seq)
        .select_from(document.join(message, is_row_of(document.c.message_n, message)))
        .where(document.c.space_n == bindparam("space_n"), message.c.salt.is_(None))
        .limit(1)
    )
