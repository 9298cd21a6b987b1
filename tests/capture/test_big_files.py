"""Much input: what is held at a time does not grow with it. `make bench` measures the time."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.capture import lines, session
from remembrancer.jobs.report import Outcome
from tests.capture.session_files import check, new_space, one, open_lobby, timed, words
from tests.conftest import MemoryFactory
from tests.footprint import untouched

LONG_LINE_BYTES = 100_000_000
MORE_MEMORY_MB = 60  # that a line of any length may take: 8 MB of it are held, as bytes and text

_READ_ONE = """
import resource, sys
from remembrancer import Memory

def peak_mb():
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)

with Memory.open(":memory:", preset="desk", background=False) as memory:
    memory.sources.detect(sys.argv[1])
    before = peak_mb()
    for verb in (memory.sources.detect, memory.sources.backfill):
        report = verb(sys.argv[2])
        print(report.ok, report.messages_new, sum(one.unreadable for one in report.files))
    memory.admin.add_person("anna", notes_path=sys.argv[2])
    print(memory.sources.collect().files[0].reason)
    print(round(peak_mb() - before))
"""


def test_a_line_of_100_mb(tmp_path: Path) -> None:
    """A line of any length is passed over in constant memory, and told by every verb."""
    warm, path = tmp_path / "warm.jsonl", tmp_path / "long.jsonl"
    warm.write_bytes(timed("Warm.", 1))
    with path.open("wb") as file:
        file.write(timed("Before.", 1) + b'{"type": "user", "text": "' + b"x" * 10_000)
        file.seek(LONG_LINE_BYTES)  # a hole, which takes no room on the disk
        file.write(b'"}\n' + timed("Behind.", 2))
    done = subprocess.run(
        [sys.executable, "-c", _READ_ONE, str(warm), str(path)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    detected, filled, collected, more_mb = done.stdout.splitlines()
    assert detected == "False 2 1"
    assert filled == "False 0 0"
    assert "at most 1,000,000 are read" in collected
    assert int(more_mb) < MORE_MEMORY_MB


@pytest.fixture(scope="module")
def lobby() -> Iterator[Memory]:
    with open_lobby() as opened:
        yield opened


@pytest.mark.soak
def test_memory_does_not_grow_with_the_file(
    lobby: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is read a piece at a time and never held, and progress is told on the way."""
    monkeypatch.setattr(session, "CAPTURE_CHUNK_MESSAGES", 50)
    monkeypatch.setattr(lines, "BLOCK_BYTES", 10_000)
    path = tmp_path / "a.jsonl"
    for count in (100, 1_000):  # the first one warms up
        path.write_bytes(b"".join(timed("word " * 1_000, n) for n in range(count)))
        memory = new_space(lobby)
        told: list[tuple[int, int]] = []
        tracemalloc.start()
        memory.sources.detect(path, progress=lambda *at: told.append(at))  # noqa: B023
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    size = path.stat().st_size
    assert peak < size / 3
    assert told == sorted(told)
    assert len(told) == 1_000 // 50 + 1
    assert told[-1] == (size, size)


@pytest.mark.soak
def test_very_many_files(lobby: Memory, tmp_path: Path) -> None:
    """Hundreds of tiny files have as many lines in the report; a second run adds nothing."""
    memory = new_space(lobby)
    for number in range(300):
        folder = tmp_path / f"{number % 10}"
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.jsonl").write_bytes(timed(f"In {number}.", number))
    report = memory.sources.detect(tmp_path)
    assert (len(report.new), report.messages_new) == (300, 300)
    assert words(memory, "session:277") == ["In 277."]
    with untouched(memory):
        assert len(memory.sources.detect(tmp_path).known) == 300


def test_turn_by_turn_equals_in_bulk(memory: MemoryFactory, tmp_path: Path) -> None:
    """A long conversation is the same, however it came: all of it, in order, to the last."""
    store = memory("desk")
    said = [f"message {n}" for n in range(100)]
    path = tmp_path / "bulk.jsonl"
    path.write_bytes(
        b"".join(timed(text, 0).replace(b"u-0", b"u-" + text.encode()) for text in said)
    )
    assert one(store.sources.detect(path)).outcome is Outcome.NEW
    store.conversations.start("turns")
    store.conversations.start("many")
    for text in said:
        store.conversations.append("turns", {"author_id": "ellen", "content": text})
    messages = [{"author_id": "ellen", "content": text} for text in said]
    store.conversations.append("many", messages)
    assert words(store, "session:bulk") == words(store, "turns") == words(store, "many") == said
    store.jobs.wait()
    windows = [store.conversations.window(id) for id in ("session:bulk", "turns", "many")]
    for window in windows:
        assert [message.content for message in window.messages] == said[-20:]
    check(store)
