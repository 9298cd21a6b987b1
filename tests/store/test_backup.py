"""Backup: an online copy that opens, verifies and answers the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Forbidden, Memory, StoreUnreachable
from remembrancer.testing import FrozenClock
from tests.answers import said
from tests.conftest import MemoryFactory
from tests.engines import Engine
from tests.footprint import refused, rows
from tests.lived_space import live
from tests.people import ADA, ANNA, BOT, KARIN


def test_a_backup_opens_and_verifies(
    fresh_store: MemoryFactory, clock: FrozenClock, tmp_path: Path, engine: Engine
) -> None:
    """Every space of the store is in the copy, row for row, and its chain holds."""
    store = fresh_store("corporate")
    live(store, clock)
    store.in_space("southgate", "adviser").add(content="another tenant")
    head = store.verify().head
    seen: list[tuple[int, int]] = []
    path = store.backup(tmp_path / "copy.db", progress=lambda done, all: seen.append((done, all)))
    assert path == tmp_path / "copy.db"
    assert seen[-1][0] == seen[-1][1]
    with Memory.open(path, space="northgate", clock=clock, background=False) as copy:
        assert copy.verify(head).ok
        if not engine.is_server:  # from there the rows come with new numbers
            assert rows(copy) == rows(store)
        assert said(copy.recall("nightly")) == said(store.in_space("northgate").recall("nightly"))
        assert copy.in_space("southgate").items()[0].content == "another tenant"
        copy.add(content="the copy lives on its own")
    assert store.verify().head == head


def test_a_backup_is_one_file(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """No log beside it is needed, and no half-made file is left."""
    store = fresh_store("adviser")
    store.add(content="58")
    folder = tmp_path / "backups"
    folder.mkdir()
    store.backup(folder / "copy.db")
    assert [path.name for path in folder.iterdir()] == ["copy.db"]
    with sqlite3.connect(folder / "copy.db") as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()


def test_a_backup_replaces_an_earlier_one(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """Made again, it is the newer state."""
    store = fresh_store("adviser")
    for content in ("first", "second"):
        store.add(content=content)
        store.backup(tmp_path / "copy.db")
    with Memory.open(tmp_path / "copy.db", space="northgate", background=False) as copy:
        assert {item.content for item in copy.items()} == {"first", "second"}


def test_a_backup_while_a_write_is_under_way(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """What is not committed is not in the copy."""
    store = fresh_store("adviser")
    store.add(content="committed")
    session = store._session
    if session.store.facts().get("file") == ":memory:":
        pytest.skip("a store in memory has one connection, so nothing runs beside a write")
    with session.store.writing(session.scope()) as unit:
        unit.conversations.add(
            "call", subject=None, channel_id=None, title=None, audience=None, is_personal=False
        )
        store.backup(tmp_path / "copy.db")
    with Memory.open(tmp_path / "copy.db", space="northgate", background=False) as copy:
        assert copy.verify().ok
        assert [item.content for item in copy.items()] == ["committed"]
        assert copy.verify().rows == 2


@pytest.mark.parametrize("who", [KARIN, ANNA, BOT], ids=lambda who: who.name)
def test_backups_are_for_admins(fresh_store: MemoryFactory, tmp_path: Path, who: Any) -> None:
    """ADMIN alone: a copy holds every space and everything personal."""
    store = fresh_store("corporate")
    with refused(store, Forbidden, match="ADMIN"):
        store.acting_as(who).backup(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert store.acting_as(ADA).backup(tmp_path / "copy.db").exists()


def test_a_backup_that_cannot_be_written(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """A missing folder, a file for a folder, a folder for the file: said plainly each time."""
    store = fresh_store("adviser")
    folder, file = tmp_path / "folder", tmp_path / "file"
    folder.mkdir()
    file.write_text("not a folder")
    for path in (tmp_path / "missing" / "copy.db", folder, file / "copy.db"):
        with refused(store, StoreUnreachable, match="cannot be written"):
            store.backup(path)
    assert list(folder.iterdir()) == []
    assert not list(tmp_path.glob("*.partial"))
