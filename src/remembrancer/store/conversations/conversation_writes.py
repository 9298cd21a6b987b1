"""Writing raw sources, conversations and their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import bindparam, select

from remembrancer.core.errors import Conflict, Erased, NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.preset import MessageReaders
from remembrancer.items.conversation import Conversation
from remembrancer.items.item import Trust
from remembrancer.items.message import Message, MessageDraft
from remembrancer.items.trust import of_message
from remembrancer.store import schema
from remembrancer.store.conversations.conversations import ConversationReads
from remembrancer.store.dialect import among, pack
from remembrancer.store.documents.document_writes import DocumentWrites
from remembrancer.store.documents.search_texts import is_common
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.rows import (
    conversation_from,
    iso,
    message_from,
    moment,
    to_json,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.unit_of_work import UnitOfWork


class ConversationWrites(ConversationReads):
    """Sources and messages are stored once and never changed."""

    def __init__(
        self, work: UnitOfWork, erased_sources: ErasedSources, documents: DocumentWrites
    ) -> None:
        super().__init__(work, erased_sources)
        self._work = work
        self._documents = documents
        # Messages that the caller added in this unit of work.
        self.own_messages: dict[tuple[str, str], tuple[Any, ...]] = {}

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
    ) -> Conversation:
        row: dict[str, Any] = {
            "id": id or self._work.chance.id("conv"),
            "subject": subject,
            "channel_id": channel_id,
            "title": title,
            "owner": self._work.actor,
            "audience": audience,
            "is_personal": int(is_personal),
            "created_at": iso(self._work.scope.now),
            "trust": trust.value,
        }
        made = self._work.put_sealed(committed_columns.CONVERSATION, row, [], {})
        self._work.append(Action.CONVERSATION_START, row["id"], {}, [made], None)
        self._work.flush()
        return conversation_from(row)

    def add_messages(
        self, conversation_id: str, drafts: Sequence[MessageDraft]
    ) -> tuple[Message, ...]:
        """Appends messages. A message already stored with the same text is skipped."""
        place = self.row_of(conversation_id)
        if place is None:
            raise NotFound("conversation", conversation_id)
        known = self._known_messages(place["number"], [draft.id for draft in drafts if draft.id])
        for_all = self._work.space.preset.recall.messages is MessageReaders.MEMBERS and is_common(
            place["audience"], place["is_personal"]
        )
        stored: list[Message] = []
        made: list[str] = []
        ids: list[str] = []
        for draft in drafts:
            row = self._message_row(place, draft)
            earlier = known.get(row["id"])
            if earlier is not None:
                _check_same_message(earlier, row)
                stored.append(message_from(earlier))
                continue
            if place["salt"] is None:
                at = self._erased_sources.erased_at(place["commitment"])
                raise Erased("conversation", place["id"], moment(at or self._work.at))
            whole = known[row["id"]] = {**row, "conversation_id": place["id"]}
            number = self._work.number("message")
            subject = place["subject"]
            self._documents.add(draft.content, subject, counts=for_all, message_n=number)
            made.append(
                self._work.put_sealed(
                    committed_columns.MESSAGE,
                    row,
                    [place["id"], place["owner"]],
                    {"conversation_n": place["number"]},
                    number=number,
                )
            )
            named = (place["id"], row["id"])
            self.own_messages[named] = (
                number,
                place["id"],
                place["owner"],
                row["id"],
                row["owner"],
            )
            ids.append(row["id"])
            stored.append(_as_stored(whole, draft, self._work.scope.now))
        if made:
            self._work.append(
                Action.CONVERSATION_APPEND, place["id"], {"messages": len(ids)}, made, None
            )
        self._work.flush()
        return tuple(stored)

    def _message_row(self, place: Mapping[str, Any], draft: MessageDraft) -> dict[str, Any]:
        return {
            "id": draft.id or self._work.chance.id("msg"),
            "channel_id": place["channel_id"],
            "author_id": draft.author_id,
            "role": draft.role,
            "content": draft.content,
            "timestamp": iso(draft.timestamp or self._work.scope.now),
            "tool_calls": to_json(draft.tool_calls, "tool_calls") if draft.tool_calls else "[]",
            "owner": self._work.actor,
            "audience": place["audience"],
            "is_personal": place["is_personal"],
            "subject": place["subject"],
            "trust": self._trust_of(place["trust"], draft.role, draft.trust),
        }

    def _trust_of(self, conversation: str | None, role: str, declared: Trust | None) -> str:
        """The trust of a message, computed once for all messages with the same attributes."""
        alike = (conversation, role, declared)
        known = self._trusts.get(alike)
        if known is None:
            most = Trust(conversation or Trust.PERSON)
            viewer = self._work.scope.viewer
            known = of_message(viewer, most, role=role, declared=declared).value
            self._trusts[alike] = known
        return known

    @cached_property
    def _trusts(self) -> dict[tuple[str | None, str, Trust | None], str]:
        return {}

    def _known_messages(self, conversation_n: int, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The caller's own messages of a conversation, by id."""
        if not ids:
            return {}
        from_table = schema.message
        rows = self._work.all(
            lambda: (
                select(from_table, schema.conversation.c.id.label("conversation_id"))
                .join(
                    schema.conversation, is_row_of(from_table.c.conversation_n, schema.conversation)
                )
                .where(
                    from_table.c.space_n == bindparam("space_n"),
                    from_table.c.conversation_n == bindparam("conversation_n"),
                    from_table.c.owner == bindparam("viewer"),
                    among(from_table.c.id, "ids"),
                )
            ),
            conversation_n=conversation_n,
            ids=pack(ids),
        )
        names = [*(column.name for column in from_table.c), "conversation_id"]
        listed = (dict(zip(names, row, strict=True)) for row in rows)
        return {row["id"]: row for row in listed}


def _as_stored(row: Mapping[str, Any], draft: MessageDraft, now: datetime) -> Message:
    """A message that was just written, built without reading its row back."""
    return Message.trusted(
        {
            "id": row["id"],
            "conversation_id": row["conversation_id"],
            "channel_id": row["channel_id"],
            "author_id": draft.author_id,
            "role": draft.role,
            "content": draft.content,
            "timestamp": draft.timestamp or now,
            "owner": row["owner"],
            "subject": row["subject"],
            "audience": row["audience"],
            "is_personal": bool(row["is_personal"]),
            "trust": _TRUSTS[row["trust"]],
            "tool_calls": draft.tool_calls,
        }
    )


_TRUSTS = {trust.value: trust for trust in Trust}


def _check_same_message(earlier: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    is_erased = earlier["content"] is None
    same = (earlier["author_id"], earlier["content"]) == (row["author_id"], row["content"])
    if not is_erased and not same:
        raise Conflict(
            f"The message {row['id']!r} is already in this conversation with other words. "
            "A message is never changed: append the new words under a new id."
        )
