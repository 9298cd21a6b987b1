"""Ranking: BM25 held against the formula, and the properties that make it a ranking."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.search.bm25 import Scorer, Statistics
from tests import plain_bm25

_WORDS = st.sampled_from(["tax", "pension", "flat", "gift", "loan", "rent"])
_CORPORA = st.lists(st.lists(_WORDS, min_size=1, max_size=12), min_size=1, max_size=12)


def statistics(corpus: list[list[str]]) -> Statistics:
    holding = Counter(word for text in corpus for word in set(text))
    return Statistics(
        documents=len(corpus), tokens=sum(len(text) for text in corpus), frequency=holding
    )


@given(_CORPORA, st.lists(_WORDS, min_size=1, max_size=4, unique=True))
def test_scores_follow_the_formula(corpus: list[list[str]], question: list[str]) -> None:
    """Every text of every small corpus scores what the plain formula gives."""
    scorer = Scorer(question, statistics(corpus))
    expected = plain_bm25.scores({str(n): text for n, text in enumerate(corpus)}, question)
    for n, text in enumerate(corpus):
        score = scorer.score(" ".join(text), len(text))
        assert score == pytest.approx(expected.get(str(n), 0.0), abs=1e-12)


@given(_CORPORA, st.lists(_WORDS, min_size=1, max_size=4, unique=True))
def test_the_parts_are_the_whole(corpus: list[list[str]], question: list[str]) -> None:
    """The parts of a score add up to it, and each tells its word and counts."""
    known = statistics(corpus)
    scorer = Scorer(question, known)
    for text in corpus:
        tokens = " ".join(text)
        parts = scorer.parts(tokens, len(text))
        assert sum(part[3] for part in parts) == pytest.approx(scorer.score(tokens, len(text)))
        assert [part[0] for part in parts] == [word for word in question if word in text]
        for word, times, holding, score in parts:
            assert (times, holding) == (text.count(word), known.frequency[word])
            assert score > 0


def test_a_word_in_every_text_still_counts() -> None:
    """No score is below zero, even for the commonest word."""
    scorer = Scorer(["tax"], Statistics(documents=3, tokens=3, frequency={"tax": 3}))
    assert scorer.score("tax", 1) > 0


def test_a_rarer_word_counts_more() -> None:
    """What few texts hold says more about those that do."""
    known = Statistics(documents=100, tokens=1_000, frequency={"tax": 90, "gilt": 2})
    scorer = Scorer(["tax", "gilt"], known)
    assert scorer.score("gilt", 10) > scorer.score("tax", 10)


def test_more_of_a_word_counts_more_and_ever_less() -> None:
    """Each repetition adds, and adds less than the one before."""
    scorer = Scorer(["tax"], Statistics(documents=10, tokens=100, frequency={"tax": 2}))
    scores = [scorer.score(" ".join(["tax"] * n + ["x"] * (10 - n)), 10) for n in range(6)]
    steps = [later - earlier for earlier, later in pairwise(scores)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)


def test_a_longer_text_is_held_back() -> None:
    """The same word in fewer others is nearer to the question."""
    scorer = Scorer(["tax"], Statistics(documents=10, tokens=100, frequency={"tax": 2}))
    assert scorer.score("tax", 1) > scorer.score("tax", 10) > scorer.score("tax", 100)


@pytest.mark.parametrize(
    "known",
    [
        Statistics(documents=0, tokens=0, frequency={}),
        Statistics(documents=5, tokens=0, frequency={}),
        Statistics(documents=1, tokens=1, frequency={"tax": 9}),
    ],
)
def test_odd_statistics_do_not_break_it(known: Statistics) -> None:
    """Nothing known, or counts that lag behind: a score is still a number."""
    score = Scorer(["tax"], known).score("tax", 1)
    assert score == score
    assert Scorer(["tax"], known).score("", 0) == 0.0


def test_words_are_compared_whole() -> None:
    """A stem inside another is not that stem."""
    scorer = Scorer(["tax"], Statistics(documents=2, tokens=4, frequency={"tax": 1}))
    assert scorer.score("taxi syntax", 2) == 0.0
