"""A proposal: an item that somebody draws out of messages, before our rules have looked at it."""

from __future__ import annotations

from pydantic import Field, JsonValue

from remembrancer.model.base import Value
from remembrancer.model.text import Body, Line, Name


class Proposal(Value):
    """What an extractor says is worth keeping, and the words that say so."""

    content: Body
    message_id: Name  # the message it was drawn from
    quote: Body  # word for word from that message
    kind: Name | None = None  # None: the preset's default kind
    category: Name | None = None
    title: Line | None = None
    data: dict[str, JsonValue] = Field(default_factory=dict)
    confidence: float | None = None
