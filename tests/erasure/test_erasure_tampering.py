"""Tampering with erasure: nobody fakes one, hides one, or brings back what one removed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from remembrancer import Memory
from remembrancer.core.hashing import commitment
from remembrancer.store import schema
from remembrancer.store.tables.description import Like
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.erasure_rules import all_rules, rule_for
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.lived_space import live
from tests.people import ADA

HUSKS = [
    name
    for name, one in all_rules().items()
    if "salt" in one.cleared and name in {kind.table.name for kind in committed_columns.every()}
]
# What `verify` need not find, each with the reason.
LEFT_OUT = {
    **dict.fromkeys(
        (
            f"{table}.number"
            for table in ("evidence", "message", "entity", "relation", "entity_version", "edge")
        ),
        "the store's own key: rows count by their public ids, so that a space can move",
    ),
    "source.same_hash": "a keyed hash, and no knowledge",
}


class Store(NamedTuple):
    """A store with erasures in it, and the files as they were before it and before anybody came."""

    memory: Memory
    pristine: sqlite3.Connection
    full: sqlite3.Connection


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("erased") / "memory.db"
    clock = FrozenClock(START)
    with (
        Memory.open(
            path, space="northgate", preset="corporate", clock=clock, background=False
        ) as memory,
        closing(sqlite3.connect(":memory:")) as full,
        closing(sqlite3.connect(":memory:")) as pristine,
        closing(sqlite3.connect(path)) as raw,
    ):
        live(memory, clock)
        raw.backup(full)
        ada = memory.acting_as(ADA)
        ada.erase(subject="etl", reason="asked to")
        assert ada.verify().ok
        raw.backup(pristine)
        yield Store(ada, pristine, full)


@pytest.fixture
def raw(store: Store) -> Iterator[sqlite3.Connection]:
    """The file opened by somebody with an SQLite shell; put right again afterwards."""
    path = store.memory.admin.facts()["file"]
    with closing(sqlite3.connect(Path(path))) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        try:
            yield connection
        finally:
            connection.rollback()
            store.pristine.backup(connection)


def is_found(store: Store) -> str:
    found = store.memory.verify()
    assert not found.ok
    assert found.broken_at is not None
    return found.broken_at.reason


def blanked(table: str) -> str:
    """What makes a row look erased."""
    return ", ".join(
        f'"{name}" = '
        + (
            f'"{value.column}"'
            if isinstance(value, Like)
            else "NULL"
            if value is None
            else repr(value)
        )
        for name, value in rule_for(table).cleared.items()
    )


@pytest.mark.parametrize("table", [*HUSKS, "reason"])
def test_a_row_emptied_by_hand_is_found(store: Store, table: str, raw: sqlite3.Connection) -> None:
    """It looks as erasure would have left it, and no erasure is on record."""
    store.full.backup(raw)  # where every table still has rows with text
    key = "seq" if table == "reason" else "number"
    salted = raw.execute(f"SELECT {key} FROM {table} WHERE salt IS NOT NULL").fetchall()
    with raw:
        if table == "reason":
            raw.execute("DELETE FROM reason WHERE seq = ?", salted[0])
        else:
            raw.execute(f"UPDATE {table} SET {blanked(table)} WHERE number = ?", salted[0])
    assert "was changed" in is_found(store)


@pytest.mark.parametrize("table", HUSKS)
def test_a_faked_erasure_is_found(store: Store, table: str, raw: sqlite3.Connection) -> None:
    """A row emptied by hand, and an entry that says so under an earlier or a made-up position."""
    store.full.backup(raw)
    number, made = raw.execute(
        f"SELECT number, commitment FROM {table} WHERE salt IS NOT NULL"
    ).fetchone()
    (erasure,) = raw.execute("SELECT seq FROM ledger WHERE action = 'erase'").fetchone()
    for seq in (erasure, erasure + 1_000):
        with raw:
            raw.execute(f"UPDATE {table} SET {blanked(table)} WHERE number = ?", (number,))
            kind = next(one for one in committed_columns.every() if one.table.name == table)
            values = _values(raw, kind, number)
            salt = "00" * 16
            husk = commitment(salt, values)
            row = {"place": table, "row_commitment": made, "husk": husk, "same_origin": None}
            raw.execute(
                "INSERT INTO erased SELECT max(number) + 1, 1, ?, ?, ?, ?, ?, ?, ? FROM erased",
                (*row.values(), seq, salt, committed_columns.ERASED.commit(salt, [], row)),
            )
        is_found(store)
        store.full.backup(raw)


def _values(
    raw: sqlite3.Connection, kind: committed_columns.Sealed, number: int
) -> tuple[Any, ...]:
    from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

    query = str(kind.rows().compile(dialect=sqlite_dialect()))
    row = raw.execute(f'{query} AND "{kind.table.name}".number = {number}', (1,)).fetchone()
    return tuple(row[5:])


def test_a_deleted_record_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """Whichever of them is taken out."""
    numbers = [row[0] for row in raw.execute("SELECT number FROM erased")]
    for number in numbers:
        with raw:
            raw.execute("DELETE FROM erased WHERE number = ?", (number,))
        is_found(store)
        store.pristine.backup(raw)


@pytest.mark.parametrize("table", [*HUSKS, "reason"])
def test_text_put_back_is_found(store: Store, table: str, raw: sqlite3.Connection) -> None:
    """The very row that was erased, from an older copy, salt and all."""
    key = "seq" if table == "reason" else "number"
    columns = [column.name for column in schema.metadata.tables[table].c]
    before = {row[columns.index(key)]: row for row in store.full.execute(f"SELECT * FROM {table}")}
    now = {row[columns.index(key)]: row for row in raw.execute(f"SELECT * FROM {table}")}
    changed = [row for number, row in before.items() if now.get(number) != row]
    assert changed
    marks = ", ".join("?" * len(columns))
    with raw:
        raw.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", changed[0])
    assert "was erased" in is_found(store)


def _husk_columns() -> list[str]:
    return [
        f"{table}.{column.name}"
        for table in HUSKS
        for column in schema.metadata.tables[table].c
        if f"{table}.{column.name}" not in LEFT_OUT
    ]


@pytest.mark.parametrize("name", _husk_columns())
def test_a_changed_husk_is_found(store: Store, name: str, raw: sqlite3.Connection) -> None:
    """Any value of what is left, cleared or kept, replaced by another one."""
    table, column = name.split(".")
    numbers = [row[0] for row in raw.execute(f"SELECT number FROM {table} WHERE salt IS NULL")]
    assert numbers
    kind = schema.metadata.tables[table].c[column].type.python_type
    (held,) = raw.execute(
        f'SELECT "{column}" FROM {table} WHERE number = ?', (numbers[-1],)
    ).fetchone()
    value: Any = "x" if kind is str else 0.123 if kind is float else 1 if held != 1 else 2
    if column == "number":
        value = 7_777
    with raw:
        raw.execute(f'UPDATE {table} SET "{column}" = ? WHERE number = ?', (value, numbers[-1]))
    is_found(store)


def test_an_item_that_denies_its_erasure_is_found(store: Store, raw: sqlite3.Connection) -> None:
    """Its mark taken away, moved, or put on an item that is there."""
    for change in (
        "erased_seq = NULL WHERE erased_seq IS NOT NULL",
        "erased_seq = erased_seq - 1 WHERE erased_seq IS NOT NULL",
        "erased_seq = 3 WHERE erased_seq IS NULL",
    ):
        with raw:
            raw.execute(f"UPDATE item SET {change}")
        assert "erasure" in is_found(store)
        store.pristine.backup(raw)


@pytest.mark.parametrize("owner", ["item_n", "message_n"])
def test_a_search_text_put_back_is_found(store: Store, owner: str, raw: sqlite3.Connection) -> None:
    """What was erased must not be found by its words again."""
    table = (
        "item WHERE erased_seq IS NOT NULL" if owner == "item_n" else "message WHERE salt IS NULL"
    )
    with raw:
        raw.execute(
            f"INSERT INTO document (number, space_n, {owner}, tokens, length, is_counted) "
            f"SELECT 9999, 1, number, 'nightli job', 2, 0 FROM {table} LIMIT 1"
        )
    assert "can still be found" in is_found(store)
