"""The graph from afar: counts, ranks, times and the messages that relations rest on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from remembrancer import Memory, NotFound
from remembrancer.core.limits import GRAPH_TIMES_MAX
from remembrancer.graph.neighbourhood import Neighbourhood
from remembrancer.items.entity import Entity
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT

pytestmark = ON_EITHER_SORT


@pytest.fixture
def graph_memory(memory: MemoryFactory) -> Memory:
    made = memory("community")
    made.conversations.start("talk")
    made.conversations.append(
        "talk",
        [
            {"id": "m1", "author_id": "bo", "content": "Dana leads the Lund office."},
            {"id": "m2", "author_id": "cia", "content": "Yes, Dana is at Volvo."},
        ],
    )
    return made


def _org(memory: Memory, name: str = "Volvo") -> Entity:
    return memory.graph.entity("Org", name)


def _person(memory: Memory, name: str) -> Entity:
    return memory.graph.entity("Person", name)


def _names(found: Neighbourhood) -> list[str]:
    return [one.name for one in found]


def test_what_matters_most_comes_first(graph_memory: Memory, clock: FrozenClock) -> None:
    """Neighbours are ranked proven first, then by confidence, then by when they were observed; the
    rest is counted."""
    memory, graph = graph_memory, graph_memory.graph
    volvo = _org(memory)
    for name, confidence, evidence in (
        ("Old", 0.5, ()),
        ("Sure", 0.9, ()),
        ("Proven", 0.2, ("m2",)),
        ("New", 0.5, ()),
    ):
        clock.advance(timedelta(days=1))
        person = _person(memory, name)
        graph.relate(person.id, "WORKS_AT", volvo.id, confidence=confidence, evidence=evidence)
    assert _names(graph.neighbours(volvo.id)) == ["Proven", "Sure", "New", "Old"]
    few = graph.neighbours(volvo.id, limit=2)
    assert _names(few) == ["Proven", "Sure"]
    assert (few.left_out, len(few.relations)) == (2, 2)
    assert [one.depth for one in few] == [1, 1]


def test_merged_nodes_are_one_neighbour(graph_memory: Memory) -> None:
    """Two nodes that were merged stand around another one once, with the relations of both; and
    a node's own relations are those of all that were merged into it."""
    memory, graph = graph_memory, graph_memory.graph
    volvo, cars = _org(memory), _org(memory, "Volvo Cars")
    dana, d = _person(memory, "Dana"), _person(memory, "D. Lind")
    graph.relate(dana.id, "WORKS_AT", volvo.id)
    graph.relate(d.id, "FOUNDED", cars.id)
    graph.merge(volvo.id, cars.id, reason="One company.")
    graph.merge(dana.id, d.id, reason="One person.")
    found = graph.neighbours(cars.id)
    assert (found.center.id, [one.id for one in found]) == (volvo.id, [dana.id])
    assert {one.type for one in found.relations} == {"WORKS_AT", "FOUNDED"}
    assert graph.outline(volvo.id).types == {"FOUNDED": 1, "WORKS_AT": 1}
    assert graph.overview().kinds == {"Org": 1, "Person": 1}


def test_a_node_in_numbers(graph_memory: Memory, clock: FrozenClock) -> None:
    """Types are counted as they hold at a time, and the times of both clocks are told."""
    memory, graph = graph_memory, graph_memory.graph
    volvo, dana, erik = _org(memory), _person(memory, "Dana"), _person(memory, "Erik")
    hired, left = datetime(2015, 3, 1, tzinfo=UTC), datetime(2019, 5, 1, tzinfo=UTC)
    graph.relate(dana.id, "works_at", volvo.id, valid_from=hired, valid_until=left)
    first = clock()
    clock.advance(timedelta(days=3))
    graph.relate(erik.id, "FOUNDED", volvo.id)
    now = graph.outline(volvo.id)
    assert (now.types, now.ended) == ({"FOUNDED": 1}, 1)
    assert now.valid_times == (hired, left)
    assert now.recorded_times == (first, clock())
    then = graph.outline(volvo.id, valid_at="2016-01-01")
    assert then.types == {"FOUNDED": 1, "WORKS_AT": 1}
    assert graph.outline(volvo.id, as_of=first).types == {}
    with pytest.raises(NotFound):
        graph.outline("ent_000000000000")


def test_many_times_are_thinned_out(graph_memory: Memory) -> None:
    """Of more times than are told of at once, the first and the last are among them."""
    memory, graph = graph_memory, graph_memory.graph
    volvo, start = _org(memory), datetime(2015, 1, 1, tzinfo=UTC)
    for number in range(GRAPH_TIMES_MAX + 9):
        person = _person(memory, f"P{number}")
        graph.relate(person.id, "WORKS_AT", volvo.id, valid_from=start + timedelta(days=number))
    times = graph.outline(volvo.id).valid_times
    assert len(set(times)) == len(times) == GRAPH_TIMES_MAX
    assert (times[0], times[-1]) == (start, start + timedelta(days=GRAPH_TIMES_MAX + 8))


def test_the_most_connected(graph_memory: Memory) -> None:
    """Nodes are ranked by the relations that hold; what is over does not count."""
    memory, graph = graph_memory, graph_memory.graph
    volvo, saab = _org(memory), _org(memory, "Saab")
    for name in ("Dana", "Erik"):
        graph.relate(_person(memory, name).id, "WORKS_AT", volvo.id)
    for name in ("Fia", "Gun", "Hal"):
        over = graph.relate(_person(memory, name).id, "WORKS_AT", saab.id)
        graph.end(over.id)
    found = graph.overview().most_connected
    assert next((one.node.name, one.relations) for one in found) == ("Volvo", 2)
    assert "Saab" not in {one.node.name for one in found}


def test_what_is_hidden_counts_for_nobody_else(graph_memory: Memory) -> None:
    """Counts, ranks and quotes leave out what the caller may not see."""
    memory, graph = graph_memory, graph_memory.graph
    volvo, dana = _org(memory), _person(memory, "Dana")
    secret = graph.entity("Topic", "The secret", is_personal=True)
    graph.relate(dana.id, "WORKS_AT", volvo.id)
    hidden = graph.relate(volvo.id, "DISCUSSES", secret.id, evidence=["m1"], is_personal=True)
    person = memory.admin.add_person("maya", roles=["CONTRIBUTOR"])
    maya = memory.acting_as(person.as_principal()).graph
    assert graph.overview().kinds == {"Org": 1, "Person": 1, "Topic": 1}
    assert maya.overview().kinds == {"Org": 1, "Person": 1}
    assert {one.node.name for one in maya.overview().most_connected} == {"Volvo", "Dana"}
    assert maya.outline(volvo.id).types == {"WORKS_AT": 1}
    around = maya.neighbours(volvo.id, limit=1)
    assert (_names(around), around.left_out) == (["Dana"], 0)
    assert maya.evidence([hidden.id]) == {}
    assert [one.id for one in graph.evidence([hidden.id])[hidden.id]] == ["m1"]


def test_the_messages_that_say_so(graph_memory: Memory) -> None:
    """The messages of several relations are read at once, the last of each first."""
    memory, graph = graph_memory, graph_memory.graph
    volvo, dana = _org(memory), _person(memory, "Dana")
    one = graph.relate(dana.id, "WORKS_AT", volvo.id, evidence=["m1", "m2"])
    two = graph.relate(dana.id, "FOUNDED", volvo.id)
    found = graph.evidence([one.id, two.id, "rel_000000000000"])
    assert {id: [said.id for said in told] for id, told in found.items()} == {
        one.id: ["m2", "m1"],
        two.id: [],
    }
    assert found[one.id][1].conversation_id == "talk"
    assert [said.id for said in graph.evidence([one.id], each=1)[one.id]] == ["m2"]
