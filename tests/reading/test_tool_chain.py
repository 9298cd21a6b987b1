"""Tool chains as decision traces, without a model."""

from __future__ import annotations

import json
from typing import Any

import pytest

from remembrancer.items.message import Message
from remembrancer.reading.offline.traces import tool_chain as chains
from remembrancer.reading.offline.traces import traces
from tests.reading.talks import brief, stands_where_it_says, turn

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("SearchClient", {"name": "Ellen"}),
    ("FetchFactFind", {"client_id": 7}),
    ("CalculatorMultiply", {"a": 82000, "b": 0.4}),
]


def as_logged(name: str, given: Any) -> dict[str, Any]:
    return {"name": name, "input": given, "id": "call-1"}


def as_arguments(name: str, given: Any) -> dict[str, Any]:
    return {"name": name, "arguments": given}


def as_function(name: str, given: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": json.dumps(given)}}


def chat(*calls: dict[str, Any]) -> list[Message]:
    """A question, each call with its result, and the answer."""
    messages = [turn("anna", "Hello. What is 40% of Ellen's income?")]
    for call in calls:
        thought = {"type": "thinking", "text": "I should guess."}
        named = f"(called {call.get('name')})"
        messages.append(turn("agent", named, len(messages), tool_calls=(thought, call)))
        result = ({"type": "tool_result", "id": "call-1"},)
        messages.append(turn("tool", "{}", len(messages), role="tool", tool_calls=result))
    answer = "40% of Ellen's income is £32,800. Shall I save it?"
    return [*messages, turn("agent", answer, len(messages))]


@pytest.mark.parametrize("written", [as_logged, as_arguments, as_function])
def test_three_tools_are_listed_in_order_with_arguments(written: Any) -> None:
    """S0-47: a chat that uses three tools leaves a trace that lists them, with what they were
    given, whichever form the calls were written in."""
    messages = chat(*(written(name, given) for name, given in CALLS))
    proposal = traces.extract_tool_chain(messages, brief())
    assert proposal is not None
    assert proposal.data["tool_calls"] == [
        {"tool": name, "arguments": given} for name, given in CALLS
    ]
    assert proposal.data["context_gathered"] == [
        'SearchClient(name="Ellen")',
        "FetchFactFind(client_id=7)",
        "CalculatorMultiply(a=82000, b=0.4)",
    ]
    assert proposal.data["trigger"] == "What is 40% of Ellen's income?"
    assert proposal.data["outcome"] == "40% of Ellen's income is £32,800."
    assert proposal.data["participants"] == ["anna", "agent"]
    assert proposal.data["decision_type"] == "tool_call_chain"
    assert "SearchClient → FetchFactFind → CalculatorMultiply" in proposal.content
    assert stands_where_it_says(proposal, messages)


def test_what_the_model_thought_between_is_not_kept() -> None:
    """S0-48: the chain holds what was done, not what was thought."""
    proposal = traces.extract_tool_chain(chat(*(as_logged(*one) for one in CALLS)), brief())
    assert proposal is not None
    assert "guess" not in proposal.model_dump_json()


@pytest.mark.parametrize("count", [0, 1])
def test_one_tool_is_no_chain(count: int) -> None:
    """S0-47: an answer with one call or none leaves no trace."""
    assert (
        traces.extract_tool_chain(chat(*(as_logged(*one) for one in CALLS[:count])), brief())
        is None
    )


def test_arguments_have_limits() -> None:
    """S0-47: long values, long lists, deep ones and long chains are cut; secrets are not kept."""
    deep: Any = "core"
    for _ in range(50):
        deep = [deep]
    given = {"text": "x" * 5_000, "rows": list(range(500)), "deep": deep, "api_key": "sk-1"}
    calls = [as_logged("Write", given)] * (chains.TOOL_CALLS_MAX + 5)
    proposal = traces.extract_tool_chain(chat(*calls), brief())
    assert proposal is not None
    kept = proposal.data["tool_calls"]
    assert isinstance(kept, list)
    assert len(kept) == chains.TOOL_CALLS_MAX
    assert proposal.data["tool_calls_left_out"] == 5
    (arguments,) = {json.dumps(one["arguments"]) for one in kept if isinstance(one, dict)}
    shown = json.loads(arguments)
    assert len(shown["text"]) == chains.ARGUMENT_CHARACTERS_MAX
    assert len(shown["rows"]) == chains.ARGUMENTS_MAX
    assert "core" not in arguments
    assert shown["api_key"] == chains.SECRET_SHOWN
    assert len(json.dumps(proposal.data)) < 60_000
