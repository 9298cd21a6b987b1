"""Parses the reply of a model into a typed value, or a problem to report back to it."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from remembrancer.core.model_call import CallOutcome
from remembrancer.llm.schema import AnswerSchema, field_names
from remembrancer.ports import Answer

PROBLEM_CHARACTERS_MAX = 600  # of the error message to the model
PROBLEMS_MAX = 5  # errors in one message

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"```[a-z]*\s*\n(.*?)\n?\s*```", re.DOTALL | re.IGNORECASE)


class StopReason(StrEnum):
    WHOLE = "whole"  # the model finished its answer
    CUT_OFF = "cut_off"  # it reached the token limit
    REFUSED = "refused"  # it declined


class ModelReply(NamedTuple):
    """The reply of a model."""

    text: str
    stop_reason: StopReason
    tokens_in: int | None  # None: unknown
    tokens_out: int | None


class AnswerProblem(NamedTuple):
    """Why an answer cannot be used."""

    outcome: CallOutcome
    for_model: str  # the message to the model; may quote the text
    for_user: str  # the message to people; quotes nothing of the text
    shows_answer: bool = False  # True: the retry repeats the model's answer


def parse_answer(
    said: ModelReply, answer: type[Answer], form: AnswerSchema
) -> Answer | AnswerProblem:
    """The parsed value, or the problem."""
    if said.stop_reason is StopReason.REFUSED:
        return AnswerProblem(CallOutcome.REFUSED, "no answer was given", "it declined to answer")
    if said.stop_reason is StopReason.CUT_OFF:
        return AnswerProblem(
            CallOutcome.CUT_OFF,
            "it was cut off, because it was too long. Say less",
            "its answer was cut off, because it was too long",
        )
    text = _extract_json(said.text)
    if not text:
        return _invalid("it is empty", "its answer is empty")
    if _is_schema(text, answer):
        return _invalid(
            "it is the schema itself. Fill in the schema", "it answered with the schema itself"
        )
    try:
        return answer.model_validate_json(text)
    except ValidationError as error:
        return _mistakes(error, form)
    except RecursionError:
        return _invalid("it is nested too deeply", "its answer is nested too deeply")


def _invalid(shown: str, told: str, *, shows_answer: bool = False) -> AnswerProblem:
    return AnswerProblem(CallOutcome.INVALID, shown[:PROBLEM_CHARACTERS_MAX], told, shows_answer)


def _extract_json(text: str) -> str:
    """The JSON in a reply: some models add reasoning, a code fence or other text."""
    text = _THOUGHT.sub("", text, count=1).strip()
    if text.startswith(("{", "[")):
        return text
    if fenced := _FENCED.search(text):
        return fenced[1].strip()
    begin, end = text.find("{"), text.rfind("}")
    return text[begin : end + 1] if 0 <= begin < end else text


def _is_schema(text: str, answer: type[BaseModel]) -> bool:
    """Whether the model returned the JSON Schema itself."""
    fields = answer.model_fields
    if '"properties"' not in text or "properties" in fields:
        return False
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(given, dict) and isinstance(given.get("properties"), dict)


def _mistakes(error: ValidationError, form: AnswerSchema) -> AnswerProblem:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    if found[0]["type"] == "json_invalid":
        return _invalid(f"it is no JSON: {found[0]['msg']}", "its answer is no JSON")
    shown = "; ".join(
        f"{'.'.join(map(str, one['loc'])) or 'the whole'}: {one['msg']}"
        for one in found[:PROBLEMS_MAX]
    )
    # An invented field name may quote the text.
    known = field_names(form.schema)
    place = ".".join(
        str(part) if isinstance(part, int) or part in known else "?" for part in found[0]["loc"]
    )
    count = "a field does" if len(found) == 1 else f"{len(found)} fields do"
    told = f"{count} not fit, the first {place or 'the whole'} ({found[0]['type']})"
    return _invalid(shown, f"in its answer {told}", shows_answer=True)
