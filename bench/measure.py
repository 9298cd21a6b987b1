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
ERASED_ITEMS = 1_000
ERASED_SUBJECT = "client-erased"
T = TypeVar("T")
Figures = dict[str, float]


def start(_size: int, ours: str, _floor: str) -> Figures:
    """Import and open, before anything else was imported."""
    before = time.process_time()
    from remembrancer import Memory

    with Memory.open(ours, space="bench"):
        cpu = time.process_time() - before
        return {"start_cpu": cpu, "rss_open": _resident_now()}


def write(size: int, ours: str, floor: str) -> Figures:
    from bench.corpus import Corpus
    from bench.floor import open_floor
    from remembrancer import Memory

    corpus = Corpus(size)
    single = list(islice(corpus.items(salt=1), SINGLE_ADDS))
    with Memory.open(ours, space="bench", preset="adviser") as memory:
        rows = list(corpus.items())
        our_time = _seconds(lambda: memory.add_many(rows))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        bare = open_floor(floor)
        floor_time = _seconds(lambda: bare.add_many(rows))
        _settle(ours, floor)
        our_add = _typical(lambda item: memory.add(**item), single)
        floor_add = _typical(bare.add, single)
        bare.close()
    _settle(ours, floor)
    return {
        "add_many": floor_time / our_time,
        "floor_add_many": size / floor_time,
        "our_add_many": size / our_time,
        "rss_add_many": peak,
        "add": floor_add / our_add,
        "floor_add_ms": floor_add * 1000,
        "our_add_ms": our_add * 1000,
    }


def read(size: int, ours: str, floor: str) -> Figures:
    from bench.corpus import Corpus
    from bench.floor import open_floor
    from remembrancer import Memory

    questions = Corpus(size).questions(QUESTIONS)
    bare = open_floor(floor)
    with Memory.open(ours, space="bench") as memory:
        started = time.perf_counter()
        checked = memory.verify()
        verify_seconds = time.perf_counter() - started
        assert checked.ok, checked.broken_at
        position = checked.head.seq
        for question, subject in questions[:20]:
            bare.recall(question, subject)
            memory.recall(question, subject=subject)
        floor_recall = _typical(lambda q: bare.recall(*q), questions)
        our_recall = _typical(lambda q: memory.recall(q[0], subject=q[1]), questions)
        as_of = _typical(lambda q: memory.recall(q[0], subject=q[1], as_of=position), questions)
        wide = _typical(lambda q: memory.recall(q[0]), questions[:50])
    bare.close()
    return {
        "recall": our_recall / floor_recall,
        "as_of": as_of / our_recall,
        "verify_rows": checked.rows / verify_seconds,
        "floor_recall_ms": floor_recall * 1000,
        "our_recall_ms": our_recall * 1000,
        "our_wide_ms": wide * 1000,
    }


def erase(_size: int, ours: str, _floor: str) -> Figures:
    """One subject of many leaves the store for good. Nothing is measured without the verb."""
    from bench.corpus import Corpus
    from remembrancer import Memory

    with Memory.open(ours, space="bench") as memory:
        act = getattr(memory, "erase", None)
        if act is None:
            return {}
        items = Corpus(ERASED_ITEMS).items(salt=2)
        memory.add_many([{**item, "subject": ERASED_SUBJECT} for item in items])
        _settle(ours)
        seconds = _seconds(lambda: act(subject=ERASED_SUBJECT, reason="a request to be forgotten"))
        assert not memory.items(subject=ERASED_SUBJECT).items, "items outlived their erasure"
    return {"erase": seconds}


def _settle(*addresses: str) -> None:
    urls = [address for address in addresses if address.startswith("postgresql://")]
    if urls:
        from bench.server import settle

        settle(*urls)


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


PARTS = {"write": write, "read": read, "erase": erase, "start": start}

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    part, size, ours, floor = sys.argv[1:]
    print(json.dumps(PARTS[part](int(size), ours, floor)))
