"""Sentences of many worlds, half of which state no relation: what is drawn from them is true.

Each line of a set has a text, the edges that it states and those that are true as well but need not
be drawn. The speaker is `alice`. The first set was written before the rules were read, the second
and the third each after the rules were mended; `docs/quality.md` tells what was measured first.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from remembrancer import Memory
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST

Edge = tuple[str, str, str]

SETS: Final = {"talk_first": 25, "talk_second": 0, "talk_third": 4}  # how many may be missed
KNOWN_FALSE: Final = {("Payroll", "PREVIOUSLY", "Fault")}  # "Payroll was a manager at Fault."
ONLY_OF: Final = {  # the types that these spaces know
    "adviser": {"WORKS_AT", "PREVIOUSLY", "CLOSE_TO"},
    "desk": set[str](),
}


def sentences(name: str) -> list[dict[str, Any]]:
    lines = (Path(__file__).parent / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def drawn_by_message(memory: Memory, rows: list[dict[str, Any]]) -> dict[str, set[Edge]]:
    """Remembers every sentence as a talk of its own; the edges that rest on each message."""
    for number, row in enumerate(rows):
        said = {"id": f"m{number}", "author_id": "alice", "content": row["text"]}
        memory.remember([said], source={"id": f"talk {number}"})
    names: dict[str, str] = {}
    found: dict[str, set[Edge]] = {}
    cursor = None
    while True:
        page = memory.graph.entities(limit=200, cursor=cursor)
        names |= {one.id: one.name for one in page.entities}
        if (cursor := page.next) is None:
            break
    cursor = None
    while True:
        relations = memory.graph.relations(limit=200, cursor=cursor)
        for one in relations.relations:
            for message in one.evidence:
                edge = (names[one.source], one.type, names[one.target])
                found.setdefault(message, set()).add(edge)
        if (cursor := relations.next) is None:
            return found


def either_way(edges: list[list[str]]) -> set[Edge]:
    both = {(one, type, two) for one, type, two in edges}
    mutual = ("CLOSE_TO", "INTERACTED_WITH")
    return both | {(two, type, one) for one, type, two in both if type in mutual}


@pytest.mark.parametrize(
    ("preset", "name"),
    [*(("community", name) for name in SETS),
     *(pytest.param(*one, marks=pytest.mark.soak) for one in (
         ("adviser", "talk_first"), ("companion", "talk_second"), ("desk", "talk_third")))],
)  # fmt: skip
@ON_THE_FASTEST
def test_what_is_drawn_from_talk_is_true(memory: MemoryFactory, preset: str, name: str) -> None:
    """No edge is drawn that the sentence does not state, but for one that is known; few of those
    that it states are missed."""
    rows = sentences(name)
    drawn = drawn_by_message(memory(preset), rows)
    false: set[Edge] = set()
    missed: list[Edge] = []
    for number, row in enumerate(rows):
        found = drawn.get(f"m{number}", set())
        found = {edge for edge in found if edge[1] != "POSSIBLE_DUPLICATE"}
        false |= found - either_way(row["edges"] + row.get("also_true", []))
        for one in row["edges"]:
            is_known = one[1] in ONLY_OF.get(preset, {one[1]})
            if is_known and not either_way([one]) & found:
                missed.append((one[0], one[1], one[2]))
    assert false <= KNOWN_FALSE
    assert len(missed) <= SETS[name]
