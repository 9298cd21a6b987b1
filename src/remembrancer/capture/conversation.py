"""Conversations and their messages, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from remembrancer.errors import Conflict, Erased, InvalidInput, NotFound
from remembrancer.model.conversation import Conversation
from remembrancer.model.message import Message, MessageDraft
from remembrancer.ports import Reader, Writer
from remembrancer.rules.validation import check_name, validated


def drafts_from(messages: Any) -> list[MessageDraft]:
    """Checked drafts of one message or of many."""
    if isinstance(messages, str | bytes) or not isinstance(messages, Iterable):
        raise InvalidInput(
            "A message is a mapping with author_id, content and timestamp; give one or many.",
            field="messages",
        )
    listed = [messages] if isinstance(messages, Mapping) else list(messages)
    if not listed:
        raise InvalidInput("There is no message to append. Give at least one.", field="messages")
    drafts = []
    for message in listed:
        if not isinstance(message, Mapping):
            raise InvalidInput(
                "A message is a mapping with author_id, content and timestamp.", field="messages"
            )
        draft = validated(MessageDraft, message, what="a message")
        if not draft.content.strip():
            raise InvalidInput("content is empty. Give the message a text.", field="content")
        drafts.append(draft)
    return drafts


def start(
    unit: Writer,
    id: str | None,
    *,
    subject: str | None,
    channel_id: str | None,
    title: str | None,
    audience: str | None,
    is_personal: bool,
) -> Conversation:
    """A new conversation; the one of that id, if the caller started it before."""
    for field, text in (
        ("id", id),
        ("subject", subject),
        ("channel_id", channel_id),
        ("title", title),
    ):
        if text is not None:
            check_name(text, field)
    known = unit.conversation(id) if id is not None else None
    if known is None:
        return unit.add_conversation(
            id,
            subject=subject,
            channel_id=channel_id,
            title=title,
            audience=audience,
            is_personal=is_personal,
        )
    if known.erased_at is not None:
        raise Erased("conversation", known.id, known.erased_at)
    asked = (subject, channel_id, audience, is_personal)
    if (known.subject, known.channel_id, known.audience, known.is_personal) != asked:
        raise Conflict(
            f"The conversation {id!r} exists with subject {known.subject!r}, channel "
            f"{known.channel_id!r}, audience {known.audience!r} and "
            f"is_personal={known.is_personal}. Give the same, or start it under another id."
        )
    return known


def append(unit: Writer, id: str, drafts: list[MessageDraft]) -> tuple[Message, ...]:
    known = unit.conversation(id)
    if known is None:
        raise NotFound("conversation", id)
    return unit.add_messages(known, drafts)


def messages(reader: Reader, conversation_id: str) -> tuple[Message, ...]:
    """The messages of a conversation that the caller may know of."""
    if reader.conversation(conversation_id) is None:
        raise NotFound("conversation", conversation_id)
    return reader.messages(conversation_id)
