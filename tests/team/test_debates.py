"""Debates: five levels, each with its method, and all that is kept of them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Conflict, Forbidden, InvalidInput, NotFound, Principal
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
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

THIRTEEN = (
    *("id", "topic", "challenger_agent", "challenged_agent", "disputed_finding"),
    *("challenge_basis", "resolution_level", "resolution_method", "final_position", "timestamp"),
    *("priority", "provisional", "override_window_closed"),
)
ELEVEN = (
    *("id", "debate_id", "winning_position", "winning_agent", "credibility_differential"),
    *("resolution_time_seconds", "human_override", "override_rationale", "downstream_impact"),
    *("accuracy_tracked", "outcome_correctness"),
)


@ON_EITHER_SORT
def test_agents_that_agree_settle_it(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Both post the same position: level 1_agent, consensus, binding, with all fields (S3-15,
    S3-19, S3-23)."""
    store = memory("desk")
    debate = opened(store, priority="valuation")
    assert (debate.resolution_level, debate.resolution_method) == ("1_agent", None)
    agent(store, FINANCIAL).debates.position(debate.id, agent=FINANCIAL, text="They fall to 9 %")
    later(clock, hours=1)
    settled = agent(store, STRATEGY).debates.position(
        debate.id, agent=STRATEGY, text="they fall  to 9 %."
    )
    assert (settled.resolution_level, settled.resolution_method) == ("1_agent", "consensus")
    assert settled.is_binding
    assert settled.final_position == "they fall  to 9 %."
    told = settled.export()
    assert all(name in told for name in THIRTEEN)
    resolution = store.debates.resolution(debate.id)
    assert all(name in resolution.export() for name in ELEVEN)
    assert (resolution.resolution_time_seconds, resolution.winning_agent) == (3_600, FINANCIAL)
    assert resolution.outcome_correctness is None
    assert not resolution.accuracy_tracked
    store.credibility.record_outcome(debate.id, correctness=0.9)
    resolution = store.debates.resolution(debate.id)
    assert (resolution.outcome_correctness, resolution.accuracy_tracked) == (0.9, True)
    assert store.debates.get(debate.id).outcome_correctness == 0.9
    assert store.verify().ok


@ON_EITHER_SORT
def test_the_track_record_decides_if_it_is_clear(memory: MemoryFactory) -> None:
    """A differential above 0.25 with five outcomes each settles it for the better; a smaller one,
    or four outcomes, goes to a person (S3-24)."""
    store = memory("desk")
    track_record(store, FINANCIAL, [0.9] * 5)
    track_record(store, STRATEGY, [0.5] * 5)
    debate = opened(store)
    assert [one.sample_size for one in debate.credibility] == [5, 5]
    assert store.debates.advance(debate.id).resolution_level == "2_facilitator"
    settled = store.debates.advance(debate.id)
    assert settled.resolution_method == "credibility_weighted"
    assert settled.final_position == "Margins hold at 12 %."
    resolution = store.debates.resolution(debate.id)
    assert resolution.winning_agent == FINANCIAL
    assert resolution.credibility_differential == pytest.approx(0.36)
    for outcomes, field in (([0.7] * 5, "margins"), ([0.2] * 4, "tech_margins")):
        track_record(store, FINANCIAL, [0.8] * 5, domain=field)
        track_record(store, STRATEGY, outcomes, domain=field)
        debate = for_a_person(store, domain=field)
        assert (debate.resolution_level, debate.resolution_method) == ("3_human", None)


@ON_EITHER_SORT
def test_a_person_decides(memory: MemoryFactory) -> None:
    """A person's decision is binding, and the graph says who decided (S3-25)."""
    store = memory("desk")
    debate = for_a_person(store)
    store.debates.position(debate.id, agent=STRATEGY, text="They fall to 9 %.")
    settled = store.debates.decide(debate.id, position=STRATEGY, reason="The prices are public.")
    assert (settled.resolution_level, settled.resolution_method) == ("3_human", "human_binding")
    assert settled.final_position == "They fall to 9 %."
    assert settled.is_binding
    (by,) = store.graph.relations(of=debate.id, type="RESOLVED_BY")
    assert store.graph.get(by.target).kind == "Human"
    with pytest.raises(Conflict, match="human_binding"):
        store.debates.decide(debate.id, position=FINANCIAL, reason="After all.")
    with pytest.raises(Conflict, match="for good"):
        store.debates.override(debate.id, position=FINANCIAL, rationale="After all.")


@ON_EITHER_SORT
def test_nobody_came(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Without a person the conservative position holds, provisional until its window closes; after
    that it is binding, and no override is accepted (S3-26)."""
    store = memory("desk")
    debate = for_a_person(store, conservative_position="Plan with 10 %.", priority="critical_path")
    later(clock, hours=4)
    fallen = store.debates.get(debate.id)
    assert (fallen.resolution_level, fallen.resolution_method) == (
        "4_fallback",
        "conservative_default",
    )
    assert (fallen.final_position, fallen.provisional) == ("Plan with 10 %.", True)
    assert fallen.override_window_closed == clock() + timedelta(hours=72)
    with pytest.raises(Conflict, match="may override"):
        store.debates.decide(debate.id, position=FINANCIAL, reason="Late.")
    with pytest.raises(Conflict, match="provisional"):
        store.credibility.record_outcome(debate.id, correctness=1)
    later(clock, hours=72)
    with pytest.raises(Conflict, match="closed at"):
        store.debates.override(debate.id, position=FINANCIAL, rationale="Late.")
    assert store.debates.get(debate.id).is_binding


@ON_EITHER_SORT
def test_the_clock_decides_and_not_the_worker(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Whether a worker wrote it down or nobody looked for weeks, the times are the same."""
    store = memory("desk")
    by_worker, by_reader = for_a_person(store), for_a_person(store)
    later(clock, hours=72)
    store.jobs.wait()
    later(clock, days=30)
    (first, second) = (store.debates.history(one.id).export() for one in (by_worker, by_reader))
    assert first["levels"] == second["levels"]
    assert first["seconds_by_level"] == second["seconds_by_level"]
    assert first["is_binding"]
    assert second["is_binding"]
    written = [store.get(one.id).data["provisional"] for one in (by_worker, by_reader)]
    assert written == [False, False]


@ON_EITHER_SORT
def test_a_default_is_overridden(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Inside the window a person overrides with a rationale; the resolution says so and lists the
    analyses to look at again (S3-27, S3-28)."""
    store = memory("desk")
    analysis = store.graph.entity("Analysis", "ACME in March", external_id="an-1")
    debate = fallen_back(store, clock, analyses=["an-1"])
    assert debate.provisional
    with pytest.raises(InvalidInput, match="rationale"):
        store.debates.override(debate.id, position=STRATEGY, rationale=" ")
    settled = store.debates.override(debate.id, position=STRATEGY, rationale="I saw the prices.")
    assert settled.resolution_method == "override"
    assert (settled.final_position, settled.is_binding) == ("Competitors cut prices.", True)
    assert (settled.resolution_level, settled.level) == ("4_fallback", "5_gate_review")
    resolution = store.debates.resolution(debate.id)
    assert resolution.human_override
    assert resolution.override_rationale == "I saw the prices."
    assert resolution.overridden_position == "Margins hold at 12 %."
    assert resolution.downstream_impact == ("an-1",)
    (impact,) = store.graph.relations(of=resolution.id, type="IMPACTED_ANALYSIS")
    assert impact.target == analysis.id
    (over,) = store.graph.relations(of=resolution.id, type="OVERRODE")
    assert store.graph.get(over.source).kind == "Human"
    at_gate = fallen_back(store, clock)
    settled = store.debates.override(
        at_gate.id, position=STRATEGY, rationale="At the gate.", at_gate=True
    )
    assert settled.resolution_level == "5_gate_review"
    assert store.verify().ok


@ON_THE_FASTEST
def test_all_that_is_kept(memory: MemoryFactory, clock: FrozenClock) -> None:
    """The history has positions, method and outcome, credibility as it was then, times at each
    level, provisional or binding, what was overridden, and how right a default was; a later outcome
    does not change the score of then (S3-22)."""
    store = memory("desk")
    track_record(store, FINANCIAL, [1.0] * 5)
    track_record(store, STRATEGY, [0.9] * 5)
    debate = opened(store)
    then = debate.credibility
    later(clock, minutes=10)
    store.debates.advance(debate.id)
    later(clock, minutes=20)
    store.debates.advance(debate.id)
    later(clock, days=30)
    kept = store.debates.history(debate.id)
    assert kept.seconds_by_level == {
        "1_agent": 600,
        "2_facilitator": 1_200,
        "3_human": 72 * 3_600,
        "4_fallback": 72 * 3_600,
    }
    assert kept.is_binding
    assert not kept.was_overridden
    store.credibility.record_outcome(debate.id, correctness=0.0)
    kept = store.debates.history(debate.id)
    assert kept.fallback_correctness == 0.0
    assert kept.credibility_then == then
    assert kept.credibility_at_resolution == then
    assert store.credibility.score(FINANCIAL, DOMAIN).sample_size == 6


@ON_THE_FASTEST
def test_the_most_urgent_come_first(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Lists are ordered by priority, then by time, and filters hold (S3-18)."""
    store = memory("desk")
    made: dict[str, list[str]] = {}
    for priority in ("supporting", "critical_path", "valuation", "critical_path"):
        made.setdefault(priority, []).append(opened(store, priority=priority).id)
        later(clock, minutes=1)
    listed = [one.id for one in store.debates.list()]
    assert listed == [
        *reversed(made["critical_path"]),
        *made["valuation"],
        *made["supporting"],
    ]
    assert [one.priority for one in store.debates.list(priority="valuation")] == ["valuation"]
    assert len(store.debates.list(agent="nobody")) == 0
    assert len(store.debates.list(is_resolved=False, limit=2)) == 2
    assert store.debates.list(limit=2).is_cut
    with pytest.raises(InvalidInput, match="is one of"):
        store.debates.list(priority="soon")
    with pytest.raises(InvalidInput, match="is one of"):
        store.debates.list(level="6")


@ON_THE_FASTEST
def test_who_may_act(memory: MemoryFactory, clock: FrozenClock) -> None:
    """An agent speaks for itself; a KM_ADMIN person may in its name, on record; people decide, and
    who takes part does neither decide nor record the outcome."""
    store = memory("desk")
    outsider, financial = agent(store, "valuation_agent"), agent(store, FINANCIAL)
    with pytest.raises(Forbidden, match="in the name of"):
        opened(outsider)
    debate = opened(agent(store, STRATEGY))
    with pytest.raises(Forbidden, match="in the name of"):
        financial.debates.position(debate.id, agent=STRATEGY, text="I give in.")
    with pytest.raises(InvalidInput, match="takes no part"):
        outsider.debates.position(debate.id, agent="valuation_agent", text="I know better.")
    with pytest.raises(Forbidden, match="takes no part"):
        outsider.debates.advance(debate.id)
    taken = store.debates.position(debate.id, agent=STRATEGY, text="They fall.")
    assert (taken.positions[-1].agent, taken.positions[-1].by) == (STRATEGY, "owner")
    for _ in range(2):
        financial.debates.advance(debate.id)
    member = store.acting_as(Principal("tom"))
    program = store.acting_as(Principal("bot", kind="service", roles=["ADMIN"]))
    own = store.acting_as(Principal(STRATEGY, roles=["KM_ADMIN"]))
    for caller in (financial, member, program, own):
        with pytest.raises(Forbidden):
            caller.debates.decide(debate.id, position=STRATEGY, reason="So it is.")
    reviewer = store.acting_as(Principal("eva", roles=["KM_ADMIN"]))
    reviewer.debates.decide(debate.id, position=STRATEGY, reason="So it is.")
    for caller in (financial, agent(store, STRATEGY), own, outsider):
        with pytest.raises(Forbidden):
            caller.credibility.record_outcome(debate.id, correctness=1)
    assert member.credibility.record_outcome(debate.id, correctness=1)


@ON_THE_FASTEST
def test_only_its_verbs_change_it(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Neither update, supersede nor dismiss touch a debate, and none is added by hand."""
    store = memory("desk")
    debate = fallen_back(store, clock)
    for id in (debate.id, debate.resolution_id):
        assert id is not None
        with pytest.raises(Conflict, match="its verbs"):
            store.update(id, content="No.")
        with pytest.raises((Conflict, InvalidInput), match=r"its verbs|by hand"):
            store.supersede(id, content="No.")
        with pytest.raises(Conflict, match="its verbs"):
            store.dismiss(id)
    for kind in ("debate", "debate_resolution"):
        with pytest.raises(InvalidInput, match="by hand"):
            store.add(content="Mine.", kind=kind)
        item = store.add(content=f"Mine, {kind}.")
        with pytest.raises(InvalidInput, match="by hand"):
            store.update(item.id, kind=kind)
    with pytest.raises(NotFound):
        store.debates.get(item.id)


@ON_THE_FASTEST
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"challenged": STRATEGY}, "itself"),
        ({"challenge_basis": " "}, "challenge_basis is empty"),
        ({"priority": "high"}, "priority"),
        ({"evidence": ["km_000000000000"]}, "km_000000000000"),
        ({"disputed_finding": "km_000000000000"}, "km_000000000000"),
        ({"topic": "x" * 600}, "topic"),
        ({"estimate": float("nan")}, "estimate"),
        ({"audience": "friends"}, "friends"),
        ({"challenger": ""}, "challenger"),
    ],
)
def test_bad_input_leaves_nothing(
    memory: MemoryFactory, fields: dict[str, object], told: str
) -> None:
    """What cannot be opened is refused with its field, and no row is written."""
    store = memory("desk")
    before = store.verify().rows
    with pytest.raises((InvalidInput, NotFound), match=told):
        opened(store, **fields)
    assert store.verify().rows == before


@ON_THE_FASTEST
def test_a_resolution_is_trusted_as_its_evidence(memory: MemoryFactory) -> None:
    """It has the lowest trust of what the winning position cites, whoever decided."""
    store = memory("desk")
    outside = store.add(content="A blog says 9 %.", source_type="web")
    inside = store.add(content="The books say 12 %.")
    for winner, trust in ((STRATEGY, "outside"), (FINANCIAL, "person")):
        debate = for_a_person(store)
        store.debates.position(debate.id, agent=STRATEGY, text="They fall.", evidence=[outside.id])
        store.debates.position(debate.id, agent=FINANCIAL, text="They hold.", evidence=[inside.id])
        store.debates.decide(debate.id, position=winner, reason="It is so.")
        assert store.debates.resolution(debate.id).trust == trust


@ON_THE_FASTEST
def test_it_works_in_every_preset(memory: MemoryFactory, clock: FrozenClock) -> None:
    """The verbs are there whatever the product; where items wait for review, so do debates."""
    for preset in ("adviser", "community", "companion", "corporate"):
        store = memory(preset)
        debate = fallen_back(store, clock, domain=None)
        store.debates.override(debate.id, position=STRATEGY, rationale="Because.")
        store.credibility.record_outcome(debate.id, correctness=1)
        assert store.credibility.score(STRATEGY, "general").sample_size == 1
        assert store.verify().ok
