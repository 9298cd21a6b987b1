"""The projection that answers Cypher says what the store says, whatever happens to the store."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Memory, Principal
from remembrancer.core.errors import RemembrancerError
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT

KINDS = ("Person", "Org", "Topic")
TYPES = ("KNOWS", "WORKS_AT", "TALKS_ABOUT")


def told(memory: Memory) -> dict[str, list[dict[str, Any]]]:
    """All nodes and edges, as Cypher gives them."""
    nodes = [
        row
        for kind in (*KINDS, "Item")
        for row in memory.graph.cypher(f"MATCH (n:{kind}) RETURN n ORDER BY n.id")
    ]
    edges = [
        row
        for kind in (*KINDS, "Item")
        for row in memory.graph.cypher(
            f"MATCH (a:{kind})-[r]->(b) RETURN a.id, type(r) AS type, r, b.id "
            "ORDER BY a.id, type, b.id, r.timestamp"
        )
    ]
    return {"nodes": nodes, "edges": edges}


class Changes:
    """Random changes to a graph, by several callers."""

    def __init__(self, memory: Memory, clock: FrozenClock, seed: int) -> None:
        self._random = random.Random(seed)
        self._memory = memory
        self._clock = clock
        self.entities: list[str] = []
        self.items: list[str] = []
        self.relations: list[str] = []
        self._merged: list[str] = []

    def one(self) -> None:
        change = self._random.choices(
            [
                self._entity,
                self._relate,
                self._item,
                self._end,
                self._merge,
                self._part,
                self._wait,
            ],
            [4, 8, 2, 2, 1, 1, 1],
        )[0]
        with suppress(RemembrancerError):  # a random change need not be a possible one
            change(self._memory.acting_as(self._random.choice((ADA, ANNA, BERT))))

    def _place(self) -> dict[str, Any]:
        return self._random.choice(
            [{}, {}, {}, {"is_personal": True}, {"audience": "group:finance"}]
        )

    def _entity(self, memory: Memory) -> None:
        name = f"n{self._random.randrange(60)}"
        attrs: dict[str, Any] = {"rank": self._random.randrange(9)}
        made = memory.graph.entity(self._random.choice(KINDS), name, attrs=attrs, **self._place())
        self.entities.append(made.id)

    def _relate(self, memory: Memory) -> None:
        nodes = [*self.entities, *self.items]
        until = self._clock.now + timedelta(days=self._random.randrange(1, 9))
        made = memory.graph.relate(
            self._random.choice(nodes),
            self._random.choice(TYPES),
            self._random.choice(nodes),
            valid_until=self._random.choice([None, None, until]),
            **self._place(),
        )
        self.relations.append(made.id)

    def _item(self, memory: Memory) -> None:
        if self.items and self._random.random() < 0.4:
            memory.dismiss(self._random.choice(self.items), "no longer so")
            return
        content = f"Statement {self._random.randrange(10**6)}."
        self.items.append(memory.add(content=content, **self._place()).id)

    def _end(self, memory: Memory) -> None:
        memory.graph.end(self._random.choice(self.relations))

    def _merge(self, memory: Memory) -> None:
        keep, other = self._random.sample(self.entities, 2)
        memory.graph.merge(keep, other, reason="the same")
        self._merged.append(other)

    def _part(self, memory: Memory) -> None:
        if self._merged:
            memory.graph.unmerge(self._random.choice(self._merged), reason="not the same")

    def _wait(self, _memory: Memory) -> None:
        self._clock.advance(timedelta(days=1))


def random_graph(memory: Memory, clock: FrozenClock, rounds: int) -> None:
    changes = Changes(memory, clock, seed=rounds)
    for kind in KINDS:
        changes.entities.append(memory.graph.entity(kind, f"first {kind}").id)
    changes.items.append(memory.add(content="The first statement.").id)
    changes.relations.append(
        memory.graph.relate(changes.entities[0], "KNOWS", changes.entities[1]).id
    )
    viewers = [memory.acting_as(one) for one in (ANNA, BERT)]
    for viewer in viewers:
        told(viewer)  # built before anything changes
    for _ in range(rounds):
        changes.one()
        if changes.relations and len(changes.relations) % 10 == 0:
            for viewer in viewers:
                viewer.graph.sync()
    for viewer in viewers:
        kept = told(viewer)
        viewer.graph.rebuild()
        assert kept == told(viewer)
        assert kept["edges"]


@ON_EITHER_SORT
def test_kept_up_to_date_is_what_a_new_one_is(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-69: after random changes the projection equals one that is built anew."""
    random_graph(memory("community"), clock, 100)


@pytest.mark.soak
@ON_THE_FASTEST
def test_kept_up_to_date_after_a_thousand_changes(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """The same after 1,000 changes."""
    random_graph(memory("community"), clock, 1_000)


@ON_EITHER_SORT
def test_the_clock_changes_the_projection(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What begins or ends by itself writes no ledger row, and Cypher knows of it."""
    store = memory("community")
    dana, org = (store.graph.entity(*one).id for one in (("Person", "Dana"), ("Org", "Norrsken")))
    soon, later = (clock.now + timedelta(days=days) for days in (1, 3))
    store.graph.relate(dana, "WORKS_AT", org, valid_from=soon, valid_until=later)
    asked = "MATCH (p:Person)-[:WORKS_AT]->(o:Org) RETURN o.name"
    assert store.graph.cypher(asked) == []
    clock.advance(timedelta(days=2))
    assert store.graph.cypher(asked) == [{"o.name": "Norrsken"}]
    clock.advance(timedelta(days=2))
    assert store.graph.cypher(asked) == []


@ON_THE_FASTEST
@pytest.mark.parametrize("viewer", [ADA, BERT, Principal("bot", kind="agent")], ids=str)
def test_nothing_personal_to_others_is_in_a_projection(
    memory: MemoryFactory, viewer: Principal
) -> None:
    """A query tells nobody of what is personal to somebody else, admins neither."""
    store = memory("community")
    anna = store.acting_as(ANNA)
    topic = anna.graph.entity("Topic", "illness", is_personal=True).id
    person = anna.graph.entity("Person", "Dana").id
    anna.graph.relate(person, "TALKS_ABOUT", topic)
    secret = anna.graph.relate(person, "KNOWS", anna.graph.entity("Person", "Eve").id)
    hidden = anna.graph.relate(
        person, "CLOSE_TO", anna.graph.entity("Person", "Fay").id, is_personal=True
    )
    names: Callable[[Memory], list[Any]] = lambda one: one.graph.cypher(  # noqa: E731
        "MATCH (p:Person)-[r]->(o) RETURN type(r) AS type ORDER BY type"
    )
    assert [row["type"] for row in names(anna)] == ["CLOSE_TO", "KNOWS", "TALKS_ABOUT"]
    assert names(store.acting_as(viewer)) == [{"type": "KNOWS"}]
    assert {secret.id, hidden.id} <= {one.id for one in anna.graph.relations()}


@ON_EITHER_SORT
def test_erased_is_not_in_the_projection(memory: MemoryFactory) -> None:
    """What was erased is gone from every projection at the next question."""
    store = memory("community").acting_as(ADA)
    dana = store.graph.entity("Person", "Dana", attrs={"note": "canary"}).id
    store.graph.relate(dana, "WORKS_AT", store.graph.entity("Org", "Norrsken").id)
    asked = "MATCH (p:Person) RETURN p.note"
    assert store.graph.cypher(asked) == [{"p.note": "canary"}]
    store.erase(subject="Dana", reason="asked for it")
    assert store.graph.cypher(asked) == []
    assert store.graph.relations(ended=True).relations == ()
    assert store.verify().ok
