"""A decision trace: how a decision came about, as the fields that an item's data holds."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue, StringConstraints

from remembrancer.core.base import Value
from remembrancer.core.texts.text import BODY_LENGTH_MAX, BODY_PATTERN, Name

DECISION_TRACE: Final = "decision_trace"  # the kind of items whose data is a decision trace
DECISION_TYPE: Final = "decision_type"  # the field of the data that every recorded decision has
EVENT_KIND: Final = "event_kind"  # the field of those that a platform's event explains
TEXTS_MAX: Final = 100  # of each list in a trace

Words = Annotated[str, StringConstraints(max_length=BODY_LENGTH_MAX, pattern=BODY_PATTERN)]
Texts = Annotated[tuple[Words, ...], Field(max_length=TEXTS_MAX)]
_OPTIONAL: Final = ("concerns", "tool_calls", "decision_type")


class AgentDecision(StrEnum):
    """What an agent decides by itself while it works. Other types are the space's own words."""

    TOOL_CALL_CHAIN = "tool_call_chain"  # which tools it used for an answer, in order
    FACT_FIND_INTERPRETATION = "fact_find_interpretation"  # how it read unclear data
    EXTRACTION_CONFIDENCE = "meeting_note_extraction_confidence"  # how sure it was of a fact


class TracePayload(Value):
    """Who decided what on which grounds. It holds stated reasons, never a model's thoughts."""

    trigger: JsonValue = None  # what caused it: a question, or links to a meeting
    context_gathered: Annotated[tuple[JsonValue, ...], Field(max_length=TEXTS_MAX)] = ()
    alternatives_considered: Texts = ()
    recommendation: Words | None = None
    reasoning: Words | None = None  # the stated business reason
    outcome: Words | None = None  # what was agreed, rejected or left open
    participants: Annotated[tuple[Name, ...], Field(max_length=TEXTS_MAX)] = ()
    related_entries: Annotated[tuple[Name, ...], Field(max_length=TEXTS_MAX)] = ()  # ids of items
    concerns: Texts = ()  # arguments against it
    tool_calls: Annotated[tuple[dict[str, JsonValue], ...], Field(max_length=TEXTS_MAX)] = ()
    decision_type: Name | None = None  # the type of decision; None: not stated

    def as_data(self) -> dict[str, Any]:
        """The data of an item: the eight fields always, the others only if they have a value."""
        fields = self.export()
        return {name: value for name, value in fields.items() if value or name not in _OPTIONAL}
