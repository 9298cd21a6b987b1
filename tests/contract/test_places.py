"""Places: nothing is stored where erasure does not know of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Table

from remembrancer import Memory
from remembrancer.store import schema, sealed
from remembrancer.store.places import FILES, INDEXES, PLACES, Like


@pytest.mark.parametrize("table", schema.metadata.sorted_tables, ids=lambda table: table.name)
def test_every_column_is_registered(table: Table) -> None:
    """Each says what erasure puts into it or why it stays, unless its row goes as a whole."""
    place = PLACES[table.name]
    known = set(place.cleared) | set(place.kept)
    if place.removed:
        assert known == set()
        return
    assert known == {column.name for column in table.c}
    assert not set(place.cleared) & set(place.kept)
    assert all(place.kept.values())


def test_nothing_is_registered_that_is_not_there() -> None:
    """The list has no table too many."""
    assert set(PLACES) == set(schema.metadata.tables)


@pytest.mark.parametrize("kind", sealed.ALL, ids=lambda kind: kind.table.name)
def test_what_loses_text_loses_its_salt(kind: sealed.Sealed) -> None:
    """A commitment whose salt stays could confirm a guess."""
    place = PLACES[kind.table.name]
    texts = set(place.cleared) - {"salt"}
    assert bool(texts) == ("salt" in place.cleared)
    for name, value in place.cleared.items():
        column = kind.table.c[name]
        assert column.nullable or value is not None
        assert not isinstance(value, Like) or value.column in place.kept


def test_every_file_and_index_is_registered(tmp_path: Path) -> None:
    """A store in use has no file beside it, and no table in it, that the list does not name."""
    path = tmp_path / "memory.db"
    with Memory.open(path) as memory:
        memory.add(content="58")
        files = {file.name.removeprefix(path.name) for file in tmp_path.iterdir()}
        with closing(sqlite3.connect(path)) as raw:
            names = {
                row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
    assert files <= set(FILES)
    ours = {name for name in names if not name.startswith(("sqlite_", "search_"))}
    assert ours == set(PLACES) | set(INDEXES)
