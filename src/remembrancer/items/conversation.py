"""A conversation: messages in order, about a subject or in a channel."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import overload

from remembrancer.core.base import Value
from remembrancer.items.item import Trust


class Conversation(Value):
    """Where messages belong; they inherit its subject, audience and personal flag."""

    id: str  # the caller's own, or conv_ and 12 hex digits
    subject: str | None
    channel_id: str | None
    title: str | None
    owner: str  # who started it
    audience: str | None
    is_personal: bool
    trust: Trust  # the upper limit for everything said in it
    created_at: datetime
    message_count: int = 0  # visible to the caller
    last_activity_at: datetime | None = None  # the newest message's time
    closed_at: datetime | None = None  # last time it was closed; more messages may follow
    summary: str | None = None  # of its earlier messages, one line each
    erased_at: datetime | None = None  # set: title, subject and all messages are erased


class ListedConversation(Conversation):
    """A conversation of a list, with what to know it by where it has no title."""

    opening: str | None = None  # beginning of the first message that the caller may read


class ConversationPage(Value):
    """Conversations in order, newest first. Iterate it, index it, or follow `next`."""

    conversations: tuple[ListedConversation, ...]
    next: str | None = None  # opaque; list(cursor=page.next) gives the next page

    def __len__(self) -> int:
        return len(self.conversations)

    def __iter__(self) -> Iterator[ListedConversation]:  # type: ignore[override]
        return iter(self.conversations)

    @overload
    def __getitem__(self, index: int) -> ListedConversation: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ListedConversation, ...]: ...
    def __getitem__(
        self, index: int | slice
    ) -> ListedConversation | tuple[ListedConversation, ...]:
        return self.conversations[index]
