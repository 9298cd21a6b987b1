"""One part of a round, in a process of its own. Prints its figures as one line of JSON."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TypeVar

SINGLE_ADDS = 300
QUESTIONS = 300
T = TypeVar("T")
_HERE = Path(__file__).parent


def start(_size: int, folder: Path) -> dict[str, float]:
    """Import and open, before anything else was imported."""
    before = time.process_time()
    from remembrancer import Memory

    with Memory.open(folder / "ours.db", space="bench"):
        cpu = time.process_time() - before
        return {"start_cpu": cpu, "rss_open": _resident_now()}


def write(size: int, folder: Path) -> dict[str, float]:
    from bench.corpus import Corpus
    from bench.floor import Floor
    from remembrancer import Memory

    corpus = Corpus(size)
    single = list(islice(corpus.items(salt=1), SINGLE_ADDS))
    with Memory.open(folder / "ours.db", space="bench", preset="adviser") as memory:
        rows = list(corpus.items())
        ours = _seconds(lambda: memory.add_many(rows))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        floor = Floor(folder / "floor.db")
        bare = _seconds(lambda: floor.add_many(rows))
        our_add = _typical(lambda item: memory.add(**item), single)
        floor_add = _typical(floor.add, single)
    return {
        "add_many": bare / ours,
        "floor_add_many": size / bare,
        "our_add_many": size / ours,
        "rss_add_many": peak,
        "add": floor_add / our_add,
        "floor_add_ms": floor_add * 1000,
        "our_add_ms": our_add * 1000,
    }


def read(size: int, folder: Path) -> dict[str, float]:
    from bench.corpus import Corpus
    from bench.floor import Floor
    from remembrancer import Memory

    questions = Corpus(size).questions(QUESTIONS)
    floor = Floor(folder / "floor.db")
    with Memory.open(folder / "ours.db", space="bench") as memory:
        started = time.perf_counter()
        checked = memory.verify()
        verify_seconds = time.perf_counter() - started
        assert checked.ok, checked.broken_at
        position = checked.head.seq
        for question, subject in questions[:20]:
            floor.recall(question, subject)
            memory.recall(question, subject=subject)
        floor_recall = _typical(lambda q: floor.recall(*q), questions)
        our_recall = _typical(lambda q: memory.recall(q[0], subject=q[1]), questions)
        as_of = _typical(lambda q: memory.recall(q[0], subject=q[1], as_of=position), questions)
        wide = _typical(lambda q: memory.recall(q[0]), questions[:50])
    return {
        "recall": our_recall / floor_recall,
        "as_of": as_of / our_recall,
        "verify_rows": checked.rows / verify_seconds,
        "floor_recall_ms": floor_recall * 1000,
        "our_recall_ms": our_recall * 1000,
        "our_wide_ms": wide * 1000,
    }


def _seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _typical(act: Callable[[T], object], cases: list[T]) -> float:
    return median(_seconds(lambda: act(case)) for case in cases)  # noqa: B023


def _resident_now() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.path.insert(0, str(_HERE.parent))
    part, size, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    print(json.dumps({"start": start, "write": write, "read": read}[part](size, folder)))
