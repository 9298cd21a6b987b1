"""From one engine to the other and back: by export, and by backup."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from remembrancer import Conflict, InvalidInput, Memory, StoreInterrupted
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.answers import order
from tests.footprint import rows, untouched
from tests.governance.test_transfer import answers, exported, lines_of
from tests.lived_space import SPACE, live, lived_on_a_server
from tests.people import ADA, ANNA

Opener = Callable[..., Memory]
# What a store counts for itself, and the name that a space has in it.
OWN_TO_THE_STORE = {
    "number",
    "space_n",
    "item_n",
    "source_n",
    "message_n",
    "conversation_n",
    "walk_n",
    "version_n",
    "delivery_n",
    "document_n",
    "entity_n",
    "current",
    "unfolded",
    "folded_upto",
}
BOTH_WAYS = pytest.mark.parametrize(
    ("source", "target"), [("sqlite", "postgres"), ("postgres", "sqlite")]
)


@pytest.fixture
def opened(tmp_path: Path, clock: FrozenClock) -> Iterator[Opener]:
    """Opens a new store on an engine, or the one at an address."""
    with ExitStack() as stores:

        def open_memory(place: str | Path, space: str = SPACE) -> Memory:
            if place == "postgres":
                place = postgres.fresh_url()
            elif place == "sqlite":
                place = tmp_path / f"{len(list(tmp_path.iterdir()))}.db"
            return stores.enter_context(
                Memory.open(
                    place,
                    space=space,
                    clock=clock,
                    embedder=HashingEmbedder(8),
                    background=False,
                )
            )

        yield open_memory


@pytest.fixture
def lived(opened: Opener, clock: FrozenClock) -> Callable[[str], Memory]:
    """A space that was lived in, on an engine."""

    def made(engine: str) -> Memory:
        if engine == "postgres":  # a copy is made sooner
            return opened(lived_on_a_server(clock))
        lobby = opened(engine, "lobby")
        store = lobby.in_space(SPACE, "corporate")
        live(store, clock)
        store.jobs.wait()
        return store.in_space(SPACE)

    return made


def whole(store: Memory) -> dict[str, Any]:
    """All that everybody is told, and what was known at every fifteenth position of the ledger."""
    positions = range(0, store.verify().head.seq + 1, 15)
    past = [
        (
            [item.model_dump() for item in store.items(position, limit=500)],
            order(store.recall("nightly job cache slow", k=200, as_of=position, explain=True)),
        )
        for position in positions
    ]
    return {
        **answers(store),
        "past": past,
        "settings": store.admin.settings(),
        "people": store.admin.people(),
        "head": store.verify().head,
    }


def moved_rows(store: Memory) -> list[tuple[str, dict[str, Any]]]:
    """Each row without what a store counts for itself."""
    parsed = [(table, json.loads(row)) for table, row in rows(store)]
    return [
        (table, {name: value for name, value in row.items() if _moves(table, name)})
        for table, row in parsed
    ]


def _moves(table: str, column: str) -> bool:
    return column not in OWN_TO_THE_STORE and (table, column) != ("space", "name")


# -- by export


@BOTH_WAYS
def test_a_space_moves_to_the_other_engine(
    lived: Callable[[str], Memory], opened: Opener, tmp_path: Path, source: str, target: str
) -> None:
    """Among other spaces there: equal answers to everybody, now and of any time; the
    same chain to the hash; and its export is the same export."""
    here = lived(source)
    file = exported(here, tmp_path)
    first, head = moved_rows(here), here.verify().head
    there = opened(target, "before")
    there.add(content="The nightly job of another tenant.", subject="etl")
    there = there.in_space("newcomer", "corporate")
    assert there.import_(file) == len(lines_of(file)) - 2
    there.jobs.wait()
    found = there.verify(head)
    assert (found.ok, found.head) == (True, head)
    assert moved_rows(there) == first
    assert whole(there) == whole(here)


@BOTH_WAYS
def test_a_space_comes_back_as_it_was(
    lived: Callable[[str], Memory], opened: Opener, tmp_path: Path, source: str, target: str
) -> None:
    """There and back again: the last export has the rows of the first."""
    here = lived(source)
    first = moved_rows(here)
    away = opened(target).in_space("away", "corporate")
    away.import_(exported(here, tmp_path))
    away.jobs.wait()
    back = opened(source).in_space("back", "corporate")
    back.import_(exported(away, tmp_path))
    back.jobs.wait()
    assert moved_rows(back) == first
    assert whole(back) == whole(here)


@BOTH_WAYS
def test_a_moved_space_lives_on(
    lived: Callable[[str], Memory], opened: Opener, tmp_path: Path, source: str, target: str
) -> None:
    """On the other engine it adds, recognises what comes again, changes and recalls."""
    here = lived(source)
    there = opened(target).in_space("newcomer", "corporate")
    there.import_(exported(here, tmp_path))
    anna = there.acting_as(ANNA)
    known = {item.content: item.id for item in anna.items(limit=500)}
    again = anna.add(content="I dislike the nightly job.", is_personal=True, key="call-1")
    assert again.id == known["I dislike the nightly job."]
    recaptured = anna.add(content="The cache helps.", source_id="notes.md#4", is_personal=True)
    assert recaptured.id == known["The cache helps."]
    new = anna.add(content="A zebra crossed.", subject="etl")
    there.jobs.wait()
    assert anna.recall("zebra", subject="etl").hits[0].id == new.id
    anna.update(new.id, content="A giraffe crossed.")
    assert there.acting_as(ADA).verify().ok


# -- by backup


@pytest.mark.parametrize("source", ["sqlite", "postgres"])
def test_a_backup_is_restored_on_a_server(
    lived: Callable[[str], Memory], opened: Opener, tmp_path: Path, source: str
) -> None:
    """Opened as it is, or in the place of all that a server held: every space answers the same."""
    here = lived(source)
    south = here.in_space("southgate", "adviser")
    south.add(content="another tenant")
    south.jobs.wait()
    head = here.verify().head
    backup = here.backup(tmp_path / "backup.db")
    other = opened("postgres", "southgate")
    other.add(content="what the backup replaces")
    other.in_space("lost").add(content="what the backup does not know")
    counts = other._session.store.restore(backup)
    restored = other.in_space(SPACE)
    assert [space.name for space in other._session.store.spaces()] == list(counts)
    assert counts == {
        name: len(rows(here.in_space(name))) for name in ("lobby", SPACE, "southgate")
    }
    file = opened(backup)
    for copy in (restored, file):
        copy.jobs.wait()
        assert copy.verify(head).ok
        assert moved_rows(copy) == moved_rows(here)
        south = copy.in_space("southgate")
        assert [item.content for item in south.items()] == ["another tenant"]
        assert south.verify().ok
    told = whole(here)
    assert whole(restored) == told
    assert whole(file) == told


def test_a_memory_of_before_the_restoring_is_told(
    lived: Callable[[str], Memory], opened: Opener, tmp_path: Path
) -> None:
    """A space that the backup does not hold is gone; whoever still has it open learns so."""
    backup = lived("sqlite").backup(tmp_path / "backup.db")
    other = opened("postgres", "lost")
    other.add(content="58")
    other._session.store.restore(backup)
    with pytest.raises(Conflict, match="Open the memory again"):
        other.add(content="59")
    assert other.items().items == ()


def hang_up(memory: Memory) -> None:
    """The server ends all connections to this store."""
    database = memory._session.store._database  # type: ignore[attr-defined]
    with psycopg.connect(database._url, autocommit=True) as raw:
        raw.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_restoring_that_is_interrupted_leaves_the_old(
    lived: Callable[[str], Memory],
    opened: Opener,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The connection is lost, or the caller gives up, half-way: all is there as it was."""
    monkeypatch.setattr("remembrancer.store.copying._PROGRESS_ROWS", 20)
    backup = lived("sqlite").backup(tmp_path / "backup.db")
    other = opened("postgres", "old")
    other.add(content="58")

    def give_up(done: int, _: int) -> None:
        if done >= 60:
            raise KeyboardInterrupt

    def lose_the_connection(done: int, _: int) -> None:
        if done == 60:
            hang_up(other)

    store = other._session.store
    for progress, error in ((give_up, KeyboardInterrupt), (lose_the_connection, StoreInterrupted)):
        with untouched(other):
            with pytest.raises(error):
                store.restore(backup, progress=progress)
            assert [space.name for space in store.spaces()] == ["old"]
    assert other.add(content="59").content == "59"


def test_a_damaged_backup_leaves_the_old(
    lived: Callable[[str], Memory], opened: Opener, tmp_path: Path
) -> None:
    """A backup that points to what it does not hold is refused after much of it was taken in."""
    backup = lived("sqlite").backup(tmp_path / "backup.db")
    with closing(sqlite3.connect(backup)) as raw:
        raw.execute("UPDATE vote SET item_n = 10000")
        raw.commit()
    other = opened("postgres", "old")
    other.add(content="58")
    with untouched(other), pytest.raises(InvalidInput, match="damaged"):
        other._session.store.restore(backup)
    assert other.add(content="59").content == "59"
