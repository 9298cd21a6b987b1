"""Suites of conversations in small worlds, each with the facts that an answer needs.

The first and the third suite may be read by whoever writes a planner, and relevance is learned from
them. The second was for one measurement: whoever writes a planner does not read it, and the next
measurement needs a new suite. The third is smaller, and was written by the author of a planner. The
types, and what counts as right, are those of `rmb bench ask`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from remembrancer.bench.retrieval_worlds import (
    Edge,
    Score,
    World,
    WorldConversation,
    WorldMessage,
    WorldNode,
    WorldNote,
    WorldTurn,
    fill,
    read_worlds,
    score,
    total,
)

__all__ = [
    "ALL_SUITES",
    "SUITES",
    "Edge",
    "Score",
    "World",
    "WorldConversation",
    "WorldMessage",
    "WorldNode",
    "WorldNote",
    "WorldTurn",
    "fill",
    "load",
    "score",
    "total",
]

SUITES: Final = ("first", "second")  # of somebody else, of the same size
ALL_SUITES: Final = (*SUITES, "third")


def load(name: str) -> tuple[World, ...]:
    """The worlds of one of the suites."""
    return read_worlds(Path(__file__).parent / f"suite_{name}.jsonl")
