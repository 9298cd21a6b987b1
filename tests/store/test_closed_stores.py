"""Stores that are closed, locked by another writer, or carried over a fork."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import remembrancer
from remembrancer import Memory, NotFound, StoreBusy, StoreClosed
from tests import postgres
from tests.conftest import MemoryFactory

SOURCE = Path(remembrancer.__file__).parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def test_a_closed_memory_says_so(fresh_store: MemoryFactory) -> None:
    """Every verb, also through another view of the same store; closing twice is harmless."""
    memory = fresh_store("adviser")
    item = memory.add(content="58")
    other = memory.in_space("southgate", "adviser")
    changes = memory.subscribe()
    memory.close()
    memory.close()
    acts: list[Callable[[], Any]] = [
        lambda: memory.add(content="x"),
        lambda: memory.get(item.id),
        lambda: memory.items(),
        lambda: memory.recall("58"),
        lambda: memory.verify(),
        lambda: memory.conversations.start(),
        lambda: memory.admin.people(),
        lambda: memory.in_space("elsewhere"),
        lambda: other.add(content="x"),
        lambda: changes.poll(),
    ]
    for act in acts:
        with pytest.raises(StoreClosed, match=r"Memory\.open"):
            act()


def test_a_memory_closes_at_the_end_of_its_block(path: Path) -> None:
    """Also when the block ends in an error, which comes out as it is."""
    with pytest.raises(NotFound), Memory.open(path) as memory:
        memory.get("km_000000000000")
    with pytest.raises(StoreClosed):
        memory.items()


def test_another_writer_is_waited_for_and_then_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that others keep locked beyond the limit is told to be busy; nothing was written."""
    from remembrancer.store.sqlite import sqlite_driver as module

    monkeypatch.setattr(module, "LOCK_TIMEOUT_SECONDS", 0.05)
    with Memory.open(path) as memory, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="nothing was written"):
            memory.add(content="58")
        assert memory.items().items == ()
        other.rollback()
        assert memory.add(content="58").content == "58"
        assert memory.verify().ok


FORKED = """
import os, sys
from remembrancer import Memory, StoreError
memory = Memory.open(sys.argv[1])
memory.add(content="from the parent")
child = os.fork()
if child == 0:
    told = []
    for act in (
        lambda: memory.add(content="from the child"),
        lambda: memory.items(),
        lambda: memory.recall("parent"),
        lambda: memory.verify(),
    ):
        try:
            act()
            told.append("no error")
        except StoreError as error:
            told.append("forked" if "forked" in str(error) else str(error))
    with Memory.open(sys.argv[1]) as own:
        own.add(content="from its own")
    print(told, flush=True)
    memory.close()
    os._exit(0)
_, status = os.waitpid(child, 0)
memory.add(content="from the parent again")
print(sorted(item.content for item in memory.items()), memory.verify().ok, status)
memory.close()
"""


FORKED_INSIDE = """
import os, sys
from remembrancer import Memory
memory = Memory.open(sys.argv[1])
session = memory._session
with session.store.writing(session.scope()) as unit:
    place = {"subject": None, "channel_id": None, "audience": None, "is_personal": False}
    unit.conversations.add("call", title="begun", **place)
    child = os.fork()
    if child == 0:
        memory.close()
        os._exit(0)
    print(os.waitpid(child, 0)[1])
    unit.commit()
print(memory.conversations.get("call").title, memory.verify().ok)
memory.close()
"""


def told_by(program: str, url: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program, url],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
on_both = pytest.mark.parametrize("on_server", [False, True], ids=["sqlite", "postgres"])


@forking
@on_both
def test_a_memory_does_not_cross_a_fork(path: Path, on_server: bool) -> None:
    """The child is told to open its own; the parent's goes on, whatever the child did."""
    assert told_by(FORKED, postgres.fresh_url() if on_server else str(path)) == [
        "['forked', 'forked', 'forked', 'forked']",
        "['from its own', 'from the parent', 'from the parent again'] True 0",
    ]


@forking
@on_both
def test_a_child_that_closes_does_not_disturb_its_parent(path: Path, on_server: bool) -> None:
    """A parent that was in the middle of a unit of work finishes it."""
    assert told_by(FORKED_INSIDE, postgres.fresh_url() if on_server else str(path)) == [
        "0",
        "begun True",
    ]


_NEVER_CLOSED = """
import threading
from remembrancer import Memory

begun = threading.Event()

class Slow:
    name, is_local, dimensions = "slow", True, 2

    def embed(self, texts):
        begun.set()
        threading.Event().wait(0.3)
        print("embedded", flush=True)
        return [[1.0, 0.0] for _ in texts]

opened = [Memory.open(":memory:", space=f"s{n}", embedder=Slow()) for n in range(3)]
for one in opened:
    one.add(content="Orders settle after 3 days.")
begun.wait(30)
"""


def test_a_process_ends_cleanly_though_nothing_was_closed() -> None:
    """What an embedder is at is waited for when the interpreter ends: inside its own code, the
    thread would abort the process."""
    done = subprocess.run(
        [sys.executable, "-c", _NEVER_CLOSED], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "embedded" in done.stdout
