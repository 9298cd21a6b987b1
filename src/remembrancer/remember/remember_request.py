"""A request to remember: the input and how to store it."""

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
    call: str | None = None  # idempotency key: a repeated call with it is the same call
