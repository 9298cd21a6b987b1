"""What adding an item costs in one preset, by how many items its subject has; and what a batch of
decisions costs. Prints its figures as one line of JSON.

Processor time of the calling process, beside a bare durable insert in turn with it: other
programs on the machine disturb it least. Nothing works in the background meanwhile.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

PRESETS = ("adviser", "companion", "community", "desk", "corporate")
EMBEDDERS = ("none", "minilm")
HELD = (10, 100, 1_000)  # items of the subject
ADDS = 60
DECIDED = 500
PLACES = ("Leeds", "Hull", "York", "Truro", "Ripon", "Wells", "Ely")
THINGS = ("lathe", "kiln", "press", "boiler", "crane", "roof", "hedge", "cellar", "clock", "rug")
ACTS = ("costs", "needs", "holds", "takes", "brings", "uses", "keeps", "carries")
Figures = dict[str, float]


def add(preset: str, embedder: str, ours: str, floor: str) -> Figures:
    """The median of each size, and of the bare inserts. They take turns."""
    from bench.floor import open_floor
    from remembrancer import Memory

    bare: Any = open_floor(floor)
    options: dict[str, Any] = {"background": False, "embedder": embedder}
    taken: dict[int, list[float]] = {held: [] for held in (0, *HELD)}
    with ExitStack() as opened:
        acts: dict[int, Callable[..., object]] = {0: lambda **row: bare.add(_bare(row))}
        texts = _texts()
        for held in HELD:
            memory = Memory.open(ours, space=f"held-{held}", preset=preset, **options)
            opened.enter_context(memory)
            memory.add_many(_rows(texts, held))
            acts[held] = memory.add
        for number, row in enumerate(_rows(texts, 2 * ADDS)):
            for held, act in acts.items():
                spent = _processor(lambda: act(**row))  # noqa: B023
                if number >= ADDS:  # those before it warm all of them up
                    taken[held].append(spent)
    bare.close()
    floor_ms, *measured = (median(one) * 1000 for one in taken.values())
    return {
        **{f"add_{held}_ms": ms for held, ms in zip(HELD, measured, strict=True)},
        "add_floor_ms": floor_ms,
        "add_grows": max(measured) / min(measured),
        "add_share": floor_ms / median(measured),
    }


def batch(preset: str, embedder: str, ours: str, floor: str) -> Figures:
    """One call that approves many, beside as many bare durable updates."""
    from bench.floor import open_floor
    from remembrancer import Memory, Principal

    bare: Any = open_floor(floor)
    reader = Principal("reader", roles=["ADMIN"])
    with Memory.open(
        ours, space="batch", preset=preset, background=False, embedder=embedder
    ) as memory:
        texts = _texts()
        ids = []
        for _ in range(DECIDED // 100):
            rows = list(_rows(texts, 100))
            ids += [one.id for one in memory.add_many(rows)]
            bare.add_many([_bare(row) for row in rows])
        known = [row[0] for row in bare.connection.execute("SELECT id FROM item").fetchall()]
        memory.jobs.wait()
        admin = memory.acting_as(reader)
        started, cpu = time.perf_counter(), time.process_time()
        decided = admin.review.batch(ids, "approve", reason="read")
        ours_s, ours_cpu = time.perf_counter() - started, time.process_time() - cpu
        assert sum(one.item is not None for one in decided.results) > DECIDED * 0.9
    mark = "%s" if floor.startswith("postgresql://") else "?"
    update = f"UPDATE item SET review = 'approved', updated_at = {mark} WHERE id = {mark}"
    started, cpu = time.perf_counter(), time.process_time()
    for id in known[:DECIDED]:
        bare.connection.execute("BEGIN")
        bare.connection.execute(update, ("2026-01-02", id))
        bare.connection.execute("COMMIT")
    bare_s, bare_cpu = time.perf_counter() - started, time.process_time() - cpu
    bare.close()
    return {
        "batch": ours_s / bare_s,
        "batch_ms": ours_s / DECIDED * 1000,
        "batch_bare_ms": bare_s / DECIDED * 1000,
        "batch_cpu_ms": ours_cpu / DECIDED * 1000,
        "batch_bare_cpu_ms": bare_cpu / DECIDED * 1000,
    }


def _texts() -> Iterator[str]:
    """Sentences about many things in few words, each with another number."""
    for number, place, act in zip(range(100_000), cycle(PLACES), cycle(ACTS)):
        thing, other = THINGS[number % 10], THINGS[(number // 10) % 10]
        yield f"The {thing} in {place} {act} {number + 2} {other}s."


def _rows(texts: Iterable[str], count: int) -> Iterator[dict[str, str]]:
    return ({"content": text, "subject": "ellen"} for text in islice(texts, count))


def _bare(row: dict[str, str]) -> dict[str, str]:
    return {**row, "kind": "fact", "category": "asset"}


def _processor(act: Callable[[], object]) -> float:
    started = time.process_time()
    act()
    return time.process_time() - started


PARTS = {"add": add, "batch": batch}

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    part, preset, embedder, ours, floor = sys.argv[1:]
    print(json.dumps(PARTS[part](preset, embedder, ours, floor)))
