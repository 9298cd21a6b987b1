"""What stands around a node is the same however it is read, and is found by the index."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.scope import Scope
from remembrancer.graph import neighbourhood, relations
from remembrancer.items.relation import Relation
from remembrancer.ports import LedgerPoint, Reader
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.graph.test_projection import Changes
from tests.people import ADA, ANNA, BERT, BOT

LIMIT = 200
Told = tuple[list[neighbourhood.Node], list[Relation], dict[str, Any]]


def _asked(reader: Reader, id: str, at: LedgerPoint | None, now: datetime) -> Told:
    found = neighbourhood.neighbours(
        reader, id, depth=1, types=None, limit=LIMIT, at=at, holds_at=now
    )
    return [found.center, *found.nodes], list(found.relations), dict(reader.looks)


def _plainly(reader: Reader, id: str, at: LedgerPoint | None, now: datetime) -> Told:
    """The same from all relations of the node and the entities at their ends, each read whole."""
    start = neighbourhood.root_of(reader, id, at=at)
    listed = relations.listed(reader, of=[start], types=None, at=at, holds_at=now)
    ranked = sorted(listed, key=neighbourhood._weight, reverse=True)
    ends = dict.fromkeys(one.target if one.source == start else one.source for one in ranked)
    known = neighbourhood.nodes_of(reader, [start, *ends], at=at)
    nodes = [known[start], *(known[end].changed(depth=1) for end in ends if end in known)]
    shown = [one for one in ranked if {one.source, one.target} <= known.keys()]
    return nodes, shown, dict(reader.looks)


def _told(memory: Memory, id: str, way: Any, at: int | None) -> Any:
    """What a way of reading tells, or the error that it raises."""

    def read(reader: Reader, scope: Scope) -> Told:
        return way(reader, id, None if at is None else reader.point(at), scope.now)  # type: ignore[no-any-return]

    try:
        session = memory._session
        with session.store.reading(session.scope()) as reader:
            return read(reader, session.scope())
    except Exception as error:
        return str(error)


@ON_EITHER_SORT
def test_few_and_many_neighbours_are_read_alike(
    memory: MemoryFactory, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks, now or of the past: the same nodes, relations and looks on record, whether all
    relations of a node are read at once or ranked in the store first."""
    store = memory("community").acting_as(ADA)
    changes = Changes(store, clock, seed=11)
    changes.entities += [store.graph.entity(kind, f"a {kind}").id for kind in ("Person", "Org")]
    changes.items.append(store.add(content="The first statement.").id)
    changes.relations.append(store.graph.relate(changes.entities[0], "KNOWS", changes.items[0]).id)
    for number in range(150):
        changes.one()
        if number == 90:
            past = store.verify().head.seq
            clock.advance(timedelta(hours=1))
    compared = 0
    for viewer in (ADA, ANNA, BERT, BOT):
        seen = store.acting_as(viewer)
        for id in [*changes.entities[::5], *changes.items[::6], "ent_000000000000"]:
            for at in (None, past):
                plain = _told(seen, id, _plainly, at)
                assert _told(seen, id, _asked, at) == plain
                with monkeypatch.context() as patched:
                    patched.setattr(neighbourhood, "GRAPH_BESIDE_RELATIONS", 0)
                    ranked = _told(seen, id, _asked, at)
                assert _shape(ranked) == _shape(plain)
                compared += not isinstance(plain, str) and len(plain[0]) > 1
    assert compared > 15


def _shape(told: Any) -> Any:
    """Nodes of the same rank may come in another order from the store."""
    if isinstance(told, str):
        return told
    nodes, listed, looks = told
    return nodes[0], sorted(nodes[1:], key=lambda one: one.id), listed, looks


def test_the_relations_of_a_node_are_found_by_the_index(tmp_path: Path) -> None:
    """No page of the relations of a node walks along all relations of the space."""
    place = tmp_path / "memory.db"
    with Memory.open(place, preset="community", background=False) as memory:
        dana, eve = (memory.graph.entity("Person", name).id for name in ("Dana", "Eve"))
        told: list[str] = []
        database = memory._session.store._database  # type: ignore[attr-defined]
        connection = database._take_reader()
        connection.raw.set_trace_callback(told.append)
        database._give_back(connection)
        memory.graph.relate(dana, "KNOWS", eve)
        memory.graph.neighbours(dana)
        memory.graph.neighbours(dana, depth=2)
        memory.graph.relations(of=dana)
        connection.raw.set_trace_callback(None)
    asked = [sql for sql in told if "FROM edge" in sql]
    assert len(asked) >= 4
    with closing(sqlite3.connect(place)) as raw:
        for sql in asked:
            plan = [row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {sql}")]
            assert "SCAN edge" not in plan, sql
