"""The verbs that look things up write walks of themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from remembrancer import AsyncMemory, InvalidInput, Memory
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.footprint import counts
from tests.people import ADA, ANNA


def test_a_recall_is_logged(memory: MemoryFactory) -> None:
    """With its question, whom it was about, the session, and what came back in order."""
    anna = memory("adviser").acting_as(ANNA)
    anna.add(content="Ellen retires at 58.", subject="ellen", category="goal")
    anna.conversations.start("talk", subject="ellen")
    anna.conversations.append("talk", {"id": "m1", "author_id": "e", "content": "I retire at 58."})
    found = anna.recall("When does Ellen retire?", subject="ellen", session="chat-7")
    (walk,) = anna.walks.list()
    assert walk.id == found.walk
    assert (walk.tool, walk.principal, walk.session) == ("recall", ANNA.name, "chat-7")
    assert (walk.query, walk.subject) == ("When does Ellen retire?", "ellen")
    assert [(hit.type, hit.id) for hit in walk.returned] == [
        (hit.type, hit.id) for hit in found.hits
    ]
    assert {hit.type for hit in walk.returned} == {"item", "message"}
    assert anna.walks.used(str(found.walk), [found.hits[0].id]).used == (found.hits[0].id,)


def test_a_recall_that_finds_nothing_is_logged(memory: MemoryFactory) -> None:
    """It tells what is missing."""
    store = memory("adviser")
    store.recall("Where is Omar?")
    (walk,) = store.walks.list()
    assert (walk.query, walk.returned) == ("Where is Omar?", ())
    assert store.walks.report().found_nothing == 1


def test_a_summary_is_logged(memory: MemoryFactory) -> None:
    """It has a subject and no question."""
    store = memory("adviser")
    item = store.add(content="Ellen retires at 58.", subject="ellen", kind="fact")
    store.summary("ellen", session="chat-7")
    (walk,) = store.walks.list(tool="summary")
    assert (walk.query, walk.shape, walk.subject) == (None, None, "ellen")
    assert walk.session == "chat-7"
    assert [hit.id for hit in walk.returned] == [item.id]


def test_a_recall_of_something_personal_keeps_no_words(memory: MemoryFactory) -> None:
    """Neither of items nor of messages."""
    anna = memory("adviser").acting_as(ANNA)
    anna.add(content="My divorce is near.", is_personal=True)
    assert anna.recall("divorce").hits
    anna.conversations.start("own", is_personal=True)
    anna.conversations.append("own", {"id": "m1", "author_id": "a", "content": "My lawsuit."})
    assert anna.recall("lawsuit").hits
    assert [walk.query for walk in anna.walks.list()] == [None, None]
    assert [len(walk.returned) for walk in anna.walks.list()] == [1, 1]


def test_a_question_that_is_refused_is_not_logged(memory: MemoryFactory) -> None:
    """Nothing was looked up."""
    store = memory("adviser")
    for wrong in ({"k": 0}, {"session": ""}, {"session": 3}):
        with pytest.raises(InvalidInput):
            store.recall("what?", **wrong)
    assert len(store.walks.list()) == 0


def test_closing_writes_what_was_asked(tmp_path: Path, clock: FrozenClock) -> None:
    """Whoever opens the store next finds it."""
    with Memory.open(tmp_path / "memory.db", clock=clock) as first:
        first.recall("Where is Omar?")
    with Memory.open(tmp_path / "memory.db", clock=clock) as second:
        assert [walk.query for walk in second.walks.list()] == ["Where is Omar?"]


def test_an_export_holds_what_was_asked_before(memory: MemoryFactory, tmp_path: Path) -> None:
    """Also what was not written yet."""
    store = memory("adviser").acting_as(ADA)
    store.recall("Where is Omar?")
    store.export(tmp_path / "space.jsonl")
    assert '"walk"' in (tmp_path / "space.jsonl").read_text(encoding="utf-8")


def test_erasing_takes_what_was_just_asked_along(memory: MemoryFactory) -> None:
    """Nobody has to look at the log first."""
    store = memory("adviser").acting_as(ADA)
    item = store.add(content="Ellen retires at 58.", subject="ellen")
    store.recall("When does Ellen retire?")
    store.summary("ellen")
    store.erase(item.id, reason="asked to")
    assert len(store.walks.list()) == 0
    assert counts(store)["walk_hit"] == 0


def test_async_code_has_walks_too(tmp_path: Path) -> None:
    """The same verbs."""

    async def ask() -> tuple[str | None, ...]:
        async with await AsyncMemory.open(tmp_path / "memory.db") as memory:
            item = await memory.add(content="Ellen retires at 58.")
            found = await memory.recall("When does Ellen retire?")
            await memory.walks.used(str(found.walk), [item.id])
            assert (await memory.walks.get(str(found.walk))).used == (item.id,)
            assert (await memory.walks.report()).reported == 1
            return tuple(walk.query for walk in await memory.walks.list())

    assert asyncio.run(ask()) == ("When does Ellen retire?",)
