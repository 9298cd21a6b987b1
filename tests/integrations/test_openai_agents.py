"""Sessions of the OpenAI Agents SDK: kept by the real runner, with a model from a script."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import pytest
from agents import Agent, ModelResponse, RunConfig, Runner, SQLiteSession, Usage, function_tool
from agents.memory import Session, SessionSettings
from agents.models.interface import Model
from hypothesis import given
from hypothesis import strategies as st
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from remembrancer import InvalidInput, Memory, NotAvailable
from remembrancer.integrations.openai_agents import RemembrancerSession
from remembrancer.items.delivered_text import delivered
from tests.examples import examples
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House

QUIET = RunConfig(tracing_disabled=True)

CALL: dict[str, Any] = {
    "type": "function_call",
    "call_id": "c1",
    "name": "get_portfolio",
    "arguments": '{"client": "Ellen"}',
    "id": "fc_1",
}
RESULT: dict[str, Any] = {"type": "function_call_output", "call_id": "c1", "output": "60/40"}
GIVEN: list[dict[str, Any]] = [
    {"role": "user", "content": "Ellen wants to retire at 58."},
    {"content": [{"type": "input_text", "text": "And this?"}], "role": "user", "type": "message"},
    {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "Look."}]},
    CALL,
    RESULT,
    {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "Noted: 58.", "annotations": []}],
    },
    {"role": "user", "content": ""},
    {"role": "user", "content": "a\x00b\x1b and \u2028"},
    {"type": "item_reference", "id": "x"},
]
# As a model gets them: without what nobody sees.
ITEMS = delivered(GIVEN)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", preset="adviser", background=False) as made:
        yield made


def _items(given: list[dict[str, Any]]) -> Any:
    return given


class Scripted(Model):
    """Says what the script says, and keeps what it was given."""

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers)
        self.given: list[Any] = []

    async def get_response(self, *args: Any, **named: Any) -> ModelResponse:
        self.given.append(named["input"] if "input" in named else args[1])
        return ModelResponse(output=[self._answers.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **named: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def _said(text: str) -> ResponseOutputMessage:
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(
        id="m", content=[part], role="assistant", status="completed", type="message"
    )


def test_items_come_back_as_they_were(memory: Memory) -> None:
    """Every item is the same JSON again, in its order, whatever sort it is of."""
    session = RemembrancerSession(memory, "chat-1")
    assert isinstance(session, Session)

    async def used() -> None:
        assert await session.get_items() == []
        await session.add_items(_items(GIVEN[:3]))
        await session.add_items([])
        await session.add_items(_items(GIVEN[3:]))
        found = await RemembrancerSession(memory, "chat-1").get_items()
        assert json.dumps(found) == json.dumps(ITEMS)
        assert await RemembrancerSession(memory, "chat-2").get_items() == []

    asyncio.run(used())


_TEXTS = st.sampled_from(["Hello.", "", "Leeds"])
_STEPS = st.one_of(
    st.lists(_TEXTS.map(lambda text: {"role": "user", "content": text}), max_size=3),
    st.sampled_from(["pop", "clear"]),
    st.integers(-1, 3),
    st.none(),
)


STEPS = st.lists(_STEPS, max_size=10)


def check_steps(steps: list[Any]) -> None:
    """Whatever is added, taken back, cleared and asked for, both sessions hold the same."""

    async def done(session: Any) -> list[Any]:
        told: list[Any] = []
        for step in steps:
            if isinstance(step, list):
                await session.add_items(step)
            elif step == "pop":
                told.append(await session.pop_item())
            elif step == "clear":
                await session.clear_session()
            else:
                told.append(await session.get_items(step))
        return told

    with Memory.open(":memory:", preset="adviser", background=False) as memory:
        theirs = SQLiteSession("chat")
        try:
            ours = asyncio.run(done(RemembrancerSession(memory, "chat")))
            assert ours == asyncio.run(done(theirs))
        finally:
            theirs.close()


@given(STEPS)
@examples(10)
def test_it_answers_as_the_session_of_the_library_does(steps: list[Any]) -> None:
    """Whatever is added, taken back, cleared and asked for, both sessions hold the same."""
    check_steps(steps)


def test_a_limit_of_the_session_counts_where_none_is_given(memory: Memory) -> None:
    """The last items within the limit of the settings; an explicit limit wins."""
    session = RemembrancerSession(memory, "chat", session_settings=SessionSettings(limit=2))

    async def used() -> None:
        await session.add_items(_items(GIVEN))
        assert await session.get_items() == ITEMS[-2:]
        assert await session.get_items(limit=1) == ITEMS[-1:]

    asyncio.run(used())


def test_the_runner_keeps_a_conversation_that_memory_reads(memory: Memory) -> None:
    """Turns with a tool call go on from each other; recall and extraction read what was said."""

    @function_tool
    def get_portfolio(client: str) -> str:
        """What a client holds."""
        return f"{client} holds 60/40."

    first_call, second_call = (
        ResponseFunctionToolCall(
            call_id=name,
            name="get_portfolio",
            arguments=f'{{"client": "{name}"}}',
            type="function_call",
        )
        for name in ("Ellen", "Omar")
    )
    model = Scripted(first_call, second_call, _said("She holds 60/40."), _said("You said 58."))
    agent = Agent(name="Planner", model=model, tools=[get_portfolio])
    session = RemembrancerSession(memory, "chat-7", subject="ellen", user="ellen", agent="planner")

    async def talked() -> None:
        said = "Ellen wants to retire at 58. What does she hold?"
        first = await Runner.run(agent, said, session=session, run_config=QUIET)
        assert first.final_output == "She holds 60/40."
        second = await Runner.run(agent, "When?", session=session, run_config=QUIET)
        assert second.final_output == "You said 58."

    asyncio.run(talked())
    assert [one.get("role", one.get("type")) for one in model.given[3]] == [
        "user",
        "function_call",
        "function_call_output",
        "function_call",
        "function_call_output",
        "assistant",
        "user",
    ]
    told = memory.conversations.messages("chat-7")
    assert [(one.author_id, one.role, one.content) for one in told[:6]] == [
        ("ellen", "user", "Ellen wants to retire at 58. What does she hold?"),
        ("planner", "assistant", "(called get_portfolio)"),
        ("tool", "tool", "Ellen holds 60/40."),
        ("planner", "assistant", "(called get_portfolio)"),
        ("tool", "tool", "Omar holds 60/40."),
        ("planner", "assistant", "She holds 60/40."),
    ]
    hit = memory.recall("when does Ellen retire?", subject="ellen").hits[0]
    assert (hit.type, hit.conversation_id) == ("message", "chat-7")
    memory.conversations.close("chat-7")
    memory.jobs.wait()
    found = {one.kind: one for one in memory.items(subject="ellen")}
    assert found["life_goal"].content == "Ellen wants to retire at 58."
    assert found["decision_trace"].data["tool_calls"] == [
        {"tool": "get_portfolio", "arguments": {"client": "Ellen"}},
        {"tool": "get_portfolio", "arguments": {"client": "Omar"}},
    ]


def test_a_conversation_from_elsewhere_goes_on(memory: Memory) -> None:
    """What was said by other means is there too; what was erased is not."""
    memory.conversations.start("chat")
    memory.conversations.append(
        "chat",
        [
            {"author_id": "ellen", "content": "Hello."},
            {"author_id": "bot", "role": "assistant", "content": "Hi!"},
            {"author_id": "bot", "role": "tool", "content": "60/40"},
        ],
    )
    session = RemembrancerSession(memory, "chat")
    asyncio.run(session.add_items(_items(GIVEN[:1])))
    assert asyncio.run(session.get_items()) == [
        {"role": "user", "content": "Hello."},
        {"role": "assistant", "content": "Hi!"},
        ITEMS[0],
    ]
    memory.erase(source="chat", reason="She asked for it.")
    assert asyncio.run(session.get_items()) == []


def test_what_is_taken_back_stays_on_record(memory: Memory) -> None:
    """The session is empty, and the conversation still has what was said."""
    session = RemembrancerSession(memory, "chat")

    async def used() -> None:
        await session.add_items(_items(GIVEN[:2]))
        assert await session.pop_item() == ITEMS[1]
        await session.clear_session()
        assert await session.pop_item() is None
        assert await session.get_items() == []

    asyncio.run(used())
    said = [one.content for one in memory.conversations.messages("chat")]
    assert said[:2] == ["Ellen wants to retire at 58.", "And this?"]


def test_who_is_cancelled_goes_once_it_is_done(memory: Memory) -> None:
    """A cancelled caller leaves when the write has ended, so that its order is known."""
    session = RemembrancerSession(memory, "chat")

    async def used() -> None:
        task = asyncio.ensure_future(session.add_items(_items(GIVEN[:1])))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await session.get_items() == ITEMS[:1]

    asyncio.run(used())


def test_nobody_reads_the_sessions_of_others(memory: Memory) -> None:
    """A personal session is its owner's; the same id of somebody else is another session."""
    mine = RemembrancerSession(memory.acting_as(ANNA), "chat", is_personal=True)
    asyncio.run(mine.add_items(_items(GIVEN[:1])))
    for who in (ADA, BERT, BOT):
        other = RemembrancerSession(memory.acting_as(who), "chat", is_personal=True)
        assert asyncio.run(other.get_items()) == []
        assert asyncio.run(other.pop_item()) is None
        asyncio.run(other.clear_session())
    assert asyncio.run(mine.get_items()) == ITEMS[:1]


@pytest.mark.parametrize("preset", ["companion", "community", "desk", "corporate"])
def test_it_works_for_every_preset(preset: str) -> None:
    """What an agent keeps of a talk it reads back, wherever it is."""
    with Memory.open(":memory:", preset=preset, background=False) as memory:
        session = RemembrancerSession(memory.acting_as(BOT), "chat")
        asyncio.run(session.add_items(_items(GIVEN)))
        assert asyncio.run(session.get_items()) == ITEMS


def test_what_is_too_large_is_refused(memory: Memory) -> None:
    """An item over the limit is refused with a sentence, and nothing of its batch is kept."""
    session = RemembrancerSession(memory, "chat")
    large = {"role": "user", "content": "x" * 300_000}
    with pytest.raises(InvalidInput, match="the limit is 256,000"):
        asyncio.run(session.add_items(_items([ITEMS[0], large])))
    assert asyncio.run(session.get_items()) == []


def test_the_same_on_a_server(house: House, memory: Memory) -> None:
    """A memory on a server serves as well as one that is embedded."""
    session = RemembrancerSession(house.enter(memory), "chat", subject="ellen")

    async def used() -> None:
        assert await session.get_items() == []
        await session.add_items(_items(GIVEN))
        assert await session.get_items() == ITEMS
        assert await session.pop_item() == ITEMS[-1]
        assert await session.get_items(limit=1) == ITEMS[-2:-1]

    asyncio.run(used())
    embedded = RemembrancerSession(memory, "chat", subject="ellen")
    assert asyncio.run(embedded.get_items()) == ITEMS[:-1]


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is missing, the error names it."""
    monkeypatch.setitem(sys.modules, "agents", cast(Any, None))
    monkeypatch.delitem(sys.modules, "remembrancer.integrations.openai_agents")
    with pytest.raises(NotAvailable, match=r"remembrancer\[openai-agents\]"):
        importlib.import_module("remembrancer.integrations.openai_agents")
