"""Reads a channel that DiscordChatExporter wrote as JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from remembrancer.capture.chat_export import (
    ChatChannel,
    ChatMessage,
    ChatPerson,
    chat_person,
    listing,
    mapping,
    named,
    text_in,
    with_attachments,
)
from remembrancer.capture.session_log import moment_of
from remembrancer.core.errors import InvalidInput
from remembrancer.core.texts.naming import name_for

DISCORD: Final = "discord"

_SAID: Final = frozenset({"default", "reply", "0", "19", "20", "chatinputcommand"})
_DIRECT: Final = "direct"  # how the types of private channels begin
_MARK: Final = re.compile(r"<(?:(@!?|@&|#)(\d{1,25})|a?:(\w{1,64}):\d{1,25})>")


def read_discord(record: Mapping[str, Any]) -> ChatChannel:
    """The channel of an export. Raises `InvalidInput` with the place of what is wrong."""
    about = mapping(record.get("channel"), "Its channel")
    id = named(about.get("id"), "The id of its channel")
    name = text_in(about, "name") or id
    guild = record.get("guild")
    server = text_in(guild, "name") if isinstance(guild, Mapping) else None
    is_private = str(about.get("type", "")).lower().startswith(_DIRECT)
    title = name if is_private else f"#{name}"
    people: dict[str, ChatPerson] = {}
    messages: list[ChatMessage] = []
    notices = empty = 0
    for number, given in enumerate(listing(record.get("messages"), "Its messages"), 1):
        what = f"Message {number}"
        message = mapping(given, what)
        for mentioned in listing(message.get("mentions"), f"The mentions of message {number}"):
            _met(people, mapping(mentioned, f"A mention of message {number}"), what)
        author = _met(people, mapping(message.get("author"), f"The author of {what}"), what)
        if str(message.get("type", "Default")).lower() not in _SAID:
            notices += 1
            continue
        read = _message(message, author, what, people)
        if with_attachments(read.text, read.attachments).strip():
            messages.append(read)
        else:
            empty += 1
    told = f"{server} {title}" if server and not is_private else title
    return ChatChannel(
        DISCORD, id, name_for(told) or id, is_private, tuple(messages), tuple(people.values()),
        notices=notices, empty=empty,
    )  # fmt: skip


def _met(people: dict[str, ChatPerson], account: Mapping[str, Any], what: str) -> ChatPerson:
    id = named(account.get("id"), f"The id of an account in {what.lower()}")
    person = chat_person(
        id,
        (text_in(account, "nickname"), text_in(account, "name")),
        is_bot=account.get("isBot") is True,
    )
    return people.setdefault(id, person)


def _message(
    message: Mapping[str, Any], author: ChatPerson, what: str, people: Mapping[str, ChatPerson]
) -> ChatMessage:
    at = moment_of(message.get("timestamp"))
    if at is None:
        raise InvalidInput(f"{what} has no timestamp that can be read.")
    content = message.get("content")
    if content is not None and not isinstance(content, str):
        raise InvalidInput(f"The content of {what.lower()} is no text.")
    answered = message.get("reference")
    files = [
        name
        for field, key in (("attachments", "fileName"), ("stickers", "name"))
        for one in listing(message.get(field), f"The {field} of {what.lower()}")
        if isinstance(one, Mapping) and (name := name_for(one.get(key)))
    ]
    return ChatMessage(
        named(message.get("id"), f"The id of {what.lower()}"),
        author,
        _shown(content or "", people),
        at,
        edited_at=moment_of(message.get("timestampEdited")),
        reply_to=name_for(answered.get("messageId")) if isinstance(answered, Mapping) else None,
        attachments=tuple(files),
    )


def _shown(text: str, people: Mapping[str, ChatPerson]) -> str:
    """The text with names in place of marks: "<@1234>" becomes "@Mia"."""

    def name(found: re.Match[str]) -> str:
        sign, id, emoji = found.groups()
        if emoji:
            return f":{emoji}:"
        if sign in ("@", "@!") and id in people:
            return f"@{people[id].name}"
        return found[0]

    return _MARK.sub(name, text) if "<" in text else text
