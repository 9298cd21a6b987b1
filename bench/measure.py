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
        settle_all(ours)
        bare = open_floor(floor)
        floor_time = _seconds(lambda: bare.add_many(rows))
        settle_all(floor)
        our_add, floor_add = _typical(single, lambda item: memory.add(**item), bare.add)
        bare.close()
    settle_all(ours, floor)
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
        acts: list[Callable[[tuple[str, str]], object]] = [
            lambda asked: bare.recall(*asked),
            lambda asked: memory.recall(asked[0], subject=asked[1]),
            lambda asked: memory.recall(asked[0], subject=asked[1], as_of=position),
        ]
        _typical(questions[:20], *acts)  # warms both sides up
        floor_recall, our_recall, as_of = _typical(questions, *acts)
        (wide,) = _typical(questions[:50], lambda asked: memory.recall(asked[0]))
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
    """One subject of many leaves the store for good, and nothing else does."""
    from bench.corpus import Corpus
    from remembrancer import Memory

    with Memory.open(ours, space="bench") as memory:
        items = Corpus(ERASED_ITEMS).items(salt=2)
        memory.add_many({**item, "subject": ERASED_SUBJECT} for item in items)
        settle_all(ours)
        started = time.perf_counter()
        certificate = memory.erase(subject=ERASED_SUBJECT, reason="measured")
        seconds = time.perf_counter() - started
        assert len(certificate.items) == ERASED_ITEMS
        assert certificate.pending == (), certificate.pending
        assert memory.verify().ok
    return {"erase": seconds}


def settle_all(*addresses: str) -> None:
    urls = [address for address in addresses if address.startswith("postgresql://")]
    if urls:
        from bench.server import settle

        settle(*urls)


def _seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _typical(cases: list[T], *acts: Callable[[T], object]) -> list[float]:
    """The median time of each act. They take turns, so that what disturbs one disturbs all."""
    times: list[list[float]] = [[] for _ in acts]
    for case in cases:
        for act, taken in zip(acts, times, strict=True):
            taken.append(_seconds(lambda: act(case)))  # noqa: B023
    return [median(taken) for taken in times]


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
