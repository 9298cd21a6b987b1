"""An event: a change on a platform, with the platform's own time."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Name
from remembrancer.core.time import Moment
from remembrancer.items.filters import Either
from remembrancer.items.item import Item, Trust


class EventDraft(Value):
    """What a caller says of an event."""

    kind: Name  # rebalance, kyc_status, allocation_change, transfer, …
    id: Name | None = None  # the platform's own id; with it, the same event is stored once
    subject: Name | None = None  # its subject
    before: JsonValue = None  # the state before the change
    after: JsonValue = None  # and after it
    trigger: JsonValue = None  # the trigger: a meeting, a conversation, a market event
    approved_by: Name | None = None
    process: Name | None = None  # the approval process
    actor: Name | None = None  # the person or program that did it on the platform
    reason: Body | None = None  # the reason, if the platform knows it
    occurred_at: Moment | None = None  # None: now
    payload: JsonValue = None  # other data of the platform, stored unchanged
    audience: Name | None = None
    is_personal: bool = False
    # Items that explain it, or one of them.
    decisions: Annotated[tuple[Name, ...], Either] = Field(default=(), max_length=100)


class Event(Value):
    """An event as captured."""

    id: str  # id of its source
    external_id: str | None  # the platform's id
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
    traces: tuple[Item, ...]  # the decision records that explain it

    @property
    def trace(self) -> Item:
        """The first decision record."""
        return self.traces[0]

    @property
    def items(self) -> tuple[Item, ...]:
        return self.traces
