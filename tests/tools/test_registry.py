"""The registry: what agents can call, as models are told of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from remembrancer import Conflict, InvalidInput, Memory, NotFound, Principal, Tool
from remembrancer.core.limits import TOOL_RESULT_TOKENS_MAX
from remembrancer.tools.agent_tools import BUILT_IN
from tests import json_schema
from tests.people import BOT


class Place(BaseModel):
    city: str
    pattern: str | None = None


class Weather(BaseModel):
    text: str


def _weather(memory: Memory, given: Place, session: str | None) -> Weather:
    found = memory.recall(f"weather {given.city}").hits
    return Weather(text=found[0].text if found else "Nobody knows.")


WEATHER = Tool(
    name="get_weather",
    description="How the weather is in a city.",
    arguments=Place,
    answer=Weather,
    act=_weather,
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", preset="companion", background=False) as made:
        yield made


def test_every_tool_tells_a_model_what_it_needs(memory: Memory) -> None:
    """S2-12: each has a description, a JSON Schema of closed, described arguments, and hints."""
    assert [one["name"] for one in memory.tools.schemas("default")] == [
        "remember",
        "recall",
        "get_context",
        "confirm",
        "forget",
    ]
    schemas = memory.tools.schemas()
    assert [one["name"] for one in schemas] == list(BUILT_IN)
    for one in schemas:
        assert set(one) == {"name", "description", "parameters"}
        assert len(one["description"]) > 100
        parameters = one["parameters"]
        assert (parameters["type"], parameters["additionalProperties"]) == ("object", False)
        assert all("description" in field for field in parameters["properties"].values())
    assert "'pattern':" not in str(schemas)  # ours are read by few programs
    for tool in memory.tools.listed():
        assert tool.is_read_only or tool.name in (
            *("remember", "confirm", "forget", "record_decision", "push", "pull"),
            *("challenge", "position"),
        )
        assert not tool.is_open_world
    with pytest.raises(InvalidInput, match="two sets of tools"):
        memory.tools.schemas("some")  # type: ignore[arg-type]


def test_answers_are_as_they_are_described(memory: Memory) -> None:
    """Each answer fits the schema that is told of it, and carries the source of what it quotes."""
    memory.add(content="Prefers tea.", subject="ellen", kind="preference")
    memory.conversations.start("c", channel_id="general")
    memory.conversations.append("c", {"author_id": "ellen", "content": "Tea, please."})
    id = memory.items().items[0].id
    for name, arguments in (
        ("remember", {"text": "We decided to buy the green tea.", "subject": "ellen"}),
        ("recall", {"query": "tea"}),
        ("get_context", {"subject": "ellen", "token_budget": 5_000}),
        ("SearchClientKnowledge", {"client_id": "ellen", "query": "tea"}),
        ("GetClientKnowledgeSummary", {"client_id": "ellen"}),
        ("get_recent_messages", {"channel_id": "general", "limit": 5}),
        ("search_similar_facts", {"query": "tea", "fact_types": ["preference"], "limit": 3}),
        ("confirm", {"id": id, "quote": "still tea"}),
        ("forget", {"id": id, "reason": "asked to"}),
    ):
        told = memory.tools.call(name, arguments)
        schema = BUILT_IN[name].output
        assert schema is not None
        assert json_schema.problems(told, schema) == [], name
        assert "ellen" in str(told) or "owner" in str(told), name
    assert memory.get(id).status == "dismissed"


def test_what_an_agent_remembers_is_kept(memory: Memory) -> None:
    """Where the rules draw nothing out of it, it is kept as it stands; a long text is not, and the
    agent is told so."""
    told = memory.tools.call("remember", {"text": "Churn is counted at the end of a month."})
    (item,) = told["items"]
    assert item["text"] == "Churn is counted at the end of a month."
    stored = memory.get(item["id"])
    assert stored.trust == "agent"
    assert len(memory.recall("churn", include=("items",)).hits) == 1
    long = memory.tools.call("remember", {"text": "lorem ipsum dolor " * 200})
    assert (long["items"], len(long["skipped"])) == ([], 1)
    assert "few sentences" in long["skipped"][0]["reason"]


def test_an_admins_agent_looks_as_a_member(memory: Memory) -> None:
    """No tool puts into a prompt what is personal to others; and nobody has looked at it, then."""
    memory.add(content="Ellen has a flat.", subject="ellen")
    anna = memory.acting_as(Principal("anna", roles=["CONTRIBUTOR"]))
    anna.add(content="Ellen is ill in her flat.", subject="ellen", is_personal=True)
    before = len(memory.admin.audit())
    for name, arguments in (
        ("recall", {"query": "flat"}),
        ("get_context", {"subject": "ellen"}),
        ("SearchClientKnowledge", {"client_id": "ellen", "query": "flat"}),
        ("GetClientKnowledgeSummary", {"client_id": "ellen"}),
        ("search_similar_facts", {"query": "flat"}),
    ):
        told = str(memory.tools.call(name, arguments))
        assert "has a flat" in told, name
        assert "is ill" not in told, name
    assert len(memory.admin.audit()) == before
    assert "is ill" in str(memory.recall("flat"))  # as an admin may, and it is on record


def test_the_channel_tool_is_within_its_limit(memory: Memory) -> None:
    """S2-10: messages strictly before a time, oldest first; of too much text the newest stay."""
    memory.conversations.start("c", channel_id="general")
    memory.conversations.append(
        "c",
        [
            {
                "author_id": "ellen",
                "content": f"{n} " + "x" * 7_000,
                "timestamp": f"2026-03-01T10:{n:02}:00+00:00",
            }
            for n in range(30)
        ],
    )
    before = "2026-03-01T10:20:00+00:00"
    told = memory.tools.call(
        "get_recent_messages", {"channel_id": "general", "before_timestamp": before}
    )
    numbers = [int(one["content"].split()[0]) for one in told["messages"]]
    assert numbers == list(range(told["left_out"], 20))
    assert 0 < told["left_out"] < 20


def test_a_tool_of_ones_own_is_called_like_the_others(memory: Memory) -> None:
    """S2-13: it is registered by name, for every caller of the memory, and described as it is."""
    memory.tools.register(WEATHER)
    memory.add(content="The weather in Leeds is wet.")
    agent = memory.acting_as(BOT)
    assert agent.tools.schemas()[-1]["parameters"]["properties"]["pattern"]
    assert agent.tools.call("get_weather", {"city": "Leeds"}) == {
        "text": "The weather in Leeds is wet."
    }
    assert WEATHER not in memory.tools.listed("default")
    assert WEATHER.is_destructive  # nobody said that it is not
    with pytest.raises(InvalidInput, match="get_weather needs city"):
        agent.tools.call("get_weather", {})
    for again in (WEATHER, BUILT_IN["recall"]):
        with pytest.raises(Conflict, match="already"):
            memory.tools.register(again)
    with Memory.open(":memory:") as other, pytest.raises(NotFound):
        other.tools.call("get_weather", {"city": "Leeds"})


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": "get weather"}, "A tool's name"),
        ({"name": None}, "A tool's name"),
        ({"description": " "}, "needs a description"),
        ({"arguments": dict}, "arguments of the tool get_weather is a pydantic model"),
        ({"answer": dict}, "answer of the tool get_weather is a pydantic model"),
    ],
)
def test_a_tool_that_no_model_could_call_is_refused(changed: Any, sentence: str) -> None:
    given = {"name": "get_weather", "description": "d", "arguments": Place, "act": _weather}
    with pytest.raises(InvalidInput, match=sentence):
        Tool(**{**given, **changed})


def test_what_a_tool_of_ones_own_answers_has_the_same_limit(memory: Memory) -> None:
    """An answer that is too long, or is no JSON, is refused instead of handed on."""
    for name, answer, error in (
        ("long", {"text": "x" * 4 * TOOL_RESULT_TOKENS_MAX}, Conflict),
        ("odd", {"text": object()}, InvalidInput),
    ):
        memory.tools.register(
            Tool(name=name, description="d", arguments=Place, act=lambda *_, answer=answer: answer)
        )
        with pytest.raises(error):
            memory.tools.call(name, {"city": "Leeds"})
