"""Moving a space to another store, on either engine, while it is in use."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import pytest

from remembrancer import Conflict, Memory, NotFound
from remembrancer.build import move_space, remove_moved
from remembrancer.jobs.worker import JobWorker
from remembrancer.store.space_contents import SpaceWrites
from remembrancer.store.store import SqlStore
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.cli.program import environment
from tests.conftest import START
from tests.people import ADA, CARL

_WRITES = 240  # at most, of each of two writers: all of them are listed on one page
WAYS = pytest.mark.parametrize(
    ("source", "target"),
    [
        ("sqlite", "postgres"),
        ("postgres", "sqlite"),
        ("sqlite", "sqlite"),
        ("postgres", "postgres"),
    ],
    ids=lambda name: str(name),
)


class Places:
    """Two stores, and memories opened in them."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._folder = folder
        self._opened = opened
        self.clock = FrozenClock(START)

    def url(self, engine: str, name: str) -> str:
        return postgres.fresh_url() if engine == "postgres" else str(self._folder / f"{name}.db")

    def open(self, url: str, space: str = "northgate") -> Memory:
        memory = Memory.open(url, space=space, preset="adviser", clock=self.clock, background=False)
        return self._opened.enter_context(memory)

    def move(self, source: str, target: str) -> int:
        now = self.clock()
        return move_space(source, target, "northgate", "the other store", ADA, now)


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    with ExitStack() as opened:
        yield Places(tmp_path, opened)


def contents(memory: Memory) -> set[str]:
    return {item.content for item in memory.items(limit=500)}


class Writer(threading.Thread):
    """Adds one item after the other until the space is closed."""

    def __init__(self, memory: Memory, name: str) -> None:
        super().__init__()
        self._memory = memory
        self._name = name
        self.kept: set[str] = set()  # what was acknowledged
        self.told = ""
        self.began = threading.Event()

    def run(self) -> None:
        for number in range(_WRITES):
            content = f"{self._name} says {number}"
            try:
                self._memory.add(content=content)
            except Conflict as refused:
                self.told = str(refused)
                return
            self.kept.add(content)
            if number == 3:
                self.began.set()


@WAYS
def test_nothing_that_was_acknowledged_is_lost(source: str, target: str, places: Places) -> None:
    """Writers go on until the move, wait, and are told where the space is; all they were told to
    be kept is there, with its ledger. Another space of the old store goes on."""
    here, there = places.url(source, "here"), places.url(target, "there")
    north, south = places.open(here), places.open(here, "southgate")
    head = north.verify().head
    writers = [Writer(places.open(here), name) for name in ("ann", "bob")]
    for writer in writers:
        writer.start()
    for writer in writers:
        assert writer.began.wait(60)
    places.move(here, there)
    for writer in writers:
        writer.join()
        assert "was moved to the other store" in writer.told or len(writer.kept) == _WRITES
    moved = places.open(there)
    assert contents(moved) >= set.union(*(writer.kept for writer in writers))
    assert moved.verify(head).ok
    assert [entry.action for entry in moved.admin.audit(limit=1)] == ["space.arrive"]
    moved.add(content="Life goes on.")
    assert moved.recall("life").hits
    with pytest.raises(Conflict, match="was moved to the other store"):
        north.acting_as(CARL).add(content="Too late.")
    assert contents(north) <= contents(moved)
    assert north.verify().ok
    south.add(content="Here life goes on as well.")


@WAYS
def test_an_interrupted_move_is_taken_up(
    source: str, target: str, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the space is closed, it lives where it was; afterwards only the rest is done."""
    here, there = places.url(source, "here"), places.url(target, "there")
    north = places.open(here)
    north.add(content="First.")

    def fail(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(SpaceWrites, "move_away", fail)
        with pytest.raises(KeyboardInterrupt):
            places.move(here, there)
    north.add(content="Second.")
    with monkeypatch.context() as broken:
        broken.setattr(SqlStore, "arrive", fail)
        with pytest.raises(KeyboardInterrupt):
            places.move(here, there)
    with pytest.raises(Conflict, match="was moved"):
        north.add(content="Too late.")
    places.move(here, there)
    with pytest.raises(Conflict, match="moved already"):
        places.move(here, there)
    moved = places.open(there)
    assert contents(moved) == {"First.", "Second."}
    assert [info.name for info in moved.admin.spaces(archived=True)] == ["northgate"]
    assert moved.verify().ok


@WAYS
def test_what_was_left_is_removed(source: str, target: str, places: Places) -> None:
    """A space that is still here is not removed; one that was moved leaves nothing."""
    here, there = places.url(source, "here"), places.url(target, "there")
    places.open(here).add(content="Hello.")
    lobby = places.open(here, "lobby")
    with pytest.raises(Conflict, match="was not moved"):
        remove_moved(here, "northgate")
    places.open(there)
    with pytest.raises(Conflict, match="in the other store already"):
        places.move(here, there)
    elsewhere = places.url(target, "elsewhere")
    places.move(here, elsewhere)
    remove_moved(here, "northgate")
    assert [info.name for info in lobby.admin.spaces(archived=True)] == ["lobby"]
    with pytest.raises(NotFound):
        places.move(here, elsewhere)
    assert contents(places.open(elsewhere)) == {"Hello."}


_KILLED = """
    import os, sys
    from datetime import UTC, datetime
    from remembrancer import Principal
    from remembrancer.build import move_space
    from remembrancer.store.space_contents import SpaceWrites
    from remembrancer.store.store import SqlStore

    here, there, place = sys.argv[1:]
    owner = SqlStore if hasattr(SqlStore, place) else SpaceWrites
    def killed(*_, **__):
        os.kill(os.getpid(), 9)
    setattr(owner, place, killed)
    admin = Principal("owner", roles=("ADMIN",))
    move_space(here, there, "northgate", "the other store", admin, datetime.now(UTC))
"""


@pytest.mark.soak
@WAYS
@pytest.mark.parametrize("place", ["receive", "move_away", "arrive"])
def test_a_killed_move_is_taken_up(source: str, target: str, place: str, places: Places) -> None:
    """kill -9 before the copy, after it, or after the space was closed: nothing is lost, and the
    next run finishes it."""
    here, there = places.url(source, "here"), places.url(target, "there")
    north = places.open(here)
    kept = {north.add(content=f"Number {number}.").content for number in range(20)}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_KILLED), here, there, place],
        env=environment(),
        check=False,
    )
    assert done.returncode == -9
    if place != "arrive":
        kept.add(north.add(content="Meanwhile.").content)
    places.move(here, there)
    moved = places.open(there)
    assert contents(moved) == kept
    assert moved.verify().ok
    assert [info.name for info in moved.admin.spaces(archived=True)] == ["northgate"]


@WAYS
def test_what_was_left_is_read_and_holds_up_no_worker(
    source: str, target: str, places: Places
) -> None:
    """Also where its texts had no vectors yet: they are embedded where the space is now."""
    here, there = places.url(source, "here"), places.url(target, "there")
    places.open(here).add(content="Ellen keeps bees.")
    places.open(here, "south").add(content="The south has three desks.")
    places.move(here, there)
    with ExitStack() as opened:

        def embedding(space: str) -> Memory:
            return opened.enter_context(
                Memory.open(
                    here,
                    space=space,
                    create=False,
                    clock=places.clock,
                    embedder=HashingEmbedder(),
                    background=False,
                )
            )

        moved = embedding("northgate")
        assert [item.content for item in moved.items()] == ["Ellen keeps bees."]
        south = embedding("south")
        JobWorker(south._session.shop).run(until_idle=True)
        assert south.admin.vectors() == {HashingEmbedder().name: (1, 0)}
