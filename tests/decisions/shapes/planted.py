"""Graphs with groups that were planted, and how far they were found."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from random import Random

from remembrancer.decisions.shapes.structure import DECISION, Structure


def planted(
    sizes: Sequence[int],
    seed: int,
    *,
    degree: float,
    between: float,
    is_clear: bool = False,
    types: Sequence[str | None] | None = None,
) -> Structure:
    """Groups of decisions of these sizes. Each decision has so many causes and effects on average,
    and so great a part of them between groups; each group is connected. Where it is clear, every
    decision has more than twice as many links within its group as beyond it. Groups are mixed in
    the order of the store; an id says of which group it is."""
    random = Random(seed)
    names = [f"{group}-{number}" for group, size in enumerate(sizes) for number in range(size)]
    random.shuffle(names)
    places = {name: place for place, name in enumerate(names)}
    edges: set[tuple[int, str, int]] = set()
    for group, size in enumerate(sizes):
        own = [places[f"{group}-{number}"] for number in range(size)]
        for number in range(1, size):
            edges.add((own[random.randrange(number)], "CAUSED", own[number]))
        wanted = len(edges) + max(round(size * degree * (1 - between) / 2) - size + 1, 0)
        while len(edges) < wanted:
            source, target = random.sample(own, 2)
            edges.add((source, random.choice(["CAUSED", "INFLUENCED"]), target))
    inner = Counter(end for source, _, target in edges for end in (source, target))
    outer: Counter[int] = Counter()
    wanted = len(edges) + round(sum(sizes) * degree * between / 2)
    while len(edges) < wanted:
        ends = random.sample(range(len(names)), 2)
        is_unclear = any(inner[end] <= 2 * (outer[end] + 1) for end in ends)
        if group_of(names[ends[0]]) == group_of(names[ends[1]]) or (is_clear and is_unclear):
            continue
        edges.add((ends[0], "CAUSED", ends[1]))
        outer.update(ends)
    of_type = types or [None] * len(sizes)
    return Structure(
        ids=tuple(names),
        kinds=(DECISION,) * len(names),
        decision_types=tuple(of_type[int(name.partition("-")[0])] for name in names),
        decisions=tuple(range(len(names))),
        edges=tuple(sorted(edges)),
    )


def group_of(id: str) -> str:
    return id.partition("-")[0]


def adjusted_rand_index(found: Iterable[Sequence[str]]) -> float:
    """How far groups that were found are those that were planted: 1 if they are the same, 0 if
    they agree as often as by chance."""
    pairs = [(number, group_of(id)) for number, ids in enumerate(found) for id in ids]
    both = sum(comb(count, 2) for count in Counter(pairs).values())
    rows = sum(comb(count, 2) for count in Counter(one for one, _ in pairs).values())
    columns = sum(comb(count, 2) for count in Counter(other for _, other in pairs).values())
    expected = rows * columns / comb(len(pairs), 2)
    return (both - expected) / ((rows + columns) / 2 - expected)


def printed_with_two_hash_seeds(code: str) -> set[str]:
    """What a program prints in processes of its own, whose sets have different orders."""
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
