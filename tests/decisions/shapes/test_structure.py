"""The graph that shapes are computed over has nothing in it that somebody may not see."""

from __future__ import annotations

from collections import Counter

from remembrancer import Memory
from remembrancer.decisions.shapes import structure
from remembrancer.decisions.shapes.structure import NeighbourKind, Structure
from tests.conftest import MemoryFactory
from tests.decisions.shapes.graphs import graph
from tests.people import ADA, ANNA, BERT


def shared(memory: Memory) -> Structure:
    return memory._session.read(
        lambda reader, scope: structure.read(reader.projection.shared(), scope.space.preset)[1]
    )


def test_only_what_all_may_see(memory: MemoryFactory) -> None:
    """Personal decisions, those of a group, entities of a group and all links with them are left
    out, for their owner and for an admin as well; the structure is the same whoever reads it."""
    ada = memory("corporate").acting_as(ADA)
    anna = ada.acting_as(ANNA)
    client = ada.graph.entity("Client", "Ellen")
    hidden = anna.graph.entity("Client", "Otto", audience="group:finance")
    seen = ada.decisions.record("fees", reasoning="The scale says so.")
    ada.review.approve(seen.id)
    own = anna.decisions.record("fees", reasoning="My own.", is_personal=True)
    groups = anna.decisions.record("fees", reasoning="Ours.", audience="group:finance")
    ada.decisions.link(seen.id, "about", client.id)
    anna.decisions.link(seen.id, "about", hidden.id)
    anna.decisions.link(groups.id, "about", client.id)
    found = shared(ada)
    assert set(found.ids) == {seen.id, client.id}
    assert own.id not in found.ids
    assert len(found.edges) == 1
    assert found == shared(anna) == shared(ada.acting_as(BERT))


def test_a_proposed_link_takes_no_part(memory: MemoryFactory) -> None:
    """What a rule guessed is no shape before a person has confirmed it."""
    store = memory()
    for id, trigger in (("ev-1", None), ("ev-2", {"event": "ev-1"})):
        store.sources.event(
            "rebalance", id=id, subject="ellen", trigger=trigger, reason=f"Because of {id}."
        )
    (link,) = store.decisions.links(proposed=True)
    assert "CAUSED" not in {type for _, type, _ in shared(store).edges}
    store.decisions.confirm_link(link.id)
    assert "CAUSED" in {type for _, type, _ in shared(store).edges}


def test_a_merged_entity_is_one_node(memory: MemoryFactory) -> None:
    """Links with an entity that was merged into another one lead to that other one; what has no
    link and is no decision is left out."""
    store = memory()
    one, other = (store.graph.entity("Account", name) for name in ("ISA", "Old ISA"))
    store.graph.entity("Account", "Nobody's")
    made = [store.decisions.record("fee_negotiation") for _ in range(2)]
    for decision, account in zip(made, (one, other), strict=True):
        store.decisions.link(decision.id, "about", account.id)
    store.graph.merge(other.id, one.id, reason="One account.")
    found = shared(store)
    assert sorted(found.kinds) == ["Account", "Decision", "Decision"]
    assert len({target for _, _, target in found.edges}) == 1


def test_neighbours_are_counted_by_what_they_are() -> None:
    """From a decision one sees types, directions and kinds."""
    made = graph(
        {"a": "Decision", "b": "Decision", "c": "Client", "d": "Client"},
        [("a", "ABOUT", "c"), ("a", "ABOUT", "d"), ("b", "CAUSED", "a")],
        "fees",
    )
    assert structure.neighbour_kinds(made)["a"] == Counter(
        {
            NeighbourKind("ABOUT", True, "Client", None): 2,
            NeighbourKind("CAUSED", False, "Decision", "fees"): 1,
        }
    )
