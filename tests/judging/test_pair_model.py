"""The offline judge of pairs: the same, a contradiction, or neither."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.reading.judging.pair_model import (
    CONTRADICTS_AT,
    SAME_AT,
    DecisionTree,
    PairScores,
    compare,
    vote_trees,
)
from remembrancer.reading.judging.pair_parsing import parse_text
from tests.examples import examples


class _FittedVectors:
    """Vectors under the name that the weights know: every text is as near to every other as
    can be."""

    name = "all-MiniLM-L6-v2/int8/1"
    is_local = True

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]


class _Refusing:
    """An embedder that must not be asked."""

    name = "somewhere-else"
    is_local = False

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise AssertionError("a text was given to an embedder that the judge was not fitted with")


def judged(one: str, other: str, language: str = "english") -> PairScores:
    (found,) = compare([(one, other)], embedder=None, language=language)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna lives in Oslo.", "Anna lives in Oslo"),
        ("The budget is 50,000 kr", "the budget is 50,000 kr!"),
        ("", ""),
    ],
)
def test_the_same_words_are_the_same(one: str, other: str) -> None:
    """Case and closing marks change nothing: such texts are the same and contradict nothing."""
    assert judged(one, other) == PairScores(1.0, 0.0)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("Anna lives in Stockholm", "Anna resides in Stockholm", "english"),
        ("Elena has a budget of 120k", "The budget of Elena is 120,000", "english"),
        ("Bo arbetar som snickare", "Bo jobbar som snickare", "swedish"),
    ],
)
def test_other_words_for_the_same(one: str, other: str, language: str) -> None:
    """Plain paraphrases are called the same, amounts in any spelling."""
    found = judged(one, other, language)
    assert found.same >= SAME_AT
    assert found.contradicts < CONTRADICTS_AT


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("Anna likes coffee", "Anna does not like coffee", "english"),
        ("Anna likes coffee", "Anna hates coffee", "english"),
        ("Omar lives in Lisbon", "Omar no longer lives in Lisbon", "english"),
        ("The team chose Kafka", "The team decided not to use Kafka", "english"),
        ("Anna bor i Malmö", "Anna bor inte i Malmö", "swedish"),
        ("Lars gillar ost", "Lars ogillar ost", "swedish"),
    ],
)
def test_what_one_denies_and_the_other_says(one: str, other: str, language: str) -> None:
    """A negation or an opposite makes a contradiction, in English and Swedish."""
    found = judged(one, other, language)
    assert found.contradicts >= CONTRADICTS_AT
    assert found.same < SAME_AT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna speaks Swedish", "Anna speaks German"),
        ("Anna has a dog", "Anna visited Prague"),
        ("Maria plays the piano", "Omar plays the piano"),
        ("The weather is nice", "The contract was signed by both"),
        ("Anna does not speak Polish", "Anna speaks German"),
    ],
)
def test_both_may_hold(one: str, other: str) -> None:
    """Facts that can stand beside each other are neither the same nor a contradiction."""
    found = judged(one, other)
    assert found.same < SAME_AT
    assert found.contradicts < CONTRADICTS_AT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The dividend was 120k", "The dividend was 150k"),
        ("The meeting is on Tuesday", "The meeting is on Thursday"),
        ("The report is due on June 5", "The report is due on July 5"),
        ("It was founded in 1998", "It was founded in 1989"),
        ("The contract is with Maria", "The contract is with Johan"),
        ("Maria signed the contract", "Johan signed the contract"),
        ("The door is open", "The door is not open"),
        ("The door is open", "The door is closed"),
        ("She prefers email", "She prefers phone"),
        ("The fee is 5 %", "The fee is 5.5 %"),
        ("Bo bit the dog", "The dog bit Bo"),
    ],
)
def test_near_vectors_never_make_two_texts_one(one: str, other: str) -> None:
    """A number, date, name, negation, opposite or exchanged word keeps texts apart, however
    near their vectors are."""
    near = [(one, other)]
    assert compare(near, embedder=None)[0].same < SAME_AT
    if not one.startswith("She prefers"):  # whether two words mean the same, vectors may say
        assert compare(near, embedder=_FittedVectors())[0].same < SAME_AT


def test_only_vectors_it_was_fitted_with_are_asked_for() -> None:
    """Nothing is given to an embedder of another name, nor texts in another language."""
    pairs = [("Anna likes tea", "Anna loves tea")]
    assert compare(pairs, embedder=_Refusing()) == compare(pairs, embedder=None)

    class Refusing(_Refusing):
        name = _FittedVectors.name

    swedish = [("Anna gillar te", "Anna älskar te")]
    assert compare(swedish, embedder=Refusing(), language="swedish") == compare(
        swedish, embedder=None, language="swedish"
    )


def test_trees_answer_together() -> None:
    """Each tree follows its questions, up to a limit to the next place, and the mean is told."""
    asks = DecisionTree(features=[1, -1, -1], thresholds=[0.5, 0.2, 0.8], right=[2, 0, 0])
    knows = DecisionTree(features=[-1], thresholds=[0.4], right=[0])
    assert vote_trees([asks], [9.0, 0.5]) == 0.2
    assert vote_trees([asks], [0.0, 0.6]) == 0.8
    assert vote_trees([asks, knows], [0.0, 0.6]) == pytest.approx(0.6)


def test_nothing_to_compare() -> None:
    """No pairs give no judgements, and a text without words is like no other."""
    assert compare([], embedder=_Refusing()) == []
    assert judged("…", "Anna likes tea") == PairScores(0.0, 0.0)


_WORDS = "Anna Bo not never no likes 5 120k kr May 2024 Tuesday but and , . ? n't utan inte"
_TEXT = st.text(max_size=60) | st.lists(st.sampled_from(_WORDS.split()), max_size=12).map(" ".join)


@examples(60)
@given(one=_TEXT, other=_TEXT, language=st.sampled_from(["english", "swedish"]))
def test_any_two_texts(one: str, other: str, language: str) -> None:
    """Every pair has shares from 0 to 1 that do not depend on order, and are the same twice."""
    found = judged(one, other, language)
    assert 0 <= found.same <= 1
    assert 0 <= found.contradicts <= 1
    assert judged(other, one, language) == found == judged(one, other, language)


def test_long_texts_are_read_in_part() -> None:
    """A text of any length is compared, and only so much of it is read."""
    long = "Anna likes tea and Bo does not. " * 5_000
    reading = parse_text(long, "english")
    assert len(reading.whole.text) <= 4_000
    assert len(reading.parts) <= 24
    assert len(reading.whole.words) <= 60
    assert 0 <= judged(long, "Anna hates tea").contradicts <= 1


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Anna is not only tired", ""),
        ("I am not sure about the plan", ""),
        ("Anna never ate fish, but she likes it", "ate fish"),
        ("There is no reason, and Bo left", "reason"),
        ("She left without her coat today", "her coat today"),
        ("Han köpte inte bilen", "köpte bilen"),
    ],
)
def test_how_far_a_negation_reaches(text: str, denied: str) -> None:
    """A negation reaches to the end of its clause, and doubt is no negation."""
    language = "swedish" if text.startswith("Han") else "english"
    assert parse_text(text, language).whole.denied == denied


def test_amounts_have_one_value() -> None:
    """Amounts are read in the spellings of both languages."""
    for text in ("120k", "120,000", "120 000 kr", "120 tkr", "120 thousand", "120.000 kr"):
        values = [word.value for word in parse_text(f"It cost {text}", "english").whole.words]
        assert 120_000.0 in values, text


def test_numpy_is_not_needed_for_words() -> None:
    """Without vectors the judge loads neither numpy nor a model."""
    code = (
        "import sys; from remembrancer.reading.judging.pair_model import compare; "
        "compare([('Anna likes tea', 'Anna hates tea')], embedder=None); "
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
