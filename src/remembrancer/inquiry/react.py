"""The strategy react: a model calls tools, reads what they answer, and ends with `finish`."""

from __future__ import annotations

from typing import Final

from remembrancer.core.model_turns import (
    ModelTurn,
    ToolResult,
    ToolResults,
    Turn,
    TurnEnd,
    UserTurn,
)
from remembrancer.inquiry import asking_text
from remembrancer.inquiry.findings import FINISH, Findings, finish_tool, read_findings, shortened
from remembrancer.inquiry.inquiry import StepState
from remembrancer.inquiry.model_session import ModelSession
from remembrancer.inquiry.notebook import Ended
from remembrancer.ports import ToolCallingModel

_REMINDERS_MAX: Final = 1  # how often a model that neither looks nor ends is told what to do
_REMINDER: Final = (
    "That has no findings in it. Call a tool to look something up, or call finish with the facts "
    "that you found, each with what it cites. If there are none, call finish without facts."
)
_LAST: Final = "There are no more rounds. Call finish now with what you found so far."


def run(session: ModelSession, model: ToolCallingModel) -> Findings:
    """Lets the model look until it has findings. Raises `Ended` at a limit."""
    notebook = session.notebook
    instructions = session.prompt.instructions(session.structure)
    tools = (*session.toolbox.specs(), finish_tool())
    turns: list[Turn] = [UserTurn(text=asking_text.conversation(session.request))]
    reminders = 0
    while notebook.iteration < session.request.max_iterations:
        turn = session.converse(model, instructions, turns, tools)
        turns.append(turn)
        found = _findings(turn)
        if found is not None:
            notebook.think(StepState.EVALUATE, _thought(turn) or "It has enough, and ends.")
            return found
        if not turn.calls:
            _note_end(session, turn)
            if reminders >= _REMINDERS_MAX:
                raise Ended("The model ended without findings that can be read.")
            reminders += 1
            turns.append(UserTurn(text=_REMINDER))
            continue
        session.next_round()
        called = ", ".join(dict.fromkeys(call.name for call in turn.calls))
        notebook.think(StepState.PLAN, _thought(turn) or f"It calls {shortened(called, 200)}.")
        turns.append(ToolResults(results=tuple(_answered(session, turn))))
    return _last_findings(session, model, instructions, turns)


def _answered(session: ModelSession, turn: ModelTurn) -> list[ToolResult]:
    results = []
    for call in turn.calls:
        reply = session.call(call.name, call.arguments, call.problem)
        results.append(
            ToolResult(
                call_id=call.id, name=call.name, content=reply.content, is_error=reply.is_error
            )
        )
    return results


def _last_findings(
    session: ModelSession, model: ToolCallingModel, instructions: str, turns: list[Turn]
) -> Findings:
    """The findings of a model that used up its rounds: it is asked for them once."""
    limit = f"It reached its limit of {session.request.max_iterations} rounds."
    session.notebook.think(StepState.EVALUATE, limit)
    turn = session.converse(model, f"{instructions}\n\n{_LAST}", turns, (finish_tool(),))
    found = _findings(turn)
    if found is None:
        raise Ended(limit)
    session.limited = limit
    return found


def _findings(turn: ModelTurn) -> Findings | None:
    for call in turn.calls:
        if call.name.strip().casefold() == FINISH:
            return read_findings(call.arguments) or _empty(call.arguments)
    return read_findings(turn.text) if turn.text and not turn.calls else None


def _empty(arguments: dict[str, object]) -> Findings | None:
    """Findings without facts; None: there is a list that cannot be read."""
    if any(word in arguments for word in ("facts", "relevant_facts")):
        return None
    reasoning = arguments.get("reasoning")
    return Findings(reasoning=shortened(reasoning if isinstance(reasoning, str) else ""))


def _thought(turn: ModelTurn) -> str:
    return shortened(turn.text or "")


def _note_end(session: ModelSession, turn: ModelTurn) -> None:
    why = {
        TurnEnd.REFUSED: "The model declined to answer.",
        TurnEnd.CUT_OFF: "The answer of the model was cut off.",
    }.get(turn.ended, "The model wrote a text without findings.")
    said = _thought(turn)
    session.notebook.think(StepState.EVALUATE, f"{why} {said}".strip())
