"""The schema of the SQLite store: the indexes that the seeds ask for, and how they are used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def store(path: Path, clock: FrozenClock) -> Iterator[Memory]:
    with Memory.open(
        path, space="northgate", preset="adviser", clock=clock, background=False
    ) as memory:
        yield memory


@pytest.fixture
def raw(store: Memory, path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection:
        yield connection


def columns(raw: sqlite3.Connection, index: str) -> list[str]:
    return [row[2] for row in raw.execute(f"PRAGMA index_info({index})")]


def definition(raw: sqlite3.Connection, name: str) -> str:
    row = raw.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    assert row is not None, f"there is no {name}"
    return " ".join(str(row[0]).split())


def test_the_composite_index(raw: sqlite3.Connection) -> None:
    """S0-11: subject, status and kind of the versions in force, inside a space."""
    assert columns(raw, "version_current") == ["space_n", "subject", "lifecycle", "kind"]
    assert "WHERE until_seq IS NULL" in definition(raw, "version_current")


def test_the_source_index(raw: sqlite3.Connection) -> None:
    """S0-12: source type and source id."""
    assert columns(raw, "version_source") == ["source_type", "source_id"]


def test_the_active_index(raw: sqlite3.Connection) -> None:
    """S1-19: scope and category of what is not superseded; expiry is tested by the query."""
    assert columns(raw, "version_active")[:2] == ["space_n", "kind"]
    assert "superseded_by IS NULL" in definition(raw, "version_active")


def test_the_full_text_index_is_an_inverted_one(raw: sqlite3.Connection) -> None:
    """S0-10: words lie in an FTS5 table."""
    assert "USING fts5" in definition(raw, "search")


def plans(store: Memory, path: Path) -> list[str]:
    """The query plans of every statement that looks through texts, as the store runs them."""
    store.add(content="Ellen retires.", subject="ellen")
    store.conversations.start("call", subject="ellen")
    store.conversations.append("call", {"author_id": "e", "content": "I retire."})
    database = store._session.store._database  # type: ignore[attr-defined]
    told: list[str] = []

    def trace(sql: str) -> None:
        if "MATCH" in sql and not sql.startswith("EXPLAIN"):
            told.append(sql)

    connections = [database._take_reader()]
    for connection in connections:
        connection.raw.set_trace_callback(trace)
        database._give_back(connection)
    store.recall("retire")
    store.recall("retire", subject="ellen")
    store.recall("retire", as_of=datetime(2030, 1, 1))
    for connection in connections:
        connection.raw.set_trace_callback(None)
    assert len(told) >= 6
    with closing(sqlite3.connect(path)) as raw:
        return [
            "\n".join(row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {sql}")) for sql in told
        ]


def test_a_search_uses_the_index(store: Memory, path: Path) -> None:
    """S0-10: every search goes through the virtual table, and scans no table of ours."""
    for plan in plans(store, path):
        assert "SCAN search VIRTUAL TABLE INDEX" in plan
        for table in ("item", "version", "document", "message"):
            assert f"SCAN {table}" not in plan.replace("SCAN search", "")


def test_messages_can_be_asked_for_in_plain_sql(
    store: Memory, raw: sqlite3.Connection, clock: FrozenClock
) -> None:
    """S2-18: by author and text, newest first, ten of them."""
    store.conversations.start("general", channel_id="c-1")
    for n in range(15):
        clock.advance(timedelta(minutes=1))
        store.conversations.append(
            "general",
            {"id": f"m{n}", "author_id": ("u-1", "u-2")[n % 5 == 0], "content": f"hi {n}"},
        )
    rows = raw.execute(
        "SELECT id, content, timestamp, author_id, channel_id FROM message "
        "WHERE author_id = ? AND content LIKE ? ORDER BY timestamp DESC LIMIT 10",
        ("u-1", "%hi%"),
    ).fetchall()
    assert [row[0] for row in rows] == [f"m{n}" for n in range(14, 1, -1) if n % 5][:10]
    assert {row[3:] for row in rows} == {("u-1", "c-1")}


def test_a_fresh_store_has_no_broken_page(store: Memory, raw: sqlite3.Connection) -> None:
    """SQLite's own check and the foreign keys find nothing, after a little life."""
    item = store.remember("Ellen retires.", infer=False).items[0]
    store.supersede(item.id, content="She does not.")
    store.vote(item.id, 1)
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_ledger_is_called_ledger(raw: sqlite3.Connection) -> None:
    """The table's name is part of the public face."""
    assert definition(raw, "ledger").startswith("CREATE TABLE ledger")
