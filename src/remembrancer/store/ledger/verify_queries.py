"""The queries of verification: the chain, and inconsistent rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    Table,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
)

from remembrancer.store import schema
from remembrancer.store.schema import document, item, ledger, reason, version
from remembrancer.store.schema import head as head_table
from remembrancer.store.tables.joins import is_row_of


def head() -> Select[Any]:
    return select(head_table.c.seq, head_table.c.hash).where(
        head_table.c.space_n == bindparam("space_n")
    )


def hash_at() -> Select[Any]:
    return select(ledger.c.hash).where(
        ledger.c.space_n == bindparam("space_n"), ledger.c.seq == bindparam("seq")
    )


def nth_newest(table: Table) -> Select[Any]:
    """The position that wrote the row with so many newer ones."""
    columns = table.c
    return (
        select(columns.seq)
        .where(columns.space_n == bindparam("space_n"))
        .order_by(columns.seq.desc())
        .limit(1)
        .offset(bindparam("newer"))
    )


def ledger_rows_after() -> Select[Any]:
    return ledger_rows().where(ledger.c.seq > bindparam("after"))


def ledger_rows() -> Select[Any]:
    columns = ledger.c
    return (
        select(
            columns.seq,
            columns.at,
            columns.actor,
            columns.action,
            columns.target,
            columns.detail,
            columns.commitment,
            columns.reason_commitment,
            columns.hash,
            reason.c.text,
            reason.c.salt,
        )
        .select_from(
            ledger.outerjoin(
                reason, and_(reason.c.space_n == columns.space_n, reason.c.seq == columns.seq)
            )
        )
        .where(columns.space_n == bindparam("space_n"))
        .order_by(columns.seq)
    )


def items_beside_their_version() -> Select[Any]:
    current = and_(
        is_row_of(item.c.current, version),
        is_row_of(version.c.item_n, item),
        version.c.until_seq.is_(None),
    )
    return (
        select(item.c.id, version.c.seq)
        .select_from(item.outerjoin(version, current))
        .where(
            item.c.space_n == bindparam("space_n"),
            or_(
                version.c.number.is_(None),
                version.c.audience.is_distinct_from(item.c.audience),
                version.c.is_personal != item.c.is_personal,
                version.c.review != item.c.review,
            ),
        )
        .limit(1)
    )


def versions_out_of_order() -> Select[Any]:
    later = version.alias("later")
    return (
        select(item.c.id, version.c.seq)
        .select_from(
            version.join(item, is_row_of(version.c.item_n, item)).outerjoin(
                later,
                and_(
                    later.c.space_n == version.c.space_n,
                    later.c.item_n == version.c.item_n,
                    later.c.version == version.c.version + 1,
                ),
            )
        )
        .where(
            version.c.space_n == bindparam("space_n"),
            version.c.until_seq.is_distinct_from(later.c.seq),
        )
        .limit(1)
    )


def entity_states_out_of_order() -> Select[Any]:
    """A state of an entity ends where the next one begins; the last one has no end."""
    state = schema.entity_version
    joined = state.join(schema.entity, is_row_of(state.c.entity_n, schema.entity))
    return _out_of_order(state, "entity_n", schema.entity.c.id, joined)


def edge_states_out_of_order() -> Select[Any]:
    """The same for relations of the graph."""
    return _out_of_order(schema.edge, "id", schema.edge.c.id, schema.edge)


def _out_of_order(state: Table, of: str, id: ColumnElement[str], joined: FromClause) -> Select[Any]:
    later = state.alias("later")
    next_seq = (
        select(func.min(later.c.seq))
        .where(
            later.c.space_n == state.c.space_n,
            later.c[of] == state.c[of],
            later.c.seq > state.c.seq,
        )
        .scalar_subquery()
    )
    return (
        select(id, state.c.seq)
        .select_from(joined)
        .where(
            state.c.space_n == bindparam("space_n"), state.c.until_seq.is_distinct_from(next_seq)
        )
        .limit(1)
    )


def evidence_of_nothing() -> Select[Any]:
    """Evidence that points to a missing source or message, and so would not be shown."""
    evidence, source, message = schema.evidence, schema.source, schema.message
    return (
        select(schema.item.c.id, evidence.c.seq)
        .select_from(
            evidence.join(schema.item, is_row_of(evidence.c.item_n, schema.item))
            .outerjoin(
                source,
                is_row_of(evidence.c.source_n, source),
            )
            .outerjoin(
                message,
                is_row_of(evidence.c.message_n, message),
            )
        )
        .where(
            evidence.c.space_n == bindparam("space_n"),
            (evidence.c.source_n.is_not(None) & source.c.number.is_(None))
            | (evidence.c.message_n.is_not(None) & message.c.number.is_(None)),
        )
        .limit(1)
    )


def versions_without_text() -> Select[Any]:
    own = and_(
        is_row_of(version.c.document_n, document),
        document.c.item_n == version.c.item_n,
    )
    return (
        select(item.c.id, version.c.seq)
        .select_from(version.join(item, is_row_of(version.c.item_n, item)).outerjoin(document, own))
        .where(
            version.c.space_n == bindparam("space_n"),
            or_(
                and_(version.c.salt.is_not(None), document.c.number.is_(None)),
                and_(version.c.salt.is_(None), version.c.document_n.is_not(None)),
            ),
        )
        .limit(1)
    )


def stray() -> Select[Any]:
    own = and_(ledger.c.space_n == reason.c.space_n, ledger.c.seq == reason.c.seq)
    return (
        select(reason.c.seq)
        .select_from(reason.outerjoin(ledger, own))
        .where(reason.c.space_n == bindparam("space_n"), ledger.c.seq.is_(None))
        .limit(1)
    )


def counts() -> Select[Any]:
    """Texts, stems, texts not yet folded and the last time: as in the head, and counted again."""
    columns = head_table.c
    counted = (document.c.space_n == columns.space_n) & (document.c.is_counted == 1)
    texts: Any = func.count()
    last = (
        select(ledger.c.at)
        .where(ledger.c.space_n == columns.space_n, ledger.c.seq == columns.seq)
        .scalar_subquery()
    )
    return select(
        columns.documents,
        columns.tokens,
        case((columns.unfolded < 0, 0), else_=columns.unfolded),  # below 0: it was moved away
        columns.at,
        select(texts).where(counted).scalar_subquery(),
        select(func.coalesce(func.sum(document.c.length), 0)).where(counted).scalar_subquery(),
        select(texts).where(counted, document.c.number > columns.folded_upto).scalar_subquery(),
        last,
    ).where(columns.space_n == bindparam("space_n"))
