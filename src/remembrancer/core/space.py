"""A space: one tenant, with its own people, rules and ledger."""

from __future__ import annotations

from typing import Any

from remembrancer.core.base import Value
from remembrancer.core.preset import Preset
from remembrancer.core.texts.text import Name
from remembrancer.core.time import Moment


class Space(Value):
    """One tenant. Nothing crosses from one space into another."""

    number: int  # the store's own short key
    uid: str  # random and permanent; part of every ledger hash
    name: Name  # unique in the store
    preset: Preset  # the preset's values with this space's overrides
    overrides: dict[str, Any] = {}  # what this space changed in the preset
    key: bytes  # keys every hash for deduplication, cursors and heads; never shown
    created_at: Moment
    archived_at: Moment | None = None  # set: hidden from lists; nothing is removed


class SpaceInfo(Value):
    """What people see of a space."""

    name: Name
    preset: str
    language: str
    overrides: dict[str, Any] = {}
    created_at: Moment
    archived_at: Moment | None = None
