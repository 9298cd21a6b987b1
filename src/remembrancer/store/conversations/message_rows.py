"""Reading message rows. All message reads go through here, with the visibility check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select

from remembrancer.core.ledger import Action
from remembrancer.items.message import Message
from remembrancer.store.rows import message_from
from remembrancer.store.schema import conversation, message
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

MESSAGE_COLUMNS = (
    message.c.number,
    conversation.c.id.label("conversation_id"),
    *(
        message.c[name]
        for name in (
            "id",
            "channel_id",
            "author_id",
            "role",
            "content",
            "timestamp",
            "tool_calls",
            "owner",
            "audience",
            "is_personal",
            "trust",
            "subject",
        )
    ),
)
MESSAGE_FIELDS = tuple(column.name for column in MESSAGE_COLUMNS)


class MessageRows:
    """Messages that the viewer may read."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def select(self) -> Select[Any]:
        return (
            select(*MESSAGE_COLUMNS)
            .select_from(
                message.join(conversation, is_row_of(message.c.conversation_n, conversation))
            )
            .where(self._view.rights.visible(message), self._view.rights.raw_readable(message))
        )

    def from_row(self, row: Sequence[Any]) -> Message:
        found = message_from(dict(zip(MESSAGE_FIELDS, row, strict=True)))
        self._view.note_look(
            found.conversation_id, found.owner, found.is_personal, Action.CONVERSATION_LOOK
        )
        return found
