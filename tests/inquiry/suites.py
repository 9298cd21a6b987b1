"""Two suites of conversations in small worlds, each with the facts that an answer needs.

The first suite may be read by whoever writes a planner; the second is for the last measurement, and
whoever writes a planner does not read it. The types, and what counts as right, are those of
`rmb bench ask`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from remembrancer.bench.retrieval_worlds import (
    Conversation,
    Edge,
    Node,
    Note,
    Score,
    Statement,
    Turn,
    World,
    fill,
    read_worlds,
    score,
    total,
)

__all__ = [
    "SUITES",
    "Conversation",
    "Edge",
    "Node",
    "Note",
    "Score",
    "Statement",
    "Turn",
    "World",
    "fill",
    "load",
    "score",
    "total",
]

SUITES: Final = ("first", "second")


def load(name: str) -> tuple[World, ...]:
    """The worlds of a suite: "first" or "second"."""
    return read_worlds(Path(__file__).parent / f"suite_{name}.jsonl")
