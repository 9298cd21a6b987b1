"""Reads a channel of a Slack export: its description, the accounts in it, and its messages."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from datetime import UTC, datetime
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
from remembrancer.core.errors import InvalidInput
from remembrancer.core.texts.naming import name_for

SLACK: Final = "slack"
PRIVATE: Final = "is_private"  # field of a channel that only some people take part in

_SAID: Final = frozenset(  # subtypes of messages that somebody wrote
    {"", "bot_message", "thread_broadcast", "reply_broadcast", "file_share", "me_message"}
)
_CHANGED: Final = "message_changed"
_DELETED: Final = frozenset({"message_deleted", "tombstone"})
_MARK: Final = re.compile(r"<([@#!]?)([^<>|\n]{1,3000})(?:\|([^<>\n]{0,3000}))?>")
_TIME: Final = re.compile(r"\d{9,11}(?:\.\d{1,9})?")


def read_slack(record: Mapping[str, Any]) -> ChatChannel:
    """The channel of an export. Raises `InvalidInput` with the place of what is wrong."""
    about = mapping(record.get("channel"), "Its channel")
    id = named(about.get("id") or about.get("name"), "The id of its channel")
    name = text_in(about, "name") or id
    is_private = about.get(PRIVATE) is True
    people = _accounts(record)
    read = _Messages(id, people)
    for number, given in enumerate(listing(record.get("messages"), "Its messages"), 1):
        read.take(mapping(given, f"Message {number}"), f"message {number}")
    messages = read.kept()
    spoke = {message.author.id: message.author for message in messages}
    spoke |= {id: one for id, one in people.items() if id in read.named}
    return ChatChannel(
        SLACK, id, name_for(name if is_private else f"#{name}") or id, is_private, messages,
        tuple(spoke.values()), notices=read.notices, deleted=len(read.deleted), empty=read.empty,
    )  # fmt: skip


def account_ids(message: Any) -> set[str]:
    """The ids that a message may name: its author's, and those of the accounts it mentions."""
    if not isinstance(message, Mapping):
        return set()
    found = {str(message.get(field)) for field in ("user", "bot_id") if message.get(field)}
    inner = message.get("message")
    if isinstance(inner, Mapping):
        found |= account_ids({**inner, "message": None})
    text = message.get("text")
    if isinstance(text, str):
        found |= {match[2] for match in _MARK.finditer(text) if match[1] == "@"}
    return found


def is_edit(message: Mapping[str, Any]) -> bool:
    """Whether it tells the new words of an earlier message."""
    return message.get("subtype") == _CHANGED


def is_deletion(message: Mapping[str, Any]) -> bool:
    """Whether it tells that a message was deleted."""
    return message.get("subtype") in _DELETED


def account_id(user: Any) -> str | None:
    return name_for(user.get("id")) if isinstance(user, Mapping) else None


def _accounts(record: Mapping[str, Any]) -> dict[str, ChatPerson]:
    people: dict[str, ChatPerson] = {}
    for number, given in enumerate(listing(record.get("users"), "Its users"), 1):
        user = mapping(given, f"User {number}")
        id = named(user.get("id"), f"The id of user {number}")
        profile = user.get("profile")
        shown = profile if isinstance(profile, Mapping) else {}
        real_name = text_in(shown, "real_name") or text_in(user, "real_name")
        names = (text_in(shown, "display_name"), real_name, text_in(user, "name"))
        is_bot = user.get("is_bot") is True or id == "USLACKBOT"
        people[id] = chat_person(id, names, real_name=real_name, is_bot=is_bot)
    return people


class _Messages:
    """Reads the messages of one channel: edits replace words, and deleted ones go."""

    def __init__(self, channel: str, people: Mapping[str, ChatPerson]) -> None:
        self._channel = channel
        self._people = people
        self._messages: dict[str, ChatMessage] = {}
        self.named: set[str] = set()  # accounts that spoke or were mentioned
        self.deleted: set[str] = set()
        self.notices = self.empty = 0

    def take(self, given: Mapping[str, Any], what: str) -> None:
        if is_deletion(given):
            time = text_in(given, "deleted_ts", "ts")
            if time is not None:
                self.deleted.add(self._id(time))
            return
        message = given
        if is_edit(given):
            message = mapping(given.get("message"), f"The new text of {what}")
        is_said = (message.get("subtype") or "") in _SAID
        if not is_said or message.get("type", "message") != "message":
            self.notices += 1
            return
        read = self._message(message, what)
        self.named |= account_ids(message)
        if with_attachments(read.text, read.attachments).strip():
            self._messages[read.id] = read
        else:
            self.empty += 1

    def kept(self) -> tuple[ChatMessage, ...]:
        """The messages that were not deleted, in the order of their time."""
        kept = (one for one in self._messages.values() if one.id not in self.deleted)
        return tuple(sorted(kept, key=lambda one: (one.at, one.id)))

    def _message(self, message: Mapping[str, Any], what: str) -> ChatMessage:
        time = text_in(message, "ts")
        at = _moment(time)
        if time is None or at is None:
            raise InvalidInput(f"The ts of {what} is no time.")
        text = message.get("text")
        if text is not None and not isinstance(text, str):
            raise InvalidInput(f"The text of {what} is no text.")
        edited = message.get("edited")
        thread = text_in(message, "thread_ts")
        files = [
            name
            for one in listing(message.get("files"), f"The files of {what}")
            if isinstance(one, Mapping) and (name := name_for(text_in(one, "name", "title")))
        ]
        return ChatMessage(
            self._id(time),
            self._author(message, what),
            self._shown(text or ""),
            at,
            edited_at=_moment(text_in(edited, "ts")) if isinstance(edited, Mapping) else None,
            thread=self._id(thread) if thread and thread != time else None,
            attachments=tuple(files),
        )

    def _author(self, message: Mapping[str, Any], what: str) -> ChatPerson:
        is_bot = bool(message.get("bot_id")) or message.get("subtype") == "bot_message"
        id = name_for(message.get("user")) or name_for(message.get("bot_id"))
        profile = message.get("bot_profile")
        told = text_in(profile, "name") if isinstance(profile, Mapping) else None
        name = told or text_in(message, "username")
        if id is None and (id := name_for(name)) is None:
            raise InvalidInput(f"The user of {what} is missing.")
        person = self._people.get(id) or chat_person(id, (name,))
        return person._replace(is_bot=person.is_bot or is_bot)

    def _id(self, time: str) -> str:
        """The id of a message: its time is unique in its channel alone."""
        return name_for(f"{self._channel}:{time}") or time

    def _shown(self, text: str) -> str:
        """The text as people read it: names in place of ids, and plain letters."""

        def name(found: re.Match[str]) -> str:
            sign, what, label = found.groups()
            if sign == "@":
                known = self._people.get(what)
                return f"@{known.name if known else label or what}"
            if sign == "#":
                return f"#{label or what}"
            if sign == "!":
                return label or f"@{what.split('^')[0]}"
            address = what.removeprefix("mailto:")
            return address if not label or label == address else f"{label} ({address})"

        return html.unescape(_MARK.sub(name, text) if "<" in text else text)


def _moment(time: str | None) -> datetime | None:
    if time is None or _TIME.fullmatch(time) is None:
        return None
    return datetime.fromtimestamp(float(time), UTC)
