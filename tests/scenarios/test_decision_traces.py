"""Decision traces: a scenario for every requirement on how decisions came about."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from remembrancer import InvalidInput
from remembrancer.items.kinds.decision_trace import AgentDecision, TracePayload
from remembrancer.testing import ScriptedModel
from tests.conftest import MemoryFactory
from tests.scenarios.stage import Stage, chat, items_of

EIGHT = (
    "trigger",
    "context_gathered",
    "alternatives_considered",
    "recommendation",
    "reasoning",
    "outcome",
    "participants",
    "related_entries",
)


def test_a_trace_is_a_kind_of_entry(alone: Stage) -> None:
    """S0-40: `decision_trace` is accepted as a kind, and entries are filtered by it."""
    store = alone.open("adviser")
    trace = store.add(content="Partial retirement at 58.", kind="decision_trace", subject="ellen")
    store.add(content="Ellen is 57.", subject="ellen")
    assert [one.id for one in store.items(kind="decision_trace")] == [trace.id]
    with pytest.raises(InvalidInput, match="kind"):
        store.add(content="x", kind="decision_tracing")


def test_all_eight_fields_of_a_trace_are_read_back(alone: Stage) -> None:
    """S0-41: the trace of early retirement at 58 comes back with its eight fields, and what it
    rests on is found by id."""
    store = alone.open("adviser")
    pension = store.add(content="Ellen's pension is worth £410,000.", subject="ellen")
    payload = TracePayload(
        trigger="Ellen asked whether she can retire at 58.",
        context_gathered=(
            "current_pension_value",
            "projected_growth",
            "state_pension_age",
            "lifestyle_expectations",
        ),
        alternatives_considered=("defer to 60", "partial at 58", "full at 58 with drawdown"),
        recommendation="Partial retirement at 58",
        reasoning="The pot would not last.",
        outcome="partial with phased drawdown from SIPP",
        participants=("adviser-anna", "client-ellen"),
        related_entries=(pension.id,),
    ).as_data()
    made = store.add(
        content="Partial retirement at 58.", kind="decision_trace", subject="ellen", data=payload
    )
    data = store.get(made.id).data
    assert {name: data[name] for name in EIGHT} == payload
    assert len(data["alternatives_considered"]) == 3
    assert [store.get(id).content for id in data["related_entries"]] == [pension.content]


ADVICE = (
    "Ellen would like to stop working at 58. What can she do?",
    "A: The options are: defer to 60, partial retirement at 58, or full retirement at 58 with "
    "drawdown.",
    "She is worried about running out of money.",
    "A: I recommend partial retirement at 58, because the pot would not last otherwise.",
    "Agreed, we go with partial retirement at 58.",
)


def test_a_recommendation_in_a_chat_leaves_one_trace(memory: MemoryFactory) -> None:
    """S0-42: a chat in which something was recommended leaves one trace; small talk leaves none."""
    store = memory("adviser")
    found = chat(store, "chat-1", *ADVICE, subject="ellen")
    (trace,) = [one for one in found if one.kind == "decision_trace"]
    assert set(EIGHT) <= set(trace.data)
    assert "partial retirement at 58" in trace.data["recommendation"].lower()
    assert "pot would not last" in trace.data["reasoning"]
    assert trace.source_id == "chat-1"
    idle = ("Good morning!", "A: Good morning.", "Lovely weather.", "A: It is, indeed.", "Bye!")
    assert chat(store, "chat-2", *idle, subject="ellen") == ()


MEETING = """\
Anna: We looked at three options: defer to 60, partial retirement at 58, or full retirement at 58.
Ellen: What would you do?
Anna: I recommend partial retirement at 58, because the pot would not last if you took it all.
Ellen: I'm worried that we run out of money before the state pension starts.
Anna: We would keep two years of spending in cash.
Ellen: Fine, let's go with partial retirement at 58 and phased drawdown from the SIPP.
Anna: Agreed.
"""


def test_the_four_moments_of_a_meeting_fill_a_trace(memory: MemoryFactory) -> None:
    """S0-43: alternatives, recommendation with reasoning, the client's concern and the agreed
    outcome of a meeting stand in one trace, and what was only weighed is no goal of hers."""
    store = memory("adviser")
    store.sources.meeting("m-58", transcript=MEETING, subject="ellen")
    store.jobs.wait()
    (trace,) = items_of(store, kind="decision_trace")
    data = trace.data
    assert len(data["alternatives_considered"]) == 3
    assert any("defer to 60" in one for one in data["alternatives_considered"])
    assert "artial retirement at 58" in data["recommendation"]
    assert "pot would not last" in data["reasoning"]
    assert any("run out of money" in one for one in data["concerns"])
    assert "phased drawdown" in data["outcome"]
    assert data["participants"] == ["Anna", "Ellen"]
    assert trace.source_type == "meeting"
    assert not [one for one in items_of(store) if "defer to 60" in one.content and one != trace]


def test_an_imported_override_is_a_trace(alone: Stage) -> None:
    """S0-46: an override in its own three fields is a Risk Profile Override with its reason and
    time, found by the sort of decision."""
    store = alone.open("adviser")
    trace = store.sources.event(
        "risk_score_override",
        subject="ellen",
        score_override=4,
        override_reason="She has no income to fall back on.",
        overridden_at="2026-02-20T09:15:00+00:00",
    ).trace
    assert (trace.kind, trace.title) == ("decision_trace", "Risk profile override")
    assert trace.data["reasoning"] == "She has no income to fall back on."
    assert trace.valid_from == datetime(2026, 2, 20, 9, 15, tzinfo=UTC)
    assert [one.id for one in store.items(tags="risk_profile_override")] == [trace.id]


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("SearchClient", {"name": "Ellen"}),
    ("FetchFactFind", {"client_id": 7}),
    ("CalculatorMultiply", {"a": 400, "b": 12}),
]


def with_tools(answer: str) -> list[dict[str, Any]]:
    """A question, a call of each tool with a thought before it, and the answer."""
    agent = {"role": "assistant", "author_id": "agent"}
    messages: list[dict[str, Any]] = [{"author_id": "anna", "content": "What does Ellen pay?"}]
    for name, given in CALLS:
        thought = {"type": "thinking", "text": "Maybe I should guess."}
        call = {"type": "tool_use", "name": name, "input": given}
        messages.append({**agent, "content": f"(called {name})", "tool_calls": [thought, call]})
    return [*messages, {**agent, "content": answer}]


@pytest.mark.parametrize(
    "answer",
    [
        "She pays 4,800 pounds in a year.",
        "She pays 4,800 pounds. I recommend paying 5,000, because the allowance is not used up.",
    ],
)
def test_a_chain_of_tools_is_kept_in_order(alone: Stage, answer: str) -> None:
    """S0-47, S0-48: a chat that used three tools leaves a trace that lists them in order with
    their arguments, without asking a model and without what the agent thought."""
    model = ScriptedModel([{"candidates": []}] * 2)
    for store in (alone.open("adviser"), alone.open("adviser", llm=model)):
        found = chat(store, "chat-1", *with_tools(answer), subject="ellen")
        (trace,) = [one for one in found if one.data.get("decision_type") == "tool_call_chain"]
        assert trace.kind == "decision_trace"
        assert trace.data["tool_calls"] == [{"tool": name, "arguments": x} for name, x in CALLS]
        assert "guess" not in trace.model_dump_json()
        assert [one.id for one in store.items(tags="tool_call_chain")] == [trace.id]
        assert chat(store, "chat-1", *with_tools(answer), subject="ellen") == found


def test_a_trace_holds_the_stated_reason_and_no_thoughts(alone: Stage) -> None:
    """S0-48: a trace has no field for what a model thought; its reasoning is the reason given."""
    fields = set(TracePayload.model_fields)
    assert set(EIGHT) <= fields
    assert not {"thinking", "thoughts", "chain_of_thought", "scratchpad"} & fields
    found = chat(alone.open("adviser"), "chat-1", *ADVICE, subject="ellen")
    (trace,) = [one for one in found if one.kind == "decision_trace"]
    said = " ".join(ADVICE).casefold()
    assert trace.data["reasoning"].casefold() in said


def test_what_an_agent_decides_has_three_types_and_a_confidence(alone: Stage) -> None:
    """S0-83: a trace of each of the three types is accepted and found by it, and how sure the
    extraction of each fact was can be read."""
    store = alone.open("adviser")
    for sort in AgentDecision:
        store.add(
            content=f"An agent decided: {sort.value}",
            kind="decision_trace",
            tags=[sort.value],
            data=TracePayload(decision_type=sort.value).as_data(),
        )
    for sort in AgentDecision:
        (found,) = store.items(tags=sort.value)
        assert found.data["decision_type"] == sort.value
    plain, rough = (
        store.remember(said, subject="ellen").items[0]
        for said in ("My salary is £62,000 a year.", "I think my mortgage is about £150,000.")
    )
    assert store.get(plain.id).confidence > store.get(rough.id).confidence > 0
