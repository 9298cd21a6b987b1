"""Rounds of words: no text outside a round has words that weigh more than those inside."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.limits import WORD_COMBINATIONS_MAX, WORDS_COMBINED_MAX
from remembrancer.search.bm25 import Scorer, Statistics
from remembrancer.search.word_rounds import WordRounds

TERMS = ("alder", "birch", "cedar", "dogwood", "elm")


def statistics(frequency: dict[str, int], documents: int = 10_000) -> Statistics:
    return Statistics(documents=documents, tokens=documents * 10, frequency=frequency)


@given(
    st.tuples(*(st.integers(0, 10_000) for _ in TERMS)),
    st.floats(0, 1),
    st.sets(st.sampled_from(TERMS)),
)
def test_a_text_is_in_a_round_if_its_words_weigh_enough(
    counts: tuple[int, ...], share: float, held: set[str]
) -> None:
    """A combination is in the text exactly if its words reach the threshold."""
    known = statistics(dict(zip(TERMS, counts, strict=True)))
    rounds = WordRounds(TERMS, known)
    threshold = share * rounds.heaviest
    weights = dict(zip(TERMS, Scorer(TERMS, known).weights, strict=True))
    is_found = any(held.issuperset(words) for words in rounds.combinations(threshold))
    weight = sum(weights[term] for term in held)
    if held and abs(weight - threshold) > 1e-6:
        assert is_found == (weight > threshold)


def test_rare_words_are_enough_alone_and_common_ones_only_together() -> None:
    """A round for few texts asks for the rare word, or for several of the others at once."""
    known = statistics({"alder": 5, "birch": 3_000, "cedar": 4_000, "dogwood": 5_000, "elm": 0})
    rounds = WordRounds(TERMS[:4], known)
    combinations = rounds.combinations(rounds.threshold(800))
    assert ("alder",) in combinations
    assert all(len(words) > 1 for words in combinations if "alder" not in words)
    assert any("birch" in words for words in combinations)


def test_a_lower_number_of_texts_never_widens_a_round() -> None:
    """The threshold falls as more texts are wanted."""
    rounds = WordRounds(TERMS, statistics({term: 900 * n for n, term in enumerate(TERMS)}))
    thresholds = [rounds.threshold(texts) for texts in (1, 10, 100, 1_000, 10_000)]
    assert thresholds == sorted(thresholds, reverse=True)


def test_a_long_question_has_a_bounded_round() -> None:
    """Of many words the rarest are combined, and of their combinations the heaviest."""
    terms = [f"word{n}" for n in range(64)]
    rounds = WordRounds(terms, statistics({term: 500 + n for n, term in enumerate(terms)}))
    combinations = rounds.combinations(rounds.heaviest / 2)
    assert len(combinations) == WORD_COMBINATIONS_MAX
    assert {word for words in combinations for word in words} <= set(terms[:WORDS_COMBINED_MAX])


def test_a_question_whose_words_nobody_used_still_asks_for_them() -> None:
    """Texts that only their owner may see count in no statistics."""
    rounds = WordRounds(TERMS, statistics({}, documents=0))
    assert len(rounds.combinations(0.0)) == len(TERMS)
