"""A source: the raw text that items are extracted from. It is stored first."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Name, Raw
from remembrancer.core.time import Moment
from remembrancer.items.item import Trust


class SourceLabel(Value):
    """What a caller may say of where something comes from."""

    type: Name | None = None  # meeting, conversation, manual, …; None: the preset's default
    id: Name | None = None  # the caller's id; with it, the same content is stored only once
    trust: Trust | None = None  # may lower the caller's trust, never raise it
    occurred_at: Moment | None = None  # world time; None: now


class SourceDraft(SourceLabel):
    """What a caller may say of a source."""

    content: Raw
    subject: Name | None = None
    audience: Name | None = None
    is_personal: bool = False
    metadata: dict[str, JsonValue] = Field(default_factory=dict)


class Source(Value):
    """A captured source."""

    id: str  # src_ and 12 hex digits
    type: str
    external_id: str | None  # the caller's id
    content: str
    owner: str  # who submitted it
    subject: str | None
    audience: str | None
    is_personal: bool
    trust: Trust
    occurred_at: datetime
    created_at: datetime
    metadata: dict[str, Any] = {}
