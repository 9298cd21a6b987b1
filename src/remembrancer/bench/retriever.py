"""Adapts recall to the harness: `add` stores a story, `search` returns ranked ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from remembrancer.bench.caching_embedder import CachingEmbedder
from remembrancer.core.limits import CAPTURE_CHUNK_MESSAGES, CONTENT_CHARACTERS_MAX
from remembrancer.memory import Memory

# The start time of messages in sets without times.
START = datetime(2024, 1, 1, tzinfo=UTC)
STEP = timedelta(minutes=1)
_JUST_AFTER = timedelta(microseconds=1)  # `until` is exclusive
_ROLES = ("user", "assistant", "system", "tool")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class RankedAnswer(NamedTuple):
    """A query and its ranked ids."""

    query: str
    ids: tuple[str, ...]


class Retriever:
    """One story in a fresh space. Sessions are conversations, items are messages."""

    def __init__(
        self,
        memory: Memory,
        answers: list[RankedAnswer],
        *,
        cache: CachingEmbedder | None = None,
        is_stored: Callable[[str], bool] = lambda _id: False,
        step: Callable[[], None] = lambda: None,
        close: Callable[[], None] | None = None,
    ) -> None:
        self._memory = memory
        self._answers = answers
        self._cache = cache
        self._is_stored = is_stored
        self._step = step
        self._close = memory.close if close is None else close

    def add(self, items: Sequence[Mapping[str, Any]]) -> None:
        """Stores all items that are not there yet, and runs the due jobs, such as embedding."""
        sessions: dict[str, list[dict[str, Any]]] = {}
        for number, item in enumerate(items):
            if self._is_stored(item["id"]):
                continue
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
        """The ids of the best messages. `as_of` is the world time of the question."""
        with nullcontext() if self._cache is None else self._cache.unaided():
            found = self._memory.recall(
                query,
                k=k,
                until=None if as_of is None else parse_time(as_of) + _JUST_AFTER,
                include=("messages",),
            )
        ids = [hit.id for hit in found.hits]
        self._answers.append(RankedAnswer(query, tuple(ids)))
        self._step()
        return ids

    def close(self) -> None:
        self._close()


def parse_time(text: str) -> datetime:
    """A time in a harness's format, in UTC by default."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _message(item: Mapping[str, Any], otherwise: datetime) -> dict[str, Any] | None:
    """An item as a message; None: it has no searchable text."""
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
        "timestamp": parse_time(item["timestamp"]) if item["timestamp"] else otherwise,
    }
