"""Places: nothing is stored where erasure does not know of it."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import LargeBinary, Table, Text

from remembrancer import Memory
from remembrancer.store import schema
from remembrancer.store.postgres import postgres_scrub
from remembrancer.store.tables.description import Like
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.erasure_rules import FILES, INDEXES, all_rules, changed_tables
from tests import postgres

PLACES = all_rules()


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


@pytest.mark.parametrize("kind", committed_columns.every(), ids=lambda kind: kind.table.name)
def test_what_loses_text_loses_its_salt(kind: committed_columns.Sealed) -> None:
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
    with Memory.open(path, background=False) as memory:
        memory.add(content="58")
        files = {file.name.removeprefix(path.name) for file in tmp_path.iterdir()}
        with closing(sqlite3.connect(path)) as raw:
            names = {
                row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
    assert files <= set(FILES)
    ours = {name for name in names if not name.startswith(("sqlite_", "search_"))}
    assert ours == set(PLACES) | set(INDEXES)


# -- what exists on PostgreSQL only

SERVER_ONLY = {
    "search_index": {"rowid", "space_n", "words"},  # rows go with their texts
    "search": {"rowid", "words"},  # shows the rows of `search_index` that lie in one space
    "upkeep": {"what", "since"},  # the name of a duty, and a time
}
# Texts that erasure clears and the planner may still take samples of.
MEASURED = {
    "confidence_subtype": "one of a few fixed words",
    "sensitivity": "one of a few fixed words",
    "trust": "one of a few fixed words",
    "operation": "the name of a verb",
    "model": "the name of the model that made a vector",
    **dict.fromkeys(
        (
            *("at", "expires_at", "last_confirmed_at", "observed_at", "ended_at"),
            *("occurred_at", "valid_from", "valid_until"),
        ),
        "a time",
    ),
}


def test_every_table_on_postgres_is_registered() -> None:
    """A store there has the same tables and columns, and few more that the list above names."""
    found: dict[str, set[str]] = defaultdict(set)
    with psycopg.connect(postgres.fresh_url()) as raw:
        for table, column in raw.execute(
            "SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
            "WHERE relnamespace = 'remembrancer'::regnamespace AND attnum > 0 "
            "AND NOT attisdropped AND relkind NOT IN ('i', 'S')"
        ):
            found[table].add(column)
    if postgres.is_cluster():
        found["search"].remove("space_n")  # it tells which machine is asked
    named = {table.name: {column.name for column in table.c} for table in _tables()}
    assert found == {**named, **SERVER_ONLY}


@pytest.mark.usefixtures("whole_scrub")
def test_every_place_is_written_anew() -> None:
    """The scrub on PostgreSQL leaves out no table that erasure changes."""
    changed = {name for name, place in PLACES.items() if place.cleared or place.removed}
    assert changed == set(changed_tables())
    assert set(postgres_scrub.tables()) == changed | {"search_index"}


def test_the_planner_takes_no_samples_of_words() -> None:
    """The server's statistics are no place: texts that erasure removes never reach them."""
    with psycopg.connect(postgres.fresh_url()) as raw:
        unmeasured = set(
            raw.execute(
                "SELECT attrelid::regclass::text, attname FROM pg_attribute "
                "WHERE attstattarget = 0 AND attnum > 0"
            )
        )
    sampled = {
        (table.name, column.name)
        for table in _tables()
        for column in table.c
        if isinstance(column.type, Text | LargeBinary)
        and (PLACES[table.name].removed or column.name in PLACES[table.name].cleared)
        and column.name not in MEASURED
        and (f"remembrancer.{table.name}", column.name) not in unmeasured
    }
    assert sampled == set()
    assert ("remembrancer.search_index", "words") in unmeasured


def _tables() -> list[Table]:
    return list(schema.metadata.sorted_tables)
