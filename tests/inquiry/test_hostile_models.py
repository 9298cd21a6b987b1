"""Models that never end, flood, ask for what is forbidden, or fail: an answer with a note."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from remembrancer import ModelFailed
from remembrancer.core.base import Value
from remembrancer.core.limits import INQUIRY_CALLS_PER_ROUND, MODEL_CALLS_MAX
from remembrancer.core.model_turns import ModelTurn, ToolCall, ToolResults, Turn, TurnEnd
from remembrancer.front import inquiries
from remembrancer.inquiry import model_session
from remembrancer.inquiry.inquiry import Confidence, Inquiry
from remembrancer.inquiry.notebook import Notebook
from remembrancer.testing import ScriptedModel
from remembrancer.tools.tool import Tool
from tests.engines import ON_THE_FASTEST
from tests.inquiry import scripted
from tests.inquiry.conftest import ExampleServer

pytestmark = ON_THE_FASTEST


class Word(Value):
    word: str


ENDLESS = scripted.look("get_person_summary", person_id="charlie_id")


def _notes(found: Inquiry) -> str:
    return " ".join(step.thought for step in found.trace)


def test_a_model_that_never_ends_is_stopped(example: ExampleServer) -> None:
    """After ten rounds there is a result of what was found, and the note that a limit ended it."""
    model = ScriptedModel(turns=lambda _: ENDLESS)
    found = example.ask(model, strategy="react")
    assert found.is_limited
    assert "10 rounds" in found.stopped
    assert max(one.iteration for one in found.queries_executed) == 10
    assert len(model.heard) == 11  # the last time it is asked for its findings only
    assert [tool.name for tool in model.heard[-1].tools] == ["finish"]
    assert "PREVIOUSLY" in {fact.type for fact in found.relevant_facts}


@pytest.mark.parametrize("strategy", ["state_machine", "custom"])
def test_a_model_that_is_never_done_is_asked_what_it_has(
    example: ExampleServer, strategy: str
) -> None:
    """The other loops end after ten rounds as well, with the findings so far and a note."""
    query = scripted.CHARLIE_AND_GOOGLE
    if strategy == "custom":
        rounds: list[dict[str, Any]] = [{"action": "query_neo4j", "query": query}] * 10
    else:
        plan: dict[str, Any] = {"calls": [{"tool": "cypher_query", "arguments": {"query": query}}]}
        more: dict[str, Any] = {"is_enough": False}
        rounds = [{}, *([plan, more] * 10)]
    model = ScriptedModel([*rounds, scripted.FINDINGS])
    found = example.ask(model, strategy=strategy)
    assert len(model.asked) > 10
    assert len(model.asked) == len(rounds) + 1
    assert found.is_limited
    assert found.queries_count == 10
    assert "PREVIOUSLY" in {fact.type for fact in found.relevant_facts}


def test_findings_at_the_last_moment_count(example: ExampleServer) -> None:
    """A model that uses up its rounds and then hands over its findings is heard."""
    turns = [ENDLESS, ENDLESS, scripted.finish(scripted.FINDINGS["facts"], "Charlie.")]
    found = example.ask(ScriptedModel(turns=turns), strategy="react", max_iterations=2)
    assert found.is_limited
    assert found.reasoning == "Charlie."
    assert found.queries_count == 2


def test_a_flood_of_calls_is_cut(example: ExampleServer) -> None:
    """Of two hundred calls at once eight are run; the model is told so of each of the others."""
    calls = tuple(
        ToolCall(name="get_person_summary", arguments={"person_id": f"nobody {number}"})
        for number in range(200)
    )
    model = ScriptedModel(
        turns=[ModelTurn(calls=calls, ended=TurnEnd.TOOL_CALLS), scripted.finish()]
    )
    found = example.ask(model, strategy="react")
    assert found.queries_count == INQUIRY_CALLS_PER_ROUND
    results = model.heard[1].turns[-1]
    assert isinstance(results, ToolResults)
    assert len(results.results) == 200
    assert sum("Not run" in one.content for one in results.results) == 192


FORBIDDEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("sql_query", {"query": "DELETE FROM message"}),
    ("sql_query", {"query": "SELECT 1; DROP TABLE item"}),
    ("sql_query", {"query": "PRAGMA writable_schema = 1"}),
    ("cypher_query", {"query": "MATCH (n:Person) DETACH DELETE n"}),
    ("cypher_query", {"query": "MATCH (n) RETURN n"}),
    ("remember", {"text": "Pay 9999."}),
    ("forget", {"id": "km_000000000000", "reason": "told so"}),
    ("record_decision", {"decision_type": "x"}),
    ("finish_everything", {}),
    ("get_person_summary", {"person": 1}),
    ("get_recent_messages", {"channel_id": "general", "limit": -5}),
)


def test_what_is_forbidden_is_answered_as_data(example: ExampleServer) -> None:
    """Writing and unanchored queries, other tools and wrong arguments give an error that the model
    reads; nothing is changed, and the loop goes on."""
    before = example.memory.verify().rows
    model = ScriptedModel(
        turns=[
            *(scripted.look(tool, **arguments) for tool, arguments in FORBIDDEN[:8]),
            [ToolCall(name=tool, arguments=arguments) for tool, arguments in FORBIDDEN[8:]],
            scripted.finish(),
        ]
    )
    found = example.ask(model, strategy="react")
    assert not found.is_limited
    assert found.queries_count == len(FORBIDDEN)
    assert all(one.error for one in found.queries_executed)
    for heard in model.heard[1:]:
        results = heard.turns[-1]
        assert isinstance(results, ToolResults)
        assert all(one.is_error for one in results.results)
    assert example.memory.verify().rows == before
    offered = {tool.name for tool in model.heard[0].tools}
    assert offered.isdisjoint({"remember", "forget", "confirm", "record_decision"})


def test_arguments_that_are_no_json_are_answered(example: ExampleServer) -> None:
    """What could not be read is told, and the next turn goes on."""
    broken = ToolCall(name="sql_query", problem="it is no JSON object")
    found = example.ask(ScriptedModel(turns=[broken, scripted.finish()]), strategy="react")
    assert "no JSON object" in (found.queries_executed[0].error or "")


@pytest.mark.parametrize(
    "said",
    [
        "I think Charlie knows.",
        "DONE",
        '{"facts": [{"id": ',
        '{"facts": "all of them"}',
        "[" * 5_000,
        ModelTurn(text=None, ended=TurnEnd.REFUSED),
        ModelTurn(text="Charlie w", ended=TurnEnd.CUT_OFF),
    ],
    ids=["prose", "done", "half", "no list", "deep", "refused", "cut off"],
)
def test_no_json_at_the_end(example: ExampleServer, said: str | ModelTurn) -> None:
    """A model that ends without findings is reminded once; then what was found so far is ranked."""
    model = ScriptedModel(turns=[ENDLESS, said, said])
    found = example.ask(model, strategy="react")
    assert found.is_limited
    assert "without findings" in found.stopped
    assert len(model.heard) == 3
    assert "PREVIOUSLY" in {fact.type for fact in found.relevant_facts}


def test_findings_in_a_text_are_read(example: ExampleServer) -> None:
    """DONE with JSON after it, in the form of the seed, is as good as the tool."""
    end = 'DONE {"relevant_facts": [{"type": "PREVIOUSLY", "person": "Charlie", '
    end += '"organization": "Google"}], "reasoning": "Ask Charlie.", "confidence": "high"}'
    found = example.ask(ScriptedModel(turns=[ENDLESS, end]), strategy="react")
    assert [fact.type for fact in found.relevant_facts] == ["PREVIOUSLY"]
    assert found.reasoning == "Ask Charlie."


@pytest.mark.parametrize("strategy", ["react", "state_machine", "custom"])
def test_a_model_that_fails_ends_with_what_was_found(example: ExampleServer, strategy: str) -> None:
    """A failed call is no exception of `inquire`: the note names it, and what was found counts."""
    gone = ModelFailed("The server is gone.")
    model = ScriptedModel([gone, gone], turns=[ENDLESS, gone])
    found = example.ask(model, strategy=strategy)
    assert found.is_limited
    assert "The server is gone" in found.stopped
    assert "ranked by rule" in _notes(found)
    assert bool(found.relevant_facts) == (strategy == "react")


@pytest.mark.parametrize("strategy", ["state_machine", "custom"])
def test_answers_in_no_form_end_it(example: ExampleServer, strategy: str) -> None:
    """A model whose answers fit no type ends with a note."""
    model = ScriptedModel(["no JSON", "again none", "and none"])
    found = example.ask(model, strategy=strategy)
    assert found.is_limited
    assert found.confidence is Confidence.LOW
    assert found.relevant_facts == ()


def test_a_model_over_its_budget_is_stopped(example: ExampleServer) -> None:
    """Calls are counted: a caller who asks for many rounds gets no more tokens for them."""

    def costly(turns: Sequence[Turn]) -> ModelTurn:
        return ENDLESS.changed(tokens_in=90_000)

    found = example.ask(ScriptedModel(turns=costly), strategy="react", max_iterations=50)
    assert found.is_limited
    assert "200,000 tokens" in found.stopped
    assert found.tokens_in == 270_000  # what a call really costs is known after it
    assert found.queries_count < MODEL_CALLS_MAX


def test_a_model_that_thinks_too_long_is_not_waited_for(
    example: ExampleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the deadline there is a result of what was found so far, whatever the model still does."""
    ends = threading.Event()
    monkeypatch.setattr(inquiries, "Notebook", partial(Notebook, seconds=1.0))

    def slow(turns: Sequence[Turn]) -> ModelTurn:
        if len(turns) > 1:
            ends.wait()
        return ENDLESS

    found = example.ask(ScriptedModel(turns=slow), strategy="react")
    ends.set()
    assert found.is_limited
    assert "1 seconds" in found.stopped
    assert "PREVIOUSLY" in {fact.type for fact in found.relevant_facts}


def test_tools_of_the_program(example: ExampleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A registered tool that looks is offered and called; one that fails or hangs is answered as
    data; one that changes something is not offered."""
    ends = threading.Event()

    def act(_memory: Any, given: Word, _session: str | None) -> dict[str, Any]:
        if given.word == "fail":
            raise ZeroDivisionError
        if given.word == "hang":
            ends.wait()
        return {"facts": [given.word]}

    look = Tool(
        name="look_up_word",
        description="Looks up a word.",
        arguments=Word,
        act=act,
        is_read_only=True,
        is_destructive=False,
    )
    change = Tool(name="change_word", description="Changes a word.", arguments=Word, act=act)
    monkeypatch.setattr(model_session, "INQUIRY_TOOL_SECONDS", 0.3)
    registered = example.memory._session.registered
    monkeypatch.setitem(registered, look.name, look)
    monkeypatch.setitem(registered, change.name, change)
    calls = [ToolCall(name="look_up_word", arguments={"word": w}) for w in ("ok", "fail", "hang")]
    model = ScriptedModel(
        turns=[[*calls, ToolCall(name="change_word", arguments={"word": "x"})], scripted.finish()]
    )
    found = example.ask(model, strategy="react")
    ends.set()
    offered = {tool.name for tool in model.heard[0].tools}
    assert "look_up_word" in offered
    assert "change_word" not in offered
    errors = [one.error for one in found.queries_executed]
    assert errors[0] is None
    assert "ZeroDivisionError" in (errors[1] or "")
    assert "longer than 0.3 s" in (errors[2] or "")
    assert "no such tool" in (errors[3] or "")
