"""A node with many neighbours: adding to it costs what it costs anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.items.entity import EntityDraft
from remembrancer.items.item import Trust
from remembrancer.items.relation import RelationDraft
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.people import ADA, ANNA

NEIGHBOURS = 800


def _hub(memory: Memory, count: int, *, is_source: bool) -> str:
    """The id of a node with so many neighbours, each of which has an alias."""
    session = memory._session
    with session.store.writing(session.scope()) as unit:
        hub = unit.entities.add(EntityDraft(kind="Person", name="Hub")).id
        for number in range(count):
            named = EntityDraft(kind="Person", name=f"n{number}", aliases=(f"a{number}",))
            other = unit.entities.add(named).id
            source, target = (hub, other) if is_source else (other, hub)
            draft = RelationDraft(type="KNOWS", source=source, target=target)
            unit.edges.add(draft, (), trust=Trust.PERSON)
        unit.commit()
    return hub


def _steps(memory: Memory, act: Callable[[], object]) -> int:
    """Hundreds of instructions that SQLite runs for it: the same on every machine."""
    raw = memory._session.store._database._writer.raw  # type: ignore[attr-defined]
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    raw.set_progress_handler(count, 100)
    try:
        act()
    finally:
        raw.set_progress_handler(None, 0)
    return steps


@ON_THE_FASTEST
@pytest.mark.parametrize("is_source", [True, False])
@pytest.mark.parametrize("viewer", [ADA, ANNA], ids=lambda one: one.name)
def test_relating_to_a_hub_reads_as_much_as_anywhere(
    memory: MemoryFactory, viewer: object, is_source: bool
) -> None:
    """What a relation costs does not grow with the relations that its ends have, nor with the
    entities of the space."""
    taken = []
    for count in (10, NEIGHBOURS):
        store = memory("community").acting_as(viewer)  # type: ignore[arg-type]
        hub = _hub(store, count, is_source=is_source)
        new = store.graph.entity("Person", "somebody new").id
        ends = (hub, new) if is_source else (new, hub)
        taken.append(_steps(store, lambda: store.graph.relate(ends[0], "KNOWS", ends[1])))  # noqa: B023
    assert taken[1] <= 2 * taken[0]


@ON_THE_FASTEST
def test_a_batch_looks_through_the_aliases_once(memory: MemoryFactory) -> None:
    """Of many nodes that are added at once, the second costs no look at all other nodes."""
    store = memory("community").acting_as(ADA)
    _hub(store, NEIGHBOURS, is_source=True)
    few, many = (
        _steps(
            store,
            lambda: store.graph.add_many(
                [{"kind": "Person", "name": f"{count} new {n}"} for n in range(count)]  # noqa: B023
            ),
        )
        for count in (1, 11)
    )
    whole = _steps(store, lambda: store.graph.entity("Person", "a look at all aliases"))
    assert many - few < 5 * whole


@ON_THE_FASTEST
def test_an_alias_of_the_same_batch_is_known(memory: MemoryFactory) -> None:
    """A node that is called by an alias is found: one on record, and one that came before it."""
    store = memory("community").acting_as(ADA)
    known = store.graph.entity("Person", "Charlotta Ek", aliases=["Lotta"]).id
    records: list[dict[str, Any]] = [
        {"kind": "Person", "name": "lotta"},
        {"kind": "Person", "name": "Johannes Berg", "aliases": ["Janne"]},
        {"kind": "Person", "name": "JANNE"},
    ]
    added = store.graph.add_many(records)
    assert added.is_new == (False, True, False)
    assert added.ids[0] == known
    assert added.ids[1] == added.ids[2]
