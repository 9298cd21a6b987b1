"""What is asked of the store about texts that a program was handed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple, Protocol

from remembrancer.items.item import Trust


class RetrievedText(NamedTuple):
    """Something that a question brought up: an item, or else a message."""

    item_id: str | None
    message_n: int | None  # the store's number of the message
    is_personal: bool  # of its question no word is kept


class HandedText(NamedTuple):
    """A text of low trust that a caller was handed: an item, or else a message."""

    id: str  # the item's or the message's own id
    conversation_id: str | None  # for messages
    author: str | None  # the same
    text: str
    trust: Trust
    document: int | None = None  # the store's number of the text, for `likeness`


class HandedTexts(Protocol):
    """Texts of low trust that the caller was handed."""

    def texts(self, *, since: datetime, limit: int) -> tuple[HandedText, ...]:
        """Texts of low trust that the viewer was handed, asked for, brought or spoke beside."""

    def untrusted(
        self,
        *,
        items: Collection[str],
        messages: Collection[tuple[str, str]],
        conversations: Collection[str],
        limit: int,
    ) -> tuple[RetrievedText, ...]:
        """Those of low trust among these items and messages, and all that was said in these
        conversations, as far as the viewer may read them, so many of each."""
