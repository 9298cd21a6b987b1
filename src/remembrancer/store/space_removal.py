"""Removing all rows of one space, when a backup takes its place."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Delete, Select, Table, Update, bindparam, delete, select, update

from remembrancer.core.space import Space
from remembrancer.store import spaces
from remembrancer.store.documents.index_words import index_words
from remembrancer.store.engine import Connection
from remembrancer.store.schema import document, head, space
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.tables import catalogue

_CHUNK = 1_000


def remove(connection: Connection, statements: CompiledStatements, removed: Space) -> None:
    """Removes the space, its rows in every table, and its words in the search index."""
    connection.enter(removed.number, may_create=True)
    _unindex(connection, statements, removed)
    values = {"space_n": removed.number}
    with connection.syncing():  # what agents hold goes as well
        for description in catalogue.TABLES.values():
            table = description.table
            if "space_n" in table.c:
                statement = statements.get(lambda table=table: _all_of(table), table.name)
                connection.run(statement, values)
        connection.run(statements.get(_the_space), values)


def set_aside(connection: Connection, statements: CompiledStatements, old: Space) -> None:
    """Makes the writers of a space wait until the transaction ends, and its name free."""
    connection.enter(old.number, may_create=True)
    connection.run(statements.get(_locked), {"space_n": old.number})
    spaces.rename(connection, statements, old, f"{old.uid} replaced")


def _locked() -> Update:
    return update(head).where(head.c.space_n == bindparam("space_n")).values(seq=head.c.seq)


def _unindex(connection: Connection, statements: CompiledStatements, removed: Space) -> None:
    rows = connection.all(statements.get(_texts), {"space_n": removed.number})
    for start in range(0, len(rows), _CHUNK):
        entries = []
        for number, item_n, subject, tokens in rows[start : start + _CHUNK]:
            stems = set((tokens or "").split(" ")) - {""}
            words = index_words(
                removed.number, removed.key, stems, subject, is_item=item_n is not None
            )
            entries.append((number, " ".join(words)))
        connection.unindex(removed.number, entries)


def _texts() -> Select[Any]:
    columns = document.c
    return select(columns.number, columns.item_n, columns.subject, columns.tokens).where(
        columns.space_n == bindparam("space_n")
    )


def _all_of(table: Table) -> Delete:
    return delete(table).where(table.c.space_n == bindparam("space_n"))


def _the_space() -> Delete:
    return delete(space).where(space.c.number == bindparam("space_n"))
