"""Two runs side by side, question by question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.bench.measures import bootstrap_ci
from remembrancer.bench.rows import Row
from remembrancer.core.errors import InvalidInput

Key = tuple[str, str]  # the set, and the question in it


class Compared(NamedTuple):
    """How this run differs from an earlier one."""

    questions: int  # that both runs asked
    difference: float  # of the mean recall@k, this run's less the earlier one's
    low: float  # the interval of 95 % around it
    high: float
    better: int  # questions
    worse: int
    same_hits: int  # questions whose first k hits are the same, in any order


def earlier_rows(file: Path) -> dict[Key, Row]:
    """The rows of an earlier report."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))["rows"]
        return {(row["dataset"], row["qid"]): row for row in found}
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{file} is no report of `rmb bench recall`. Write one with --json, and name it with "
            "--against."
        ) from error


def compared(rows: Sequence[Row], earlier: Mapping[Key, Row], k: int) -> Compared | None:
    """The comparison over the questions that both runs asked; None where there is none."""
    pairs = [
        (row, earlier[row["dataset"], row["qid"]])
        for row in rows
        if (row["dataset"], row["qid"]) in earlier
    ]
    if not pairs:
        return None
    differences = [_recall(row, k) - _recall(old, k) for row, old in pairs]
    low, high = bootstrap_ci(differences)
    return Compared(
        questions=len(pairs),
        difference=sum(differences) / len(differences),
        low=low,
        high=high,
        better=sum(one > 0 for one in differences),
        worse=sum(one < 0 for one in differences),
        same_hits=sum(set(row["returned"][:k]) == set(old["returned"][:k]) for row, old in pairs),
    )


def _recall(row: Mapping[str, Any], k: int) -> float:
    """Counted from the ranks, so that two runs with another k compare all the same."""
    ranks: list[int | None] = list(row["ranks"].values())
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)
