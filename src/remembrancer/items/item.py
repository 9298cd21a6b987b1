"""An item: one fact, decision, preference or other piece of knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Body, Line, Name
from remembrancer.core.time import Moment
from remembrancer.items.evidence import Evidence


class Lifecycle(StrEnum):
    ACTIVE = "active"  # in use
    SUPERSEDED = "superseded"  # replaced; points to its replacement
    DISMISSED = "dismissed"  # dismissed by a person
    HISTORICAL = "historical"  # was true at its time, no longer current
    EXPIRED = "expired"  # its term ended without a confirmation


class Review(StrEnum):
    NOT_REQUIRED = "not_required"  # this space does not ask for review
    PENDING = "pending"  # waits for a person's decision
    APPROVED = "approved"  # a person accepted it
    MANDATORY = "mandatory"  # every agent must follow it
    REJECTED = "rejected"  # a person rejected it
    REVOKED = "revoked"  # it was in use and was withdrawn


class Trust(StrEnum):
    """How far a source is trusted, highest first."""

    PERSON = "person"  # a person of the space said or wrote it
    AGENT = "agent"  # an agent or service of the space said or wrote it
    DOCUMENT = "document"  # it was read from an imported document
    OUTSIDE = "outside"  # it came from an outside party


# The label of text that nobody in the space said.
ORIGIN: Final[Mapping[Trust, str]] = {
    Trust.DOCUMENT: "read in a document",
    Trust.OUTSIDE: "from outside",
}


class ConfidenceSubtype(StrEnum):
    """What a user verification was, which decides its baseline."""

    CORRECTION = "correction"  # the user corrected something
    UNPROMPTED_DEFINITION = "unprompted_definition"  # the user defined it unasked
    CONFIRMATION = "confirmation"  # the user confirmed it


# Metadata key: the program that stores the item under a name of its own and looks it up.
KEPT_FOR: Final = "kept_for"

Importance = Annotated[float, Field(ge=0.0, le=1.0)]
# A number, and nothing that could be converted to one: a wrong type is a bug of the caller.
Confidence = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False, strict=True)]
Tags = Annotated[tuple[Name, ...], Field(max_length=100)]
Entities = Annotated[tuple[Name, ...], Field(max_length=200)]


class ItemDraft(Value):
    """What a caller may say of an item. The rest is derived."""

    content: Body  # one discrete, citable piece of knowledge
    title: Line | None = None  # one line
    kind: Name | None = None  # None: the preset's default kind
    category: Name | None = None
    domain: Name | None = None  # contradiction checks stay within one domain
    data: dict[str, JsonValue] = Field(default_factory=dict)  # structured facts
    metadata: dict[str, JsonValue] = Field(
        default_factory=dict
    )  # sources, priority, deadline, related_entries, …
    tags: Tags = ()
    entities: Entities = ()  # teams, metrics and people that it names
    subject: Name | None = None  # who or what it is about; None: the space as a whole
    confidence: Confidence | None = None  # from 0 to 1; ignored where the source decides
    confidence_subtype: ConfidenceSubtype | None = None  # with source_type "user_verification"
    audience: Name | None = None  # None or "all": everyone; "group:x": that group
    is_personal: bool = False  # True: only for the contributor, never shared
    sensitivity: Name | None = None  # None: the preset's default
    importance: Importance | None = None
    source_type: Name | None = None  # None: the preset's default
    source_id: Name | None = None  # with it, the same content is stored only once
    valid_from: Moment | None = None  # world time: true from
    valid_until: Moment | None = None  # world time: true until
    expires_at: Moment | None = None  # None: the preset's retention decides


class Item(Value):
    """One piece of knowledge, as one caller sees it at one time."""

    id: str  # km_ and 12 hex digits, kept for life
    kind: str
    category: str | None
    domain: str | None
    title: str | None
    content: str
    data: dict[str, Any]
    metadata: dict[str, Any]
    tags: tuple[str, ...]
    entities: tuple[str, ...]
    subject: str | None
    lifecycle: Lifecycle  # at the time of reading: an overdue item reads as expired
    review: Review
    status: str  # the preset's word for lifecycle and review
    confidence: float  # effective at the time of reading
    confidence_base: float  # the starting value
    confidence_subtype: ConfidenceSubtype | None
    verifier_count: int  # independent people who confirmed it, after the first
    admin_approved: bool
    live_confirmed: bool
    last_confirmed_at: datetime | None
    audience: str | None
    is_personal: bool
    sensitivity: str
    importance: float | None
    source_type: str
    source_id: str | None
    source_user: str  # who contributed it
    trust: Trust  # the lowest among its sources
    valid_from: datetime | None
    valid_until: datetime | None
    expires_at: datetime | None
    occurred_at: datetime  # world time of the event or statement
    superseded_by: str | None  # the item that replaced it
    supersedes: tuple[str, ...] = ()  # the items it replaced
    created_at: datetime
    updated_at: datetime
    version: int  # 1 when added, plus one for each change
    evidence: tuple[Evidence, ...] = ()
