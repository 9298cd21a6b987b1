"""A relation: one typed edge between two items or entities."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Trust


class RelationDraft(Value):
    type: Name  # an open list: WORKS_AT, CAUSED, …
    source: Name  # id of the item or entity it starts from
    target: Name  # id of the item or entity it points to
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] = 1.0
    attrs: dict[Name, JsonValue] = {}  # role, startDate, endDate, sentiment, basis, …
    evidence: Annotated[tuple[Name, ...], Field(max_length=200)] = ()  # ids of messages
    observed_at: Moment | None = None
    valid_from: Moment | None = None  # from when on it held in the world; None: not known
    valid_until: Moment | None = None  # until when; None: it still holds
    audience: Name | None = None
    is_personal: bool = False


class Relation(Value):
    """An edge of the graph, visible to who may see it and both its ends."""

    id: str  # rel_ and 12 hex digits
    type: str
    source: str
    target: str
    confidence: float
    attrs: dict[str, Any]
    evidence: tuple[str, ...] = ()  # ids of the messages that state it and that the caller may read
    is_proven: bool = False  # whether messages on record state it
    owner: str
    audience: str | None = None
    is_personal: bool = False
    trust: Trust = Trust.PERSON  # the lowest of what it was drawn from
    timestamp: datetime  # when it was observed
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    ended_at: datetime | None = None  # when somebody said that it holds no longer
    created_at: datetime

    def holds_at(self, moment: datetime) -> bool:
        """Whether it holds in the world at this time, as far as is known."""
        has_begun = self.valid_from is None or self.valid_from <= moment
        return has_begun and (self.valid_until is None or moment < self.valid_until)
