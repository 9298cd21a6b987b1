"""The strategy state_machine: a model in fixed states.

Analyze → Plan → Query → Evaluate, then Synthesize if it is enough, else Plan again.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import Field

from remembrancer.core.limits import INQUIRY_CALLS_PER_ROUND
from remembrancer.inquiry import asking_text
from remembrancer.inquiry.findings import (
    Findings,
    ModelAnswer,
    ProposedFindings,
    read_findings,
    shortened,
)
from remembrancer.inquiry.inquiry import Analysis, StepState
from remembrancer.inquiry.model_session import ModelSession
from remembrancer.inquiry.notebook import Ended

_LISTED_MAX: Final = 50  # names or topics that an analysis has

ANALYZE_TASK: Final = """\
Now: only read the conversation. Say in "thought" what is needed, and list who takes part (their \
ids), who and what is mentioned, the topics, and the questions that need what was said before."""
PLAN_TASK: Final = """\
Now: say in "thought" what to look up next and why, and give the calls of tools for it, each with \
the name of the tool and its arguments. "tools" in the data has the schemas."""
EVALUATE_TASK: Final = """\
Now: say in "thought" whether what was found is enough for a good answer, and set "is_enough". \
More looks that find nothing new do not help."""
SYNTHESIZE_TASK: Final = """\
Now: give your findings, the most relevant first. Each fact cites the id of a relation, an item or \
a message, or messages as evidence, from the results."""


class StateAnalysis(ModelAnswer):
    """What the model reads in the conversation."""

    thought: str = ""
    participants: list[str] = []
    mentioned: list[str] = []
    topics: list[str] = []
    questions: list[str] = []


class PlannedCall(ModelAnswer):
    """A look that the model wants."""

    tool: str
    arguments: dict[str, Any] = {}


class LookPlan(ModelAnswer):
    """What the model wants to look up."""

    thought: str = ""
    calls: list[PlannedCall] = Field(default=[], description=f"at most {INQUIRY_CALLS_PER_ROUND}")


class Evaluation(ModelAnswer):
    """Whether it is enough."""

    thought: str = ""
    is_enough: bool


def run(session: ModelSession) -> Findings:
    """Goes through the states until it is enough. Raises `Ended` at a limit."""
    notebook = session.notebook
    results: list[dict[str, Any]] = []
    analysis = session.ask(_task(session, ANALYZE_TASK), _data(session, []), StateAnalysis)
    notebook.think(StepState.ANALYZE, shortened(analysis.thought) or "It read the conversation.")
    notebook.analysis = _merged(notebook.analysis, analysis)
    while True:
        try:
            session.next_round()
        except Ended as ended:
            if notebook.seconds_left <= 0:
                raise
            session.limited = ended.why
            break
        plan = session.ask(_task(session, PLAN_TASK), _data(session, results), LookPlan)
        notebook.think(StepState.PLAN, shortened(plan.thought) or "It plans the next looks.")
        if plan.calls:
            used = ", ".join(dict.fromkeys(call.tool for call in plan.calls))
            notebook.think(StepState.QUERY, f"It looks with {shortened(used, 200)}.")
        results += [_looked(session, call) for call in plan.calls]
        text = _data(session, results)
        evaluated = session.ask(_task(session, EVALUATE_TASK), text, Evaluation)
        said = shortened(evaluated.thought) or ("Enough." if evaluated.is_enough else "More.")
        notebook.think(StepState.EVALUATE, said)
        if evaluated.is_enough or not plan.calls:
            break
    proposed = session.ask(
        _task(session, SYNTHESIZE_TASK), _data(session, results), ProposedFindings
    )
    return read_findings(proposed.model_dump()) or Findings()


def _looked(session: ModelSession, call: PlannedCall) -> dict[str, Any]:
    reply = session.call(call.tool, call.arguments)
    outcome = "error" if reply.is_error else "result"
    return {"tool": call.tool, "arguments": call.arguments, outcome: reply.content}


def _task(session: ModelSession, task: str) -> str:
    return session.prompt.instructions(session.structure, task)


def _data(session: ModelSession, results: list[dict[str, Any]]) -> str:
    tools = [spec.model_dump() for spec in session.toolbox.specs()]
    return asking_text.document(
        conversation=asking_text.lines(session.request.messages),
        channel_id=session.request.channel_id,
        max_facts=session.request.max_facts,
        tools=tools,
        looked_up=asking_text.within_room(results),
    )


def _merged(read: Analysis, given: StateAnalysis) -> Analysis:
    """What the rules read with what the model adds to it."""

    def both(known: tuple[str, ...], new: list[str]) -> tuple[str, ...]:
        told = (shortened(one, 200) for one in new[:_LISTED_MAX])
        return tuple(dict.fromkeys((*known, *filter(None, told))))

    return read.changed(
        mentioned=both(read.mentioned, given.mentioned),
        topics=both(read.topics, given.topics),
        questions=both(read.questions, given.questions),
    )
