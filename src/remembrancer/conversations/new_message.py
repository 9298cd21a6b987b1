"""Conversations and their messages, turn by turn."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from remembrancer.core.errors import Conflict, Erased, InvalidInput, NotFound
from remembrancer.core.limits import CONTENT_CHARACTERS_MAX, NAME_CHARACTERS_MAX
from remembrancer.core.texts.naming import text_for
from remembrancer.core.texts.text import ERASED
from remembrancer.core.validation import check_name, validated
from remembrancer.items.conversation import Conversation
from remembrancer.items.item import Trust
from remembrancer.items.message import Message, MessageDraft
from remembrancer.ports import Reader, Writer

_BAD_CHARACTERS = 80  # characters shown of a bad message


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


class Sifted(NamedTuple):
    """Messages that can be stored, and those that cannot, each with its number and reason."""

    drafts: list[MessageDraft]
    bad: list[tuple[str, str]]  # the start of its text, and the reason


def sifted(messages: Any) -> Sifted:
    """Checked drafts. A bad message does not stop the others; if all are bad, it raises."""
    listed = list(messages) if _is_list(messages) else messages
    if not isinstance(listed, list) or len(listed) < 2:
        return Sifted(drafts_from(listed), [])
    found = Sifted([], [])
    first: InvalidInput | None = None
    for number, entry in enumerate(listed, 1):
        try:
            found.drafts.extend(drafts_from([entry]))
        except InvalidInput as error:
            first = first or error
            said = entry.get("content") if isinstance(entry, Mapping) else None
            words = text_for(said)[:_BAD_CHARACTERS] if isinstance(said, str) else ""
            found.bad.append((words, f"Message {number}: {error}"))
    if not found.drafts and first is not None:
        raise first
    return found


def _is_list(messages: Any) -> bool:
    return isinstance(messages, Iterable) and not isinstance(messages, str | bytes | Mapping)


def parts(text: str, length_max: int = CONTENT_CHARACTERS_MAX) -> list[str]:
    """A text in parts that each fit into one message, or into `length_max`."""
    return [text[begin : begin + length_max] for begin in range(0, len(text), length_max)]


def part_id(id: str, number: int) -> str:
    """The id of a part: the first part keeps the id of the whole."""
    name = id[: NAME_CHARACTERS_MAX - 8]
    return name if number == 1 else f"{name}~{number}"


def name_of(call: str, drafts: Iterable[MessageDraft]) -> str:
    """The id of a conversation without one. It is the same if the call is repeated."""
    return f"conv_{_hash(call, *(draft.model_dump_json() for draft in drafts))}"


def named(call: str, drafts: Iterable[MessageDraft]) -> list[MessageDraft]:
    """The messages, with stable ids for those without one: a repeated call gives the same ids."""
    return [
        draft
        if draft.id is not None
        else draft.model_copy(update={"id": f"msg_{_hash(call, str(number), draft.content)}"})
        for number, draft in enumerate(drafts)
    ]


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def start(
    unit: Writer,
    id: str | None,
    *,
    subject: str | None,
    channel_id: str | None,
    title: str | None,
    audience: str | None,
    is_personal: bool,
    trust: Trust,
) -> Conversation:
    """A new conversation, or the existing one with that id if the caller started it."""
    for field, text in (
        ("id", id),
        ("subject", subject),
        ("channel_id", channel_id),
        ("title", title),
    ):
        if text is not None:
            check_name(text, field)
    known = unit.conversations.get(id, counted=False) if id is not None else None
    if known is None:
        return unit.conversations.add(
            id,
            subject=subject,
            channel_id=channel_id,
            title=title,
            audience=audience,
            is_personal=is_personal,
            trust=trust,
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
    """The stored messages, in the given order."""
    return unit.conversations.add_messages(id, drafts)


class MessageSplit(NamedTuple):
    """Messages to append, compared with the stored ones."""

    fresh: list[MessageDraft]
    others: list[MessageDraft]  # another message already has their id
    known: int  # number of messages already stored, word for word


def split_by_novelty(reader: Reader, id: str, drafts: Iterable[MessageDraft]) -> MessageSplit:
    """Which messages a conversation does not hold yet. A bad id does not stop the others."""
    listed = list(drafts)
    said = {
        message.id: (message.author_id, message.content)
        for message in reader.conversations.messages_named(
            id, [draft.id for draft in listed if draft.id]
        )
    }
    split = MessageSplit([], [], 0)
    known = 0
    for draft in listed:
        words = (draft.author_id, draft.content)
        before = words if draft.id is None else said.setdefault(draft.id, words)
        if before is words:
            split.fresh.append(draft)
        elif before == words or before[1] == ERASED:
            known += 1
        else:
            split.others.append(draft)
    return split._replace(known=known)


def messages(
    reader: Reader, conversation_id: str, ids: Collection[str] | None = None
) -> tuple[Message, ...]:
    """The messages of a conversation that the caller may see; with ids, only those."""
    if reader.conversations.get(conversation_id, counted=False) is None:
        raise NotFound("conversation", conversation_id)
    return reader.conversations.messages(conversation_id, ids)
