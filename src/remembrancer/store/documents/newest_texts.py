"""Checking the newest search texts of a space: in a large one, all of them take minutes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, bindparam, select

from remembrancer.core.space import Space
from remembrancer.store.documents import search_texts
from remembrancer.store.documents.index_words import index_words
from remembrancer.store.engine import Connection
from remembrancer.store.schema import document
from remembrancer.store.statement import CompiledStatements


def problems(
    connection: Connection, statements: CompiledStatements, space: Space, count: int
) -> tuple[str, ...] | None:
    """What is wrong with so many of the newest texts; None: there are no more than that.

    The index is asked for the newest tenth of them: each lookup takes longer than all else.
    """
    values = {"space_n": space.number}
    before = connection.one(statements.get(_before), {**values, "newer": count})
    if before is None:
        return None
    after = before[0]
    found = []
    if not search_texts.are_true(connection, statements, space, after):
        found.append("texts that can be searched for are not those of its items and messages")
    rows = connection.all(statements.get(_newest), {**values, "after": after})
    texts = [
        (
            number,
            index_words(
                space.number,
                space.key,
                (tokens or "").split(),
                subject,
                is_item=item_n is not None,
            ),
        )
        for number, item_n, subject, tokens in rows[-max(1, count // 10) :]
    ]
    if not connection.holds_words(space.number, texts):
        found.append("its search index does not hold the words of its texts")
    return tuple(found)


def _before() -> Select[Any]:
    """The newest text with so many newer ones."""
    return (
        select(document.c.number)
        .where(document.c.space_n == bindparam("space_n"))
        .order_by(document.c.number.desc())
        .limit(1)
        .offset(bindparam("newer"))
    )


def _newest() -> Select[Any]:
    columns = document.c
    return (
        select(columns.number, columns.item_n, columns.subject, columns.tokens)
        .where(columns.space_n == bindparam("space_n"), columns.number > bindparam("after"))
        .order_by(columns.number)
    )
