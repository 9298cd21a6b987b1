"""The tools of agents: they look before they answer."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import InvalidInput, NotFound
from tests.people import BOT
from tests.scenarios.stage import Stage


def test_nothing_is_injected_where_tools_deliver(stage: Stage) -> None:
    """S0-28, S0-29: in `adviser` a request holds no memory until a tool is called; it holds the
    rule that the agent looks first, and the tool gives what it then answers from."""
    memory = stage.open("adviser")
    memory.add(content="Wants to retire at 58.", kind="life_goal", subject="ellen")
    agent = memory.acting_as(BOT)
    made = agent.compose(message="What do you know about Ellen?", subject="ellen")
    assert "58" not in str(made.messages)
    assert made.part("memory").tokens == 0
    assert "call GetClientKnowledgeSummary" in made.part("system").text
    told = agent.tools.call("GetClientKnowledgeSummary", {"client_id": "ellen"}, session="chat 1")
    assert '"Wants to retire at 58."' in told["text"]
    (walk,) = agent.walks.list(session="chat 1")
    assert (walk.tool, walk.subject) == ("GetClientKnowledgeSummary", "ellen")
    receipt = agent.receipt(told["receipt"])
    assert receipt.is_intact
    assert receipt.text == told["text"]


def test_the_two_tools_answer_by_name(stage: Stage) -> None:
    """S0-17, S0-26, S0-27: the search finds a client's entries, of one type where one is named; the
    summary groups them by kind, newest first, ten of each at most."""
    memory = stage.open("adviser")
    memory.add_many(
        [{"content": f"Pension fact {number}", "subject": "ellen"} for number in range(50)]
    )
    memory.add(content="Prefers email about her pension", kind="preference", subject="ellen")
    memory.add(content="Pension of another client", subject="tom")
    tools = memory.acting_as(BOT).tools
    asked = {"client_id": "ellen", "query": "pension email"}
    every = tools.call("SearchClientKnowledge", asked)["entries"]
    assert every[0]["content"] == "Prefers email about her pension"
    assert not any("another" in one["content"] for one in every)
    facts = tools.call("SearchClientKnowledge", {**asked, "entry_type": "fact"})["entries"]
    assert {one["entry_type"] for one in facts} == {"fact"}
    summary = tools.call("GetClientKnowledgeSummary", {"client_id": "ellen"})
    assert {kind: len(some) for kind, some in summary["groups"].items()} == {
        "fact": 10,
        "preference": 1,
    }
    assert summary["groups"]["fact"][0]["content"] == "Pension fact 49"
    assert summary["totals"] == {"fact": 50, "preference": 1}


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("Search", {}, NotFound),
        ("SearchClientKnowledge", {"client_id": "ellen"}, InvalidInput),
        ("SearchClientKnowledge", {"client_id": "e", "query": "q", "k": 3}, InvalidInput),
        (
            "SearchClientKnowledge",
            {"client_id": "e", "query": "q", "entry_type": "x"},
            InvalidInput,
        ),
        ("GetClientKnowledgeSummary", {"client_id": 7}, InvalidInput),
        ("GetClientKnowledgeSummary", [], InvalidInput),
    ],
)
def test_a_wrong_tool_call_is_refused(
    alone: Stage, name: str, arguments: Any, error: type[Exception]
) -> None:
    """A tool that is not there, and arguments that it does not take, are refused."""
    with pytest.raises(error):
        alone.open("adviser").tools.call(name, arguments)
