"""A memory with a model behind an address: what is asked, what is kept, and what never leaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from remembrancer import Memory
from remembrancer.core.model_call import CallOutcome, ModelRole
from remembrancer.llm.chat import ChatModel
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.conftest import START
from tests.llm.embedding_server import Answer, EmbeddingServer, failed
from tests.llm.wires import Wire

GOAL = {
    "family": "goal",
    "content": "Ellen wants to retire at 58.",
    "message_id": "m1",
    "quote": "retire at 58",
    "slot": "retirement age",
    "value": 58,
}
FORGED = {**GOAL, "content": "Ellen owns a yacht.", "quote": "I own a yacht"}


@pytest.fixture
def memory(model: ChatModel) -> Iterator[Memory]:
    clock = FrozenClock(START)
    with Memory.open(":memory:", preset="adviser", clock=clock, background=False, llm=model) as one:
        yield one


def talk(memory: Memory, *, is_personal: bool = False) -> None:
    memory.conversations.start("chat-7", subject="ellen", is_personal=is_personal)
    said = {"id": "m1", "author_id": "ellen", "content": "I want to retire at 58, you know."}
    memory.conversations.append("chat-7", said)
    memory.conversations.close("chat-7")


def test_a_conversation_is_read_by_the_model(
    memory: Memory, chat_server: EmbeddingServer, wire: Wire
) -> None:
    """What it proposes is stored with its quote; what it made up is not."""
    chat_server.script = [wire.said({"candidates": [GOAL, FORGED]})]
    talk(memory)
    assert memory.jobs.wait().done == 1
    (item,) = memory.items()
    assert item.content == GOAL["content"]
    assert item.data["value"] == 58
    (evidence,) = item.evidence
    assert evidence.quote == "retire at 58"
    assert len(chat_server.asked) == 1


def test_the_log_says_that_it_was_cheap(
    memory: Memory, chat_server: EmbeddingServer, wire: Wire
) -> None:
    """S1-32: background work has the role cheap, and every call is on record."""
    chat_server.script = [failed(503), wire.said({"candidates": []})]
    talk(memory)
    memory.jobs.wait()
    model = memory._session.shop.tools.llm
    records = model.log()  # type: ignore[union-attr]
    assert [(one.role, one.outcome) for one in records] == [
        (ModelRole.CHEAP, CallOutcome.BUSY),
        (ModelRole.CHEAP, CallOutcome.ANSWERED),
    ]


def test_personal_talk_never_leaves(memory: Memory, chat_server: EmbeddingServer) -> None:
    """S4-52: the server is not asked at all."""
    talk(memory, is_personal=True)
    memory.jobs.wait()
    assert chat_server.asked == []


def _broken(wire: Wire) -> list[Answer]:
    return [wire.said("Sorry."), wire.cut_off(), wire.refused(), failed(400), Answer(200, b"{")]


@pytest.mark.parametrize("number", range(5))
def test_a_wrong_answer_stores_nothing(
    memory: Memory, chat_server: EmbeddingServer, wire: Wire, number: int
) -> None:
    """S1-26: nothing crashes, nothing of it is stored, and the talk itself is safe."""
    chat_server.script = [_broken(wire)[number]] * 2
    talk(memory)
    memory.jobs.wait()
    assert [item.content for item in memory.items() if "58" not in item.content] == []
    assert memory.conversations.get("chat-7").id == "chat-7"


def test_a_model_of_ones_own_is_shown_what_was_wrong() -> None:
    """S1-26: an answer that does not fit is asked for once more, with what was wrong with it."""
    said = "We decided to take a 120k dividend."
    good = {
        "candidates": [
            {"family": "decision", "content": said, "quote": said, "message_id": "m1"},
        ]
    }
    model = ScriptedModel(["garbage", good])
    with Memory.open(":memory:", space="s", preset="companion", llm=model) as memory:
        message = {"id": "m1", "author_id": "erik", "role": "user", "content": said}
        made = memory.remember([message])
    assert [one.content for one in made.items] == [said]
    assert "could not be used: the whole: Invalid JSON" in model.asked[1]
