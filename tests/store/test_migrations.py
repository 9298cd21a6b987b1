"""Migrations: forward only, and in the end what a new store is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from remembrancer import Memory
from remembrancer.store import migrate, schema
from remembrancer.store.migrations.run import directory, run, run_postgres
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.lived_space import live
from tests.logins import as_superuser, empty_database


def shape(path: Path) -> dict[str, Any]:
    """All that a store consists of before anything is in it."""
    database = Sqlite(str(path))
    try:
        with database.reading() as connection:
            made = connection.text("SELECT type, name, tbl_name, sql FROM sqlite_master")
            return {
                "made": {row[:3]: " ".join((row[3] or "").split()) for row in made},
                "planner": connection.text("SELECT * FROM sqlite_stat1 ORDER BY 1, 2"),
                "revision": connection.text("SELECT * FROM alembic_version"),
                "mark": connection.text("PRAGMA application_id"),
            }
    finally:
        database.close()


def migrated(path: Path) -> Path:
    database = Sqlite(str(path))
    migrate.upgrade(database)
    database.close()
    return path


def test_migrated_equals_fresh(tmp_path: Path) -> None:
    """A store that went through every migration is the store that is made in one go."""
    fresh = Sqlite(str(tmp_path / "fresh.db"))
    migrate.prepare(fresh)
    fresh.close()
    assert shape(migrated(tmp_path / "migrated.db")) == shape(tmp_path / "fresh.db")


# Takes a store of today back to the first schema.
_BACK_TO_FIRST = """
    DROP INDEX item_waiting;
    DROP INDEX version_noted;
    DELETE FROM sqlite_stat1 WHERE idx IN ('item_waiting', 'version_noted');
    DROP TABLE kept_answer;
    DELETE FROM sqlite_stat1 WHERE tbl = 'kept_answer';
    DROP TABLE token;
    DROP TABLE signing_key;
    DELETE FROM sqlite_stat1 WHERE tbl IN ('token', 'signing_key');
    DROP TABLE delivered;
    DROP TABLE delivery;
    DROP INDEX version_accepted;
    DELETE FROM sqlite_stat1
        WHERE tbl IN ('delivered', 'delivery') OR idx = 'version_accepted';
    DROP INDEX evidence_source;
    DROP INDEX evidence_message;
    DROP INDEX version_source_id;
    DELETE FROM sqlite_stat1
        WHERE idx IN ('evidence_source', 'evidence_message', 'version_source_id');
    DROP TABLE walk_hit;
    DROP TABLE walk;
    DROP TABLE embedded;
    DROP TABLE vector;
    DROP INDEX document_message;
    DROP INDEX entity_name;
    CREATE TABLE vector (
        document_n INTEGER NOT NULL,
        space_n INTEGER NOT NULL,
        model TEXT NOT NULL,
        vector BLOB NOT NULL,
        PRIMARY KEY (document_n),
        FOREIGN KEY(document_n) REFERENCES document (number),
        FOREIGN KEY(space_n) REFERENCES space (number)
    );
    DELETE FROM sqlite_stat1 WHERE tbl IN ('walk_hit', 'walk', 'vector')
        OR idx IN ('document_message', 'entity_name');
    DROP TABLE standing;
    DROP TABLE job;
    DROP TABLE feed;
    DROP INDEX message_order;
    DROP INDEX source_external;
    ALTER TABLE conversation DROP COLUMN trust;
    ALTER TABLE message DROP COLUMN trust;
    DELETE FROM sqlite_stat1 WHERE tbl IN ('standing', 'job', 'feed')
        OR idx IN ('message_order', 'source_external');
    DROP TABLE erased;
    DROP INDEX item_erased;
    ALTER TABLE item DROP COLUMN erased_seq;
    DELETE FROM sqlite_stat1 WHERE tbl = 'erased' OR idx = 'item_erased';
    UPDATE alembic_version SET version_num = '0001';
"""


def test_a_store_of_the_first_schema_keeps_what_it_holds(
    tmp_path: Path, clock: FrozenClock
) -> None:
    """Opened by this version it is migrated, with its data; then it equals a fresh one."""
    first = Sqlite(str(tmp_path / "first.db"))
    with first.writing() as connection:
        run(connection.raw, to="0001")
    first.close()
    old = tmp_path / "old.db"
    with Memory.open(
        old, space="northgate", preset="adviser", clock=clock, background=False
    ) as memory:
        item = memory.remember("Ellen retires at 58.", infer=False, source="n1").items[0]
        memory.supersede(item.id, content="Ellen retires at 60.", reason="said so")
        head = memory.verify().head
    with closing(sqlite3.connect(old)) as raw:
        raw.executescript(_BACK_TO_FIRST)
    assert shape(old) == shape(tmp_path / "first.db")
    fresh = Sqlite(str(tmp_path / "fresh.db"))
    migrate.prepare(fresh)
    fresh.close()
    with Memory.open(old, space="northgate", clock=clock, background=False) as memory:
        assert memory.verify(head).ok
        assert memory.get(item.id).content == "Ellen retires at 58."
        memory.erase(item.id, reason="asked to")
        assert memory.verify(head).ok
    assert shape(old) == shape(tmp_path / "fresh.db")


def test_a_migrated_store_works(tmp_path: Path) -> None:
    """What the migrations leave behind can be written to, read and verified."""
    with Memory.open(
        migrated(tmp_path / "migrated.db"), preset="adviser", background=False
    ) as memory:
        item = memory.add(content="Ellen retires at 58.")
        assert [hit.id for hit in memory.recall("retire").hits] == [item.id]
        assert memory.verify().ok


def test_the_known_revisions_are_the_scripts() -> None:
    """The store knows each migration there is, in order, and ends at the newest."""
    scripts = reversed(list(directory().walk_revisions()))
    assert tuple(script.revision for script in scripts) == migrate.REVISIONS
    assert migrate.REVISIONS[-1] == schema.SCHEMA_REVISION


# -- PostgreSQL, where stores begin with the second revision

# All that a store consists of, by sort of thing, with names instead of numbers.
_CATALOGUE = {
    "relations": "SELECT relname, relkind, relrowsecurity, relforcerowsecurity, reloptions, "
    "relpersistence FROM pg_class WHERE relnamespace = 'remembrancer'::regnamespace",
    "columns": "SELECT attrelid::regclass::text, attnum, attname, "
    "format_type(atttypid, atttypmod), attcollation::regcollation::text, attnotnull, "
    "pg_get_expr(adbin, adrelid), attstattarget, attoptions, attstorage, attcompression "
    "FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
    "LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum) "
    "WHERE relnamespace = 'remembrancer'::regnamespace",
    "constraints": "SELECT conname, conrelid::regclass::text, pg_get_constraintdef(oid) "
    "FROM pg_constraint WHERE connamespace = 'remembrancer'::regnamespace",
    "indexes": "SELECT * FROM pg_indexes WHERE schemaname = 'remembrancer'",
    "policies": "SELECT * FROM pg_policies WHERE schemaname = 'remembrancer'",
    "views": "SELECT * FROM pg_views WHERE schemaname = 'remembrancer'",
    "sequences": "SELECT * FROM pg_sequences WHERE schemaname = 'remembrancer'",
    "planner": "SELECT tablename, attname, null_frac, n_distinct, most_common_vals::text, "
    "histogram_bounds::text FROM pg_stats WHERE schemaname = 'remembrancer'",
    "revision": "SELECT * FROM remembrancer.alembic_version",
    "mark": "SELECT obj_description('remembrancer'::regnamespace)",
}
_EMPTY = (
    "CREATE EXTENSION vector",
    "CREATE SCHEMA remembrancer",
    "COMMENT ON SCHEMA remembrancer IS 'A Remembrancer store'",
)


def catalogue(url: str) -> dict[str, list[str]]:
    """The same as `shape`, for a store on PostgreSQL."""
    with psycopg.connect(url) as raw:
        raw.execute("SET search_path TO remembrancer, public")
        return {
            name: sorted(map(repr, raw.execute(query.encode()).fetchall()))
            for name, query in _CATALOGUE.items()
        }


def test_migrated_equals_fresh_on_postgres() -> None:
    """The same from an empty schema: tables, types, defaults, indexes, walls and measures."""
    with empty_database() as url:
        as_superuser(*_EMPTY, url=url)
        with psycopg.connect(url) as raw:
            raw.execute("SET search_path TO remembrancer, public")
            run_postgres(raw)
        found, fresh = catalogue(url), catalogue(postgres.fresh_url())
    for name, expected in fresh.items():
        assert expected, name
        assert found[name] == expected


def test_a_migrated_store_works_on_postgres(clock: FrozenClock) -> None:
    """Opened by this version, a store of an older revision is migrated, lived in and verified."""
    with empty_database() as url:
        as_superuser(
            *_EMPTY,
            "CREATE TABLE remembrancer.alembic_version "
            "(version_num VARCHAR(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY)",
            "INSERT INTO remembrancer.alembic_version VALUES ('0001')",
            url=url,
        )
        with Memory.open(
            url,
            space="northgate",
            preset="corporate",
            clock=clock,
            embedder=HashingEmbedder(8),
            background=False,
        ) as memory:
            live(memory, clock)
            memory.jobs.wait()
            assert memory.recall("nightly").hits
            assert memory.verify().ok
            assert memory.admin.facts()["schema"] == schema.SCHEMA_REVISION
