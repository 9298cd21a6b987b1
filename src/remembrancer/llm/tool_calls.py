"""Reads the tool calls in a model's answer. A call that is wrong stays a call, with its problem."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from remembrancer.core.limits import MODEL_ARGUMENTS_DEPTH_MAX
from remembrancer.core.model_turns import ToolCall, Turn, TurnEnd, with_unique_ids
from remembrancer.llm.answer_parsing import StopReason
from remembrancer.llm.transport import readable

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
_NAME_CHARACTERS_MAX = 64

_ENDS = {StopReason.CUT_OFF: TurnEnd.CUT_OFF, StopReason.REFUSED: TurnEnd.REFUSED}


class RawCall(NamedTuple):
    """A tool call as a server sent it; nothing in it is sure."""

    id: object
    name: object
    arguments: object  # JSON in a text, or the object itself
    echo: dict[str, Any] = {}  # what the server wants back with it


class _Arguments(NamedTuple):
    values: dict[str, Any]
    problem: str | None = None


def read_calls(calls: Iterable[RawCall], turns: Sequence[Turn]) -> tuple[ToolCall, ...]:
    """The calls, each with an id that no other call of the conversation has."""
    read = []
    for raw in calls:
        arguments = _read_arguments(raw.arguments)
        read.append(
            ToolCall(
                id=readable(raw.id) if isinstance(raw.id, str) else "",
                name=raw.name if isinstance(raw.name, str) else "",
                arguments=arguments.values,
                problem=arguments.problem,
                echo=plain_object(raw.echo),
            )
        )
    return with_unique_ids(read, turns)


def turn_end(reason: StopReason, calls: Sequence[ToolCall]) -> TurnEnd:
    """Why the turn ended. Servers say it in many ways; what counts is what they sent."""
    return _ENDS.get(reason, TurnEnd.TOOL_CALLS if calls else TurnEnd.FINISHED)


def sendable_name(name: str) -> str:
    """The name of a call for its server, which refuses a conversation with any other form."""
    return _NOT_IN_A_NAME.sub("_", name)[:_NAME_CHARACTERS_MAX] or "unknown"


def plain_object(given: dict[str, Any]) -> dict[str, Any]:
    """What is sent back as it came; an empty object if that is no plain JSON."""
    try:
        return {} if _is_too_deep(given) else _plain(given)
    except (ValueError, RecursionError):
        return {}


def _read_arguments(given: object) -> _Arguments:
    if given is None or given == "":  # of a tool without parameters
        return _Arguments({})
    try:
        values = json.loads(given) if isinstance(given, str) else given
        if not isinstance(values, dict):
            return _Arguments({}, "The arguments are no JSON object.")
        if _is_too_deep(values):
            return _Arguments({}, "The arguments are nested too deeply.")
        return _Arguments(_plain(values))
    except RecursionError:
        return _Arguments({}, "The arguments are nested too deeply.")
    except ValueError as error:
        what = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
        return _Arguments({}, f"The arguments are no valid JSON{what}.")


def _is_too_deep(values: object) -> bool:
    level = [values]
    for _ in range(MODEL_ARGUMENTS_DEPTH_MAX):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return any(isinstance(one, dict | list) for one in level)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """JSON that every server takes back: no lone surrogates, no infinite numbers."""
    text = json.dumps(values, ensure_ascii=False, allow_nan=False)
    plain: dict[str, Any] = json.loads(readable(text))
    return plain
