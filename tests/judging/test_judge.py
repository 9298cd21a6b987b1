"""The judge: sentences without a common slot, compared by their words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.language import statement_reader, unresolved
from remembrancer.language.statement import Statement
from remembrancer.reading.judging import judge, pair_model
from remembrancer.reading.judging.judgement import StatementRelation

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def read(text: str) -> Statement:
    return statement_reader.read_statement(text, language="english", at=AT)


def relation(known: str, new: str) -> StatementRelation:
    """What the offline judge says of two sentences, by words alone."""
    (verdict,) = judge.judge_statements(
        read(new), [read(known)], lambda pairs: pair_model.compare(pairs, embedder=None)
    )
    return verdict.relation


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Ellen goes down to four days a week from the summer.", "Ellen moved to York."),
        ("Ellen has a final salary pension and a small SIPP.", "Ellen earns £75,000 a year now."),
        ("Ellen has a final salary pension and a small SIPP.", "Ellen's mortgage is £38,400."),
        ("Ellen dislikes annuities.", "Ellen keeps bees."),
        ("The care fund stands at £84,000.", "Move a tenth of the care fund into gilts by May."),
    ],
)
def test_two_facts_about_one_person_are_unrelated(known: str, new: str) -> None:
    """What shares little but a name contradicts nothing, whatever the comparison says."""
    assert relation(known, new) is StatementRelation.UNRELATED


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Acme pays within thirty days.", "Acme does not pay within thirty days."),
        ("The warehouse door is open.", "The warehouse door is closed."),
    ],
)
def test_what_one_says_and_the_other_denies_contradicts(known: str, new: str) -> None:
    """Sentences about one thing that cannot both hold are told."""
    assert relation(known, new) is StatementRelation.CONTRADICTION


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("We are considering selling the boat.", "Still undecided about selling the boat.", True),
        ("Vi överväger att byta bank.", "Har inte beslutat om vi ska byta bank.", True),
        ("We might lease a new van.", "We are thinking about leasing that van.", True),
        ("Osäkert om vi ska anställa en säljare.", "Vi funderar på att anställa en säljare.", True),
        ("We are considering selling the boat.", "We are considering selling the car.", False),
        ("We are considering hiring Anna.", "We are considering hiring Bo.", False),
        ("Considering not selling the boat.", "Considering selling the boat.", False),
        ("We may borrow 100,000 kr, undecided.", "Undecided whether to borrow 200,000 kr.", False),
        ("We sell the boat.", "We are considering selling the boat.", False),
        ("We have not decided.", "We are still undecided.", False),
    ],
)
def test_one_matter_left_open_in_other_words(one: str, other: str, is_same: bool) -> None:
    """S1-39: what is open is compared, and not what is said about that."""
    assert unresolved.is_same_topic(one, other) is is_same
