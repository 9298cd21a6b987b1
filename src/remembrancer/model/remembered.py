"""What `remember` did."""

from __future__ import annotations

from remembrancer.model.base import Value
from remembrancer.model.item import Item
from remembrancer.model.source import Source


class Skipped(Value):
    text: str
    reason: str


class Remembered(Value):
    items: tuple[Item, ...]  # all that were stored, replacements included
    superseded: tuple[Item, ...] = ()  # the old items replaced
    reconfirmed: tuple[Item, ...] = ()
    contradictions: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    source: Source | None = None  # the raw text as captured
    conversation_id: str | None = None  # where messages were stored
    messages_new: int = 0  # of a meeting: those that were not there before
    messages_known: int = 0
    conflicts: int = 0  # those whose place is taken by other words, and were kept raw
