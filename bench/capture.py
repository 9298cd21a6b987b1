"""What it costs to capture conversations, in a process of its own: one line of JSON.

`python bench/capture.py bulk|turns|folder SIZE ADDRESS`
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median

TURNS_SHARE = 5  # messages read in bulk for each one that is appended by itself
WINDOWS = 20
FOLDER_FILES = 20
DIFFERENT_CHARACTERS = 1_000_000  # from which the texts of the large folder are made
MESSAGE_CHARACTERS = 4_000  # of a message in the large folder, as tools and people write them
Figures = dict[str, float]


def bulk(size: int, ours: str) -> Figures:
    """One session file of so many messages."""
    from bench.corpus import Corpus
    from remembrancer import Memory

    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(ours, space="bulk", preset="desk", background=False) as memory,
    ):
        with Path(folder, "session.jsonl").open("wb") as file:
            file.writelines(_line(n, one["content"]) for n, one in enumerate(Corpus(size).items()))
        started = time.perf_counter()
        report = memory.sources.detect(folder)
        seconds = time.perf_counter() - started
        assert report.messages_new == size, report
        started = time.perf_counter()
        assert memory.sources.detect(folder).messages_new == 0
        again = time.perf_counter() - started
    return {"bulk_ms": seconds * 1000 / size, "again_ms": again * 1000 / size}


def turns(size: int, ours: str) -> Figures:
    """One conversation, a message at a time; its digests; and what an agent is given of it."""
    from bench.corpus import Corpus
    from remembrancer import Memory

    size //= TURNS_SHARE
    with Memory.open(ours, space="turns", preset="desk", background=False) as memory:
        memory.conversations.start("long")
        said = [{"author_id": "ellen", "content": one["content"]} for one in Corpus(size).items()]
        started = time.perf_counter()
        for message in said:
            memory.conversations.append("long", message)
        seconds = time.perf_counter() - started
        started = time.perf_counter()
        memory.jobs.wait()
        digested = time.perf_counter() - started
        times = []
        for _ in range(WINDOWS):
            started = time.perf_counter()
            memory.conversations.window("long")
            times.append(time.perf_counter() - started)
    return {
        "turn_ms": seconds * 1000 / size,
        "digest_ms": digested * 1000 / size,
        "window_ms": median(times) * 1000,
    }


def folder(megabytes: int, ours: str) -> Figures:
    """A folder of session files: how fast, and how much memory at the worst."""
    from remembrancer import Memory

    with (
        tempfile.TemporaryDirectory() as place,
        Memory.open(ours, space="folder", preset="desk", background=False) as memory,
    ):
        number = 0
        texts = _long_texts()
        for name in range(FOLDER_FILES):
            with Path(place, f"session-{name}.jsonl").open("wb") as file:
                while file.tell() < megabytes * 1_000_000 // FOLDER_FILES:
                    file.write(_line(number, next(texts)))
                    number += 1
        before = _peak_mb()
        started = time.perf_counter()
        report = memory.sources.detect(place)
        seconds = time.perf_counter() - started
        assert report.messages_new == number, report
    return {"folder_s": seconds, "folder_mb": _peak_mb(), "folder_more_mb": _peak_mb() - before}


def _line(number: int, text: str) -> bytes:
    role = "user" if number % 2 else "assistant"
    told = {
        "type": role,
        "uuid": f"message-{number}",
        "timestamp": 1_772_000_000 + number,
        "message": {"role": role, "content": text},
    }
    return json.dumps(told).encode() + b"\n"


def _long_texts() -> Iterator[str]:
    """Texts without end: a few, each with another word in it every time."""
    from bench.corpus import Corpus

    joined = "\n".join(one["content"] for one in Corpus(DIFFERENT_CHARACTERS // 100).items())
    starts = range(0, len(joined) - MESSAGE_CHARACTERS, MESSAGE_CHARACTERS)
    for number, start in enumerate(cycle(starts)):
        yield f"{number} {joined[start : start + MESSAGE_CHARACTERS]}"


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


PARTS = {"bulk": bulk, "turns": turns, "folder": folder}

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    part, size, ours = sys.argv[1:]
    print(json.dumps(PARTS[part](int(size), ours)))
