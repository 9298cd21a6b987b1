"""Opening a store: what is made, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.core.errors import NotFound
from remembrancer.store.sqlite import sqlite_migrate
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from tests import postgres
from tests.engines import ON_CONNECTIONS, Engine


@ON_CONNECTIONS
def test_a_space_that_is_not_there_is_refused(engine: Engine, tmp_path: Path) -> None:
    """With `create=False` a name that was mistyped makes no space."""
    url = engine.fresh_url(tmp_path)
    Memory.open(url, space="northgate").close()
    with pytest.raises(NotFound, match="space"):
        Memory.open(url, space="nortgate", create=False)
    with Memory.open(url, space="northgate", create=False) as memory:
        assert [space.name for space in memory.admin.spaces()] == ["northgate"]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """With `create=False` an address that was mistyped makes no file, and fills no empty one."""
    (tmp_path / "empty.db").touch()
    for name in ("none.db", "empty.db"):
        for url in (tmp_path / name, f"sqlite:///{tmp_path / name}"):
            with pytest.raises(NotFound, match="store"):
                Memory.open(url, create=False)
    assert [(path.name, path.stat().st_size) for path in tmp_path.iterdir()] == [("empty.db", 0)]


def test_a_database_without_a_store_is_refused() -> None:
    """With `create=False` no tables are made on a server."""
    with postgres.bare_url() as url:
        for _ in range(2):
            with pytest.raises(NotFound, match="store"):
                Memory.open(url, create=False)


def test_a_store_in_memory_is_always_a_new_one() -> None:
    """With `create=False` there is no store in memory to open."""
    with pytest.raises(NotFound, match="store"):
        Memory.open(":memory:", create=False)


def test_a_store_in_memory_has_all_that_a_file_has(tmp_path: Path) -> None:
    """Stores in memory are copies of one, and equal a file that was made by the statements."""

    def content(path: str) -> tuple[list[tuple[object, ...]], ...]:
        database = Sqlite(path)
        sqlite_migrate.prepare(database)
        with database.reading() as connection:
            made = tuple(
                connection.text(sql)
                for sql in (
                    "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2",
                    "SELECT * FROM sqlite_stat1 ORDER BY 1, 2",
                    "SELECT * FROM alembic_version",
                    "PRAGMA application_id",
                )
            )
        database.close()
        return made

    assert content(":memory:") == content(":memory:") == content(str(tmp_path / "file.db"))
