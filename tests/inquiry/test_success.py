"""What an inquiry promises, one check for each criterion, with every strategy."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from remembrancer.core.limits import INQUIRY_FACTS, INQUIRY_ITERATIONS
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql import ask
from remembrancer.inquiry.inquiry import Confidence, Inquiry
from remembrancer.testing import ScriptedModel
from tests import postgres
from tests.engines import NEEDS_KGLITE, ON_EITHER_SORT, ON_THE_FASTEST, Engine
from tests.inquiry import scripted
from tests.inquiry.conftest import ExampleServer

STRATEGIES = ("react", "state_machine", "custom", "rules")


@pytest.fixture(
    params=[one if one == "rules" else pytest.param(one, marks=NEEDS_KGLITE) for one in STRATEGIES]
)
def found(request: pytest.FixtureRequest, example: ExampleServer) -> Inquiry:
    """The scenario with one strategy."""
    model = None if request.param == "rules" else scripted.reference(request.param)
    return example.ask(model, strategy=request.param)


@ON_THE_FASTEST
def test_it_finds_relevant_context(found: Inquiry) -> None:
    """What the answer needs is there, and fits into the prompt of a chat bot."""
    assert {fact.type for fact in found.relevant_facts} == {"PREVIOUSLY", "WORKS_AT", "CLOSE_TO"}
    assert "Google" in found.suggested_context


@ON_THE_FASTEST
def test_it_explores_connections(found: Inquiry) -> None:
    """Dana, whom nobody named, is found through the company."""
    assert any(fact.person == "Dana" for fact in found.relevant_facts)


@ON_THE_FASTEST
def test_it_has_provenance(example: ExampleServer, found: Inquiry) -> None:
    """Every fact has evidence, and each message of it exists."""
    known = {one.key for one in example.world.messages}
    assert all(fact.evidence and set(fact.evidence) <= known for fact in found.relevant_facts)


@ON_THE_FASTEST
def test_it_explains_itself(found: Inquiry) -> None:
    """There is a reasoning, a thought with each step, and the grounds of the confidence."""
    assert found.reasoning
    assert all(step.thought for step in found.trace)
    assert found.confidence_grounds
    assert {group.name for group in found.groups} >= {"Charlie", "Google"}


@ON_THE_FASTEST
def test_it_stays_within_its_budget(found: Inquiry) -> None:
    """Rounds and facts stay within their limits, and it says why it stopped."""
    assert max(one.iteration for one in found.queries_executed) <= INQUIRY_ITERATIONS
    assert found.facts_retrieved <= INQUIRY_FACTS
    assert found.stopped
    assert found.processing_time_ms > 0


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_empty_graph_gives_an_empty_answer(strategy: str) -> None:
    """ "Hi Alice" where nothing is known: no facts, no exception, low confidence."""
    model = ScriptedModel(
        [{"action": "done"}, {"facts": [], "reasoning": ""}]
        if strategy == "custom"
        else [{}, {"calls": []}, {"is_enough": True}, {"facts": [], "reasoning": ""}],
        turns=[scripted.look("get_person_summary", person_id="alice_id"), scripted.finish()],
    )
    with Memory.open(":memory:", preset="community", llm=model, background=False) as memory:
        answer = memory.inquire([{"author_id": "bob_id", "content": "Hi Alice"}], strategy=strategy)
    assert answer.relevant_facts == ()
    assert answer.confidence is Confidence.LOW
    assert not answer.is_limited


def test_of_many_facts_the_best_are_handed_over() -> None:
    """Two hundred facts of a model become thirty, the best by relevance."""
    facts = [{"id": f"m{n}", "relevance": n / 200} for n in range(200)]
    look = scripted.look("get_recent_messages", channel_id="c", limit=200)
    model = ScriptedModel(turns=[look, scripted.finish(facts)])
    with Memory.open(":memory:", preset="community", llm=model, background=False) as memory:
        memory.conversations.start("c", channel_id="c")
        memory.conversations.append(
            "c", [{"id": f"m{n}", "author_id": "ada", "content": f"Note {n}."} for n in range(200)]
        )
        answer = memory.inquire("Which notes are there?", strategy="react")
    assert [fact.id for fact in answer.relevant_facts] == [f"m{n}" for n in range(199, 169, -1)]


SLOW = (
    "SELECT count(*) FROM message a, message b, message c, message d, message e, "
    "message f, message g "
    "WHERE a.content < b.content AND c.content < d.content AND e.content > a.content"
)


@ON_EITHER_SORT
def test_a_slow_query_is_ended_and_the_loop_goes_on(
    example: ExampleServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A query over its time is aborted, its error is on record, and the next look is made."""
    if engine.is_server:
        postgres.needs_one_server("it does not answer SQL")
    monkeypatch.setattr(ask, "BOUNDS", QueryBounds(0.2, 1_000, 1_000_000))
    model = ScriptedModel(
        turns=[
            scripted.look("sql_query", query=SLOW),
            scripted.look("get_person_summary", person_id="charlie_id"),
            scripted.finish(),
        ]
    )
    answer = example.ask(model, strategy="react")
    slow, next_look = answer.queries_executed
    assert "seconds" in (slow.error or "")
    assert next_look.result_count > 0
    assert not answer.is_limited
