"""Compares two benchmark runs, question by question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.bench.measures import bootstrap_ci
from remembrancer.bench.rows import Row
from remembrancer.core.errors import InvalidInput

Key = tuple[str, str]  # the question set and the question


class RunComparison(NamedTuple):
    """How this run differs from an earlier one."""

    questions: int  # that both runs asked
    difference: float  # of the mean recall@k: this run minus the earlier one
    low: float  # the 95 % confidence interval
    high: float
    better: int  # questions
    worse: int
    same_hits: int  # questions whose first k hits are the same, in any order


def read_report_rows(file: Path) -> dict[Key, Row]:
    """The rows of an earlier report."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))["rows"]
        return {(row["dataset"], row["qid"]): row for row in found}
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{file} is no report of `rmb bench recall`. Write one with --json, and name it with "
            "--against."
        ) from error


def compare_runs(rows: Sequence[Row], earlier: Mapping[Key, Row], k: int) -> RunComparison | None:
    """The comparison over the questions of both runs; None: no common question."""
    pairs = [
        (row, earlier[row["dataset"], row["qid"]])
        for row in rows
        if (row["dataset"], row["qid"]) in earlier
    ]
    if not pairs:
        return None
    differences = [_recall_at_k(row, k) - _recall_at_k(old, k) for row, old in pairs]
    low, high = bootstrap_ci(differences)
    return RunComparison(
        questions=len(pairs),
        difference=sum(differences) / len(differences),
        low=low,
        high=high,
        better=sum(one > 0 for one in differences),
        worse=sum(one < 0 for one in differences),
        same_hits=sum(set(row["returned"][:k]) == set(old["returned"][:k]) for row, old in pairs),
    )


def _recall_at_k(row: Mapping[str, Any], k: int) -> float:
    """Recall at k from the ranks, so that runs with different k are comparable."""
    ranks: list[int | None] = list(row["ranks"].values())
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)
