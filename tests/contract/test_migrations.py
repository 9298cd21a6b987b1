"""Migrations: forward only, and in the end what a new store is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from remembrancer import Memory
from remembrancer.store import migrate, schema
from remembrancer.store.migrations.run import directory, run
from remembrancer.store.sqlite import Sqlite
from remembrancer.testing import FrozenClock


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
    with Memory.open(old, space="northgate", preset="adviser", clock=clock) as memory:
        item = memory.remember("Ellen retires at 58.", infer=False, source="n1").items[0]
        memory.supersede(item.id, content="Ellen retires at 60.", reason="said so")
        head = memory.verify().head
    with closing(sqlite3.connect(old)) as raw:
        raw.executescript(_BACK_TO_FIRST)
    assert shape(old) == shape(tmp_path / "first.db")
    fresh = Sqlite(str(tmp_path / "fresh.db"))
    migrate.prepare(fresh)
    fresh.close()
    with Memory.open(old, space="northgate", clock=clock) as memory:
        assert memory.verify(head).ok
        assert memory.get(item.id).content == "Ellen retires at 58."
        memory.erase(item.id, reason="asked to")
        assert memory.verify(head).ok
    assert shape(old) == shape(tmp_path / "fresh.db")


def test_a_migrated_store_works(tmp_path: Path) -> None:
    """What the migrations leave behind can be written to, read and verified."""
    with Memory.open(migrated(tmp_path / "migrated.db"), preset="adviser") as memory:
        item = memory.add(content="Ellen retires at 58.")
        assert [hit.id for hit in memory.recall("retire").hits] == [item.id]
        assert memory.verify().ok


def test_the_known_revisions_are_the_scripts() -> None:
    """The store knows each migration there is, in order, and ends at the newest."""
    scripts = reversed(list(directory().walk_revisions()))
    assert tuple(script.revision for script in scripts) == migrate.REVISIONS
    assert migrate.REVISIONS[-1] == schema.SCHEMA_REVISION
