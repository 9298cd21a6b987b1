"""Old records: meetings and conversations as other systems export them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from remembrancer.errors import InvalidInput
from remembrancer.model.message import MessageDraft
from remembrancer.model.text import NAME_LENGTH_MAX
from remembrancer.rules.validation import validated

_IDS: Final = ("id", "meeting_id", "conversation_id", "uuid")
_SUBJECTS: Final = ("subject", "client_id", "client", "customer_id")
_TIMES: Final = ("occurred_at", "timestamp", "started_at", "date", "created_at", "inserted_at")
_AUTHORS: Final = ("author_id", "author", "sender", "speaker", "user", "name", "from")
_TEXTS: Final = ("content", "text", "message", "body")
_LISTS: Final = ("meetings", "conversations", "records", "items", "data")
_DONE: Final = frozenset({"completed", "complete", "done", "finished"})


def records(text: str) -> Iterator[Any]:
    """The records of a JSON file: one, a list, or a list under one of the usual names."""
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


def is_record(found: Mapping[str, Any]) -> bool:
    """It is a meeting or a conversation by itself."""
    return any(name in found for name in ("notes", "transcript", "messages"))


def why_not(record: Any) -> str | None:
    """Why there is nothing to take from a record; None: there is."""
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
        value = record.get(name)
        if isinstance(value, str | int) and str(value).strip():
            return str(value)
    raise InvalidInput("It has no id, so that it could not be told from another. Give it one.")


def subject_of(record: Mapping[str, Any]) -> str | None:
    return next((str(record[name]) for name in _SUBJECTS if record.get(name)), None)


def time_of(record: Mapping[str, Any]) -> datetime | None:
    """When it was, where it says so in a way that can be read."""
    for name in _TIMES:
        value = record.get(name)
        try:
            if isinstance(value, str) and value.strip():
                found = datetime.fromisoformat(value.strip())
                return found if found.tzinfo else found.replace(tzinfo=UTC)
            if isinstance(value, int | float) and not isinstance(value, bool):
                seconds = value / 1000 if value > 100_000_000_000 else value
                return datetime.fromtimestamp(seconds, UTC)
        except (ValueError, OverflowError, OSError):
            continue
    return None


def message_from(given: Any, number: int) -> MessageDraft:
    """A message of an exported conversation; without an id it is known by its place."""
    if not isinstance(given, Mapping):
        raise InvalidInput(f"Message {number} is no mapping of fields.")
    text = next((given[name] for name in _TEXTS if isinstance(given.get(name), str)), None)
    if text is None or not text.strip():
        raise InvalidInput(f"Message {number} has no text.")
    role = given.get("role") if isinstance(given.get("role"), str) else "user"
    author = next((given[name] for name in _AUTHORS if isinstance(given.get(name), str)), role)
    return validated(
        MessageDraft,
        {
            "id": str(given.get("id") or given.get("uuid") or f"message-{number}"),
            "author_id": str(author)[:NAME_LENGTH_MAX],
            "role": role,
            "content": text,
            "timestamp": time_of(given),
        },
        what=f"message {number}",
    )
