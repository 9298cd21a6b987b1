"""Inquiries with a model behind an address, over the protocol of each provider."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.bench.retrieval_worlds import EXAMPLE, World, fill, read_worlds
from remembrancer.inquiry.inquiry import Inquiry
from remembrancer.llm.chat import ChatModel
from tests.inquiry.scripted import FINDINGS, LOOKS
from tests.llm.embedding_server import EmbeddingServer, failed
from tests.llm.tool_wires import TOOL_WIRES, Call, ToolWire
from tests.llm.wires import TOKENS_IN, TOKENS_OUT, Wire


@pytest.fixture
def tools(wire: Wire) -> ToolWire:
    return TOOL_WIRES[wire.name]


@pytest.fixture
def memory(model: ChatModel) -> Iterator[Memory]:
    """The example world, and the model that looks through it."""
    with Memory.open(":memory:", preset="community", llm=model, background=False) as opened:
        yield opened


def _asked(memory: Memory, **options: Any) -> Inquiry:
    (world,) = read_worlds(EXAMPLE)
    fill(memory, world)
    return memory.inquire(**_google(world), strategy="react", **options)


def _google(world: World) -> dict[str, Any]:
    return world.request(next(one for one in world.conversations if one.key == "google"))


def test_the_reference_session_over_http(
    memory: Memory, chat_server: EmbeddingServer, tools: ToolWire
) -> None:
    """A strict server takes all that the loop sends, and the answer has the three facts and the
    tokens that the server counted."""
    chat_server.script = [
        tools.strict(tools.turn("Next.", Call(name, {"query": query}, f"call_{number}")))
        for number, (name, query) in enumerate(LOOKS)
    ]
    chat_server.script.append(tools.strict(tools.turn(None, Call("finish", FINDINGS, "call_end"))))
    found = _asked(memory)
    assert found.stopped == "The model had enough."
    assert (found.queries_count, found.facts_retrieved) == (5, 3)
    assert (found.tokens_in, found.tokens_out) == (6 * TOKENS_IN, 6 * TOKENS_OUT)
    results = tools.results(chat_server.asked[-1])
    assert [one.is_error for one in results] == [False] * 5
    assert "Mountain View" in results[0].content


def test_the_last_question_offers_one_tool(
    memory: Memory, chat_server: EmbeddingServer, tools: ToolWire
) -> None:
    """Once its rounds are used up a model gets `finish` alone, and a strict server takes that."""
    look = Call("get_person_summary", {"person_id": "charlie_id"}, "call_1")
    chat_server.script = [
        tools.strict(tools.turn("Next.", look)),
        tools.strict(tools.turn(None, Call("finish", FINDINGS, "call_2"))),
    ]
    found = _asked(memory, max_iterations=1)
    assert found.is_limited
    assert [one.name for one in tools.tools(chat_server.asked[-1])] == ["finish"]
    assert "PREVIOUSLY" in {fact.type for fact in found.relevant_facts}


def test_a_server_that_fails_ends_with_what_was_found(
    memory: Memory, chat_server: EmbeddingServer, tools: ToolWire
) -> None:
    """A refusal of the server after a look is a note, and no exception."""
    look = Call("get_person_summary", {"person_id": "charlie_id"}, "call_1")
    chat_server.script = [tools.turn("Next.", look), failed(401, None, "no such key")]
    found = _asked(memory)
    assert found.is_limited
    assert "The model gave no answer" in found.stopped
    assert "PREVIOUSLY" in {fact.type for fact in found.relevant_facts}
