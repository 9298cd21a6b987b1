"""Faults: a broken, foreign, newer, full or forbidden store, each with its own error."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import remembrancer
from remembrancer import (
    Memory,
    RemembrancerError,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreTooNew,
    StoreUnreachable,
)
from remembrancer.store.schema import SCHEMA_REVISION
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from tests import postgres
from tests.conftest import MemoryFactory
from tests.footprint import untouched

SOURCE = Path(remembrancer.__file__).parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def fill(path: Path, count: int = 300) -> None:
    """A store with enough in it to have pages to break."""
    with Memory.open(path, background=False) as memory:
        memory.add_many(
            {"content": f"fact {n} about pensions", "subject": f"s{n}"} for n in range(count)
        )


# -- files that are no store


@pytest.mark.parametrize(
    "content", [b"hello, I am a text file\n" * 100, b"\x00" * 4096, b"PK\x03\x04"]
)
def test_a_file_of_something_else(path: Path, content: bytes) -> None:
    """It is told to be no store, and stays byte for byte as it was."""
    path.write_bytes(content)
    with pytest.raises(StoreCorrupt, match=r"memory\.db"):
        Memory.open(path, background=False)
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    """A file of no bytes is a new store, as SQLite has it."""
    path.touch()
    with Memory.open(path, background=False) as memory:
        assert memory.add(content="58").content == "58"


def other_application(path: Path, *statements: str) -> bytes:
    with closing(sqlite3.connect(path)) as raw:
        for statement in statements or ("CREATE TABLE invoice (id INTEGER)",):
            raw.execute(statement)
        raw.commit()
    return path.read_bytes()


OTHERS = {
    "plain": ("CREATE TABLE invoice (id INTEGER)", "INSERT INTO invoice VALUES (7)"),
    "empty revision table": ("CREATE TABLE alembic_version (version_num TEXT)",),
    "same revision": (
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('0001')",
        "CREATE TABLE invoice (id INTEGER)",
    ),
    "other revision": (
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('1a2b3c4d')",
        "CREATE TABLE invoice (id INTEGER)",
    ),
    "same table names": ("CREATE TABLE item (id INTEGER)", "CREATE TABLE ledger (x TEXT)"),
    "a view": ("CREATE VIEW ledger AS SELECT 1",),
}


@pytest.mark.parametrize("case", OTHERS)
def test_a_database_of_another_application(path: Path, case: str) -> None:
    """It is told to be somebody else's, and not a byte of it is changed, nor a file left beside."""
    before = other_application(path, *OTHERS[case])
    with pytest.raises(StoreCorrupt, match=r"not? a? ?Remembrancer store"):
        Memory.open(path, background=False)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == ["memory.db"]


def test_damaged_pages_are_told(path: Path) -> None:
    """Wherever the file was overwritten, opening and reading raise errors of ours or none."""
    fill(path)
    whole = path.read_bytes()
    told: Counter[str] = Counter()
    for start in range(0, len(whole), 3 * 4096):
        path.write_bytes(whole[:start] + b"\xa5" * 300 + whole[start + 300 :])
        try:
            with Memory.open(path, background=False) as memory:
                memory.items(limit=500)
                memory.recall("pensions")
                told["broken" if memory.verify().broken_at else "whole"] += 1
        except StoreCorrupt as error:
            told["corrupt" if "memory.db" in str(error) else "unclear"] += 1
    assert told["corrupt"] > 5
    assert told["unclear"] == 0
    # Pages of the search index are not sealed: what they say follows from the content. Nor are
    # those of tables and indexes in which nothing is.
    assert told["whole"] < sum(told.values()) * 0.6


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_file_cut_short_is_told(path: Path, share: float) -> None:
    """Half a store is a damaged store."""
    fill(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share) // 4096 * 4096])

    def read() -> None:
        with Memory.open(path, background=False) as memory:
            memory.verify()
            memory.items(limit=500)
            memory.recall("pensions", k=200)

    with pytest.raises(StoreCorrupt):
        read()


@pytest.mark.parametrize("revision", ["9999", f"{int(SCHEMA_REVISION) + 1:04}", "abc"])
def test_a_newer_store_is_not_touched(path: Path, revision: str) -> None:
    """It is told to be newer, with what to do, and is left alone."""
    fill(path, 1)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        raw.commit()
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match=f"schema {revision}.*Upgrade Remembrancer"):
        Memory.open(path, background=False)
    assert path.read_bytes() == before


# -- places that cannot be used


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """Missing folders are not made, they are told."""
    with pytest.raises(StoreUnreachable, match="folder"):
        Memory.open(tmp_path / "missing" / "memory.db", background=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    """A folder is no store."""
    with pytest.raises(StoreUnreachable):
        Memory.open(tmp_path, background=False)


# Everything is loaded first: nobody may not read where Python itself is installed.
AS_NOBODY = """
import os, sys
from remembrancer import Memory, RemembrancerError
with Memory.open(":memory:", background=False) as memory:
    memory.add(content="warm")
os.setgid(65534)
os.setuid(65534)
for path in sys.argv[1:]:
    try:
        with Memory.open(path, background=False) as memory:
            memory.add(content="58")
        print("no error")
    except RemembrancerError as error:
        print(type(error).__name__, error)
"""


@contextmanager
def public_folder() -> Iterator[Path]:
    """A folder that everybody may enter, unlike those that pytest makes."""
    folder = Path(tempfile.mkdtemp(prefix="remembrancer-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def as_nobody(*paths: Path) -> list[str]:
    """What somebody without rights is told at each of these stores."""
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *map(str, paths)],
        env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


ROOT_ONLY = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0,
    reason="only root can become somebody without rights",
)


@ROOT_ONLY
def test_a_folder_that_may_not_be_written_to() -> None:
    """A new store in a read-only folder is told to be unreachable, and nothing is made."""
    with public_folder() as folder:
        (told,) = as_nobody(folder / "memory.db")
        assert list(folder.iterdir()) == []
    assert told.startswith("StoreUnreachable")
    assert "memory.db" in told


@ROOT_ONLY
def test_a_store_that_may_not_be_written_to() -> None:
    """An existing store without the right to write, to it or beside it, is told the same way."""
    modes = {"read-only": 0o444, "closed": 0o000, "only the file": 0o666}
    with public_folder() as folder:
        paths = [folder / mode / "memory.db" for mode in modes]
        for path, mode in zip(paths, modes.values(), strict=True):
            path.parent.mkdir()
            path.parent.chmod(0o755)
            fill(path, 1)
            path.chmod(mode)
        before = [path.read_bytes() for path in paths]
        told = as_nobody(*paths)
        assert [path.read_bytes() for path in paths] == before
        for path in paths:
            assert [one.name for one in path.parent.iterdir()] == ["memory.db"], path
    assert len(told) == len(modes)
    assert [one for one in told if not one.startswith("StoreUnreachable")] == []


# -- a full disk


@contextmanager
def full_disk(memory: Memory) -> Iterator[None]:
    """Nothing big can be stored inside, as on a full disk."""
    database = memory._session.store._database  # type: ignore[attr-defined]
    if isinstance(database, Sqlite):
        raw = database._writer.raw
        (pages,) = raw.execute("PRAGMA page_count").fetchone()
        raw.execute(f"PRAGMA max_page_count={pages + 1}")
        yield
        raw.execute("PRAGMA max_page_count=1073741823")
        return
    postgres.needs_one_server("it has no triggers")
    with database.as_login() as raw:
        for statement in SERVER_FULL:
            raw.execute(statement)
        yield
        raw.execute("DROP TRIGGER full_disk ON document")


# What a server says when it cannot store another page.
SERVER_FULL = (
    """CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END $$""",
    """CREATE TRIGGER full_disk BEFORE INSERT ON document FOR EACH ROW
    WHEN (length(NEW.tokens) > 1000) EXECUTE FUNCTION public.full_disk()""",
)
BIG = "pension " * 4_000
WRITES: dict[str, Callable[[Memory, str], object]] = {
    "add": lambda memory, id: memory.add(content=BIG),
    "add_many": lambda memory, id: memory.add_many({"content": f"{n} {BIG}"} for n in range(5)),
    "remember": lambda memory, id: memory.remember(BIG, infer=False),
    "update": lambda memory, id: memory.update(id, content=BIG),
    "supersede": lambda memory, id: memory.supersede(id, content=BIG),
    "append": lambda memory, id: memory.conversations.append(
        "call", {"author_id": "e", "content": BIG}
    ),
}


@pytest.mark.parametrize("verb", WRITES)
def test_a_full_disk_undoes_the_write(fresh_store: MemoryFactory, verb: str) -> None:
    """The write is told to have been undone, nothing of it remains, and with room it works."""
    memory = fresh_store("adviser")
    item = memory.add(content="58")
    memory.conversations.start("call")
    with full_disk(memory):
        with untouched(memory), pytest.raises(StoreFull, match=r"full.*undone"):
            WRITES[verb](memory, item.id)
        assert memory.recall("pension").hits == ()
    WRITES[verb](memory, item.id)
    assert memory.verify().ok


def test_reading_goes_on_when_the_disk_is_full(fresh_store: MemoryFactory) -> None:
    """What is stored stays readable, and small writes that fit still fit."""
    memory = fresh_store("adviser")
    item = memory.add(content="58 pensions")
    with full_disk(memory):
        with pytest.raises(StoreFull):
            memory.add(content=BIG)
        assert memory.get(item.id).content == "58 pensions"
        assert [hit.id for hit in memory.recall("pension").hits] == [item.id]
        assert memory.dismiss(item.id).lifecycle == "dismissed"


# -- all of them


def test_errors_of_the_store_are_one_family() -> None:
    """Whoever catches StoreError catches them all."""
    for error in (StoreBusy, StoreClosed, StoreCorrupt, StoreFull, StoreTooNew, StoreUnreachable):
        assert issubclass(error, StoreError)
        assert issubclass(error, RemembrancerError)
