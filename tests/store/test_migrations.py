"""Migrations: forward only, and in the end what a new store is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from remembrancer import Head, Memory, StoreTooNew
from remembrancer.build import open_store
from remembrancer.store import schema
from remembrancer.store.migrations import frozen_sql
from remembrancer.store.migrations import run as migration_run
from remembrancer.store.migrations.run import directory, run_postgres
from remembrancer.store.postgres import postgres_schema
from remembrancer.store.sqlite import sqlite_migrate
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.lived_space import live
from tests.logins import as_superuser, empty_database
from tests.store.made_up_tables import two_more_tables


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
    sqlite_migrate.upgrade(database)
    database.close()
    return path


def test_migrated_equals_fresh(tmp_path: Path) -> None:
    """A store that went through every migration is the store that is made in one go."""
    fresh = Sqlite(str(tmp_path / "fresh.db"))
    sqlite_migrate.prepare(fresh)
    fresh.close()
    assert shape(migrated(tmp_path / "migrated.db")) == shape(tmp_path / "fresh.db")


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
    assert tuple(script.revision for script in scripts) == schema.REVISIONS
    assert schema.REVISIONS[-1] == schema.SCHEMA_REVISION


# -- PostgreSQL

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


@contextmanager
def migrated_on_postgres() -> Iterator[str]:
    """The address of a store that every migration was run on, from an empty schema on."""
    with empty_database() as url:
        as_superuser(*_EMPTY, url=url)
        with psycopg.connect(url) as raw:
            raw.execute("SET search_path TO remembrancer, public")
            run_postgres(raw)
        yield url


def test_migrated_equals_fresh_on_postgres() -> None:
    """The same from an empty schema: tables, types, defaults, indexes, walls and measures."""
    postgres.needs_one_server("its tables are not yet distributed after the migrations")
    with migrated_on_postgres() as url:
        found, fresh = catalogue(url), catalogue(postgres.fresh_url())
    for name, expected in fresh.items():
        assert expected, name
        assert found[name] == expected


def test_a_migrated_store_works_on_postgres(clock: FrozenClock) -> None:
    """What the migrations leave behind can be lived in and verified."""
    with (
        migrated_on_postgres() as url,
        Memory.open(
            url,
            space="northgate",
            preset="corporate",
            clock=clock,
            embedder=HashingEmbedder(8),
            background=False,
        ) as memory,
    ):
        live(memory, clock)
        memory.jobs.wait()
        assert memory.recall("nightly").hits
        assert memory.verify().ok
        assert memory.admin.facts()["schema"] == schema.SCHEMA_REVISION


# -- the next revision, made up, which adds two tables

_LAST = schema.SCHEMA_REVISION
_NEXT = f"{int(_LAST) + 1:04}"
_SCRIPT = f"""
from remembrancer.store.migrations.frozen_sql import run_beside

revision, down_revision, branch_labels, depends_on = "{_NEXT}", "{_LAST}", None, None


def upgrade():
    run_beside(__file__)
"""


@contextmanager
def next_revision(folder: Path, script: str = _SCRIPT) -> Iterator[None]:
    """Inside, this version of the program knows one revision more."""
    with two_more_tables() as described, pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "SCHEMA_REVISION", _NEXT)
        patch.setattr(schema, "REVISIONS", (*schema.REVISIONS, _NEXT))
        patch.setattr(migration_run, "MORE_VERSIONS", (str(folder),))
        (folder / f"v{_NEXT}_remarks.py").write_text(script)
        for engine, new_table in (
            ("sqlite", sqlite_migrate.new_table),
            ("postgresql", lambda one: postgres_schema.new_table(one, "public.vector")),
        ):
            statements = [statement for one in described for statement in new_table(one)]
            (folder / f"v{_NEXT}_remarks.{engine}.sql").write_text(frozen_sql.written(statements))
        yield


def filled(url: str | Path, clock: FrozenClock) -> tuple[str, Head]:
    """A store of the last revision, an item in it and the head of its chain."""
    with Memory.open(
        url, space="northgate", preset="adviser", clock=clock, background=False
    ) as memory:
        item = memory.remember("Ellen retires at 58.", infer=False, source="n1").items[0]
        memory.supersede(item.id, content="Ellen retires at 60.", reason="said so")
        return item.id, memory.verify().head


def outlives_the_step(url: str | Path, clock: FrozenClock, id: str, head: Head) -> None:
    """Opened by the later version, the store has all that it held, and goes on."""
    with Memory.open(url, space="northgate", clock=clock, background=False) as memory:
        assert memory.admin.facts()["schema"] == _NEXT
        assert memory.verify(head).ok
        assert memory.get(id).content == "Ellen retires at 58."
        memory.erase(id, reason="asked to")
        assert memory.verify(head).ok


def test_an_older_store_is_moved_forward(tmp_path: Path, clock: FrozenClock) -> None:
    """Opened by a later version it keeps what it holds; then it equals a fresh one of that
    version, and the earlier version refuses it."""
    old, fresh_file = tmp_path / "old.db", tmp_path / "fresh.db"
    id, head = filled(old, clock)
    with next_revision(tmp_path):
        outlives_the_step(old, clock, id, head)
        fresh = Sqlite(str(fresh_file))
        sqlite_migrate.prepare(fresh)
        fresh.close()
    assert shape(old) == shape(fresh_file)
    with pytest.raises(StoreTooNew, match=rf"has schema {_NEXT}, .* up to {_LAST}"):
        Memory.open(old, space="northgate", clock=clock)


def test_an_older_store_is_moved_forward_on_postgres(tmp_path: Path, clock: FrozenClock) -> None:
    """The same on a server, walls and measures of the new tables included."""
    old = postgres.fresh_url()
    id, head = filled(old, clock)
    with next_revision(tmp_path), postgres.bare_url() as new:
        outlives_the_step(old, clock, id, head)
        open_store(new, distributes=postgres.is_cluster()).close()
        found, fresh = catalogue(old), catalogue(new)
    for name in ("relations", "columns", "constraints", "indexes", "policies", "views", "revision"):
        assert found[name] == fresh[name]
    with pytest.raises(StoreTooNew, match=rf"has schema {_NEXT}, .* up to {_LAST}"):
        Memory.open(old, space="northgate", clock=clock)


@pytest.mark.parametrize("is_server", [False, True], ids=["sqlite", "postgres"])
def test_a_migration_that_fails_leaves_the_old_store(
    tmp_path: Path, clock: FrozenClock, is_server: bool
) -> None:
    """All of an upgrade is done, or nothing: this version can go on with the store."""
    old = postgres.fresh_url() if is_server else str(tmp_path / "old.db")
    id, head = filled(old, clock)
    before = catalogue(old) if is_server else shape(Path(old))
    failing = f"{_SCRIPT}    raise RuntimeError('cut off')\n"
    with next_revision(tmp_path, failing), pytest.raises(RuntimeError, match="cut off"):
        Memory.open(old, space="northgate", clock=clock)
    assert (catalogue(old) if is_server else shape(Path(old))) == before
    with Memory.open(old, space="northgate", clock=clock, background=False) as memory:
        assert memory.get(id).content == "Ellen retires at 58."
        assert memory.verify(head).ok
