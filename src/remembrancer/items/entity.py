"""An entity: a person, organisation, topic or thing that knowledge is about."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import JsonValue

from remembrancer.core.base import Value
from remembrancer.core.text import Name


class EntityDraft(Value):
    kind: Name  # an open list: Person, Org, Place, Topic, Client, …
    name: Name
    external_id: Name | None = None  # its id in the caller's own system
    attrs: dict[str, JsonValue] = {}
    audience: Name | None = None
    is_personal: bool = False


class Entity(Value):
    """A node of the graph."""

    id: str  # ent_ and 12 hex digits
    kind: str
    name: str
    external_id: str | None
    attrs: dict[str, Any]
    owner: str
    audience: str | None
    is_personal: bool
    created_at: datetime
