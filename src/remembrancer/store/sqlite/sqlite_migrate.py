"""Schema: created in one step for a new store, migrated step by step for an old one."""

from __future__ import annotations

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
    if _revision(database) == schema.SCHEMA_REVISION:
        return
    with database.writing() as connection:
        # Another process may have done this while this one waited for the lock.
        tables = {row[0] for row in connection.text("SELECT name FROM sqlite_master")}
        if not tables:
            for statement in creation():
                connection.raw.execute(statement)
            connection.raw.execute(
                "INSERT INTO alembic_version (version_num) VALUES (?)", (schema.SCHEMA_REVISION,)
            )
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
    with database.reading() as connection:
        known = connection.text(
            "SELECT name FROM sqlite_master WHERE name = ?", ("alembic_version",)
        )
        if not known:
            return None
        rows = connection.text("SELECT version_num FROM alembic_version")
        return str(rows[0][0]) if rows else None
