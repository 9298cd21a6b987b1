"""An exported chat channel: its people and its messages, as conversations take them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.conversations.new_message import part_id, parts
from remembrancer.core.errors import InvalidInput
from remembrancer.core.texts.naming import name_for, text_for
from remembrancer.core.validation import validated
from remembrancer.items.message import AS_GIVEN, MessageDraft

PERSON_ROLE: Final = "user"
BOT_ROLE: Final = "assistant"  # an agent: its words are no person's


class ChatPerson(NamedTuple):
    """Who speaks or is mentioned in a channel."""

    id: str  # the id of the account, which is the author id of its messages
    name: str  # as others see it
    aliases: tuple[str, ...] = ()  # other names of the account
    real_name: str | None = None
    is_bot: bool = False


class ChatMessage(NamedTuple):
    """One message of a channel, with its text as people read it."""

    id: str
    author: ChatPerson
    text: str
    at: datetime
    edited_at: datetime | None = None
    reply_to: str | None = None  # id of the message that it answers
    thread: str | None = None  # id of the message that its thread begins with
    attachments: tuple[str, ...] = ()  # names of files; none is fetched


class ChatChannel(NamedTuple):
    """A channel, or a part of one that was sent by itself."""

    platform: str
    id: str
    title: str
    is_private: bool  # only some people of the server take part in it
    messages: tuple[ChatMessage, ...]
    people: tuple[ChatPerson, ...]
    notices: int = 0  # messages of the program itself: somebody joined, a topic was set
    deleted: int = 0  # messages that were deleted there
    empty: int = 0  # messages without text and files

    @property
    def conversation_id(self) -> str:
        return name_for(f"{self.platform}:{self.id}") or self.platform


def drafts_of(channel: ChatChannel) -> list[MessageDraft]:
    """The messages of a channel as drafts; a long one in parts."""
    return [draft for message in channel.messages for draft in _drafts(channel, message)]


def edited_id(draft: MessageDraft) -> str | None:
    """The id of a message that was edited after it was stored; None: it was not edited.

    A stored message never changes, so its new words become a message of their own.
    """
    told = next((call for call in draft.tool_calls if call.get("type") == AS_GIVEN), {})
    edited = told.get("edited_at")
    return name_for(f"{draft.id}~{edited}") if isinstance(edited, str) else None


def _drafts(channel: ChatChannel, message: ChatMessage) -> Iterator[MessageDraft]:
    told: dict[str, Any] = {"type": AS_GIVEN, "platform": channel.platform}
    if message.reply_to is not None:
        told["reply_to"] = message.reply_to
    if message.thread is not None:
        told["thread"] = message.thread
    if message.edited_at is not None:
        told["edited_at"] = message.edited_at.isoformat()
    if message.attachments:
        told["attachments"] = list(message.attachments)
    texts = parts(text_for(with_attachments(message.text, message.attachments)))
    for number, text in enumerate(texts, 1):
        if text.strip():
            yield validated(
                MessageDraft,
                {
                    "id": message.id if len(texts) == 1 else part_id(message.id, number),
                    "author_id": message.author.id,
                    "role": BOT_ROLE if message.author.is_bot else PERSON_ROLE,
                    "content": text,
                    "timestamp": message.at,
                    "tool_calls": (told,) if len(told) > 2 else (),
                },
                what=f"message {message.id}",
            )


def with_attachments(text: str, attachments: Iterable[str]) -> str:
    """The text, with the names of its files behind it."""
    named = "\n".join(f"[attachment: {name}]" for name in attachments)
    return "\n".join(one for one in (text, named) if one)


# -- reading what other programs wrote


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    """The value as a JSON object. Raises `InvalidInput` with the place if it is none."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{what} is no JSON object.")
    return value


def listing(value: Any, what: str) -> list[Any]:
    """The value as a JSON list; an absent one is empty."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise InvalidInput(f"{what} is no list.")
    return value


def named(value: Any, what: str) -> str:
    """The value as an id or a name."""
    name = name_for(value)
    if name is None:
        raise InvalidInput(f"{what} is missing.")
    return name


def text_in(record: Mapping[str, Any], *fields: str) -> str | None:
    """The first of the fields that holds a text that is not blank."""
    values = (record.get(field) for field in fields)
    return next((value for value in values if isinstance(value, str) and value.strip()), None)


def chat_person(
    id: str, names: Iterable[str | None], *, real_name: str | None = None, is_bot: bool = False
) -> ChatPerson:
    """A person; the first of the names is the one that others see."""
    given = dict.fromkeys(name for one in names if one and (name := name_for(one.strip())))
    first, *others = given or {id: None}
    return ChatPerson(id, first, tuple(others), real_name, is_bot)


Reader = Callable[[Mapping[str, Any]], ChatChannel]
