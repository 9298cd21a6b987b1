"""Session files for the tests, and what a memory holds of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from remembrancer import Memory
from remembrancer.core.limits import LINE_BYTES_MAX
from remembrancer.jobs.report import FileReport, Report

_numbers = count(1)


def record(text: Any, **more: Any) -> bytes:
    """A line of a session file."""
    told = {"type": "user", "message": {"role": "user", "content": text}, **more}
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def timed(text: str, number: int) -> bytes:
    return record(text, uuid=f"u-{number}", timestamp=f"2026-03-02T09:{number % 60:02}:00Z")


def words(memory: Memory, id: str) -> list[str]:
    return [message.content for message in memory.conversations.messages(id)]


def kept_raw(memory: Memory) -> list[str]:
    """The raw texts that the space holds, sorted."""
    session = memory._session
    with session.store.reading(session.scope()) as reader:
        return sorted(
            row["content"] for table, row in reader.whole_space.rows() if table == "source"
        )


def all_words(memory: Memory) -> list[str]:
    """What was said in all conversations, sorted."""
    session = memory._session
    with session.store.reading(session.scope()) as reader:
        return sorted(
            row["content"] for table, row in reader.whole_space.rows() if table == "message"
        )


def check(memory: Memory) -> None:
    """The ledger holds, and what the memory says of each file is what was read of it."""
    assert memory.verify().ok
    for feed in memory.sources.feeds():
        place = Path(feed.place)
        if not place.is_file() or place.stat().st_size < feed.bytes:
            continue
        begun = place.read_bytes()[: feed.bytes]
        whole = [line for line in begun.split(b"\n") if line.strip()]
        assert feed.records == len([line for line in whole if len(line) <= LINE_BYTES_MAX])


def one(report: Report) -> FileReport:
    (told,) = report.files
    return told


GOOD = timed("A good file.", 1)


@contextmanager
def open_lobby() -> Iterator[Memory]:
    """A store in which each example has a space of its own."""
    with Memory.open(":memory:", space="lobby", preset="desk", background=False) as opened:
        yield opened


def new_space(lobby: Memory) -> Memory:
    return lobby.in_space(f"space {next(_numbers)}", "desk")
