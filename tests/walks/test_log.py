"""The log of walks: noting takes a moment, writing happens elsewhere, and nothing piles up."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from remembrancer import (
    Conflict,
    Memory,
    Principal,
    RemembrancerError,
    StoreBusy,
    StoreUnreachable,
)
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.reading.port import RetrievedText
from remembrancer.recall import retrieval_log as flow
from remembrancer.recall.port import NewWalk
from remembrancer.recall.retrieval_log import WalkLog

PATIENCE_SECONDS = 60.0


class FakeStore:
    """Keeps batches of walks, or fails as it is told to."""

    def __init__(self) -> None:
        self.batches: list[tuple[str, list[NewWalk]]] = []
        self.failures: list[RemembrancerError] = []
        self.has_written = threading.Event()
        self.may_write = threading.Event()
        self.may_write.set()
        self.has_begun = threading.Event()

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Any]:
        self.has_begun.set()
        assert self.may_write.wait(PATIENCE_SECONDS)
        if self.failures:
            raise self.failures.pop(0)
        yield FakeUnit(self, scope)

    @property
    def queries(self) -> list[str | None]:
        return [walk.query for _, batch in self.batches for walk in batch]


class FakeUnit:
    made_due: tuple[()] = ()

    def __init__(self, store: FakeStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope
        self._new: list[NewWalk] = []

    @property
    def walks(self) -> FakeUnit:
        return self

    def put(self, new: list[NewWalk]) -> int:
        self._new = list(new)
        return len(new)

    def commit(self) -> None:
        self._store.batches.append((self._scope.space.name, self._new))
        self._store.has_written.set()


@pytest.fixture(scope="module")
def spaces() -> Iterator[list[Space]]:
    with Memory.open(":memory:", space="north") as memory:
        yield [memory._session.space, memory.in_space("south")._session.space]


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def log(store: FakeStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[WalkLog]:
    """A log that writes when it is told to, or when a test makes it."""
    monkeypatch.setattr(flow, "WALKS_WAIT_SECONDS", PATIENCE_SECONDS)
    made = WalkLog(store)  # type: ignore[arg-type]
    yield made
    store.may_write.set()
    made.close()


class Asking:
    """Somebody who asks in one space."""

    def __init__(self, log: WalkLog, space: Space, name: str = "anna") -> None:
        self._log = log
        self._scope = Scope(space=space, viewer=Principal(name), now=space.created_at)

    def __call__(self, query: str, **given: Any) -> str:
        given = {"tool": "recall", "subject": None, "session": None, "hits": (), **given}
        return self._log.note(self._scope, query=query, **given)


@pytest.fixture
def ask(log: WalkLog, spaces: list[Space]) -> Asking:
    return Asking(log, spaces[0])


def test_noting_does_not_touch_the_store(store: FakeStore, log: WalkLog, ask: Asking) -> None:
    """A question has its id at once; it is written when the log is flushed."""
    made = ask("when?", tool="summary", session="s-1")
    assert made.startswith("walk_")
    assert len(made) == 21
    assert not store.has_begun.is_set()
    log.flush()
    ((space, (walk,)),) = store.batches
    assert space == "north"
    assert (walk.id, walk.owner, walk.tool, walk.query) == (made, "anna", "summary", "when?")
    assert (walk.session, walk.shape, walk.hits) == ("s-1", "when", ())


def test_a_flush_with_nothing_to_write_does_nothing(store: FakeStore, log: WalkLog) -> None:
    """No unit of work is begun."""
    log.flush()
    assert not store.has_begun.is_set()


def test_each_space_is_written_by_itself(
    store: FakeStore, log: WalkLog, spaces: list[Space]
) -> None:
    """One unit for each space, whoever asked there; one of them can be flushed alone."""
    north, south = spaces
    Asking(log, north)("one")
    Asking(log, north, "bert")("two")
    Asking(log, south)("three")
    log.flush(south)
    assert store.queries == ["three"]
    log.flush()
    assert [space for space, _ in store.batches] == ["south", "north"]
    assert [(walk.owner, walk.query) for walk in store.batches[1][1]] == [
        ("anna", "one"),
        ("bert", "two"),
    ]


def test_a_full_batch_is_written_by_a_thread(
    store: FakeStore, ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to ask for it."""
    monkeypatch.setattr(flow, "WALKS_BATCH", 3)
    for number in range(3):
        ask(f"question {number}")
    assert store.has_written.wait(PATIENCE_SECONDS)
    assert len(store.queries) == 3


def test_a_walk_is_written_when_its_time_comes(
    store: FakeStore, log: WalkLog, ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single question does not wait for company, and the thread ends with nothing to do."""
    monkeypatch.setattr(flow, "WALKS_WAIT_SECONDS", 0.01)
    ask("alone?")
    thread = log._thread
    assert thread is not None
    assert thread.daemon
    assert store.has_written.wait(PATIENCE_SECONDS)
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
    store.has_written.clear()
    ask("again?")
    assert store.has_written.wait(PATIENCE_SECONDS)
    assert store.queries == ["alone?", "again?"]


def test_who_asks_never_waits_for_a_writer(
    store: FakeStore, log: WalkLog, ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the store is held by somebody else, questions are noted as ever."""
    monkeypatch.setattr(flow, "WALKS_WAIT_SECONDS", 0.01)
    store.may_write.clear()
    ask("first")
    assert store.has_begun.wait(PATIENCE_SECONDS)
    for number in range(200):
        ask(f"later {number}")
    assert store.batches == []
    store.may_write.set()
    log.flush()
    assert store.queries == ["first", *(f"later {number}" for number in range(200))]


@pytest.mark.parametrize("error", [StoreBusy("held"), StoreUnreachable("away")])
def test_what_the_store_refuses_for_now_waits(
    store: FakeStore,
    log: WalkLog,
    ask: Asking,
    caplog: pytest.LogCaptureFixture,
    error: RemembrancerError,
) -> None:
    """It is told, and written in its order the next time."""
    store.failures = [error]
    ask("one")
    log.flush()
    assert store.batches == []
    assert "1 walks of north have to wait" in caplog.text
    ask("two")
    log.flush()
    assert store.queries == ["one", "two"]
    assert log.dropped == 0


def test_what_had_to_wait_stays_before_what_was_asked_meanwhile(
    store: FakeStore, log: WalkLog, ask: Asking
) -> None:
    """The order of questions is the order in which they were asked."""
    store.may_write.clear()
    store.failures = [StoreBusy("held")]
    ask("one")
    writing = threading.Thread(target=log.flush)
    writing.start()
    assert store.has_begun.wait(PATIENCE_SECONDS)
    ask("two")
    store.may_write.set()
    writing.join(PATIENCE_SECONDS)
    assert store.batches == []
    log.flush()
    assert store.queries == ["one", "two"]


def test_the_oldest_are_dropped_where_too_many_wait(
    store: FakeStore,
    log: WalkLog,
    ask: Asking,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither a store that is away nor a flood of questions fills the memory."""
    monkeypatch.setattr(flow, "WALKS_WAITING_MAX", 4)
    store.failures = [StoreUnreachable("away")]
    for number in range(3):
        ask(str(number))
    log.flush()
    for number in range(3, 6):
        ask(str(number))
    log.flush()
    assert store.queries == ["2", "3", "4", "5"]
    assert log.dropped == 2
    assert caplog.text.count("2 walks are lost") == 1


def test_what_can_never_be_written_is_dropped(
    store: FakeStore, log: WalkLog, ask: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    """A space that is gone does not keep the log busy for ever."""
    store.failures = [Conflict("a restored backup took its place")]
    ask("one")
    log.flush()
    ask("two")
    log.flush()
    assert store.queries == ["two"]
    assert log.dropped == 1
    assert "1 walks of north cannot be written" in caplog.text


def test_closing_writes_what_waits(store: FakeStore, log: WalkLog, ask: Asking) -> None:
    """What is asked afterwards is not logged, and harms nobody."""
    ask("last words")
    thread = log._thread
    log.close()
    assert store.queries == ["last words"]
    assert ask("too late").startswith("walk_")
    log.flush()
    assert store.queries == ["last words"]
    assert thread is not None
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()


def test_no_word_is_kept_that_led_to_something_personal(
    store: FakeStore, log: WalkLog, ask: Asking
) -> None:
    """Neither the question nor whom it was about: only its form, and what came back."""
    open_hit, personal = RetrievedText("km_1", None, False), RetrievedText("km_2", None, True)
    ask("What did Ellen say about her divorce?", subject="ellen", hits=[open_hit, personal])
    log.flush()
    ((_, (walk,)),) = store.batches
    assert (walk.query, walk.subject) == (None, None)
    assert walk.shape == "what did <name> say about her <thing>"
    assert walk.hits == (open_hit, personal)


def test_many_threads_may_ask_at_once(
    store: FakeStore, log: WalkLog, spaces: list[Space], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question is written once, and has an id of its own."""
    monkeypatch.setattr(flow, "WALKS_BATCH", 7)
    made: list[str] = []

    def ask(name: str) -> None:
        asking = Asking(log, spaces[0], name)
        for number in range(100):
            made.append(asking(str(number)))
            if number % 30 == 0:
                log.flush()

    threads = [threading.Thread(target=ask, args=(name,)) for name in "abcdef"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    log.flush()
    written = [walk for _, batch in store.batches for walk in batch]
    assert sorted(walk.id for walk in written) == sorted(set(made))
    assert len(written) == 600
    for name in "abcdef":
        own = [walk.query for walk in written if walk.owner == name]
        assert own == [str(number) for number in range(100)]


def test_nothing_of_a_question_stands_in_the_program_s_log(
    store: FakeStore, log: WalkLog, ask: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    """Warnings count walks and name their space."""
    caplog.set_level(logging.DEBUG)
    store.failures = [StoreBusy("held"), Conflict("gone")]
    ask("kwyjibo", subject="plugh", session="xyzzy")
    log.flush()
    log.flush()
    assert caplog.records
    assert not any(word in caplog.text for word in ("kwyjibo", "plugh", "xyzzy"))
