"""Findings: what a model hands over at the end, before any of it is checked."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from remembrancer.core.base import Value
from remembrancer.core.limits import INQUIRY_FACTS_MAX, INQUIRY_THOUGHT_CHARACTERS
from remembrancer.core.model_turns import ToolSpec
from remembrancer.core.texts import plain_line

FINISH: Final = "finish"  # the tool that a model ends with
_EVIDENCE_MAX: Final = 50  # messages that one fact cites
_FACTS_WORDS: Final = ("facts", "relevant_facts", "findings")  # how models call the list


class ModelAnswer(BaseModel):
    """An answer of a model: fields that were not asked for are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ProposedFact(ModelAnswer):
    """A fact as a model is asked to give it."""

    id: str | None = Field(
        default=None, description="of the relation (rel_…), the item (km_…) or the message"
    )
    type: str | None = Field(default=None, description="type of the relation, such as WORKS_AT")
    person: str | None = Field(default=None, description="name or id of whom it is about")
    organization: str | None = None
    person_a: str | None = Field(default=None, description="for a relation of two people")
    person_b: str | None = None
    object: str | None = Field(default=None, description="the place, topic, skill or project")
    text: str | None = Field(default=None, description="the fact in the words of its evidence")
    evidence: list[str] = Field(default=[], description="ids of messages in the results")
    relevance: float | None = Field(default=None, description="to the conversation, from 0 to 1")


class ProposedFindings(ModelAnswer):
    """The findings as a model is asked to give them."""

    facts: list[ProposedFact] = Field(description="the most relevant first")
    reasoning: str = Field(
        description="what the facts mean for the conversation: who can help, and why"
    )


class CitedFact(Value):
    """A fact that a model hands over, with what it cites for it."""

    id: str | None = None
    type: str | None = None
    ends: tuple[str, ...] = ()  # names or ids of what it is about
    text: str | None = None
    evidence: tuple[str, ...] = ()
    relevance: float | None = None  # None: only its place in the list tells

    @property
    def told(self) -> str:
        """It in a few words, for a note."""
        named = " ".join(filter(None, (self.type, *self.ends)))
        return (self.id or named or self.text or "a fact")[:120]


class Findings(Value):
    """What a model found, in its own order."""

    facts: tuple[CitedFact, ...] = ()
    reasoning: str = ""


def finish_tool() -> ToolSpec:
    """The tool that a model ends with."""
    return ToolSpec(
        name=FINISH,
        description="Ends the search with your findings. Call it as soon as you have enough, or "
        "when nothing more is to be found; without facts if there are none. Each fact cites the "
        "id of a relation, an item or a message, or messages as evidence, from the results.",
        parameters=ProposedFindings.model_json_schema(),
    )


def read_findings(given: Any) -> Findings | None:
    """The findings in what a model gave: arguments, or a text with JSON in it. None: there are
    none."""
    if isinstance(given, str):
        given = _json_in(given)
    if not isinstance(given, Mapping):
        return None
    listed = next((given[word] for word in _FACTS_WORDS if word in given), None)
    if not isinstance(listed, list):
        return None
    facts = [_fact(one) for one in listed[:INQUIRY_FACTS_MAX] if isinstance(one, Mapping)]
    reasoning = given.get("reasoning")
    return Findings(
        facts=tuple(facts),
        reasoning=shortened(reasoning if isinstance(reasoning, str) else ""),
    )


def shortened(text: str, characters: int = INQUIRY_THOUGHT_CHARACTERS) -> str:
    return plain_line.shortened(" ".join(text.split()), characters)


def _fact(given: Mapping[str, Any]) -> CitedFact:
    named = ("person", "person_a", "person_b", "organization", "object")
    evidence = given.get("evidence")
    cited = [evidence] if isinstance(evidence, str) else evidence
    return CitedFact(
        id=_text(given.get("id")),
        type=_text(given.get("type")),
        ends=tuple(dict.fromkeys(said for name in named if (said := _text(given.get(name))))),
        text=_text(given.get("text")),
        evidence=tuple(
            dict.fromkeys(one for one in cited[:_EVIDENCE_MAX] if isinstance(one, str) and one)
        )
        if isinstance(cited, list)
        else (),
        relevance=_share(given.get("relevance")),
    )


def _text(value: Any) -> str | None:
    return shortened(value) or None if isinstance(value, str) else None


def _share(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return min(1.0, max(0.0, float(value)))


def _json_in(text: str) -> Any:
    """The object in a text, which may have words before and after it."""
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        return None
    try:
        return json.loads(text[begin : end + 1])
    except (ValueError, RecursionError):
        return None
