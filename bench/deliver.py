"""What it costs to hand knowledge over, in a process of its own: one line of JSON.

`python bench/deliver.py FACTS ADDRESS OTHER`: a bundle of so many accepted facts and a composed
request, beside a bare query for the same rows whose texts are joined up to the same budget; and a
compression of 500 items.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

FACTS = (500, 5_000)
BUDGET_CHARACTERS = 24_000  # 6,000 tokens
BLOCK_ITEMS = 30
COMPRESSED = 500  # items, as many as one compression looks at
ROUNDS = 40
WARMING = 5
Figures = dict[str, float]


def deliver(facts: int, ours: str, other: str) -> Figures:
    from bench.corpus import Corpus
    from bench.floor import open_floor
    from remembrancer import Memory

    rows = list(islice(Corpus(facts).items(), facts))
    bare = open_floor(other)
    bare.add_many(rows)
    options: dict[str, Any] = {"background": False}
    with Memory.open(ours, space="team", preset="corporate", **options) as memory:
        listed = memory.add_many({"content": row["content"]} for row in rows)
        ids = [item.id for item in listed]
        for first in range(0, facts, 1_000):
            memory.review.batch(ids[first : first + 1_000], "approve", reason="read")
        bundle, query, joined = _together(
            memory.bundle, lambda: _queried(bare), lambda: _joined(_queried(bare))
        )
    with Memory.open(ours, space="chat", preset="companion", **options) as memory:
        memory.add_many({"content": row["content"]} for row in rows)
        message = "What did we decide about it?"
        composed, newest, told = _together(
            lambda: memory.compose(message=message),
            lambda: _newest(bare),
            lambda: _joined(_newest(bare)),
        )
    bare.close()
    compressed = _compressed(ours, rows[:COMPRESSED])
    return {
        "compress_ms": compressed * 1000,
        "bundle": bundle / joined,
        "bundle_query": bundle / query,
        "bundle_ms": bundle * 1000,
        "bundle_floor_ms": joined * 1000,
        "compose": composed / told,
        "compose_query": composed / newest,
        "compose_ms": composed * 1000,
    }


def _compressed(ours: str, rows: list[dict[str, Any]]) -> float:
    """How long it takes to put so many related items together, once."""
    from remembrancer import Memory

    with Memory.open(ours, space="firm", preset="companion", background=False) as memory:
        memory.add_many({"content": row["content"]} for row in rows)
        started = time.perf_counter()
        memory.jobs.wait()
        return time.perf_counter() - started


def _together(*calls: Callable[[], object]) -> list[float]:
    """The usual time of each. They take turns, so that what disturbs one disturbs all."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS + WARMING):
        for place, call in enumerate(calls):
            started = time.perf_counter()
            call()
            times[place].append(time.perf_counter() - started)
    return [median(one[WARMING:]) for one in times]


def _queried(bare: Any) -> list[tuple[Any, ...]]:
    """Every accepted row, best first, as a bare engine gives it."""
    return list(
        bare.connection.execute(
            "SELECT * FROM item WHERE lifecycle = 'active' AND audience IS NULL "
            "ORDER BY confidence DESC, id"
        ).fetchall()
    )


def _newest(bare: Any) -> list[tuple[Any, ...]]:
    return list(
        bare.connection.execute(
            "SELECT * FROM item WHERE lifecycle = 'active' "
            f"ORDER BY number DESC LIMIT {BLOCK_ITEMS}"
        ).fetchall()
    )


def _joined(rows: list[tuple[Any, ...]]) -> str:
    told: list[str] = []
    length = 0
    for row in rows:
        text = f"## {row[1]}\n\n> {row[7]}"
        length += len(text)
        if length > BUDGET_CHARACTERS:
            break
        told.append(text)
    return "\n\n".join(told)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    os.environ["REMEMBRANCER_EMBEDDER"] = "none"  # what vectors cost is measured elsewhere
    size, *addresses = sys.argv[1:]
    print(json.dumps(deliver(int(size), *addresses)))
