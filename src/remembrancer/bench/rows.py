"""The result row of each question: the ranks of its evidence, and why it was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from remembrancer.bench.measures import Unit
from remembrancer.bench.retriever import RankedAnswer
from remembrancer.core.errors import RemembrancerError

FOUND = "found"  # among the first k
TOO_LOW = "ranked too low"  # after the first k, within the requested depth
NOT_RETRIEVED = "not retrieved"
VERDICTS = (FOUND, TOO_LOW, NOT_RETRIEVED)
Row = dict[str, Any]


def evidence_verdict(ranks: Iterable[int | None], k: int) -> str:
    """`found` if all evidence was found, otherwise the verdict of the worst one."""
    worst = max(_severity(rank, k) for rank in ranks)
    return VERDICTS[worst]


def _severity(rank: int | None, k: int) -> int:
    if rank is None:
        return VERDICTS.index(NOT_RETRIEVED)
    return VERDICTS.index(FOUND if rank <= k else TOO_LOW)


def join_rows(
    name: str,
    units: Iterable[Unit],
    measured: Mapping[str, Any],
    answers: Sequence[RankedAnswer],
    *,
    k: int,
) -> tuple[list[Row], list[Row]]:
    """Joins the measured rows with the returned ids: scored rows, and rows reported apart.

    The harness asks a subset of the questions in order, so each answer belongs to the next
    question that has a row.
    """
    pending = {True: list(measured["rows"])[::-1], False: list(measured["adversarial"])[::-1]}
    done: dict[bool, list[Row]] = {True: [], False: []}
    left = list(answers)[::-1]
    for unit in units:
        for asked in unit["queries"]:
            is_scored = bool(asked["scored"])
            rows = pending[is_scored]
            if not rows or not left or rows[-1]["qid"] != asked["qid"]:
                continue
            answer = left.pop()
            if answer.query != asked["query"]:
                raise RemembrancerError(
                    f"The harness asked {answer.query!r} out of turn. This version cannot "
                    "follow it."
                )
            done[is_scored].append(_row(name, asked, rows.pop(), answer, k))
    if left or pending[True] or pending[False]:
        raise RemembrancerError(
            f"The harness gave rows for {name} that fit no question of it. This version cannot "
            "follow it."
        )
    return done[True], done[False]


def _row(name: str, asked: Mapping[str, Any], scores: Row, answer: RankedAnswer, k: int) -> Row:
    places = {id: place for place, id in reversed(list(enumerate(answer.ids, start=1)))}
    ranks = {id: places.get(id) for id in asked["evidence"]}
    return {
        "dataset": name,
        **scores,
        "query": asked["query"],
        "evidence": list(asked["evidence"]),
        "ranks": ranks,
        "verdict": evidence_verdict(ranks.values(), k),
        "returned": list(answer.ids),
    }


def count_misses(rows: Iterable[Row], k: int) -> dict[str, dict[str, int]]:
    """The number of questions and of pieces of evidence by verdict."""
    questions: Counter[str] = Counter()
    pieces: Counter[str] = Counter()
    for row in rows:
        questions[row["verdict"]] += 1
        pieces.update(VERDICTS[_severity(rank, k)] for rank in row["ranks"].values())
    return {
        "questions": {one: questions[one] for one in VERDICTS},
        "evidence": {one: pieces[one] for one in VERDICTS},
    }
