"""A request to remember: what was said, and how it is to be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Messages = Iterable[Mapping[str, Any]]
SHARED = ("audience", "is_personal")


class Given(NamedTuple):
    """What a caller asks to remember, and how."""

    said: str | Messages
    subject: str | None
    origin: str | Mapping[str, Any] | None
    fields: Mapping[str, Any]
    live_state: Mapping[str, Any] | None = None
    infer: bool = True
    dry_run: bool = False
    call: str | None = None  # a name for this call; told again, it is the same one
