"""A relation: one typed edge between two items or entities."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.text import Name
from remembrancer.core.time import Moment


class RelationDraft(Value):
    type: Name  # an open list: WORKS_AT, CAUSED, …
    source: Name  # id of the item or entity it starts from
    target: Name  # id of the item or entity it points to
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] = 1.0
    attrs: dict[str, JsonValue] = {}  # role, startDate, endDate, sentiment, basis, …
    evidence: Annotated[tuple[Name, ...], Field(max_length=200)] = ()  # ids of messages
    observed_at: Moment | None = None


class Relation(Value):
    """An edge of the graph, visible to who may see both its ends."""

    id: str  # rel_ and 12 hex digits
    type: str
    source: str
    target: str
    confidence: float
    attrs: dict[str, Any]
    evidence: tuple[str, ...] = ()  # ids of the messages that state it
    owner: str
    observed_at: datetime
    created_at: datetime

    @property
    def is_proven(self) -> bool:
        """Whether messages on record state it."""
        return bool(self.evidence)
