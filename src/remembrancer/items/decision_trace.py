"""A decision trace: how a decision came about, as the fields that an item's data holds."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue, StringConstraints

from remembrancer.core.base import Value
from remembrancer.core.text import BODY_LENGTH_MAX, BODY_PATTERN, Name

DECISION_TRACE: Final = "decision_trace"  # the kind of items whose data is a trace
TEXTS_MAX: Final = 100  # of each list in a trace

Words = Annotated[str, StringConstraints(max_length=BODY_LENGTH_MAX, pattern=BODY_PATTERN)]
Texts = Annotated[tuple[Words, ...], Field(max_length=TEXTS_MAX)]
_OPTIONAL: Final = ("concerns", "tool_calls", "decision_type")


class AgentDecision(StrEnum):
    """What an agent decides by itself while it works. Other types are the space's own words."""

    TOOL_CALL_CHAIN = "tool_call_chain"  # which tools it used, in order, for an answer
    FACT_FIND_INTERPRETATION = "fact_find_interpretation"  # how it read data that is not clear
    EXTRACTION_CONFIDENCE = "meeting_note_extraction_confidence"  # how sure it was of a fact


class TracePayload(Value):
    """Who decided what on which grounds. It holds stated reasons, never a model's thoughts."""

    trigger: JsonValue = None  # what set it off: a question in words, or links to a meeting
    context_gathered: Annotated[tuple[JsonValue, ...], Field(max_length=TEXTS_MAX)] = ()
    alternatives_considered: Texts = ()
    recommendation: Words | None = None
    reasoning: Words | None = None  # the business reason as it was given
    outcome: Words | None = None  # what was agreed, turned down or left open
    participants: Annotated[tuple[Name, ...], Field(max_length=TEXTS_MAX)] = ()
    related_entries: Annotated[tuple[Name, ...], Field(max_length=TEXTS_MAX)] = ()  # ids of items
    concerns: Texts = ()  # what spoke against it
    tool_calls: Annotated[tuple[dict[str, JsonValue], ...], Field(max_length=TEXTS_MAX)] = ()
    decision_type: Name | None = None  # the sort of decision; None: nobody said

    def as_data(self) -> dict[str, Any]:
        """The data of an item: the eight fields always, the others where they say something."""
        told = self.export()
        return {name: value for name, value in told.items() if value or name not in _OPTIONAL}
