"""Credibility through time: a score after each outcome."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Principal
from remembrancer.core.desk_rules import DebateRules
from remembrancer.core.limits import CREDIBILITY_MOMENTS_MAX
from remembrancer.team.track_record.credibility import credibility
from remembrancer.team.track_record.credibility_history import credibility_history
from remembrancer.team.track_record.credibility_port import CredibilityPoint
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.team.debating import DOMAIN, FINANCIAL, STRATEGY, track_record

BEGIN = datetime(2025, 1, 1, tzinfo=UTC)
RULES = DebateRules()


def _point(place: int, decided: int, known: int, correctness: float) -> CredibilityPoint:
    decided_at = BEGIN + timedelta(days=decided)
    return CredibilityPoint(
        item=f"km_{place}",
        agent="a",
        domain="d",
        correctness=correctness,
        evidence_quality=0.8,
        decided_at=decided_at,
        outcome_at=decided_at + timedelta(days=known),
        recorded_at=BEGIN,
    )


@given(
    st.lists(
        st.tuples(st.integers(0, 900), st.integers(0, 400), st.floats(0, 1)),
        min_size=1,
        max_size=30,
    )
)
def test_the_last_score_is_that_of_today(told: list[tuple[int, int, float]]) -> None:
    """Whatever the order in which outcomes showed, the line ends where the score is; each step
    counts what was known by then."""
    points = sorted(
        (_point(place, *one) for place, one in enumerate(told)), key=lambda one: one.decided_at
    )
    found = credibility_history("a", "d", points, RULES)
    today = credibility("a", "d", points, RULES)
    assert found.scores[-1].score == pytest.approx(today.overall_score)
    assert found.scores[-1].sample_size == today.sample_size == len(points)
    assert [one.at for one in found.scores] == sorted({one.outcome_at for one in points})
    assert sorted(id for one in found.scores for id in one.items) == sorted(
        one.item for one in points
    )
    for one in found.scores:
        known = [point for point in points if point.outcome_at <= one.at]
        assert one.sample_size == len(known)
        assert one.is_usable == (len(known) >= RULES.points_min)


def test_a_long_line_is_cut_at_its_beginning() -> None:
    """Only the last outcomes are steps of it, and it says so; all outcomes count."""
    points = [_point(place, place, 1, 0.5) for place in range(CREDIBILITY_MOMENTS_MAX + 5)]
    found = credibility_history("a", "d", points, RULES)
    assert found.is_cut
    assert len(found.scores) == CREDIBILITY_MOMENTS_MAX
    assert found.scores[0].sample_size == 6
    assert credibility_history("a", "d", [], RULES).scores == ()


@ON_EITHER_SORT
def test_a_line_tells_what_the_reader_may_know(memory: MemoryFactory) -> None:
    """By agent and by domain; an outcome of a debate for one group moves no line of others."""
    store = memory(preset="desk")
    track_record(store, FINANCIAL, [0.9, 0.8])
    (line,) = store.credibility.history(agent=FINANCIAL, domain=DOMAIN)
    assert line.scores[-1].score == store.credibility.score(FINANCIAL, DOMAIN).overall_score
    assert store.credibility.history(agent=STRATEGY) == ()
    secret = store.decisions.record(
        "recommendation",
        participants=[FINANCIAL],
        recommendation="x",
        domain="secret",
        audience="group:m&a",
    )
    store.credibility.record_outcome(secret.id, correctness=0.1)
    other = store.acting_as(Principal("tom"))
    assert [one.domain for one in store.credibility.history()] == [DOMAIN, "secret"]
    assert [one.domain for one in other.credibility.history()] == [DOMAIN]
