"""An event: something that a platform changed, as its state clock tells it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.text import Body, Name
from remembrancer.core.time import Moment
from remembrancer.items.filters import Either
from remembrancer.items.item import Item, Trust


class EventDraft(Value):
    """What a caller says of an event."""

    kind: Name  # rebalance, kyc_status, allocation_change, transfer, …
    id: Name | None = None  # the platform's own; with it, the same event is kept once
    subject: Name | None = None  # whom it is about
    before: JsonValue = None  # the state before the change
    after: JsonValue = None  # and after it
    trigger: JsonValue = None  # what set it off: a meeting, a conversation, a market event
    approved_by: Name | None = None
    process: Name | None = None  # through what it was approved
    actor: Name | None = None  # who or what did it on the platform
    reason: Body | None = None  # why, where the platform knows
    occurred_at: Moment | None = None  # None: now
    payload: JsonValue = None  # whatever else the platform says, kept as it is
    audience: Name | None = None
    is_personal: bool = False
    # Items that say why, or one of them.
    decisions: Annotated[tuple[Name, ...], Either] = Field(default=(), max_length=100)


class Event(Value):
    """An event as captured."""

    id: str  # the source's own
    external_id: str | None  # the platform's
    kind: str
    subject: str | None
    occurred_at: datetime
    before: Any
    after: Any
    trigger: Any
    approved_by: str | None
    process: str | None
    actor: str | None
    payload: Any
    trust: Trust


class Recorded(Value):
    """What came of an event: what changed, and why."""

    event: Event
    traces: tuple[Item, ...]  # the decision records that say why

    @property
    def trace(self) -> Item:
        """The first of them."""
        return self.traces[0]

    @property
    def items(self) -> tuple[Item, ...]:
        return self.traces
