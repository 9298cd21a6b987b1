"""Queries for stored vectors, and for the texts that caches in memory hold."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, bindparam, func, select

from remembrancer.store.dialect import among
from remembrancer.store.schema import document, erased, message, vector
from remembrancer.store.tables.joins import is_row_of


def vector_state() -> Select[Any]:
    return select(_last_vector().scalar_subquery(), last_erasure(), _last_text())


def texts_state() -> Select[Any]:
    return select(_last_text(), last_erasure())


def _last_text() -> Any:
    return (
        select(func.max(document.c.number))
        .where(document.c.space_n == bindparam("space_n"))
        .scalar_subquery()
    )


def message_count() -> Any:
    return select(func.count()).where(
        document.c.space_n == bindparam("space_n"), document.c.message_n.is_not(None)
    )


def all_messages() -> Select[Any]:
    """The columns of each message for the message cache."""
    return (
        select(
            document.c.number,
            message.c.number,
            document.c.tokens,
            document.c.length,
            message.c.conversation_n,
            message.c.author_id,
            message.c.timestamp,
            message.c.content,
            message.c.owner,
            message.c.audience,
            message.c.is_personal,
            message.c.subject,
            message.c.seq,
        )
        .join(message, is_row_of(document.c.message_n, message))
        .where(
            document.c.space_n == bindparam("space_n"),
            document.c.number > bindparam("above"),
            message.c.content.is_not(None),
        )
        .order_by(document.c.number)
    )


def last_erasure() -> Any:
    return (
        select(func.max(erased.c.seq))
        .where(erased.c.space_n == bindparam("space_n"))
        .scalar_subquery()
    )


def _last_vector() -> Select[Any]:
    return select(func.max(vector.c.number)).where(
        vector.c.space_n == bindparam("space_n"), vector.c.model == bindparam("model")
    )


def vector_count() -> Select[Any]:
    return select(func.count()).where(
        vector.c.space_n == bindparam("space_n"),
        vector.c.model == bindparam("model"),
        vector.c.number > bindparam("above"),
    )


def all_vectors() -> Select[Any]:
    return (
        select(vector.c.number, vector.c.document_n, document.c.message_n, vector.c.vector)
        .join(document, is_row_of(vector.c.document_n, document))
        .where(
            vector.c.space_n == bindparam("space_n"),
            vector.c.model == bindparam("model"),
            vector.c.number > bindparam("above"),
        )
        .order_by(vector.c.number)
    )


def vectors_by_number() -> Select[Any]:
    return select(vector.c.number, vector.c.document_n, vector.c.vector).where(
        vector.c.space_n == bindparam("space_n"),
        vector.c.model == bindparam("model"),
        among(vector.c.number, "numbers"),
    )


def vectors_of_texts() -> Select[Any]:
    """Every part of these texts. The first part of a text is the whole text."""
    return select(vector.c.document_n, vector.c.part, vector.c.vector).where(
        vector.c.space_n == bindparam("space_n"),
        vector.c.model == bindparam("model"),
        among(vector.c.document_n, "texts"),
    )


def vector_numbers() -> Select[Any]:
    return (
        select(vector.c.number)
        .where(vector.c.space_n == bindparam("space_n"), vector.c.model == bindparam("model"))
        .order_by(vector.c.number)
    )


def all_timed_vectors() -> Select[Any]:
    """The same as `all_vectors`, with the time and the author of a message."""
    return (
        select(
            vector.c.number,
            vector.c.document_n,
            document.c.message_n,
            vector.c.vector,
            message.c.timestamp,
            message.c.author_id,
        )
        .join(document, is_row_of(vector.c.document_n, document))
        .outerjoin(message, is_row_of(document.c.message_n, message))
        .where(
            vector.c.space_n == bindparam("space_n"),
            vector.c.model == bindparam("model"),
            vector.c.number > bindparam("above"),
        )
        .order_by(vector.c.number)
    )
