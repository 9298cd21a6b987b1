"""Communities: planted groups are found, with ids that stay and labels that tell them apart."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from remembrancer.decisions.shapes.communities import DecisionGroup, SpaceCommunities
from remembrancer.decisions.shapes.decision_facts import space_facts
from remembrancer.decisions.shapes.features import TYPE, Feature, features
from remembrancer.decisions.shapes.structure import Structure, structure
from remembrancer.graph.port import GraphEdge, GraphNode, Property
from tests.decisions.shapes.graphs import LABELS, graph
from tests.decisions.shapes.planted import (
    adjusted_rand_index,
    group_of,
    planted,
    printed_with_two_hash_seeds,
)

pytest.importorskip("graspologic_native", reason="the extra shapes is not installed")

from remembrancer.decisions.shapes import leiden

THEMES = ("drawdown_vs_annuity", "protection_recommendation", "inheritance_tax_planning")
SIZES = (45, 30, 20)
WHEN: dict[str, Property] = {"timestamp": "2026-01-01T00:00:00+00:00"}


def found(made: Structure) -> tuple[DecisionGroup, ...]:
    nodes = [GraphNode(id, ("Item", "Decision"), WHEN) for id in made.ids]
    return communities_of(nodes, made).groups


def communities_of(nodes: list[GraphNode], made: Structure) -> SpaceCommunities:
    facts = space_facts(nodes, made, "Client")
    return SpaceCommunities(made, leiden.groups(made), features(nodes, made), facts)


@pytest.mark.parametrize("seed", range(5))
def test_three_planted_groups_are_recovered(seed: int) -> None:
    """S0-57, S0-94: groups of 45, 30 and 20 decisions, with some links between them, are found
    member by member, each with its theme as its label."""
    made = found(planted(SIZES, seed, degree=8, between=0.05, is_clear=True, types=THEMES))
    assert [len(one.members) for one in made] == [45, 30, 20]
    assert [{group_of(id) for id in one.members} for one in made] == [{"0"}, {"1"}, {"2"}]
    assert [one.label for one in made] == [theme.replace("_", " ") for theme in THEMES]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_a_hundred_groups_are_recovered(seed: int) -> None:
    """100 groups of 200 decisions with 10 links each, 20 % of them between groups: the adjusted
    Rand index is at least 0.95."""
    made = leiden.groups(planted([200] * 100, seed, degree=10, between=0.2))
    assert sum(map(len, made)) == 20_000
    assert adjusted_rand_index(made) >= 0.95


def test_the_index_tells_found_from_missed() -> None:
    """The measure itself: 1 for the planted groups, and none for groups by chance."""
    groups = [[f"{group}-{number}" for number in range(20)] for group in range(4)]
    across = [[f"{group}-{number}" for group in range(4)] for number in range(20)]
    assert adjusted_rand_index(groups) == 1
    assert adjusted_rand_index(across) < 0.05


def test_other_ids_give_the_same_communities() -> None:
    """What a decision is called has no part in where it belongs."""
    made = planted(SIZES, 3, degree=5, between=0.15)
    other = replace(made, ids=tuple(sha256(id.encode()).hexdigest() for id in made.ids))
    names = dict(zip(other.ids, made.ids, strict=True))
    assert [[names[id] for id in ids] for ids in leiden.groups(other)] == [
        list(ids) for ids in leiden.groups(made)
    ]


def test_the_same_communities_in_another_process() -> None:
    """Nothing hangs on the order of a set, on a hash of Python or on the process."""
    code = (
        "from remembrancer.decisions.shapes import leiden\n"
        "from tests.decisions.shapes.planted import planted\n"
        "print(leiden.groups(planted((45, 30, 20), 3, degree=5, between=0.15)))\n"
    )
    assert len(printed_with_two_hash_seeds(code)) == 1


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(one, marks=pytest.mark.soak) for one in range(1, 20))]
)
def test_an_id_stays_when_a_community_grows(seed: int) -> None:
    """Twenty decisions that are recorded later, one after the other, each linked to some members,
    join their community: every community keeps its id, and no decision of another one moves."""
    random = Random(seed)
    made = planted(SIZES, seed, degree=8, between=0.05, is_clear=True)
    before = {group_of(one.id): one for one in found(made)}
    grows = random.choice("012")
    own = [id for id in made.ids if group_of(id) == grows]
    for number in range(20):
        new = f"{grows}-new{number}"
        made = grown(made, new, random.sample(own, random.randint(3, 5)), random)
        own.append(new)
        after = {group_of(one.id): one for one in found(made)}
        assert {one.id for one in after.values()} == {one.id for one in before.values()}
        assert set(after[grows].members) == set(own)
        for group in "012".replace(grows, ""):
            assert after[group].members == before[group].members


def grown(made: Structure, id: str, causes: list[str], random: Random) -> Structure:
    """The same with one more decision."""
    place = len(made.ids)
    links = [
        (made.ids.index(one), random.choice(["CAUSED", "INFLUENCED"]), place) for one in causes
    ]
    return replace(
        made,
        ids=(*made.ids, id),
        kinds=(*made.kinds, made.kinds[0]),
        decision_types=(*made.decision_types, None),
        decisions=(*made.decisions, place),
        edges=(*made.edges, *links),
    )


def test_a_fact_ties_decisions_and_is_no_member() -> None:
    """Decisions that one fact caused are one community of decisions; who has no cause is in none,
    nor is a rule that everybody applied a tie."""
    decisions = {f"d{number}": "Decision" for number in range(6)}
    made = graph(
        {"fact": "Fact", **decisions, "lonely": "Decision", "rule": "Policy"},
        [
            *(("fact", "CAUSED", f"d{number}") for number in range(6)),
            *((id, "APPLIED_POLICY", "rule") for id in (*decisions, "lonely")),
        ],
    )
    assert leiden.groups(made) == [tuple(decisions)]
    assert leiden.groups(graph({"a": "Decision"}, [])) == []


def test_a_label_tells_what_members_share_and_others_do_not() -> None:
    """S0-93: of two communities about clients, the one has a provider in common and the other an
    attribute of its clients; what all decisions have is in no label."""
    nodes: list[GraphNode] = []
    switch: dict[str, Property] = {"decision_type": "switch_transfer"}
    edges: list[tuple[str, str, str]] = []
    alike: dict[str, Property] = {"capacity_for_loss": "low", "is_retired": True}
    for group, attributes in (("0", {}), ("1", alike)):
        for number in range(8):
            own, client = f"{group}-d{number}", f"ent_{group}{number:011}"
            nodes.append(GraphNode(own, ("Item", "Decision"), {**WHEN, **switch}))
            nodes.append(
                GraphNode(client, ("Client",), {"name": client, "age": 40 + number, **attributes})
            )
            edges.append((own, "ABOUT", client))
            if number:
                edges.append((f"{group}-d0", "CAUSED", own))
    nodes.append(GraphNode("provider", ("Firm",), {"name": "Provider X"}))
    edges += [(f"0-d{number}", "ABOUT", "provider") for number in range(6)]
    held = [GraphEdge(f"r{n}", type, a, b, {}) for n, (a, type, b) in enumerate(edges)]
    made = structure(nodes, held, LABELS)
    told = features(nodes, made)
    assert Feature(TYPE, "switch_transfer") in told["0-d0"]
    labels = [one.label for one in communities_of(nodes, made).groups]
    assert labels == ["Provider X", "capacity for loss low, is retired"]
