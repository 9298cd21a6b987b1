"""Debates and credibility in the graph, asked in the seed's own queries."""

from __future__ import annotations

import pytest

from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.team.debating import (
    DOMAIN,
    FINANCIAL,
    STRATEGY,
    fallen_back,
    for_a_person,
    later,
    opened,
    track_record,
)

SIMILAR = """
MATCH (d1:Debate)-[:SIMILAR_TO]-(d2:Debate)
WHERE d1.topic CONTAINS "margin_sustainability"
  AND d2.resolution_level IN ["3_human", "4_fallback"]
RETURN d2.id AS id, d2.final_position AS final_position, d2.outcome_correctness AS correctness
ORDER BY d2.timestamp DESC
LIMIT 5
"""
CREDIBILITY = """
MATCH (a:Agent)-[r:HAS_CREDIBILITY_IN]->(domain)
WHERE a.name = "financial_analyst"
  AND domain.name = "retail_margins"
RETURN r.overall_score AS overall_score, r.sample_size AS sample_size,
       r.recent_accuracy AS recent_accuracy
"""
OVERRIDDEN = """
MATCH (d:Debate)-[:HAS_RESOLUTION]->(dr:DebateResolution)
WHERE d.resolution_level = '4_fallback'
  AND dr.human_override = true
RETURN d.topic AS topic, d.final_position AS final_position,
       dr.override_rationale AS rationale, dr.outcome_correctness AS correctness
"""
SUCCESS = """
MATCH (d:Debate)-[:HAS_RESOLUTION]->(dr:DebateResolution)
WHERE d.resolution_level = '2_facilitator'
  AND dr.accuracy_tracked = true
RETURN AVG(dr.outcome_correctness) as success_rate,
       COUNT(*) as total_auto_resolutions
"""


@ON_EITHER_SORT
def test_similar_past_debates_by_query(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Debates of people and defaults that are like one, newest first, at most five (S3-29)."""
    pytest.importorskip("kglite")
    store = memory("desk")
    decided = []
    for number in range(6):
        debate = for_a_person(store, topic=f"Retail margins {number}")
        store.debates.decide(debate.id, position=FINANCIAL, reason="So it is.")
        later(clock, hours=1)
        decided.append(debate.id)
    store.credibility.record_outcome(decided[-1], correctness=0.92)
    for id in decided[:-1]:
        store.credibility.record_outcome(id, correctness=0.5)
    agreed = opened(store, topic="Retail margins agreed")
    for name in (FINANCIAL, STRATEGY):
        store.debates.position(agreed.id, agent=name, text="They fall.")
    asked = opened(store, topic="Retail margins: margin_sustainability")
    assert len(asked.precedents) == 5
    rows = store.graph.cypher(SIMILAR)
    wanted = [id for id in reversed(decided) if id in {one.debate_id for one in asked.precedents}]
    assert [row["id"] for row in rows] == wanted
    assert rows[0]["final_position"] == "Margins hold at 12 %."
    assert {row["correctness"] for row in rows} <= {0.92, 0.5}


@ON_EITHER_SORT
def test_credibility_by_query(memory: MemoryFactory) -> None:
    """The relation, the node and the verb have the same values (S3-20, S3-30, S3-59)."""
    pytest.importorskip("kglite")
    store = memory("desk")
    track_record(store, FINANCIAL, [1.0, 0.5, 0.25, 0.75, 1.0])
    found = store.credibility.score(FINANCIAL, DOMAIN)
    (row,) = store.graph.cypher(CREDIBILITY)
    for name in ("overall_score", "sample_size", "recent_accuracy"):
        assert row[name] == pytest.approx(getattr(found, name))
    (node,) = store.graph.entities(kind="AgentCredibility")
    assert node.attrs == found.export()
    (named,) = store.graph.entities(kind="Agent")
    assert named.attrs["accuracy_scores"] == {DOMAIN: pytest.approx(found.overall_score)}
    track_record(store, FINANCIAL, [0.0])
    (row,) = store.graph.cypher(CREDIBILITY)
    assert row["sample_size"] == 6


@ON_EITHER_SORT
def test_overridden_defaults_by_query(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Only defaults that a person overrode, with the rationale and how right that was (S3-31)."""
    pytest.importorskip("kglite")
    store = memory("desk")
    stood = fallen_back(store, clock, topic="It stood")
    later(clock, days=4)
    store.debates.get(stood.id)
    debate = fallen_back(store, clock, topic="It was overridden")
    store.debates.override(debate.id, position=STRATEGY, rationale="I saw the prices.")
    store.credibility.record_outcome(debate.id, correctness=0.75)
    assert store.graph.cypher(OVERRIDDEN) == [
        {
            "topic": "It was overridden",
            "final_position": "Competitors cut prices.",
            "rationale": "I saw the prices.",
            "correctness": 0.75,
        }
    ]


@ON_EITHER_SORT
def test_the_facilitator_s_success_by_query(memory: MemoryFactory) -> None:
    """Three tracked outcomes 1, 1, 0 give 0.667 of 3 (S3-32)."""
    pytest.importorskip("kglite")
    store = memory("desk")
    track_record(store, FINANCIAL, [1.0] * 20)
    track_record(store, STRATEGY, [0.0] * 20)
    for correctness in (1.0, 1.0, 0.0, None):
        debate = for_a_person(store)
        if correctness is not None:
            store.credibility.record_outcome(debate.id, correctness=correctness)
    (row,) = store.graph.cypher(SUCCESS)
    assert row["success_rate"] == pytest.approx(2 / 3)
    assert row["total_auto_resolutions"] == 3
    found = store.credibility.facilitator()
    assert found.success_rate == pytest.approx(2 / 3)
    assert found.total_auto_resolutions == 3


@ON_EITHER_SORT
def test_all_eight_relations_are_there(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A debate leaves each relation of S3-21 in the graph, made in the same act."""
    store = memory("desk")
    store.graph.entity("Analysis", "ACME in March", external_id="an-1")
    first = fallen_back(store, clock, analyses=["an-1"], patterns=["Margin compression"])
    store.debates.override(first.id, position=STRATEGY, rationale="I looked.")
    store.credibility.record_outcome(first.id, correctness=1)
    opened(store)
    found = {one.type for one in store.graph.relations(limit=100)}
    assert found >= {
        *("RESOLVED_BY", "WINNING_POSITION", "HAS_RESOLUTION", "IMPACTED_ANALYSIS"),
        *("HAS_CREDIBILITY_IN", "SIMILAR_TO", "SUPPORTS_POSITION", "OVERRODE"),
    }
    winning = [
        one
        for one in store.graph.relations(of=first.id, type="WINNING_POSITION")
        if one.ended_at is None
    ]
    assert [store.graph.get(one.target).name for one in winning] == [STRATEGY]
