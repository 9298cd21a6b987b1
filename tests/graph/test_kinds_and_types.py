"""Kinds and types: what a space knows, what a relation may connect, and what is kept of it."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.errors import InvalidInput
from tests.conftest import MemoryFactory

PEOPLE_KINDS = ("Person", "Org", "Place", "Topic", "Skill", "Project", "Event")
PEOPLE_TYPES = {
    "WORKS_AT": "Org",
    "PREVIOUSLY": "Org",
    "LIVES_IN": "Place",
    "TALKS_ABOUT": "Topic",
    "CLOSE_TO": "Person",
    "HAS_SKILL": "Skill",
    "INTERACTED_WITH": "Person",
}
BANK_KINDS = ("Person", "Account", "Transaction", "Organization", "Policy")
DOMAIN_KINDS = (
    *("Client", "Adviser", "Firm", "FactFind", "Meeting", "PlatformPortfolio"),
    *("PlatformAccount", "RiskQuestionnaire", "Conversation", "ApplicationEvent"),
)
DECISION_KINDS = ("DecisionContext", "Exception", "Escalation", "Community")
ADVISER_TYPES = (
    ("CAUSED", None),
    ("INFLUENCED", None),
    ("PRECEDENT_FOR", None),
    ("SUPERSEDED", None),
    ("ABOUT", "Person"),
    ("ABOUT", "Account"),
    ("ABOUT", "Transaction"),
    ("APPLIED_POLICY", "Policy"),
    ("GRANTED_EXCEPTION", "Exception"),
    ("TRIGGERED", "Escalation"),
)
DESK_RELATIONS = (
    ("Company", "HAS_ANALYSIS", "Analysis"),
    ("Analysis", "IDENTIFIED_PATTERN", "Pattern"),
    ("Analysis", "LED_TO", "decision"),
    ("decision", "HAS_OUTCOME", "Outcome"),
    ("Agent", "PERFORMED", "Analysis"),
    ("Agent", "MADE", "decision"),
    ("Pattern", "SIMILAR_TO", "Pattern"),
    ("Company", "PEER_OF", "Company"),
    ("Debate", "RESOLVED_BY", "Agent"),
    ("Debate", "RESOLVED_BY", "Human"),
    ("Debate", "WINNING_POSITION", "Agent"),
    ("Debate", "HAS_RESOLUTION", "DebateResolution"),
    ("DebateResolution", "IMPACTED_ANALYSIS", "Analysis"),
    ("Agent", "HAS_CREDIBILITY_IN", "Domain"),
    ("Debate", "SIMILAR_TO", "Debate"),
    ("Pattern", "SUPPORTS_POSITION", "Debate"),
    ("Human", "OVERRODE", "DebateResolution"),
)


def node(store: Memory, kind: str, name: str) -> str:
    """A node of this kind: an item where the kind is one of items, else an entity."""
    if kind[0].islower():
        return store.add(content=f"{name} is what was chosen.", kind=kind).id
    return store.graph.entity(kind, name).id


def around(store: Memory, id: str) -> set[str]:
    return {one.id for one in store.graph.neighbours(id)}


def test_each_label_is_creatable_and_a_new_one_is_accepted(memory: MemoryFactory) -> None:
    """S2-14: Person, Org, Place, Topic, Skill, Project, Event and whatever else somebody needs."""
    graph = memory("community").graph
    kinds = (*PEOPLE_KINDS, "Boat", "a", "Z" * 64)
    made = [graph.entity(kind, f"one {kind}"[:60]) for kind in kinds]
    assert [one.kind for one in made] == list(kinds)
    assert [graph.get(one.id) for one in made] == made
    assert list(graph.entities(kind="Boat")) == [made[7]]


@pytest.mark.parametrize("kind", ["", "1st", "Per son", "Person\n", "Människa", "P" * 65, "a`b", 3])
def test_a_kind_that_is_no_word_is_refused(memory: MemoryFactory, kind: Any) -> None:
    """A kind is a letter and up to 63 letters, digits or underscores."""
    graph = memory("community").graph
    with pytest.raises(InvalidInput) as refused:
        graph.entity(kind, "Ellen")
    assert refused.value.field == "kind"
    assert not graph.entities()


def test_each_type_is_creatable_and_found_from_both_ends(memory: MemoryFactory) -> None:
    """S2-15: the seven types of the community and a new one lead there and back."""
    store = memory("community")
    charlie = node(store, "Person", "Charlie")
    for type, kind in {**PEOPLE_TYPES, "OWES_MONEY_TO": "Person"}.items():
        other = node(store, kind, f"the other end of {type}")
        made = store.graph.relate(charlie, type, other)
        assert (made.type, made.source, made.target) == (type, charlie, other)
        assert other in around(store, charlie)
        assert around(store, other) == {charlie}
        assert list(store.graph.relations(of=other, type=type.lower())) == [made]


def test_common_fields_come_back_and_no_evidence_is_marked(memory: MemoryFactory) -> None:
    """S2-16: confidence, evidence and timestamp; an edge that no message states is unproven."""
    store = memory("community")
    store.conversations.start("general")
    store.conversations.append(
        "general",
        {
            "id": "m1",
            "author_id": "charlie",
            "content": "I am at Google.",
            "timestamp": "2026-01-05T10:00:00+00:00",
        },
    )
    charlie, google = node(store, "Person", "Charlie"), node(store, "Org", "Google")
    said = store.graph.relate(charlie, "WORKS_AT", google, confidence=0.8, evidence=["m1"])
    seen = datetime(2025, 5, 1, tzinfo=UTC)
    unsaid = store.graph.relate(charlie, "PREVIOUSLY", google, timestamp=seen)
    assert (said.confidence, said.evidence, said.is_proven) == (0.8, ("m1",), True)
    assert said.timestamp == datetime(2026, 1, 5, 10, tzinfo=UTC)  # when it was said
    assert (unsaid.confidence, unsaid.evidence, unsaid.is_proven) == (1.0, (), False)
    assert unsaid.timestamp == seen
    assert list(store.graph.relations(of=charlie)) == [said, unsaid]
    assert store.graph.relation(said.id) == said


def test_specifics_make_the_round_trip(memory: MemoryFactory) -> None:
    """S2-17: role, startDate, endDate and location; sentiment; basis; realName of a person."""
    store = memory("community")
    dana = store.graph.entity(
        "Person", "dana_k", external_id="184467440737", attrs={"realName": "Dana Kovač"}
    )
    work = {
        "role": "PM",
        "startDate": "2020-01",
        "endDate": "2022-06",
        "location": "San Francisco",
    }
    given = {
        "WORKS_AT": ("Org", work),
        "TALKS_ABOUT": ("Topic", {"sentiment": "positive"}),
        "CLOSE_TO": ("Person", {"basis": "siblings"}),
    }
    for type, (kind, attrs) in given.items():
        made = store.graph.relate(dana.id, type, node(store, kind, f"end of {type}"), attrs=attrs)
        assert store.graph.relation(made.id).attrs == attrs
    found = store.graph.get(dana.id)
    assert (found.external_id, found.attrs) == ("184467440737", {"realName": "Dana Kovač"})


@pytest.mark.parametrize("decision", ["decision", "decision_trace"])
def test_the_kinds_of_the_adviser_are_linked_to_a_decision(
    memory: MemoryFactory, decision: str
) -> None:
    """S0-61 to S0-63: each kind can be made, and a decision is about it or led to it."""
    store = memory("adviser")
    made = node(store, decision, "Drawdown")
    by_kind = {"Policy": "APPLIED_POLICY", "Exception": "GRANTED_EXCEPTION"}
    by_kind |= {"Escalation": "TRIGGERED"}
    linked = []
    for kind in (*BANK_KINDS, *DOMAIN_KINDS, "Exception", "Escalation"):
        other = node(store, kind, f"one {kind}")
        linked.append(other)
        store.graph.relate(made, by_kind.get(kind, "ABOUT"), other)
    assert around(store, made) == set(linked)
    for kind in DECISION_KINDS:
        assert store.graph.entity(kind, f"one {kind}").kind == kind


@pytest.mark.parametrize(("type", "kind"), ADVISER_TYPES)
def test_a_type_of_the_adviser_knows_its_ends(
    memory: MemoryFactory, type: str, kind: str | None
) -> None:
    """S0-64, S0-65: it can be stated in either case; the wrong way round it is refused, and the
    right ends are named."""
    store = memory("adviser")
    first, second = node(store, "decision", "Drawdown"), node(store, "decision", "Annuity")
    meeting = node(store, "Meeting", "March")
    target = second if kind is None else node(store, kind, f"one {kind}")
    made = store.graph.relate(first, type.lower(), target)
    assert list(store.graph.relations(type=type)) == [made]
    right = r"from Decision or DecisionTrace (or Fact )?to "
    with pytest.raises(InvalidInput, match=right) as refused:
        store.graph.relate(meeting, type, target)
    assert refused.value.field == "type"
    assert kind is None or kind in str(refused.value)


def test_types_of_the_adviser_are_a_closed_list(memory: MemoryFactory) -> None:
    """S0-65: a type that is not declared is refused, and those that are declared are named."""
    store = memory("adviser")
    ends = node(store, "Person", "Ellen"), node(store, "Person", "Omar")
    with pytest.raises(InvalidInput, match="ADVISED_BY") as refused:
        store.graph.relate(ends[0], "ADMIRES", ends[1])
    assert refused.value.field == "type"
    assert not store.graph.relations()


def test_a_chain_of_causes_is_walked_both_ways_and_does_not_loop(memory: MemoryFactory) -> None:
    """S0-66: of six decisions in a row the path has five steps; a cycle ends the same."""
    store = memory("adviser")
    chain = [node(store, "decision", f"Step {number}") for number in range(6)]
    for cause, effect in pairwise(chain):
        store.graph.relate(cause, "CAUSED", effect)
    for way in (chain, chain[::-1]):
        found = store.graph.path(way[0], way[-1])
        assert [one.id for one in found.nodes] == way
        assert [one.depth for one in found.nodes] == list(range(6))
    assert not store.graph.path(chain[0], chain[-1], depth=4)
    store.graph.relate(chain[-1], "CAUSED", chain[0])
    ring = store.graph.neighbours(chain[0], depth=5)
    assert sorted(one.depth for one in ring) == [1, 1, 2, 2, 3]
    assert len(ring.relations) == 6


@pytest.mark.parametrize(("source", "type", "target"), DESK_RELATIONS)
def test_the_relations_of_the_desk_know_their_ends(
    memory: MemoryFactory, source: str, type: str, target: str
) -> None:
    """S3-14, S3-21, S3-58: each is creatable, and refused between other kinds."""
    store = memory("desk")
    ends = node(store, source, "first"), node(store, target, "second")
    made = store.graph.relate(ends[0], type, ends[1])
    for end, other in (ends, ends[::-1]):
        assert around(store, end) == {other}
        assert list(store.graph.relations(of=end)) == [made]
    with pytest.raises(InvalidInput, match=f"{type} does not lead from Boat to "):
        store.graph.relate(node(store, "Boat", "Vega"), type, ends[1])
    with pytest.raises(InvalidInput, match=r" to Boat\. It leads from "):
        store.graph.relate(ends[0], type, node(store, "Boat", "Vega"))


@pytest.mark.parametrize(("kind", "type"), [("Pattern", "SIMILAR_TO"), ("Company", "PEER_OF")])
def test_what_goes_both_ways_is_one_relation(memory: MemoryFactory, kind: str, type: str) -> None:
    """S3-14: stated again from the other end, it is the same one; what has a direction is not."""
    store = memory("desk")
    first, second = node(store, kind, "first"), node(store, kind, "second")
    made = store.graph.relate(first, type, second)
    assert store.graph.relate(second, type, first) == made
    assert [list(store.graph.relations(of=one)) for one in (first, second)] == [[made], [made]]
    one_way = store.graph.relate(first, "REPLACES", second)
    assert store.graph.relate(second, "REPLACES", first).id != one_way.id


@pytest.mark.parametrize(
    ("kind", "attrs"),
    [
        ("Company", {"ticker": "NGT", "sector": "retail", "analyzed_count": 3}),
        ("Company", {"last_analysis": "2026-03-02T09:00:00+00:00"}),
        ("Analysis", {"date": "2026-03-02", "recommendation": "buy", "confidence": 0.7}),
        ("Analysis", {"outcome": None}),
        ("Pattern", {"category": "margin", "success_rate": 0.62, "occurrence_count": 12}),
        ("Agent", {"specialization": "margins", "accuracy_scores": {"retail": 0.8, "tech": 0.4}}),
        ("Agent", {"total_decisions": 9}),
        ("Outcome", {"value": -0.12, "date": "2026-09-01", "note": "margins fell"}),
        ("Human", {}),
        ("Domain", {}),
    ],
)
def test_the_nodes_of_the_desk_make_the_round_trip(
    memory: MemoryFactory, kind: str, attrs: dict[str, Any]
) -> None:
    """S3-08 to S3-13, S3-58: their fields are attributes, with their own types and nulls."""
    graph = memory("desk").graph
    made = graph.entity(kind, f"one {kind}", external_id=f"{kind}-1", attrs=attrs)
    found = graph.get(made.id)
    assert (found.kind, found.external_id, found.attrs) == (kind, f"{kind}-1", attrs)


def test_a_person_with_six_facts_of_four_types(memory: MemoryFactory) -> None:
    """S2-09: all six, by type, each with confidence and evidence, whatever name is asked for."""
    store = memory("community")
    store.conversations.start("general")
    store.conversations.append(
        "general", [{"id": f"m{n}", "author_id": "cy", "content": f"line {n}"} for n in range(6)]
    )
    charlie = store.graph.entity("Person", "Charlie Ek", external_id="u-7", aliases=["Chuck"])
    said = (
        ("WORKS_AT", "Org", "Google"),
        ("PREVIOUSLY", "Org", "Volvo"),
        ("PREVIOUSLY", "Org", "SAAB"),
        ("HAS_SKILL", "Skill", "Rust"),
        ("HAS_SKILL", "Skill", "Cypher"),
        ("LIVES_IN", "Place", "Umeå"),
    )
    for number, (type, kind, name) in enumerate(said):
        end = node(store, kind, name)
        store.graph.relate(charlie.id, type, end, confidence=0.5, evidence=[f"m{number}"])
    for name in (charlie.id, "u-7", "charlie  EK", "chuck"):
        summary = store.graph.person(name)
        assert summary.person == charlie
        assert summary.count == 6
        assert {type: len(facts) for type, facts in summary.facts.items()} == {
            "HAS_SKILL": 2,
            "LIVES_IN": 1,
            "PREVIOUSLY": 2,
            "WORKS_AT": 1,
        }
        told = [one for facts in summary.facts.values() for one in facts]
        assert {(one.confidence, one.is_proven) for one in told} == {(0.5, True)}
        assert {(one.text, *one.evidence) for one in told} == {
            (name, f"m{number}") for number, (_, _, name) in enumerate(said)
        }
