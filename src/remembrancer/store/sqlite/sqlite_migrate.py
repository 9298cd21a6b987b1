"""Schema: created in one step for a new store, migrated step by step for an old one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache

from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from remembrancer.core.errors import StoreCorrupt, StoreTooNew
from remembrancer.store import schema
from remembrancer.store.sqlite import sqlite_schema
from remembrancer.store.sqlite.sqlite_connection import APPLICATION_ID, SqliteFile
from remembrancer.store.tables import catalogue
from remembrancer.store.tables.description import TableDescription


def prepare(database: SqliteFile) -> None:
    """Brings the store to this version's schema, and refuses a store it cannot read."""
    if database.in_memory:
        _copy_empty_store(database)
        return
    if _revision(database) == schema.SCHEMA_REVISION:
        return
    with database.writing() as connection:
        # Another process may have done this while this one waited for the lock.
        tables = {row[0] for row in connection.text("SELECT name FROM sqlite_master")}
        if not tables:
            _create(connection.raw)
            database.commit(connection)
            return
    text = _revision(database)
    if text is None:
        raise StoreCorrupt(
            f"{database.path} is an SQLite file of something else, not a Remembrancer store. "
            "Choose another file."
        )
    if text not in schema.REVISIONS:
        raise StoreTooNew(
            f"{database.path} has schema {text}, and this version of Remembrancer reads up to "
            f"{schema.SCHEMA_REVISION}. Upgrade Remembrancer, or open another file."
        )
    if text != schema.SCHEMA_REVISION:
        upgrade(database)


def _copy_empty_store(database: SqliteFile) -> None:
    """Fills a store in memory, of which a program's tests may open thousands."""
    with closing(sqlite3.connect(":memory:")) as empty, database.alone() as raw:
        empty.deserialize(_empty_store(tuple(catalogue.TABLES.values())))
        empty.backup(raw)


def _create(raw: sqlite3.Connection) -> None:
    for statement in creation():
        raw.execute(statement)
    raw.execute("INSERT INTO alembic_version (version_num) VALUES (?)", (schema.SCHEMA_REVISION,))


@cache
def _empty_store(_tables: tuple[TableDescription, ...]) -> bytes:
    """The bytes of a store with nothing in it. Copying them takes a fifth of making them."""
    with closing(sqlite3.connect(":memory:")) as raw:
        _create(raw)
        raw.commit()
        return raw.serialize()


def creation() -> tuple[str, ...]:
    """The statements that create an empty store."""
    return _creation(tuple(catalogue.TABLES.values()))


@cache
def _creation(tables: tuple[TableDescription, ...]) -> tuple[str, ...]:
    """Cached, because building the statements takes longer than running them."""
    statements = [f"PRAGMA application_id = {APPLICATION_ID}"]
    for description in tables:
        statements += _table(description)
    statements.append(sqlite_schema.SEARCH_INDEX)
    # Planner statistics of a typical store, for SQLite. Without them the planner assumes that a
    # space has a handful of rows, and reads all of it. With statistics measured on each store,
    # plans would change with its history.
    statements.append("ANALYZE")
    for description in tables:
        statements += _planner_rows(description)
    statements.append("ANALYZE sqlite_schema")
    return tuple(statements)


def new_table(description: TableDescription) -> list[str]:
    """The statements with which a migration adds a table."""
    return [*_table(description), *_planner_rows(description), "ANALYZE sqlite_schema"]


def _table(description: TableDescription) -> list[str]:
    table, dialect = description.table, sqlite_dialect()
    indexes = sorted(table.indexes, key=lambda index: str(index.name))
    return [
        str(CreateTable(table).compile(dialect=dialect)),
        *(str(CreateIndex(index).compile(dialect=dialect)) for index in indexes),
    ]


def _planner_rows(description: TableDescription) -> list[str]:
    return [
        "INSERT INTO sqlite_stat1 (tbl, idx, stat) "
        f"VALUES ('{description.name}', '{index}', '{rows}')"
        for index, rows in description.planner.rows.items()
    ]


def upgrade(database: SqliteFile) -> None:
    """Runs the migrations that this store has not had yet, all of them or none."""
    # Alembic takes a third of a second to load, and is needed once per new version.
    from remembrancer.store.migrations.run import run

    with database.writing() as connection:
        run(connection.raw)
        database.commit(connection)


def _revision(database: SqliteFile) -> str | None:
    # Without a reader: a connection more has to read all of the schema first.
    with database.alone() as raw:
        named = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
        if raw.execute(named).fetchone() is None:
            return None
        row = raw.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None
