"""Conversations with a language model that can call tools: turns, calls and results."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput

_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")  # what servers take


def _without_half_pairs(given: Any) -> Any:
    """The text with a question mark for each half of a surrogate pair, which servers refuse."""
    return given.encode("utf-8", "replace").decode() if isinstance(given, str) else given


Text = Annotated[str, BeforeValidator(_without_half_pairs)]
Count = Annotated[int, Field(ge=0)]


class ToolSpec(Value):
    """A tool that the model may call."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    description: Text  # for the model: what it gives, and when to call it
    parameters: dict[str, Any]  # JSON Schema of the arguments, an object


class ToolCall(Value):
    """What the model wants to call. Nothing in it is checked: the caller answers it as data."""

    id: str = ""  # unique in the conversation; a new one takes the place of one that is not
    name: Text  # as the model wrote it; maybe of no tool
    arguments: dict[str, Any] = {}  # plain JSON; may not follow the schema
    problem: str | None = None  # why the arguments could not be read; they are empty then
    echo: dict[str, Any] = {}  # what its server wants back with this call, unread


class TurnEnd(StrEnum):
    FINISHED = "finished"  # the model said what it had to say
    TOOL_CALLS = "tool_calls"  # it waits for results
    CUT_OFF = "cut_off"  # it reached the limit of an answer; the last call may be broken
    REFUSED = "refused"  # it declined


class UserTurn(Value):
    """What is said to the model."""

    text: Annotated[Text, Field(min_length=1)]


class ModelTurn(Value):
    """What the model said and what it wants to call, as it came: also an unknown tool, arguments
    that are no JSON, or twenty calls at once."""

    text: Text | None = None
    calls: tuple[ToolCall, ...] = ()
    tokens_in: Count = 0  # as counted by the server, or estimated; 0: not counted
    tokens_out: Count = 0
    ended: TurnEnd = TurnEnd.FINISHED
    echo: tuple[dict[str, Any], ...] = ()  # what its server wants back with this turn, unread


class ToolResult(Value):
    """What one call gave."""

    call_id: str
    name: Text  # of the tool
    content: Text  # for the model to read
    is_error: bool = False  # the content says what went wrong


class ToolResults(Value):
    """The results of all calls of the turn before, in any order."""

    results: tuple[ToolResult, ...]


Turn: TypeAlias = UserTurn | ModelTurn | ToolResults


def check_turns(turns: Sequence[Turn]) -> None:
    """Raises `InvalidInput` for a conversation that no server takes."""
    if not turns or not isinstance(turns[0], UserTurn):
        raise InvalidInput("A conversation with a model begins with a UserTurn.", field="turns")
    waiting: set[str] = set()
    for number, turn in enumerate(turns, 1):
        if isinstance(turn, ToolResults):
            given = [result.call_id for result in turn.results]
            if len(given) != len(waiting) or set(given) != waiting:
                raise InvalidInput(
                    f"Turn {number} must answer each call of the turn before once, and no other.",
                    field="turns",
                )
            waiting = set()
        elif waiting:
            raise InvalidInput(
                f"Turn {number} must be ToolResults: calls of the turn before wait for them.",
                field="turns",
            )
        elif isinstance(turn, ModelTurn):
            waiting = {call.id for call in turn.calls}
    if isinstance(turns[-1], ModelTurn):
        raise InvalidInput("The last turn must be a UserTurn or ToolResults.", field="turns")


def with_unique_ids(calls: Iterable[ToolCall], turns: Sequence[Turn]) -> tuple[ToolCall, ...]:
    """The calls with a new id where theirs is missing, used before, or none that servers take."""
    used = {call.id for turn in turns if isinstance(turn, ModelTurn) for call in turn.calls}
    named = []
    for place, call in enumerate(calls):
        if call.id in used or not _ID.fullmatch(call.id):
            call = call.changed(id=_new_id(len(turns), place, used))
        used.add(call.id)
        named.append(call)
    return tuple(named)


def _new_id(turn: int, place: int, used: set[str]) -> str:
    new = f"call_{turn}_{place}"
    while new in used:
        new += "_"
    return new


def conversation_texts(
    instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
) -> Iterator[str]:
    """All texts that are sent to a model for its next turn."""
    yield instructions
    for tool in tools:
        yield f"{tool.name}{tool.description}{json.dumps(tool.parameters)}"
    yield from turn_texts(turns)


def turn_texts(turns: Sequence[Turn]) -> Iterator[str]:
    """The texts of turns, with the calls in them."""
    for turn in turns:
        match turn:
            case UserTurn():
                yield turn.text
            case ToolResults():
                for result in turn.results:
                    yield result.content
            case ModelTurn():
                yield turn.text or ""
                for call in turn.calls:
                    yield call.name
                    yield str(call.arguments)
                    yield str(call.echo or "")
                yield str(turn.echo or "")
