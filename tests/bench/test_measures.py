"""The measures by which answers are judged where no harness brings its own."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.bench.measures import bootstrap_ci, percentile, rank_scores
from remembrancer.bench.rows import VERDICTS, evidence_verdict


def test_scores_of_a_ranking() -> None:
    """Worked by hand: two of three pieces of evidence at ranks 2 and 4."""
    scores = rank_scores(["x", "a", "y", "b"], ["a", "b", "c"], (1, 4))
    assert scores["mrr"] == 0.5
    assert scores["recall@1"] == 0.0
    assert scores["recall@4"] == pytest.approx(2 / 3)
    assert scores["precision@4"] == 0.5
    assert (scores["hit@1"], scores["hit@4"], scores["all@4"]) == (0.0, 1.0, 0.0)
    gain = 1 / math.log2(3) + 1 / math.log2(5)
    assert scores["ndcg@4"] == pytest.approx(gain / (1 + 1 / math.log2(3) + 0.5))


def test_nothing_found_scores_nothing() -> None:
    """An empty answer has no precision and no recall."""
    assert set(rank_scores([], ["a"], (1, 10)).values()) == {0.0}


@given(st.permutations("abcdef"), st.sets(st.sampled_from("abcdef"), min_size=1))
def test_more_hits_never_lose_evidence(ranked: list[str], evidence: set[str]) -> None:
    """Recall grows with k, lies between 0 and 1, and is whole once all is looked at."""
    scores = rank_scores(ranked, evidence, (1, 2, 4, 6))
    found = [scores[f"recall@{cut}"] for cut in (1, 2, 4, 6)]
    assert found == sorted(found)
    assert found[-1] == scores["all@6"] == 1.0
    assert all(0.0 <= value <= 1.0 + 1e-9 for value in scores.values())


def test_a_hit_that_comes_twice_counts_once() -> None:
    """What stands in a ranking twice is judged where it stands first."""
    assert rank_scores(["a", "a", "b"], ["b"], (2,))["recall@2"] == 1.0


def test_percentiles_lie_between_values() -> None:
    """A percentile that falls between two values is taken between them."""
    assert percentile([4.0, 1.0, 2.0, 3.0], 0.5) == 2.5
    assert math.isnan(percentile([], 0.5))


def test_the_interval_is_the_same_every_time() -> None:
    """The bootstrap is seeded: one report has one interval, with the mean inside it."""
    values = [0.0, 1.0, 1.0, 0.5, 0.0, 1.0]
    low, high = bootstrap_ci(values)
    assert (low, high) == bootstrap_ci(values)
    assert low < sum(values) / len(values) < high


@pytest.mark.parametrize(
    ("ranks", "said"),
    [([1, 10], VERDICTS[0]), ([1, 11], VERDICTS[1]), ([11, None, 1], VERDICTS[2])],
)
def test_a_question_is_judged_by_its_worst_piece(ranks: list[int | None], said: str) -> None:
    """A question counts as found when all of its evidence was."""
    assert evidence_verdict(ranks, 10) == said
