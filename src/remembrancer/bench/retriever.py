"""Our recall as a harness asks for it: `add` takes a story in, `search` answers with ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from remembrancer.bench.embedding import CachingEmbedder
from remembrancer.core.limits import CAPTURE_CHUNK_MESSAGES, CONTENT_CHARACTERS_MAX
from remembrancer.memory import Memory

# Where a set gives no times, its messages follow each other from here.
START = datetime(2024, 1, 1, tzinfo=UTC)
STEP = timedelta(minutes=1)
_JUST_AFTER = timedelta(microseconds=1)  # `until` leaves out its own moment
_ROLES = ("user", "assistant", "system", "tool")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Answer(NamedTuple):
    """What was asked, and which ids came back, the best first."""

    query: str
    ids: tuple[str, ...]


class Retriever:
    """One story in a fresh space. Sessions are conversations, items are messages."""

    def __init__(
        self,
        memory: Memory,
        answers: list[Answer],
        *,
        cache: CachingEmbedder | None = None,
        step: Callable[[], None] = lambda: None,
        close: Callable[[], None] | None = None,
    ) -> None:
        self._memory = memory
        self._answers = answers
        self._cache = cache
        self._step = step
        self._close = memory.close if close is None else close

    def add(self, items: Sequence[Mapping[str, Any]]) -> None:
        """Takes all items in, and does what they made due: embedding them, for one."""
        sessions: dict[str, list[dict[str, Any]]] = {}
        for number, item in enumerate(items):
            if said := _message(item, START + number * STEP):
                sessions.setdefault(item["session"], []).append(said)
        conversations = self._memory.conversations
        for session, messages in sessions.items():
            conversations.start(session)
            for first in range(0, len(messages), CAPTURE_CHUNK_MESSAGES):
                conversations.append(session, messages[first : first + CAPTURE_CHUNK_MESSAGES])
        self._memory.jobs.wait()
        self._step()

    def search(self, query: str, k: int, as_of: str | None = None) -> list[str]:
        """Ids of the best messages. `as_of` is when the question is asked: a time of the world."""
        with nullcontext() if self._cache is None else self._cache.unaided():
            found = self._memory.recall(
                query,
                k=k,
                until=None if as_of is None else moment(as_of) + _JUST_AFTER,
                include=("messages",),
            )
        ids = [hit.id for hit in found.hits]
        self._answers.append(Answer(query, tuple(ids)))
        self._step()
        return ids

    def close(self) -> None:
        self._close()


def moment(text: str) -> datetime:
    """A time as harnesses write it: UTC, unless it says otherwise."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _message(item: Mapping[str, Any], otherwise: datetime) -> dict[str, Any] | None:
    """An item as a message; None where it holds no text that could be found."""
    text = _CONTROL.sub(" ", item["text"])[:CONTENT_CHARACTERS_MAX]
    if not text.strip():
        return None
    speaker = item["speaker"] or "unknown"
    role = speaker.lower()
    return {
        "id": item["id"],
        "author_id": speaker,
        "role": role if role in _ROLES else "user",
        "content": text,
        "timestamp": moment(item["timestamp"]) if item["timestamp"] else otherwise,
    }
