"""AsyncMemory: every verb of Memory, with the same parameters, for async code."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from remembrancer import AsyncMemory, Memory, NotFound, StoreClosed, StoreUnreachable
from remembrancer.aio import AsyncAdmin, AsyncConversations, AsyncReviews, AsyncWalks
from remembrancer.front.admin import Admin
from remembrancer.front.conversations import Conversations
from remembrancer.front.review import Reviews
from remembrancer.front.walks import Walks
from remembrancer.testing import FrozenClock
from tests.engines import Engine
from tests.people import ADA, ANNA

PAIRS = [
    (Memory, AsyncMemory),
    (Conversations, AsyncConversations),
    (Reviews, AsyncReviews),
    (Admin, AsyncAdmin),
    (Walks, AsyncWalks),
]
AT_ONCE = {"acting_as"}  # reads and writes nothing, so there is nothing to await


def verbs(door: type) -> dict[str, Callable[..., Any]]:
    return {
        name: value
        for name, value in inspect.getmembers(door, callable)
        if not name.startswith("_")
    }


@pytest.mark.parametrize(("sync", "lifted"), PAIRS, ids=lambda door: door.__name__)
def test_every_verb_is_there(sync: type, lifted: type) -> None:
    """The two doors offer the same names, no more and no less."""
    assert set(verbs(sync)) == set(verbs(lifted))


@pytest.mark.parametrize(("sync", "lifted"), PAIRS, ids=lambda door: door.__name__)
def test_every_verb_has_the_same_parameters(sync: type, lifted: type) -> None:
    """Names, order, defaults and kinds of parameters are the same."""
    for name, method in verbs(sync).items():
        if name == "open":
            continue  # takes the options of Memory.open as they are
        other = verbs(lifted)[name]
        expected = [one.replace(annotation="") for one in _parameters(method)]
        assert [one.replace(annotation="") for one in _parameters(other)] == expected, name


@pytest.mark.parametrize(("sync", "lifted"), PAIRS, ids=lambda door: door.__name__)
def test_every_verb_is_awaited(sync: type, lifted: type) -> None:
    """A verb is a coroutine, a subscription an async iterator."""
    for name in verbs(sync):
        method = inspect.unwrap(getattr(lifted, name), stop=inspect.iscoroutinefunction)
        if name in AT_ONCE:
            assert not inspect.iscoroutinefunction(method)
        elif name == "subscribe":
            assert inspect.isasyncgenfunction(method)
        else:
            assert inspect.iscoroutinefunction(method), name


def _parameters(method: Callable[..., Any]) -> list[inspect.Parameter]:
    return [one for one in inspect.signature(method).parameters.values() if one.name != "self"]


@pytest.fixture
def url(engine: Engine, tmp_path: Path) -> str:
    return engine.fresh_url(tmp_path)


def run(act: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(act(), debug=False)


def test_the_verbs_work(url: str, clock: FrozenClock, tmp_path: Path) -> None:
    """A whole story, from opening to verifying, in async code."""

    async def story() -> None:
        async with await AsyncMemory.open(
            url, space="northgate", preset="corporate", clock=clock
        ) as memory:
            anna, ada = memory.acting_as(ANNA), memory.acting_as(ADA)
            done = await anna.remember("Ellen retires at 58.", subject="ellen", infer=False)
            item = done.items[0]
            added = await anna.add_many([{"content": "one"}, {"content": "two"}])
            assert len(added) == 2
            assert (await anna.get(item.id)).content == "Ellen retires at 58."
            assert len(await anna.items()) == 3
            await ada.review.approve(item.id, reason="right")
            newer = await ada.supersede(item.id, content="Ellen retires at 60.")
            await ada.review.approve(newer.id)
            assert [one.id for one in await anna.history(newer.id)] == [item.id, newer.id]
            hits = (await anna.recall("retire", subject="ellen")).hits
            assert [hit.id for hit in hits] == [newer.id]
            assert set((await anna.summary("ellen")).groups) == {"fact"}
            await anna.conversations.start("call")
            await anna.conversations.append("call", {"author_id": "e", "content": "Hello."})
            assert (await anna.conversations.get("call")).message_count == 1
            await memory.admin.add_person("anna", groups=["finance"])
            assert await memory.admin.groups() == {"finance": ("anna",)}
            other = await memory.in_space("southgate", "adviser")
            assert len(await other.items()) == 0
            assert (await memory.verify()).ok
            await memory.export(tmp_path / "space.jsonl")
            moved = await memory.in_space("moved", "corporate")
            assert await moved.import_(tmp_path / "space.jsonl") > 10
            assert (await moved.verify()).ok
            assert (await memory.backup(tmp_path / "copy.db")).exists()

    run(story)


def test_errors_come_through_as_they_are(url: str) -> None:
    """What Memory raises, AsyncMemory raises."""

    async def story() -> None:
        memory = await AsyncMemory.open(url)
        with pytest.raises(NotFound):
            await memory.get("km_000000000000")
        await memory.close()
        with pytest.raises((StoreClosed, RuntimeError)):
            await memory.items()

    run(story)


def test_a_store_that_cannot_be_opened(tmp_path: Path) -> None:
    """Opening fails as it does in sync code, and leaves no thread behind."""

    async def story() -> None:
        with pytest.raises(StoreUnreachable):
            await AsyncMemory.open(tmp_path / "missing" / "memory.db")

    run(story)


def test_many_calls_at_once(url: str) -> None:
    """Gathered writes and reads all come back, each with its own answer."""

    async def story() -> None:
        async with await AsyncMemory.open(url) as memory:
            items = await asyncio.gather(
                *(memory.add(content=f"fact number {n}") for n in range(40))
            )
            assert [item.content for item in items] == [f"fact number {n}" for n in range(40)]
            found = await asyncio.gather(*(memory.get(item.id) for item in items))
            assert found == items
            assert (await memory.verify()).ok

    run(story)


def test_changes_are_iterated(url: str) -> None:
    """`async for` waits for a change, gives each once, and goes on from a cursor."""

    async def story() -> None:
        async with await AsyncMemory.open(url) as memory:
            changes = memory.subscribe()
            first = asyncio.ensure_future(anext(changes))
            ids: list[str] = []
            while not first.done():
                ids.append((await memory.add(content="news")).id)
                await asyncio.wait([first], timeout=0.01)
            change = await first
            assert isinstance(changes, AsyncGenerator)
            await changes.aclose()
            place = ids.index(change.item_id)
            rest = [
                later.item_id
                async for later in memory.subscribe(after=change.cursor, idle_seconds=0)
            ]
            assert rest == ids[place + 1 :]

    run(story)
