"""What it costs to hand knowledge over, in a process of its own: one line of JSON.

`python bench/deliver.py FACTS ADDRESS OTHER`: a bundle of so many accepted facts and a composed
request, beside a bare query that asks the same of the same rows, whose texts are joined up to the
same budget. A delivery also keeps a receipt, durably; so it is held against a second floor too,
which adds one durable row to the query and the join. Then a compression of 500 items.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
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
ADDED_TOGETHER = 10  # facts of one document or meeting
BETWEEN = timedelta(hours=1)  # until the next ones
NOW = datetime.now(UTC).isoformat(timespec="microseconds")
Figures = dict[str, float]


def deliver(facts: int, ours: str, other: str) -> Figures:
    from bench.corpus import Corpus
    from bench.floor import open_floor
    from bench.measure import settle_all
    from remembrancer import Memory
    from remembrancer.testing import FrozenClock

    rows = list(islice(Corpus(facts).items(), facts))
    bare: Any = open_floor(other)
    bare.add_many(rows)
    bare.connection.execute("UPDATE item SET review = 'approved'")
    receipt = {**rows[0], "content": "receipt"}
    options: dict[str, Any] = {"background": False}
    with Memory.open(ours, space="team", preset="corporate", **options) as memory:
        # Invented words contradict nobody, and looking for it takes most of the time.
        memory.admin.configure({"contradiction": "supersede"})
    clock = FrozenClock(datetime.now(UTC) - BETWEEN * (facts // ADDED_TOGETHER))
    with Memory.open(ours, space="team", clock=clock, **options) as memory:
        ids = [one.id for one in _added(memory, rows, clock)]
        for first in range(0, facts, 1_000):
            memory.review.batch(ids[first : first + 1_000], "approve", reason="read")
        settle_all(ours, other)
        bundle, query, joined, kept = _together(
            memory.bundle,
            lambda: _queried(bare),
            lambda: _joined(_queried(bare)),
            lambda: (_joined(_queried(bare)), bare.add(receipt)),
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
        "bundle_kept": bundle / kept,
        "bundle_query": bundle / query,
        "bundle_ms": bundle * 1000,
        "bundle_floor_ms": joined * 1000,
        "bundle_kept_ms": kept * 1000,
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


def _added(memory: Any, rows: list[dict[str, str]], clock: Any) -> Iterator[Any]:
    """The facts, a few at a time, as people come upon them."""
    left = iter(rows)
    while some := list(islice(left, ADDED_TOGETHER)):
        yield from memory.add_many({"content": row["content"]} for row in some)
        clock.advance(BETWEEN)


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
    """Every row that is accepted and in use, best first, as a bare engine gives it."""
    return list(
        bare.connection.execute(
            "SELECT * FROM item WHERE lifecycle = 'active' AND review = 'approved' "
            "AND is_personal = 0 AND audience IS NULL AND superseded_by IS NULL "
            f"AND (expires_at IS NULL OR expires_at > '{NOW}') "
            f"AND (valid_until IS NULL OR valid_until > '{NOW}') "
            f"AND (valid_from IS NULL OR valid_from <= '{NOW}') "
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
        length += len(row[7])  # headings are beyond the budget, as in a bundle
        if length > BUDGET_CHARACTERS:
            break
        told.append(f"## {row[1]}\n\n> {row[7]}")
    return "\n\n".join(told)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    os.environ["REMEMBRANCER_EMBEDDER"] = "none"  # what vectors cost is measured elsewhere
    size, *addresses = sys.argv[1:]
    print(json.dumps(deliver(int(size), *addresses)))
