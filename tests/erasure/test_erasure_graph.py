"""Erasure reaches entities, their names and attributes, their relations and the evidence."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Memory, Principal
from remembrancer.core.errors import Forbidden, NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT

WHY = "asked to"
GATE = Principal("gate", kind="agent", roles=["KM_ADMIN"])


def person(store: Memory, name: str, **fields: object) -> str:
    return store.graph.entity("Person", name, **fields).id  # type: ignore[arg-type]


def say(store: Memory, talk: str, *ids: str) -> None:
    store.conversations.start(talk)
    store.conversations.append(
        talk, [{"id": id, "author_id": "anna", "content": f"What {id} says."} for id in ids]
    )


@pytest.mark.parametrize("name", ["Omar Haddad", "u-7", "omar  HADDAD", "Omi"])
def test_a_subject_takes_its_entity_along(
    memory: MemoryFactory, clock: FrozenClock, name: str
) -> None:
    """By its name, an alias or its id elsewhere; with its relations, now and in the past."""
    store = memory("community")
    graph = store.graph
    omar = person(store, "Omar Haddad", external_id="u-7", aliases=["Omi"], attrs={"shoe": 44})
    ellen, lund = person(store, "Ellen"), graph.entity("Place", "Lund").id
    gone = graph.relate(ellen, "CLOSE_TO", omar, attrs={"basis": "siblings"})
    kept = graph.relate(ellen, "LIVES_IN", lund)
    clock.advance(timedelta(days=1))
    graph.entity("Person", "Omar Haddad", attrs={"shoe": 45})
    then = clock.now
    clock.advance(timedelta(days=1))
    certificate = store.erase(subject=name, reason=WHY)
    assert certificate.removed["entity"] == 1
    assert certificate.removed["entity_version"] == 2
    assert certificate.removed["edge"] == 1
    for at in (None, then):
        assert [one.id for one in graph.entities(as_of=at)] == [ellen, lund]
        assert list(graph.relations(of=ellen, as_of=at)) == [kept]
        assert [one.id for one in graph.neighbours(ellen, as_of=at)] == [lund]
        for look in (graph.get, graph.neighbours):
            with pytest.raises(NotFound):
                look(omar, as_of=at)
    with pytest.raises(NotFound):
        graph.relation(gone.id)
    assert person(store, "Omar Haddad") != omar
    assert store.verify().ok


def test_merged_entities_go_together(memory: MemoryFactory) -> None:
    """Whichever of their names is asked for: they are one person."""
    for name in ("Omar", "omi_77", "Haddad"):
        store = memory("community")
        ids = [person(store, one) for one in ("Omar", "omi_77", "Haddad", "Ellen")]
        store.graph.merge(ids[0], ids[1], reason="one person")
        store.graph.merge(ids[2], ids[0], reason="one person")
        store.erase(subject=name, reason=WHY)
        assert [one.id for one in store.graph.entities()] == [ids[3]]
        assert store.verify().ok


def test_a_merge_that_was_undone_takes_nobody_along(memory: MemoryFactory) -> None:
    """They were two people after all: the other one stays, with all that is theirs."""
    for name in ("Omar", "Ellen"):
        store = memory("community")
        graph = store.graph
        ids = {one: person(store, one, attrs={"of": one}) for one in ("Omar", "Ellen")}
        for id in ids.values():
            graph.relate(id, "LIVES_IN", graph.entity("Place", f"home of {id}").id)
        graph.merge(ids["Omar"], ids["Ellen"], reason="a mistake")
        graph.unmerge(ids["Ellen"], reason="two people")
        store.erase(subject=name, reason=WHY)
        (other,) = graph.entities(kind="Person")
        assert other.id in ids.values()
        assert other.name != name
        assert other.attrs == {"of": other.name}
        assert len(graph.neighbours(other.id)) == 1
        assert store.verify().ok


def test_a_conversation_takes_the_relations_along_that_it_states(memory: MemoryFactory) -> None:
    """All their states, also those from before it said so; the entities stay."""
    store = memory("community")
    graph = store.graph
    say(store, "first", "m1", "m2")
    say(store, "second", "m3")
    omar, ellen, lund = person(store, "Omar"), person(store, "Ellen"), graph.entity("Place", "Lund")
    stated = graph.relate(omar, "CLOSE_TO", ellen, confidence=0.4)
    graph.relate(omar, "CLOSE_TO", ellen, confidence=0.8, evidence=["m1"])
    both = graph.relate(omar, "LIVES_IN", lund.id, evidence=["m2", "m3"])
    other = graph.relate(ellen, "LIVES_IN", lund.id, evidence=["m3"])
    position = store.verify().head.seq
    certificate = store.erase(source="first", reason=WHY)
    assert certificate.removed["edge"] == 3  # two states of one, and one of the other
    for at in (None, position):
        assert list(graph.relations(as_of=at)) == [other]
    for id in (stated.id, both.id):
        with pytest.raises(NotFound):
            graph.relation(id)
    assert len(graph.entities()) == 3
    assert store.verify().ok


def test_an_item_that_is_an_end_takes_the_relation_along(memory: MemoryFactory) -> None:
    """A relation to nothing would tell of it."""
    store = memory("community")
    note = store.add(content="Omar is moving to Lund.").id
    omar = person(store, "Omar")
    store.graph.relate(note, "ABOUT", omar, attrs={"sure": True})
    store.erase(note, reason=WHY)
    assert not store.graph.relations(ended=True)
    assert [one.id for one in store.graph.entities()] == [omar]
    assert store.verify().ok


def test_nobody_erases_the_entity_of_another(memory: MemoryFactory) -> None:
    """It takes an admin who is a person."""
    store = memory("community")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    own = person(anna, "Omar", is_personal=True)
    shared = person(bert, "Omar")
    for who in (anna, bert, store.acting_as(GATE)):
        with pytest.raises(Forbidden):
            who.erase(subject="Omar", reason=WHY)
    assert [one.id for one in anna.graph.entities()] == [own, shared]
    store.acting_as(ADA).erase(subject="Omar", reason=WHY)
    assert not anna.graph.entities()
    assert store.verify().ok
