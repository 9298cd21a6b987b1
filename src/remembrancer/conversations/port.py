"""Store interface for conversations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from remembrancer.conversations.digest import Digest
from remembrancer.items.conversation import Conversation, ConversationPage
from remembrancer.items.item import Trust
from remembrancer.items.message import Message, MessageDraft


class Unsummarised(NamedTuple):
    """The oldest messages of a conversation that are neither in its window nor in its digest."""

    digest: Digest  # the digest of the messages before them
    messages: tuple[Message, ...]  # oldest first
    upto: int | None  # the store's number of the last of them
    after: int | None  # the store's number of the last message in the digest
    is_personal: bool


class ConversationsReader(Protocol):
    """Conversations and their messages."""

    def get(self, id: str, *, counted: bool = True) -> Conversation | None:
        """A conversation. Counting its messages takes longer the more there are."""

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        subject: str | None = None,
        channel_id: str | None = None,
        owner: str | None = None,
    ) -> ConversationPage:
        """Conversations with messages that the caller may read, newest first.

        Erased ones and those personal to others are excluded.
        """

    def messages(
        self, conversation_id: str, ids: Collection[str] | None = None
    ) -> tuple[Message, ...]: ...

    def messages_by_key(self, keys: Sequence[int]) -> dict[int, Message]: ...

    def messages_with_ids(self, ids: Collection[str]) -> dict[str, Message]:
        """By id, the messages of any conversation that the caller may read: the newest where
        several have one."""

    def messages_named(self, conversation_id: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """The caller's own messages of a conversation, by their ids."""

    def owners_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
        """By message id, the owners of such messages that the caller may read, oldest first."""

    def trusts_of(self, conversation_id: str, ids: Collection[str]) -> dict[str, Trust]:
        """By message id, the lowest trust of the messages with that id that the caller may read."""

    def last_messages(self, conversation_id: str, limit: int) -> tuple[Message, ...]: ...

    def recent_messages(
        self, channel_id: str, *, before: datetime, limit: int
    ) -> tuple[Message, ...]: ...

    def unsummarised(
        self, conversation_id: str, *, window: int, limit: int, owner: str | None = None
    ) -> Unsummarised | None:
        """The messages to summarise, of this owner if given: several owners may use the same id."""

    def waits_for_summary(self, conversation_id: str, *, window: int, batch: int) -> bool: ...


class ConversationsWriter(ConversationsReader, Protocol):
    """Reads and writes conversations."""

    def add(
        self,
        id: str | None,
        *,
        subject: str | None,
        channel_id: str | None,
        title: str | None,
        audience: str | None,
        is_personal: bool,
        trust: Trust = Trust.PERSON,
    ) -> Conversation: ...

    def add_messages(
        self, conversation_id: str, drafts: Sequence[MessageDraft]
    ) -> tuple[Message, ...]: ...


class ConversationState(Protocol):
    """The digest of a conversation, and whether it is closed or revoked."""

    def put_digest(
        self, conversation_id: str, owner: str, digest: Digest, before: Unsummarised
    ) -> bool:
        """Replaces the digest; False: another digest was stored in the meantime."""

    def close(self, id: str) -> Conversation | None: ...

    def revoke(self, numbers: Sequence[int], reason: str | None) -> None:
        """From now on, nothing said in them so far counts as knowledge."""
