"""Four strategies, one loop: the same input, the same answer, one trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer import Memory, NotAvailable
from remembrancer.inquiry.custom import ActionChoice, AgentAction, knowledge_retrieval_agent
from remembrancer.inquiry.inquiry import Confidence, Inquiry, RelevantFact, StepState, Strategy
from remembrancer.inquiry.model_session import ToolReply
from remembrancer.testing import ScriptedModel
from tests import postgres
from tests.engines import NEEDS_KGLITE, ON_THE_FASTEST, Engine
from tests.inquiry import scripted
from tests.inquiry.conftest import ExampleServer

WITH_A_MODEL = ("react", "state_machine", "custom")


def _checked(fact: RelevantFact) -> tuple[object, ...]:
    return (
        fact.type,
        fact.person or (fact.person_a, fact.person_b),
        fact.organization or fact.basis,
        fact.role,
        fact.duration,
        fact.current,
        fact.location,
        fact.confidence,
        sorted(fact.evidence),
    )


def check_scenario(found: Inquiry) -> None:
    assert {fact.type: _checked(fact) for fact in found.relevant_facts} == {
        "PREVIOUSLY": (
            *("PREVIOUSLY", "Charlie", "Google", "Software Engineer", "2019-2022", False),
            *("Mountain View", 0.95, ["msg_123", "msg_456"]),
        ),
        "WORKS_AT": (
            *("WORKS_AT", "Dana", "Google", "Product Manager", "2020-present", True),
            *("San Francisco", 0.92, ["msg_789"]),
        ),
        "CLOSE_TO": (
            *("CLOSE_TO", ("Alice", "Charlie"), "collaborate weekly", None, None, None),
            *(None, 0.85, ["msg_234", "msg_567"]),
        ),
    }
    assert found.confidence is Confidence.HIGH
    assert found.facts_retrieved == 3
    assert found.queries_count == len(found.queries_executed)
    relevances = [fact.relevance for fact in found.relevant_facts]
    assert relevances == sorted(relevances, reverse=True)


@NEEDS_KGLITE
@pytest.mark.parametrize("strategy", WITH_A_MODEL)
def test_the_scenario_with_a_model(example: ExampleServer, engine: Engine, strategy: str) -> None:
    """A model that follows the reference session gets the three exact facts with five queries."""
    if engine.is_server:
        postgres.needs_one_server("it does not answer SQL, which one of the queries is in")
    found = example.ask(scripted.reference(strategy), strategy=strategy)
    check_scenario(found)
    assert found.strategy is Strategy(strategy)
    assert [(one.iteration, one.tool) for one in found.queries_executed] == [
        (number, tool) for number, (tool, _) in enumerate(scripted.LOOKS, 1)
    ]
    assert [one.result_count for one in found.queries_executed] == [1, 2, 1, 0, 3]
    assert "Charlie" in found.reasoning
    assert "one to ask" in found.reasoning
    assert "Dana" in found.reasoning
    assert "current view" in found.reasoning
    assert not found.is_limited
    assert found.tokens_in > 0
    assert found.tokens_out > 0
    assert found.prompt_version in ("inquiry 1", "inquiry 2")
    assert "charlie_id" in found.person_profiles
    assert 0 < len(found.suggested_context) < 1_500


def test_the_scenario_by_rules(example: ExampleServer) -> None:
    """The planner without a model hands over the same three facts."""
    check_scenario(example.ask(None, strategy="rules"))


@NEEDS_KGLITE
@pytest.mark.parametrize("strategy", WITH_A_MODEL)
def test_every_step_has_a_thought(example: ExampleServer, strategy: str) -> None:
    """The trace shows the stages, with an evaluation, and a thought with each step."""
    found = example.ask(scripted.reference(strategy), strategy=strategy)
    states = [step.state for step in found.trace]
    assert states[0] is StepState.ANALYZE
    assert states[-1] is StepState.SYNTHESIZE
    assert {StepState.PLAN, StepState.EVALUATE} <= set(states)
    assert all(step.thought for step in found.trace)
    assert sum(step.thought == scripted.THOUGHT for step in found.trace) >= 5
    if strategy == "state_machine":
        rounds = [StepState.PLAN, StepState.QUERY, StepState.EVALUATE] * 5
        assert states == [StepState.ANALYZE, *rounds, StepState.SYNTHESIZE]
        assert "jobs" in found.analysis.topics


@ON_THE_FASTEST
def test_react_is_the_default_with_a_model_that_calls_tools(example: ExampleServer) -> None:
    """Without a strategy a configured model that can call tools is asked, and its prompt is on
    record."""
    found = example.ask(scripted.reference("react"))
    assert found.strategy is Strategy.REACT
    assert found.prompt_version is not None


def test_without_a_model_the_strategies_say_what_to_set() -> None:
    """A strategy with a model and none configured is not available; the default is rules."""
    with Memory.open(":memory:", preset="community", background=False) as memory:
        for strategy in WITH_A_MODEL:
            with pytest.raises(NotAvailable, match="REMEMBRANCER_LLM_MODEL"):
                memory.inquire("Hi Alice", strategy=strategy)
        assert memory.inquire("Hi Alice").strategy is Strategy.RULES


class _OnlyAsks:
    """A model that cannot call tools."""

    name = "plain"
    is_local = True
    ask = ScriptedModel().ask


def test_a_model_without_tools_is_no_model_for_react() -> None:
    """It says which strategies work with such a model."""
    with Memory.open(":memory:", llm=_OnlyAsks(), background=False) as memory:
        with pytest.raises(NotAvailable, match="state_machine"):
            memory.inquire("Hi Alice", strategy="react")
        assert memory.inquire("Hi Alice").strategy is Strategy.RULES


def test_a_space_may_choose_its_strategy() -> None:
    """The setting of the space counts where the caller names none."""
    model = ScriptedModel([{"action": "done"}, {"facts": [], "reasoning": "A greeting."}])
    with Memory.open(":memory:", llm=model, background=False) as memory:
        memory.admin.configure({"inquiry": {"strategy": "custom"}})
        found = memory.in_space("default").inquire("Hi Alice")
        assert found.strategy is Strategy.CUSTOM
        assert found.reasoning == "A greeting."


def test_the_custom_loop_has_its_context() -> None:
    """The loop stops at `done`, and its context has the three keys."""
    script = iter(["query_neo4j", "query_sqlite", "done", "query_neo4j"])
    context = knowledge_retrieval_agent(
        [{"author_id": "a", "content": "Hi"}],
        decide=lambda _: ActionChoice(action=AgentAction(next(script)), query="q"),
        execute=lambda _: ToolReply(content="[]"),
    )
    assert set(context) == {"conversation", "retrieved_facts", "queries_executed"}
    assert [one["action"] for one in context["queries_executed"]] == ["query_neo4j", "query_sqlite"]
    assert len(context["retrieved_facts"]) == 2


def test_a_session_goes_with_what_tools_told(tmp_path: Path) -> None:
    """What a model read and did not hand over may stand in its thoughts: the session goes with it,
    and stays where something else is erased."""
    looks = scripted.look("sql_query", query="SELECT id, content FROM item WHERE kind = 'fact'")
    model = ScriptedModel(turns=[looks, scripted.finish()])
    url = str(tmp_path / "told.db")
    with Memory.open(url, preset="community", llm=model, background=False) as memory:
        told = memory.add(content="Priya has a peanut allergy.", kind="fact")
        other = memory.add(content="Lunch is at noon.", kind="decision")
        found = memory.inquire("Who is coming?", strategy="react")
        assert found.relevant_facts == ()
        memory.erase(other.id, reason="asked to")
        assert len(memory.inquiries.list()) == 1
        memory.erase(told.id, reason="asked to")
        assert len(memory.inquiries.list()) == 0
