"""The strategy custom: a loop in which a model names one action at a time, then synthesises."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypedDict

from pydantic import Field

from remembrancer.core.limits import INQUIRY_ITERATIONS
from remembrancer.inquiry import asking_text
from remembrancer.inquiry.findings import (
    Findings,
    ModelAnswer,
    ProposedFindings,
    read_findings,
    shortened,
)
from remembrancer.inquiry.inquiry import StepState
from remembrancer.inquiry.model_session import ModelSession, ToolReply

DECIDE_TASK: Final = """\
Now: say in "thought" what you need next and why, and name one action: "query_neo4j" with a query \
in Cypher, "query_sqlite" with a SELECT over the views, or "done" if it is enough."""
SYNTHESIZE_TASK: Final = """\
Now: give your findings, the most relevant first. Each fact cites the id of a relation, an item or \
a message, or messages as evidence, from "retrieved_facts"."""


class AgentAction(StrEnum):
    QUERY_NEO4J = "query_neo4j"  # the graph, in Cypher
    QUERY_SQLITE = "query_sqlite"  # messages and all else, in SQL
    DONE = "done"


TOOLS: Final[Mapping[AgentAction, str]] = {
    AgentAction.QUERY_NEO4J: "cypher_query",
    AgentAction.QUERY_SQLITE: "sql_query",
}


class ActionChoice(ModelAnswer):
    """What the model does next."""

    thought: str = ""
    action: AgentAction
    query: str = Field(default="", description="for the query actions")


class RetrievalContext(TypedDict):
    """What the loop knows so far."""

    conversation: list[dict[str, Any]]
    retrieved_facts: list[dict[str, Any]]  # what queries gave, or why they did not
    queries_executed: list[dict[str, Any]]  # the decisions that were queries


Decide = Callable[[RetrievalContext], ActionChoice]
Execute = Callable[[ActionChoice], ToolReply]


def knowledge_retrieval_agent(
    conversation: Sequence[dict[str, Any]],
    max_iterations: int = INQUIRY_ITERATIONS,
    *,
    decide: Decide,
    execute: Execute,
) -> RetrievalContext:
    """Asks for one action after the other until the model is done, or the rounds are used up."""
    context = RetrievalContext(
        conversation=list(conversation), retrieved_facts=[], queries_executed=[]
    )
    for _ in range(max_iterations):
        decision = decide(context)
        if decision.action is AgentAction.DONE:
            break
        reply = execute(decision)
        outcome = "error" if reply.is_error else "result"
        context["retrieved_facts"].append({"query": decision.query, outcome: reply.content})
        context["queries_executed"].append(decision.model_dump(mode="json"))
    return context


def run(session: ModelSession) -> Findings:
    """The loop with a model, and what it makes of what it found. Raises `Ended` at a limit."""
    notebook = session.notebook
    is_done = False

    def decide(context: RetrievalContext) -> ActionChoice:
        nonlocal is_done
        instructions = session.prompt.instructions(session.structure, DECIDE_TASK)
        decision = session.ask(instructions, _data(session, context), ActionChoice)
        is_done = decision.action is AgentAction.DONE
        if is_done:
            notebook.think(StepState.EVALUATE, shortened(decision.thought) or "It is done.")
        return decision

    def execute(decision: ActionChoice) -> ToolReply:
        session.next_round()
        thought = shortened(decision.thought)
        notebook.think(StepState.PLAN, thought or f"Next: {decision.action.value}.")
        return session.call(TOOLS[decision.action], {"query": decision.query})

    most = session.request.max_iterations
    context = knowledge_retrieval_agent(
        asking_text.lines(session.request.messages), most, decide=decide, execute=execute
    )
    if not is_done:
        session.limited = f"It reached its limit of {most} rounds."
        notebook.think(StepState.EVALUATE, session.limited)
    instructions = session.prompt.instructions(session.structure, SYNTHESIZE_TASK)
    proposed = session.ask(instructions, _data(session, context), ProposedFindings)
    return read_findings(proposed.model_dump()) or Findings()


def _data(session: ModelSession, context: RetrievalContext) -> str:
    return asking_text.document(
        conversation=context["conversation"],
        retrieved_facts=asking_text.within_room(context["retrieved_facts"]),
        queries_executed=context["queries_executed"],
        max_facts=session.request.max_facts,
    )
