"""Old records: meetings and conversations as exported by other systems."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.capture.session_log import moment_of
from remembrancer.conversations.new_message import part_id, parts
from remembrancer.core.errors import InvalidInput
from remembrancer.core.texts.naming import name_for, text_for
from remembrancer.core.validation import validated
from remembrancer.items.message import MessageDraft

_IDS: Final = ("id", "meeting_id", "conversation_id", "uuid")
_SUBJECTS: Final = ("subject", "client_id", "client", "customer_id")
_TIMES: Final = ("occurred_at", "timestamp", "started_at", "date", "created_at", "inserted_at")
_AUTHORS: Final = ("author_id", "author", "sender", "speaker", "user", "name", "from")
_TEXTS: Final = ("content", "text", "message", "body")
_LISTS: Final = ("meetings", "conversations", "records", "items", "data")
_DONE: Final = frozenset({"completed", "complete", "done", "finished"})


def records(text: str) -> Iterator[Any]:
    """The records of a JSON file: one record, a list, or a list under one of the usual keys."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"It is not JSON: {error}.") from None
    if isinstance(found, Mapping) and not is_record(found):
        lists = [found[name] for name in _LISTS if isinstance(found.get(name), list)]
        if lists:
            for listed in lists:
                yield from listed
            return
    if isinstance(found, list):
        yield from found
    else:
        yield found


def is_record(record: Mapping[str, Any]) -> bool:
    """Whether it is a meeting or a conversation by itself."""
    return any(name in record for name in ("notes", "transcript", "messages"))


def why_not(record: Any) -> str | None:
    """Why a record cannot be imported; None: it can."""
    if not isinstance(record, Mapping):
        return "It is no record: neither a meeting nor a conversation."
    status = record.get("status")
    if isinstance(status, str) and status.casefold() not in _DONE:
        return f"It is not completed: its status is {status!r}."
    if not is_record(record):
        return "It has neither notes nor a transcript nor messages."
    if not any(record.get(name) for name in ("notes", "transcript", "messages")):
        return "Its notes are empty."
    return None


def id_of(record: Mapping[str, Any]) -> str:
    for name in _IDS:
        text = _named(record.get(name))
        if text is not None:
            return text
    raise InvalidInput("It has no id, so that it could not be told from another. Give it one.")


def subject_of(record: Mapping[str, Any]) -> str | None:
    """The subject. If it is a person object, its id counts."""
    for name in _SUBJECTS:
        value = record.get(name)
        if isinstance(value, Mapping):
            value = next((value[key] for key in ("id", "name") if value.get(key)), None)
        if value is None or value == "":
            continue
        text = _named(value)
        if text is None:
            raise InvalidInput(f"Its {name} is no name. Give the id of whom it is about.")
        return text
    return None


def _named(value: Any) -> str | None:
    """A text or an integer as a name. Two different long names stay different."""
    try:
        return name_for(value)
    except ValueError:  # a number too long to write as text
        return None


def time_of(record: Mapping[str, Any]) -> datetime | None:
    """The time of the record, if it has one that can be parsed."""
    return next((when for name in _TIMES if (when := moment_of(record.get(name)))), None)


class Exported(NamedTuple):
    """The messages of an exported conversation."""

    drafts: list[MessageDraft]
    empty: int  # number of empty messages
    bad: list[str]  # why other messages were left out, each with its number


def messages_from(listed: Iterable[Any]) -> Exported:
    """The readable messages of a conversation. A bad message does not stop the others."""
    drafts: list[MessageDraft] = []
    empty = 0
    bad: list[str] = []
    for number, value in enumerate(listed, 1):
        try:
            message_drafts = list(_parts_of(value, number))
        except InvalidInput as error:
            bad.append(str(error))
            continue
        drafts += message_drafts
        empty += not message_drafts
    if bad and not drafts:
        raise InvalidInput(bad[0])
    return Exported(drafts, empty, bad)


def _parts_of(given: Any, number: int) -> Iterator[MessageDraft]:
    """A message, split if it is too long. Without an id, its position is its id."""
    if not isinstance(given, Mapping):
        raise InvalidInput(f"Message {number} is no mapping of fields.")
    said = [given[name] for name in _TEXTS if given.get(name) is not None]
    text = next((value for value in said if isinstance(value, str)), None)
    if text is None and said:
        raise InvalidInput(f"The text of message {number} is {type(said[0]).__name__}, no text.")
    role = given.get("role") if isinstance(given.get("role"), str) else "user"
    author = next((found for name in _AUTHORS if (found := _named(given.get(name)))), role)
    id = _named(given.get("id")) or _named(given.get("uuid")) or f"message-{number}"
    texts = parts(text_for(text or ""))
    for part, words in enumerate(texts, 1):
        if words.strip():
            yield validated(
                MessageDraft,
                {
                    "id": id if len(texts) == 1 else part_id(id, part),
                    "author_id": author,
                    "role": role,
                    "content": words,
                    "timestamp": time_of(given),
                },
                what=f"message {number}",
            )
