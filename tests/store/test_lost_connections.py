"""Lost connections: what a caller hears and what is kept, wherever the line to a server breaks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from remembrancer import (
    Memory,
    OutcomeUnknown,
    StoreBusy,
    StoreInterrupted,
)
from remembrancer.items.item_intake import Intake, draft_from
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.conftest import START
from tests.cut_line import Cut, CutLine, Word
from tests.footprint import untouched
from tests.logins import as_superuser

_PATIENCE_SECONDS = 30.0


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("CONNECT_TIMEOUT", 2), ("RECONNECT", 0.5), ("LOCK_TIMEOUT", 2)):
        monkeypatch.setattr(f"remembrancer.store.postgres.postgres_driver.{name}_SECONDS", seconds)
    monkeypatch.setattr("remembrancer.store.postgres.postgres_settings.LOCK_TIMEOUT_SECONDS", 2)


@pytest.fixture
def url() -> str:
    return postgres.fresh_url()


@pytest.fixture
def memory(url: str) -> Iterator[Memory]:
    with Memory.open(url, space="northgate", clock=FrozenClock(START), background=False) as opened:
        yield opened


@pytest.fixture
def line(url: str) -> Iterator[CutLine]:
    made = CutLine(url)
    yield made
    made.close()


@pytest.fixture
def over_line(line: CutLine) -> Iterator[Memory]:
    """A memory behind a line that can be cut."""
    with Memory.open(
        line.url, space="northgate", clock=FrozenClock(START), background=False
    ) as opened:
        yield opened


def kill_connections(url: str) -> None:
    """Ends every other connection to the database, and returns when they are gone."""
    as_superuser(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        url=url,
    )


def store_in_one_unit(
    memory: Memory, *told: str, breaks: Callable[[], None] = lambda: None
) -> None:
    """One unit of work below all verbs, which do an interrupted one again."""
    session = memory._session
    scope = session.scope()
    intake = Intake(scope)
    with session.store.writing(scope) as unit:
        unit.items.add([intake.item(draft_from({"content": content})) for content in told])
        breaks()
        unit.commit()


def contents(url: str) -> list[str]:
    """What is kept, oldest first, and sealed without a gap."""
    with Memory.open(url, space="northgate", background=False) as other:
        assert other.verify().ok
        return [item.content for item in other.items(limit=500)][::-1]


# -- between two calls


@pytest.mark.parametrize("connections", [1, 4])
def test_a_connection_lost_between_calls_is_replaced(
    memory: Memory, url: str, connections: int
) -> None:
    """Whoever reads or writes next does not notice that all connections were ended meanwhile."""
    memory.add(content="pensions")
    in_use = threading.Barrier(connections)
    scope = memory._session.scope()

    def hold() -> None:
        with memory._session.store.reading(scope):
            in_use.wait(_PATIENCE_SECONDS)

    holders = [threading.Thread(target=hold) for _ in range(connections)]
    for holder in holders:
        holder.start()
    for holder in holders:
        holder.join()
    acts: tuple[Callable[[], str], ...] = (
        lambda: memory.recall("pensions").hits[0].text,
        lambda: memory.add(content="pensions").content,
        lambda: memory.in_space("southgate").add(content="pensions").content,
    )
    for act in acts:
        kill_connections(url)
        assert act() == "pensions"
    assert contents(url) == ["pensions", "pensions"]


def test_a_subscriber_outlives_its_connection(memory: Memory, url: str) -> None:
    """It goes on hearing of changes after its connection was ended."""
    subscription = memory.subscribe(idle_seconds=_PATIENCE_SECONDS)
    first = memory.add(content="58")
    assert next(subscription).item_id == first.id
    kill_connections(url)
    later = threading.Timer(0.1, lambda: memory.add(content="59"))
    later.start()
    heard = next(subscription).item_id
    later.join()
    assert memory.get(heard).content == "59"


# -- in the middle


@pytest.mark.parametrize("count", [1, 300])
def test_a_unit_of_work_that_loses_its_connection_is_undone(
    memory: Memory, url: str, count: int
) -> None:
    """It is told to have been interrupted, nothing of it is kept, and the next one works."""
    memory.add(content="before")
    told = [f"item {number}" for number in range(count)]
    with untouched(memory), pytest.raises(StoreInterrupted, match=r"lost.*Nothing was written"):
        store_in_one_unit(memory, *told, breaks=lambda: kill_connections(url))
    memory.add(content="after")
    assert contents(url) == ["before", "after"]


def test_a_unit_of_work_whose_line_is_cut_is_undone(
    over_line: Memory, line: CutLine, url: str
) -> None:
    """The same where the server had no time to say goodbye."""
    over_line.add(content="before")
    with pytest.raises(StoreInterrupted, match=r"lost.*Nothing was written"):
        store_in_one_unit(over_line, "lost", breaks=line.cut_now)
    over_line.add(content="after")
    assert contents(url) == ["before", "after"]


def test_a_stream_that_loses_its_connection_is_stored_whole_or_not_at_all(
    memory: Memory, url: str
) -> None:
    """What was read from a stream and written already is undone with the rest."""

    def items() -> Iterator[dict[str, Any]]:
        for number in range(1_100):  # more than are written at a time
            if number == 1_050:
                kill_connections(url)
            yield {"content": f"item {number}"}

    with suppress(StoreInterrupted):
        memory.add_many(items())
    assert len(contents(url)) in (0, 500)  # as many as a page shows


def test_a_look_that_asked_nothing_yet_takes_another_connection(memory: Memory, url: str) -> None:
    """A transaction begins with its first question: what is lost before is not missed."""
    item = memory.add(content="58")
    session = memory._session
    with session.store.reading(session.scope()) as reader:
        kill_connections(url)
        assert reader.items.get(item.id) == item
    with session.store.writing(session.scope()) as unit:
        kill_connections(url)
        assert unit.items.get(item.id) == item


def test_a_look_that_loses_its_connection_is_told(memory: Memory, url: str) -> None:
    """A reader says that it was interrupted; the next one works."""
    item = memory.add(content="58")

    def look() -> None:
        session = memory._session
        with session.store.reading(session.scope()) as reader:
            assert reader.items.get(item.id) == item
            kill_connections(url)
            reader.items.get(item.id)

    with pytest.raises(StoreInterrupted, match="lost"):
        look()
    assert memory.get(item.id).content == "58"


# -- at the end


def test_a_commit_that_did_not_arrive_keeps_nothing(
    over_line: Memory, line: CutLine, url: str
) -> None:
    """The line broke before COMMIT came to the server: an error, and nothing is kept."""
    over_line.add(content="before")
    with untouched(over_line):
        line.cut_at(Word.COMMIT, Cut.BEFORE)
        with pytest.raises(StoreInterrupted, match="Nothing was written"):
            store_in_one_unit(over_line, "lost")
    over_line.add(content="after")
    assert contents(url) == ["before", "after"]


def test_a_verb_that_was_interrupted_is_done_again(
    over_line: Memory, line: CutLine, url: str
) -> None:
    """The caller does not notice, and nothing is stored twice."""
    line.cut_at(Word.COMMIT, Cut.BEFORE, times=2)
    item = over_line.add(content="58")
    over_line.update(item.id, content="59")
    assert contents(url) == ["59"]


def test_a_verb_that_is_always_interrupted_gives_up(
    over_line: Memory, line: CutLine, url: str
) -> None:
    """After some attempts the caller is told, and nothing is kept."""
    line.cut_at(Word.COMMIT, Cut.BEFORE, times=100)
    with pytest.raises(StoreInterrupted, match="Nothing was written"):
        over_line.add(content="58")
    assert contents(url) == []


@pytest.mark.parametrize("cut", [Cut.AFTER, Cut.LATE])
@pytest.mark.parametrize("count", [1, 300])
def test_a_commit_whose_answer_was_lost_is_found(
    over_line: Memory, line: CutLine, url: str, cut: Cut, count: int
) -> None:
    """The server had committed, or was about to: the call succeeds, and all is kept once."""
    line.cut_at(Word.COMMIT, cut)
    added = over_line.add_many({"content": f"item {number}"} for number in range(count))
    assert [over_line.get(item.id).content for item in added[-1:]] == [f"item {count - 1}"]
    over_line.add(content="after")
    assert contents(url) == [*(f"item {number}" for number in range(count)), "after"]


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER])
def test_a_commit_is_unknown_while_the_server_is_gone(
    over_line: Memory, line: CutLine, url: str, cut: Cut
) -> None:
    """Who cannot ask any more says so, and does not claim that nothing was written."""
    line.cut_at(Word.COMMIT, cut, for_good=True)
    with pytest.raises(OutcomeUnknown, match=r"whole or\s+not at all") as told:
        over_line.add(content="perhaps", key="once")
    assert "othing was written" not in str(told.value)
    line.mend()
    # As the message says: with a key, the call can be repeated.
    assert over_line.add(content="perhaps", key="once").content == "perhaps"
    assert contents(url) == ["perhaps"]


def test_a_commit_is_unknown_while_the_server_holds_on_to_it(
    over_line: Memory, line: CutLine
) -> None:
    """Where the server does not notice that the line broke, nobody waits for it without end."""
    told: list[Exception] = []

    def add() -> None:
        try:
            over_line.add(content="perhaps")
        except Exception as error:
            told.append(error)

    line.cut_at(Word.COMMIT, Cut.UNNOTICED)
    adding = threading.Thread(target=add, daemon=True)
    adding.start()
    adding.join(_PATIENCE_SECONDS / 5)
    is_waiting = adding.is_alive()
    line.cut_now()
    adding.join(_PATIENCE_SECONDS)
    assert not is_waiting
    assert [type(error) for error in told] == [OutcomeUnknown]


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER])
def test_an_announcement_that_is_lost_loses_nothing(
    over_line: Memory, line: CutLine, url: str, cut: Cut
) -> None:
    """Subscribers are told after the write, which stays whatever happens to the message."""
    line.cut_at(Word.NOTIFY, cut)
    assert over_line.add(content="58").content == "58"
    assert over_line.add(content="59").content == "59"
    assert contents(url) == ["58", "59"]


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER])
def test_a_space_whose_creation_was_cut_is_there_or_not(
    over_line: Memory, line: CutLine, cut: Cut
) -> None:
    """Nobody hears that nothing was written about a space that has been created."""
    line.cut_at(Word.COMMIT, cut)
    told = outcome(lambda: over_line.in_space("southgate"))
    is_there = "southgate" in [space.name for space in over_line._session.store.spaces()]
    assert not (is_there and "Nothing was written" in told)
    assert over_line.in_space("southgate").verify().ok


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER])
def test_a_backup_whose_restoring_was_cut_is_there_or_not(
    over_line: Memory, line: CutLine, url: str, cut: Cut, tmp_path: Path
) -> None:
    """The same holds for a whole store that is replaced by a backup."""
    with Memory.open(":memory:", space="northgate", background=False) as other:
        other.add(content="restored")
        other.backup(tmp_path / "backup.db")
    over_line.add(content="before")
    line.cut_at(Word.COMMIT, cut)
    told = outcome(lambda: over_line._session.store.restore(tmp_path / "backup.db"))
    is_there = contents(url) == ["restored"]
    assert is_there is (cut is Cut.AFTER)
    assert ("Nothing was written" in told) is not is_there


def outcome(act: Callable[[], object]) -> str:
    """What a caller hears."""
    try:
        act()
    except (StoreInterrupted, StoreBusy, OutcomeUnknown) as error:
        return str(error)
    return "done"
