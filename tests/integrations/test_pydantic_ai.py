"""The toolset of Pydantic AI, in its real agents with models from a script."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Iterator
from typing import Any, cast

import pytest
from pydantic_ai import (
    Agent,
    ModelMessage,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    models,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from remembrancer import Memory, NotAvailable
from remembrancer.integrations.pydantic_ai import memory_toolset
from tests.people import ANNA, BOT
from tests.remote import House

models.ALLOW_MODEL_REQUESTS = False


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", preset="adviser", background=False) as made:
        yield made


class Script:
    """A model that calls tools as the script says, and keeps what it is told."""

    def __init__(self, *calls: tuple[str, dict[str, Any]]) -> None:
        self._calls = list(calls)
        self.info: AgentInfo | None = None
        self.told: list[Any] = []

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.info = info
        for part in messages[-1].parts:
            if isinstance(part, ToolReturnPart):
                self.told.append((part.outcome, part.content))
        if self._calls:
            return ModelResponse(parts=[ToolCallPart(*self._calls.pop(0))])
        return ModelResponse(parts=[TextPart("Done.")])


def _run(memory: Memory, script: Script, **options: Any) -> str:
    agent = Agent(FunctionModel(script), toolsets=[memory_toolset(memory, **options)])
    return asyncio.run(agent.run("Go on.")).output


def test_an_agent_is_offered_the_tools_and_told_to_look_first(memory: Memory) -> None:
    """Names, descriptions and schemas are those of the registry; the rule is an instruction."""
    for which in ("default", "full"):
        script = Script()
        assert _run(memory, script, tools=which) == "Done."
        assert script.info is not None
        offered = [
            {
                "name": one.name,
                "description": one.description,
                "parameters": one.parameters_json_schema,
            }
            for one in script.info.function_tools
        ]
        assert offered == list(memory.tools.schemas(which))
        assert script.info.instructions == memory.tools.rule


def test_an_agent_remembers_and_recalls(memory: Memory) -> None:
    """What one run remembers the next one recalls, and each question is a walk of its talk."""
    said = {"text": "Ellen wants to retire at 58.", "subject": "ellen"}
    _run(memory.acting_as(BOT), Script(("remember", said)))
    script = Script(("recall", {"query": "when does Ellen retire?"}))
    _run(memory.acting_as(BOT), script, session="talk-1")
    outcome, told = script.told[0]
    assert outcome == "success"
    assert "Ellen wants to retire at 58." in str(told)
    assert [one.session for one in memory.walks.list()] == ["talk-1"]


def test_a_refusal_is_told_to_the_model(memory: Memory) -> None:
    """Wrong arguments and unknown items come back as a sentence, and the run goes on."""
    script = Script(("recall", {"query": ""}), ("confirm", {"id": "km_000000000000"}))
    assert _run(memory, script) == "Done."
    assert script.told[0] == ("retried", "query is empty. Give it a text.")
    outcome, told = script.told[1]
    assert outcome == "failed"
    assert "No item 'km_000000000000' here." in str(told)


def test_hidden_items_are_not_told(memory: Memory) -> None:
    """An agent acts as the memory's principal, and sees nothing that is personal to others."""
    memory.acting_as(ANNA).add(content="Anna earns 90.", is_personal=True)
    script = Script(("recall", {"query": "what does Anna earn?"}))
    _run(memory.acting_as(BOT), script)
    assert "earns 90" not in str(script.told)


def test_a_model_that_calls_everything(memory: Memory) -> None:
    """Whatever the schemas allow can be called."""
    agent = Agent(TestModel(call_tools=["remember", "recall"]), toolsets=[memory_toolset(memory)])
    assert "remember" in asyncio.run(agent.run("Go on.")).output


def test_the_same_on_a_server(house: House, memory: Memory) -> None:
    """A memory on a server serves as well as one that is embedded."""
    memory.add(content="Ellen wants to retire at 58.")
    script = Script(("recall", {"query": "when does Ellen retire?"}))
    assert _run(house.enter(memory), script) == "Done."
    assert "retire at 58" in str(script.told)


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is missing, the error names it."""
    monkeypatch.setitem(sys.modules, "pydantic_ai", cast(Any, None))
    monkeypatch.delitem(sys.modules, "remembrancer.integrations.pydantic_ai")
    with pytest.raises(NotAvailable, match=r"remembrancer\[pydantic-ai\]"):
        importlib.import_module("remembrancer.integrations.pydantic_ai")
