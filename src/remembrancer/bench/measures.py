"""Ranking metrics for questions without an external harness."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

CUTS = (1, 3, 5, 10, 20)  # values of k
RESAMPLES = 1_000  # of the bootstrap
INTERVAL = 0.95
Scores = dict[str, float]
Unit = Mapping[str, Any]  # one story: its items and its questions


class MeasuredRetriever(Protocol):
    """The retriever under test: it stores a story and answers with ranked ids."""

    def add(self, items: Sequence[Mapping[str, Any]]) -> None: ...
    def search(self, query: str, k: int, as_of: str | None = None) -> Sequence[str]: ...
    def close(self) -> None: ...


def rank_scores(ranked: Sequence[str], evidence: Iterable[str], cuts: Sequence[int]) -> Scores:
    """The metrics of a ranking; `recall@k` is the share of the evidence among the first k."""
    ranked = list(dict.fromkeys(ranked))
    wanted = set(evidence)
    is_wanted = [one in wanted for one in ranked]
    first = next((place for place, hit in enumerate(is_wanted, start=1) if hit), None)
    scores = {"mrr": 1 / first if first else 0.0}
    for cut in cuts:
        found = sum(is_wanted[:cut])
        gain = sum(1 / math.log2(place + 2) for place, hit in enumerate(is_wanted[:cut]) if hit)
        best = sum(1 / math.log2(place + 2) for place in range(min(cut, len(wanted))))
        scores[f"recall@{cut}"] = found / len(wanted)
        scores[f"precision@{cut}"] = found / min(cut, len(ranked)) if ranked else 0.0
        scores[f"hit@{cut}"] = float(found > 0)
        scores[f"all@{cut}"] = float(found == len(wanted))
        scores[f"ndcg@{cut}"] = gain / best
    return scores


def evaluate(
    units: Iterable[Unit],
    factory: Callable[[], MeasuredRetriever],
    depth: int,
    ks: Sequence[int] = CUTS,
) -> dict[str, Any]:
    """One row of scores for each question, and the latencies."""
    rows: list[dict[str, Any]] = []
    times: list[float] = []
    items, ingesting, skipped = 0, 0.0, 0
    for unit in units:
        answering = factory()
        started = time.perf_counter()
        answering.add(unit["items"])
        ingesting += time.perf_counter() - started
        items += len(unit["items"])
        session_of = {item["id"]: item["session"] for item in unit["items"]}
        for asked in unit["queries"]:
            if not asked["scored"]:
                skipped += 1
                continue
            started = time.perf_counter()
            found = answering.search(asked["query"], depth, as_of=asked["as_of"])
            times.append((time.perf_counter() - started) * 1000)
            sessions = rank_scores(
                [session_of[one] for one in found], asked["evidence_sessions"], ks
            )
            rows.append(
                {
                    "qid": asked["qid"],
                    "category": asked["category"],
                    **rank_scores(found, asked["evidence"], ks),
                    **{f"s_{name}": value for name, value in sessions.items()},
                }
            )
        answering.close()
    return {
        "rows": rows,
        "adversarial": [],
        "latency_p50_ms": percentile(times, 0.5),
        "latency_p95_ms": percentile(times, 0.95),
        "ingest_items_per_s": items / ingesting if ingesting else 0.0,
        "items": items,
        "skipped": skipped,
    }


def mean(rows: Sequence[Scores]) -> Scores:
    """The mean of each score."""
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]} if rows else {}


def percentile(values: Sequence[float], share: float) -> float:
    """The percentile of the values, interpolated."""
    if not values:
        return math.nan
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    low, high = math.floor(place), math.ceil(place)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def bootstrap_ci(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean, with a fixed seed."""
    chance = random.Random(0)
    means = sorted(
        sum(chance.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES)
    )
    edge = (1 - INTERVAL) / 2
    return means[int(RESAMPLES * edge)], means[int(RESAMPLES * (1 - edge)) - 1]
