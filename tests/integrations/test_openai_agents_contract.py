"""What the Agents SDK expects of any session, beyond what its own one shows step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.integrations.openai_agents import RemembrancerSession


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", preset="adviser", background=False) as made:
        yield made


def _said(*texts: str) -> Any:
    return [{"role": "user", "content": text} for text in texts]


def _texts(items: Any) -> list[str]:
    return [one["content"] for one in items]


def test_sessions_know_nothing_of_each_other(memory: Memory) -> None:
    """Adding to, taking back from and clearing one of many sessions leaves the others alone."""
    names = ["chat", "chat ", "CHAT", "chat/1", "samtal å", "%", "x" * 100]

    async def used() -> None:
        sessions = {name: RemembrancerSession(memory, name) for name in names}
        for name, session in sessions.items():
            await session.add_items(_said(f"first of {name}", f"second of {name}"))
        assert _texts([await sessions["chat"].pop_item()]) == ["second of chat"]
        await sessions["CHAT"].clear_session()
        for name, session in sessions.items():
            kept = [f"first of {name}", f"second of {name}"]
            expected = {"chat": kept[:1], "CHAT": []}.get(name, kept)
            assert _texts(await session.get_items()) == expected

    asyncio.run(used())


@pytest.mark.parametrize(
    "text",
    [
        "Hej, vad heter du på svenska? Åäö",
        "こんにちは 🙂👩‍👩‍👧",
        "مرحبا",
        "O'Brien'; DROP TABLE messages; --",
        '{"nested": "json \\" \\n"}',
        "two\nlines\tand a tab",
        "   ",
    ],
)
def test_any_text_comes_back_as_it_was(memory: Memory, text: str) -> None:
    """Neither script, nor quotes, nor lines, nor blanks are changed on the way."""
    session = RemembrancerSession(memory, "chat")

    async def used() -> None:
        await session.add_items(_said(text))
        assert _texts(await session.get_items()) == [text]
        assert _texts([await session.pop_item()]) == [text]

    asyncio.run(used())


def test_the_last_ones_in_their_order(memory: Memory) -> None:
    """A limit gives the last items, oldest first; one larger than all gives all, and 0 none."""
    session = RemembrancerSession(memory, "chat")
    texts = [f"number {n}" for n in range(120)]

    async def used() -> None:
        await session.add_items(_said(*texts[:100]))
        await session.add_items(_said(*texts[100:]))
        assert _texts(await session.get_items()) == texts
        for limit in (1, 2, 20, 119, 120, 500):
            assert _texts(await session.get_items(limit=limit)) == texts[-limit:]
        assert await session.get_items(limit=0) == []

    asyncio.run(used())


def test_taken_back_one_by_one(memory: Memory) -> None:
    """The last goes first, until there is none; what is added then is all there is."""
    session = RemembrancerSession(memory, "chat")

    async def used() -> None:
        assert await session.pop_item() is None
        await session.clear_session()
        await session.add_items(_said("a", "b", "b"))
        popped = [await session.pop_item() for _ in range(4)]
        assert _texts(popped[:3]) == ["b", "b", "a"]
        assert popped[3] is None
        await session.add_items(_said("c"))
        await session.clear_session()
        await session.clear_session()
        await session.add_items(_said("d"))
        assert _texts(await session.get_items()) == ["d"]

    asyncio.run(used())


def test_many_at_once_lose_nothing(memory: Memory) -> None:
    """What is added at once stays together and is there once; each item is taken back once."""
    session = RemembrancerSession(memory, "chat")

    async def used() -> None:
        pairs = [(f"question {n}", f"answer {n}") for n in range(12)]
        await asyncio.gather(*(session.add_items(_said(*pair)) for pair in pairs))
        texts = _texts(await session.get_items())
        assert sorted(zip(texts[::2], texts[1::2], strict=True)) == sorted(pairs)
        popped = await asyncio.gather(*(session.pop_item() for _ in texts))
        assert sorted(_texts(popped)) == sorted(texts)
        assert await session.get_items() == []

    asyncio.run(used())
