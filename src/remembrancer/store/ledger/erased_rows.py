"""Husks: what is left of erased rows, as verifying looks at them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, and_, bindparam, or_, select

from remembrancer.store.schema import document, erased, item, message, version
from remembrancer.store.tables.joins import is_row_of


def listed() -> Select[Any]:
    """Every row that lost its text: its commitment, its table, and the seal on what is left."""
    columns = erased.c
    return select(columns.row_commitment, columns.place, columns.salt, columns.husk).where(
        columns.space_n == bindparam("space_n")
    )


def items_erased_otherwise() -> Select[Any]:
    """Items that say they were erased, or not, against what is recorded of their last version."""
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
    """Erased items that have a text to be found by."""
    return (
        select(item.c.id, item.c.erased_seq)
        .select_from(item.join(document, is_row_of(document.c.item_n, item)))
        .where(item.c.space_n == bindparam("space_n"), item.c.erased_seq.is_not(None))
        .limit(1)
    )


def messages_with_texts() -> Select[Any]:
    """The same of messages."""
    return (
        select(message.c.id, message.c.seq)
        .select_from(document.join(message, is_row_of(document.c.message_n, message)))
        .where(document.c.space_n == bindparam("space_n"), message.c.salt.is_(None))
        .limit(1)
    )
