"""A call with a key, wherever the process that does it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from remembrancer import Conflict, Memory
from remembrancer.core.limits import ANSWER_LEASE_SECONDS
from remembrancer.front import idempotency as keyed
from remembrancer.front.session import Session
from remembrancer.ports import KeyedCall
from remembrancer.remember import reconcile
from remembrancer.store.sqlite.sqlite_connection import SqliteConnection
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST

CALL = KeyedCall("a verb", "one", "{}")


class _Killed(BaseException):
    """The process ends here."""


class _Life:
    """Ends at the nth statement or commit: before it, or just after it was done."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.left: int | None = None
        for owner, names in ((SqliteConnection, "all one run many"), (Sqlite, "commit")):
            for name in names.split():
                patch.setattr(owner, name, self._mortal(getattr(owner, name)))
        # A process that is gone gives nothing up: its transaction is undone, and that is all.
        patch.setattr(keyed._Once, "give_up", _undone)

    def _mortal(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def acting(*args: Any) -> Any:
            self._step()
            answer = act(*args)
            self._step()
            return answer

        return acting

    def _step(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise _Killed


def _undone(one: Any) -> None:
    held, one._held = one._held, None
    if held is not None:
        held[1].__exit__(_Killed, _Killed(), None)


def done(session: Session, act: Callable[[Memory], str]) -> keyed.KeyedAnswer:
    return keyed.once(session, CALL, 201, lambda own: act(Memory(own)))


@ON_THE_FASTEST
def test_a_call_that_is_cut_off_anywhere_has_its_effect_once(
    fresh_store: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before or after any statement, and repeated: one item, and its answer."""
    life = _Life(monkeypatch)
    for steps in count():
        store = fresh_store("adviser")
        life.left = steps
        try:
            first = done(store._session, lambda memory: memory.add(content="Ellen retires.").id)
        except _Killed:
            first = None
        life.left = None
        again = done(store._session, lambda memory: memory.add(content="Ellen retires.").id)
        assert store.stats().items == 1
        assert store.get(again.body).content == "Ellen retires."
        assert store.verify().ok
        if first is not None:
            assert (again.body, again.is_replayed) == (first.body, True)
            break
    assert steps > 10


@ON_THE_FASTEST
def test_a_call_of_several_units_is_done_again_from_its_start(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """Begun and cut off, it is refused for a while, and then done: nothing is there twice."""
    store = fresh_store("adviser", llm=ScriptedModel([]))
    session = store._session

    def cut_off(memory: Memory) -> str:
        memory.conversations.start("talk")
        memory.conversations.get("talk")  # what was written is final by now
        raise _Killed

    def whole(memory: Memory) -> str:
        memory.conversations.start("talk")
        memory.conversations.append("talk", [{"id": "1", "author_id": "x", "content": "hi"}])
        return "done"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keyed._Once, "give_up", _undone)
        with pytest.raises(_Killed):
            done(session, cut_off)
    with pytest.raises(Conflict, match="under way"):
        done(session, whole)
    clock.advance(timedelta(seconds=ANSWER_LEASE_SECONDS))
    assert done(session, whole) == keyed.KeyedAnswer("done", is_replayed=False)
    assert done(session, whole) == keyed.KeyedAnswer("done", is_replayed=True)
    assert len(store.conversations.messages("talk")) == 1


SAID = "I prefer email to phone calls."
TOLD = [{"author_id": "ellen", "content": SAID}, {"author_id": "ada", "content": "Noted."}]


@ON_THE_FASTEST
@pytest.mark.parametrize("said", [SAID, TOLD], ids=["a text", "messages"])
def test_what_is_remembered_in_two_units_is_stored_once(
    fresh_store: MemoryFactory, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch, said: Any
) -> None:
    """With a model to ask, the raw words come first. Killed anywhere and repeated with its key,
    the call finds them, although they have no id of the caller's."""
    life = _Life(monkeypatch)
    cut_between = 0
    for steps in count(0, 9):
        store = fresh_store("adviser", llm=ScriptedModel([]))
        life.left = steps
        try:
            done(store._session, lambda memory: _place(memory.remember(said)))
            is_done = True
        except _Killed:
            is_done = False
        life.left = None
        # No recall here: what it notes is written by a thread, which would be killed as well.
        cut_between += bool(store.stats().messages) and not is_done
        clock.advance(timedelta(seconds=ANSWER_LEASE_SECONDS))
        place = done(store._session, lambda memory: _place(memory.remember(said))).body
        said_once = 1 if isinstance(said, str) else len(said)
        assert len(store.conversations.messages(place)) == store.stats().messages == said_once
        if is_done:
            break
    assert cut_between > 1


def _place(told: Any) -> str:
    assert told.conversation_id is not None
    return str(told.conversation_id)


@ON_THE_FASTEST
def test_what_failed_halfway_is_stored_once(
    fresh_store: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an error the key is free at once, and what the first try stored is found; another
    text with the same key is another one."""
    store = fresh_store("adviser", llm=ScriptedModel([]))
    session = store._session
    real = reconcile.file

    def failing(*_: Any) -> Any:
        monkeypatch.setattr(reconcile, "file", real)
        raise Conflict("no")

    monkeypatch.setattr(reconcile, "file", failing)
    with pytest.raises(Conflict, match="no"):
        done(session, lambda memory: _place(memory.remember(SAID)))
    (raw,) = store.recall("email", include=("messages",)).hits
    assert done(session, lambda memory: _place(memory.remember(SAID))).body
    assert [one.id for one in store.recall("email", include=("messages",)).hits] == [raw.id]
    other = KeyedCall("a verb", "two", "{}")
    again = keyed.once(session, other, 201, lambda own: _place(Memory(own).remember(SAID)))
    assert again.body
    assert len(store.recall("email", include=("messages",)).hits) == 2


@ON_THE_FASTEST
def test_who_was_given_up_writes_nothing_more(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """A call that took too long and was done by another meanwhile gets the other's answer."""
    session = fresh_store("adviser")._session

    def slow(memory: Memory) -> str:
        memory.conversations.start("talk")
        memory.conversations.get("talk")
        clock.advance(timedelta(seconds=ANSWER_LEASE_SECONDS))
        assert done(session, quick).body == "quick"
        memory.conversations.start("talk of the late one")
        return "slow"

    def quick(memory: Memory) -> str:
        memory.conversations.start("talk")
        return "quick"

    assert done(session, slow) == keyed.KeyedAnswer("quick", is_replayed=True)


@ON_THE_FASTEST
def test_an_error_leaves_the_key_free(fresh_store: MemoryFactory) -> None:
    """What is final stays so, as without a key, and the call can be made again at once."""
    session = fresh_store("adviser")._session

    def failing(memory: Memory) -> str:
        memory.conversations.start("talk")
        memory.conversations.get("talk")
        raise Conflict("no")

    with pytest.raises(Conflict, match="no"):
        done(session, failing)
    assert done(session, lambda memory: memory.conversations.get("talk").id).body == "talk"


@ON_THE_FASTEST
def test_what_could_not_be_made_final_is_told(
    fresh_store: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verb that goes on after a unit which was lost does not get an answer through."""
    store = fresh_store("corporate")
    ids = [store.add(content=text).id for text in ("A", "B")]
    real = Sqlite.commit

    def full(*_: Any) -> None:
        monkeypatch.setattr(Sqlite, "commit", real)
        raise Conflict("the disk is full")

    def act(memory: Memory) -> str:
        monkeypatch.setattr(Sqlite, "commit", full)
        return memory.review.batch(ids, "reject", reason="no").model_dump_json()

    with pytest.raises(Conflict, match="disk is full"):
        done(store._session, act)
