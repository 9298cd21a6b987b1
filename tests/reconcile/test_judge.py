"""The judge: sentences without a common slot, compared by their words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.model.judgement import Relation
from remembrancer.model.statement import Statement
from remembrancer.reconcile import judge, pair
from remembrancer.rules.statements import statement

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def read(text: str) -> Statement:
    return statement.read(text, language="english", at=AT)


def relation(known: str, new: str) -> Relation:
    """What the offline judge says of two sentences, by words alone."""
    (verdict,) = judge.judged(
        read(new), [read(known)], lambda pairs: pair.compare(pairs, embedder=None)
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
    assert relation(known, new) is Relation.UNRELATED


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Acme pays within thirty days.", "Acme does not pay within thirty days."),
        ("The warehouse door is open.", "The warehouse door is closed."),
    ],
)
def test_what_one_says_and_the_other_denies_contradicts(known: str, new: str) -> None:
    """Sentences about one thing that cannot both hold are told."""
    assert relation(known, new) is Relation.CONTRADICTION
