"""A precedent: an earlier decision for a situation like the one at hand."""

from __future__ import annotations

from typing import Any

from remembrancer.core.base import Value
from remembrancer.decisions.decision import Decision, DecisionOutcome


class Precedent(Value):
    """An earlier decision, why it is alike, and what came of it."""

    decision: Decision
    score: float  # how alike it is, from 0 to 1, within this answer
    why: tuple[str, ...]  # sentences: the parts that are alike, attributes, learned weight
    outcome: str | None  # what came of it in the end; else what was agreed then
    outcomes: tuple[DecisionOutcome, ...] = ()  # what came of it, oldest first
    attributes: dict[str, Any] = {}  # of its subject, as they were known then
    text_score: float | None = None  # of words and meaning alone, from 0 to 1
    structure_score: float | None = None  # of the shape; None: no decision at hand was named
    walk: str | None = None  # the question in the retrieval log, for `walks.used()`
