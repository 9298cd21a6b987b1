"""Schema: created in one go for a new store, moved forward step by step for an old one."""

from __future__ import annotations

from functools import cache

from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from remembrancer.core.errors import StoreCorrupt, StoreTooNew
from remembrancer.store import schema
from remembrancer.store.sqlite import sqlite_schema
from remembrancer.store.sqlite.sqlite_driver import APPLICATION_ID, Sqlite

# Oldest first; a test holds them against the migration scripts.
REVISIONS = tuple(f"{number:04}" for number in range(1, 12))


def prepare(database: Sqlite) -> None:
    """Brings the store to this version's schema, and refuses what it cannot read."""
    if _revision(database) == schema.SCHEMA_REVISION:
        return
    with database.writing() as connection:
        # Another process may have done it while this one waited for the lock.
        tables = {row[0] for row in connection.text("SELECT name FROM sqlite_master")}
        if not tables:
            for statement in creation():
                connection.raw.execute(statement)
            connection.raw.execute(
                "INSERT INTO alembic_version (version_num) VALUES (?)", (schema.SCHEMA_REVISION,)
            )
            database.commit(connection)
            return
    found = _revision(database)
    if found is None:
        raise StoreCorrupt(
            f"{database.path} is an SQLite file of something else, not a Remembrancer store. "
            "Choose another file."
        )
    if found not in REVISIONS:
        raise StoreTooNew(
            f"{database.path} has schema {found}, and this version of Remembrancer reads up to "
            f"{schema.SCHEMA_REVISION}. Upgrade Remembrancer, or open another file."
        )
    if found != schema.SCHEMA_REVISION:
        upgrade(database)


@cache
def creation() -> tuple[str, ...]:
    """The statements that make an empty store. Writing them takes longer than running them."""
    engine_dialect = sqlite_dialect()
    statements = [f"PRAGMA application_id = {APPLICATION_ID}"]
    for table in schema.metadata.sorted_tables:
        statements.append(str(CreateTable(table).compile(dialect=engine_dialect)))
        statements.extend(
            str(CreateIndex(index).compile(dialect=engine_dialect))
            for index in sorted(table.indexes, key=lambda index: str(index.name))
        )
    statements.append(sqlite_schema.SEARCH_INDEX)
    statements.append("ANALYZE")
    for name, indexes in sqlite_schema.TYPICAL_ROWS.items():
        statements.extend(
            f"INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('{name}', '{index}', '{rows}')"
            for index, rows in indexes.items()
        )
    statements.append("ANALYZE sqlite_schema")
    return tuple(statements)


def upgrade(database: Sqlite) -> None:
    """Runs the migrations that this store has not seen yet, all of them or none."""
    # Alembic takes a third of a second to load, and is needed once per new version.
    from remembrancer.store.migrations.run import run

    with database.writing() as connection:
        run(connection.raw)


def _revision(database: Sqlite) -> str | None:
    with database.reading() as connection:
        known = connection.text(
            "SELECT name FROM sqlite_master WHERE name = ?", ("alembic_version",)
        )
        if not known:
            return None
        rows = connection.text("SELECT version_num FROM alembic_version")
        return str(rows[0][0]) if rows else None
