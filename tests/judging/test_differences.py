"""Sentences that are the same but for one thing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.language import statement_reader
from remembrancer.reading.judging import judge, pair_model
from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.verdict import Verdict

_AT = datetime(2026, 3, 2, tzinfo=UTC)


def verdict(known: str, new: str) -> Verdict:
    read = [
        statement_reader.read_statement(text, language="english", at=_AT) for text in (new, known)
    ]
    (found,) = judge.judge_statements(
        read[0], read[1:], lambda pairs: pair_model.compare(pairs, embedder=None)
    )
    return found


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Orders settle after 3 days.", "Orders settle after 5 days."),
        ("Refunds take ten days.", "Refunds take two days."),
        ("Sessions expire after 30 minutes.", "Sessions expire after one hour."),
        ("Deploys need one approval.", "Deploys need two approvals."),
        ("Downloads stop at exactly 25 files.", "Downloads stop at exactly 50 files."),
        ("Python 3.11 is required.", "Python 3.12 is required."),
        ("Ordrar regleras efter 3 dagar.", "Ordrar regleras efter 5 dagar."),
    ],
)
def test_one_figure_is_all_that_differs(known: str, new: str) -> None:
    """The same sentence with another figure of the same unit contradicts, in either order."""
    assert verdict(known, new).relation is StatementRelation.CONTRADICTION
    assert verdict(new, known).relation is StatementRelation.CONTRADICTION
    assert not verdict(known, new).replaces  # a person decides


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Refunds are booked on Mondays.", "Refunds are never booked on Mondays."),
        (
            "Q3 revenue includes a one-time restatement.",
            "Q3 revenue does not include a restatement.",
        ),
        ("Free users can export reports.", "Free users can't export reports."),
        ("Frakt ingår i bruttomarginalen.", "Frakt ingår inte i bruttomarginalen."),
    ],
)
def test_one_says_what_the_other_denies(known: str, new: str) -> None:
    """The same sentence with a negation contradicts, in either order."""
    assert verdict(known, new).relation is StatementRelation.CONTRADICTION
    assert verdict(new, known).relation is StatementRelation.CONTRADICTION


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Use event_time, not created_at.", "Use created_at, not event_time."),
        ("Use event_time instead of created_at.", "Use created_at."),
        ("Join on account_id, never on email.", "Join on email, never on account_id."),
        ("Revenue is net, not gross.", "Revenue is gross, not net."),
        ("Rapportera i EUR istället för SEK.", "Rapportera i SEK istället för EUR."),
    ],
)
def test_a_choice_that_is_turned_round(known: str, new: str) -> None:
    """What one prefers and the other turns down contradicts, in either order."""
    assert verdict(known, new).relation is StatementRelation.CONTRADICTION
    assert verdict(new, known).relation is StatementRelation.CONTRADICTION


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Use event_time instead of created_at.", "Never use created_at, use event_time."),
        ("Choose Postgres over MySQL.", "Choose Postgres, not MySQL."),
        ("Använd event_time, inte created_at.", "Använd aldrig created_at, använd event_time."),
    ],
)
def test_a_choice_in_other_words_is_the_same(known: str, new: str) -> None:
    """Preferring the same to the same is no contradiction, whichever is named first."""
    assert verdict(known, new).relation is StatementRelation.SAME
    assert verdict(new, known).relation is StatementRelation.SAME


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Task 4 blocks the release.", "Task 5 blocks the release."),
        ("We sold 3 houses.", "We sold 5 houses."),
        ("We talked for 20 minutes.", "We talked for 40 minutes."),
        ("Python 3.11 is supported.", "Python 3.12 is supported."),
        ("Over 50 customers use it.", "Over 100 customers use it."),
        ("The fee for Q3 is 3%.", "The fee for Q4 is 4%."),
        ("Refunds are booked on Mondays.", "Refunds are not booked on Mondays in May."),
        ("Use event_time on events.", "Never use event_time on orders."),
        ("Use Python, not Java.", "Never use Java."),
        ("The trial lasts 14 days.", "The contract lasts 30 days."),
    ],
)
def test_other_things_and_other_occasions_are_unrelated(known: str, new: str) -> None:
    """Figures that name things or belong to occasions, and choices side by side, tell nothing."""
    assert verdict(known, new).relation is StatementRelation.UNRELATED
    assert verdict(new, known).relation is StatementRelation.UNRELATED
