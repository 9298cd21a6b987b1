"""Answers: what a model said becomes a typed value, or a problem that it can be shown."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from remembrancer.core.model_call import CallOutcome
from remembrancer.llm.schema import Form, field_names
from remembrancer.ports import Answer

PROBLEM_CHARACTERS_MAX = 600  # of what a model is shown of its mistakes
PROBLEMS_MAX = 5  # mistakes that it is shown

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"```[a-z]*\s*\n(.*?)\n?\s*```", re.DOTALL | re.IGNORECASE)


class End(StrEnum):
    WHOLE = "whole"  # the model said all it wanted to say
    CUT_OFF = "cut_off"  # it ran out of room
    REFUSED = "refused"  # it declined


class Said(NamedTuple):
    """What came back from a model."""

    text: str
    end: End
    tokens_in: int | None  # None: the server did not say
    tokens_out: int | None


class Problem(NamedTuple):
    """Why an answer cannot be used."""

    outcome: CallOutcome
    shown: str  # to the model, which knows the text
    told: str  # to everybody else, with nothing of the text in it
    shows_answer: bool = False  # True: the model is helped by seeing what it said


def read(said: Said, answer: type[Answer], form: Form) -> Answer | Problem:
    """The value, or why there is none."""
    if said.end is End.REFUSED:
        return Problem(CallOutcome.REFUSED, "no answer was given", "it declined to answer")
    if said.end is End.CUT_OFF:
        return Problem(
            CallOutcome.CUT_OFF,
            "it was cut off, because it was too long. Say less",
            "its answer was cut off, because it was too long",
        )
    text = _unwrapped(said.text)
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


def _invalid(shown: str, told: str, *, shows_answer: bool = False) -> Problem:
    return Problem(CallOutcome.INVALID, shown[:PROBLEM_CHARACTERS_MAX], told, shows_answer)


def _unwrapped(text: str) -> str:
    """The JSON in the text: some models think aloud, fence it in, or put words around it."""
    text = _THOUGHT.sub("", text, count=1).strip()
    if text.startswith(("{", "[")):
        return text
    if fenced := _FENCED.search(text):
        return fenced[1].strip()
    begin, end = text.find("{"), text.rfind("}")
    return text[begin : end + 1] if 0 <= begin < end else text


def _is_schema(text: str, answer: type[BaseModel]) -> bool:
    """Whether the model gives back the form that it was asked to fill in."""
    fields = answer.model_fields
    if '"properties"' not in text or "properties" in fields:
        return False
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(given, dict) and isinstance(given.get("properties"), dict)


def _mistakes(error: ValidationError, form: Form) -> Problem:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    if found[0]["type"] == "json_invalid":
        return _invalid(f"it is no JSON: {found[0]['msg']}", "its answer is no JSON")
    shown = "; ".join(
        f"{'.'.join(map(str, one['loc'])) or 'the whole'}: {one['msg']}"
        for one in found[:PROBLEMS_MAX]
    )
    # A name that the model made up may be a piece of the text.
    known = field_names(form.schema)
    place = ".".join(
        str(part) if isinstance(part, int) or part in known else "?" for part in found[0]["loc"]
    )
    count = "a field does" if len(found) == 1 else f"{len(found)} fields do"
    told = f"{count} not fit, the first {place or 'the whole'} ({found[0]['type']})"
    return _invalid(shown, f"in its answer {told}", shows_answer=True)
