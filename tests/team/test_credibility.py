"""Credibility: the formula, what moves it, who may know of it, and systematic errors."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Conflict, InvalidInput, NotFound
from remembrancer.core.desk_rules import DebateRules
from remembrancer.team.debates.debate import TrackRecord
from remembrancer.team.track_record.credibility import compared, credibility, credibility_score
from remembrancer.team.track_record.credibility_port import CredibilityPoint
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.team import plain_credibility
from tests.team.debating import (
    DOMAIN,
    FINANCIAL,
    STRATEGY,
    agent,
    fallen_back,
    for_a_person,
    later,
    opened,
    track_record,
)

BEGIN = datetime(2020, 1, 1, tzinfo=UTC)
RULES = DebateRules()


def point(correctness: float, days: float = 0.0, **fields: object) -> CredibilityPoint:
    at = BEGIN + timedelta(days=days)
    given = {"evidence_quality": 0.5, **fields}
    return CredibilityPoint(
        item="km_0",
        agent="a",
        domain="d",
        correctness=correctness,
        decided_at=at,
        outcome_at=at,
        recorded_at=at,
        **given,  # type: ignore[arg-type]
    )


def test_the_formula_is_the_seed_s() -> None:
    """0.8, 0.9, 0.7 and 0.6 give 0.79 (S3-33)."""
    assert credibility_score(0.8, 0.9, 0.7, 0.6) == pytest.approx(0.79)


shares = st.floats(0, 1)
histories = st.lists(
    st.tuples(shares, st.integers(0, 3_000), shares),
    min_size=1,
    max_size=40,
    unique_by=lambda x: x[1],
)


@given(histories, st.floats(1, 2_000))
def test_any_history_gives_what_the_plain_reference_gives(
    history: list[tuple[float, int, float]], half_life: float
) -> None:
    """Random outcomes at random times: every part of the score is the plain one."""
    points = [point(c, d, evidence_quality=q) for c, d, q in sorted(history, key=lambda x: x[1])]
    rules = RULES.model_copy(update={"half_life_days": half_life})
    found = credibility("a", "d", points, rules)
    for name, value in plain_credibility.score(points, half_life).items():
        assert getattr(found, name) == pytest.approx(value, abs=1e-9)
    assert found.is_usable is (len(points) >= 5)


def test_newer_outcomes_weigh_more() -> None:
    """A late hit after an early miss counts more than the other way round (S3-34)."""
    rising = credibility("a", "d", [point(0, 0), point(1, 365)], RULES).time_weighted_score
    falling = credibility("a", "d", [point(1, 0), point(0, 365)], RULES).time_weighted_score
    assert rising is not None
    assert falling is not None
    assert rising > 0.5 > falling


def test_only_the_last_ten_are_recent() -> None:
    """The eleventh oldest no longer affects the recent accuracy (S3-35)."""
    ten = [point(1, day) for day in range(1, 11)]
    found = credibility("a", "d", [point(0, 0), *ten], RULES)
    assert found.recent_accuracy == 1
    assert found.historical_accuracy == pytest.approx(10 / 11)


@pytest.mark.parametrize(
    ("first", "second", "samples", "is_decisive", "remark"),
    [
        (0.82, 0.51, 5, True, "above"),
        (0.82, 0.71, 15, False, "below auto-resolution threshold"),
        (0.9, 0.1, 4, False, "fewer than 5"),
        (0.75, 0.5, 5, False, "below"),
    ],
)
def test_when_the_track_record_decides(
    first: float, second: float, samples: int, is_decisive: bool, remark: str
) -> None:
    """0.31 decides, 0.11 does not, exactly 0.25 does not, and four outcomes never do (S3-24)."""
    records = [
        TrackRecord(
            agent=name, domain="d", score=score, sample_size=samples, is_usable=samples >= 5
        )
        for name, score in (("a", first), ("b", second))
    ]
    found = compared(records[0], records[1], RULES)
    assert found.is_decisive is is_decisive
    assert remark in found.remark


@ON_EITHER_SORT
def test_outcomes_move_the_score_of_their_domain(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Before an outcome nothing changes; it updates score and time; domains are apart; four are
    too few and five enough (S3-36 to S3-38)."""
    store = memory("desk")
    assert store.credibility.score(FINANCIAL, DOMAIN).overall_score is None
    track_record(store, FINANCIAL, [1.0] * 4)
    assert not store.credibility.score(FINANCIAL, DOMAIN).is_usable
    later(clock, days=1)
    track_record(store, FINANCIAL, [1.0])
    track_record(store, FINANCIAL, [0.1] * 5, domain="tech_margins")
    found = store.credibility.score(FINANCIAL, DOMAIN)
    assert (found.is_usable, found.sample_size, found.last_updated) == (True, 5, clock())
    assert found.overall_score == pytest.approx(0.4 + 0.3 + 0.2 + 0.1)
    low = store.credibility.score(FINANCIAL, "tech_margins").overall_score
    assert low == pytest.approx(0.9 * 0.1 + 0.1)
    assert [one.domain for one in store.credibility.list(agent=FINANCIAL)] == [
        DOMAIN,
        "tech_margins",
    ]
    assert store.verify().ok


@ON_EITHER_SORT
def test_a_debate_counts_for_both(memory: MemoryFactory) -> None:
    """Who held the winning position gets the correctness, who opposed it the rest; a corrected
    outcome replaces the first; a position that neither held moves nobody."""
    store = memory("desk")
    debate = for_a_person(store)
    with pytest.raises(Conflict, match="not settled"):
        store.credibility.record_outcome(debate.id, correctness=1)
    store.debates.decide(debate.id, position=FINANCIAL, reason="The books say so.")
    for correctness in (0.2, 0.8):
        store.credibility.record_outcome(debate.id, correctness=correctness, note="It was so.")
    accuracy = {
        name: store.credibility.score(name, DOMAIN).historical_accuracy
        for name in (FINANCIAL, STRATEGY)
    }
    assert accuracy == {FINANCIAL: pytest.approx(0.8), STRATEGY: pytest.approx(0.2)}
    assert store.credibility.score(FINANCIAL, DOMAIN).sample_size == 1
    other = for_a_person(store)
    store.debates.decide(other.id, position="Neither: 10 %.", reason="In between.")
    assert store.credibility.record_outcome(other.id, correctness=1.0) == ()
    assert store.credibility.score(STRATEGY, DOMAIN).sample_size == 1


@ON_EITHER_SORT
def test_what_is_due(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Decisions and resolutions 6 to 12 months old without an outcome are listed (S3-38)."""
    store = memory("desk")
    debate = for_a_person(store)
    store.debates.decide(debate.id, position=FINANCIAL, reason="So it is.")
    resolution = store.debates.resolution(debate.id).id
    decision = store.decisions.record("recommendation", participants=[FINANCIAL]).id
    told = store.decisions.record("recommendation", participants=[FINANCIAL]).id
    later(clock, days=100)
    store.credibility.record_outcome(told, correctness=1)
    assert store.credibility.due() == ()
    clock.advance(datetime(2026, 9, 2, 9, tzinfo=UTC) - clock())
    assert {one.id for one in store.credibility.due()} == {resolution, decision}
    store.credibility.record_outcome(decision, correctness=0.5)
    assert [one.id for one in store.credibility.due()] == [resolution]
    clock.advance(datetime(2027, 3, 2, 9, 1, tzinfo=UTC) - clock())
    assert store.credibility.due() == ()


@ON_THE_FASTEST
def test_systematic_errors_are_shown_later(memory: MemoryFactory) -> None:
    """An agent ten percent high in eight of eight gets a correction, overall and by sector and
    regime, which a later debate shows; four estimates are too few (S3-39)."""
    store = memory("desk")
    track_record(
        store,
        FINANCIAL,
        [0.7] * 8,
        estimates=[0.11] * 8,
        actual=0.1,
        sector="retail",
        regime="bear",
    )
    track_record(store, STRATEGY, [0.7] * 4, estimates=[0.2] * 4, actual=0.1)
    found = store.credibility.score(FINANCIAL, DOMAIN).bias_corrections
    assert found.overall is not None
    assert found.overall.mean_error == pytest.approx(0.1)
    assert (found.overall.same_side, found.overall.points) == (8, 8)
    assert found.overall.recommended_adjustment == pytest.approx(1 / 1.1, abs=1e-5)
    assert set(found.sectors) == {"retail"}
    assert set(found.regimes) == {"bear"}
    assert not store.credibility.score(STRATEGY, DOMAIN).bias_corrections
    context = opened(store).context
    assert context is not None
    assert "Financial Analyst overestimates by 10% (8 of 8): multiply by 0.91" in context
    assert "Financial Analyst in retail overestimates" in context


@ON_EITHER_SORT
def test_scores_count_what_the_reader_may_see(memory: MemoryFactory) -> None:
    """A debate for a group is invisible to others, in its scores as well; the graph counts what
    everybody may see."""
    store = memory("desk")
    inside = agent(store, STRATEGY, "deals")
    debate = opened(inside, audience="group:deals")
    for _ in range(2):
        store.debates.advance(debate.id)
    store.debates.decide(debate.id, position=FINANCIAL, reason="So it is.")
    resolution = store.debates.resolution(debate.id)
    store.credibility.record_outcome(debate.id, correctness=1)
    outside = agent(store, "valuation_agent")
    for look in (outside.debates.get, outside.debates.history, outside.debates.snapshot):
        with pytest.raises(NotFound):
            look(debate.id)
    for id in (debate.id, resolution.id):
        with pytest.raises(NotFound):
            outside.get(id)
    assert len(outside.debates.list()) == 0
    assert outside.credibility.score(FINANCIAL, DOMAIN).sample_size == 0
    assert outside.credibility.list() == ()
    assert inside.credibility.score(FINANCIAL, DOMAIN).sample_size == 1
    assert outside.credibility.facilitator().by_method[2].resolved == 0
    assert outside.credibility.due() == ()
    assert not list(store.graph.entities(kind="AgentCredibility"))
    assert not list(outside.graph.entities())
    assert not outside.recall("margins").hits
    open_one = opened(outside.acting_as(inside._session.principal), topic="Retail margins again")
    assert open_one.precedents == ()
    assert [one.sample_size for one in open_one.credibility] == [0, 0]


@ON_THE_FASTEST
def test_how_each_way_did(memory: MemoryFactory, clock: FrozenClock) -> None:
    """The report has the correctness of each method, and of the facilitator (S3-32, S3-45)."""
    store = memory("desk")
    track_record(store, FINANCIAL, [1.0] * 20)
    track_record(store, STRATEGY, [0.0] * 20)
    for correctness in (1.0, 1.0, 0.0):
        debate = for_a_person(store)
        assert debate.resolution_method == "credibility_weighted"
        store.credibility.record_outcome(debate.id, correctness=correctness)
    default = fallen_back(store, clock, domain="tech_margins")
    store.debates.override(default.id, position=STRATEGY, rationale="I looked.")
    found = store.credibility.facilitator()
    assert found.success_rate == pytest.approx(2 / 3)
    assert (found.total_auto_resolutions, found.overridden) == (3, 1)
    assert {one.method.value: one.resolved for one in found.by_method}["override"] == 1


@ON_THE_FASTEST
@pytest.mark.parametrize(
    "wrong",
    [
        {"correctness": 1.5},
        {"correctness": "much"},
        {"correctness": True},
        {"correctness": 1, "actual": float("inf")},
        {"correctness": 1, "at": "2030-01-01"},
        {"correctness": 1, "at": "2001-01-01"},
        {"correctness": 1, "estimates": [1]},
        {"correctness": 1, "note": " "},
    ],
)
def test_bad_outcomes_are_refused(memory: MemoryFactory, wrong: dict[str, Any]) -> None:
    """What is no outcome is refused, and moves nothing."""
    store = memory("desk")
    made = store.decisions.record("recommendation", participants=[FINANCIAL], domain=DOMAIN)
    with pytest.raises(InvalidInput):
        store.credibility.record_outcome(made.id, **wrong)
    assert store.credibility.score(FINANCIAL, DOMAIN).sample_size == 0
    item = store.add(content="A fact.")
    with pytest.raises(InvalidInput, match="outcome is recorded of"):
        store.credibility.record_outcome(item.id, correctness=1)
