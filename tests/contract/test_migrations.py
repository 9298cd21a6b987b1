"""Migrations: forward only, and in the end what a new store is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from remembrancer import Memory
from remembrancer.store import migrate, schema
from remembrancer.store.migrations.run import directory
from remembrancer.store.sqlite import Sqlite


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
