"""The state of an item: the contents of one version, before time and caller are considered."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from remembrancer.items.item import ConfidenceSubtype, Lifecycle, Review, Trust


class ItemState(NamedTuple):
    """The contents of one version. A change makes a new state; the old one stays on record."""

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
    lifecycle: Lifecycle
    review: Review
    confidence_base: float
    confidence_subtype: ConfidenceSubtype | None
    verifier_count: int
    admin_approved: bool
    live_confirmed: bool
    last_confirmed_at: datetime | None
    audience: str | None
    is_personal: bool
    sensitivity: str
    importance: float | None
    source_type: str
    source_id: str | None
    trust: Trust
    valid_from: datetime | None
    valid_until: datetime | None
    expires_at: datetime | None
    occurred_at: datetime
    superseded_by: str | None


class StoredItem(NamedTuple):
    """An item as stored: its identity and one of its states.

    In every state, the personal flag and the audience are the current ones.
    """

    number: int  # the store's own short key
    id: str
    owner: str
    created_at: datetime
    version: int
    updated_at: datetime
    state: ItemState
