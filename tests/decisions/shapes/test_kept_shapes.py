"""Vectors of many decisions are stored, and what is added joins them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from remembrancer import Decision, Memory
from remembrancer.front.graph_projections import GraphProjections
from tests.conftest import MemoryFactory
from tests.decisions.shapes.test_similar import OWNER, case, hidden, practice
from tests.engines import ON_CONNECTIONS
from tests.people import ADA, ANNA, BERT

pytest.importorskip("numpy", reason="the extra shapes is not installed")

import numpy as np

from remembrancer.decisions.shapes import joining, kept_shapes
from remembrancer.decisions.shapes.shape_index import ShapeIndex

TOLD = ("Ägaren blev sjuk.", "Sälj.", "Skatten väntar inte.")


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number of decisions is so great that vectors are stored and joined."""
    monkeypatch.setattr(kept_shapes, "SHAPES_REMADE_MAX", 0)


def index(memory: Memory) -> ShapeIndex:
    """The vectors that this memory answers with."""
    found: ShapeIndex = memory._session.read(memory._session.projections.shapes().index)
    return found


def elsewhere(memory: Memory) -> Memory:
    """The same store as another process has it open."""
    return Memory(replace(memory._session, projections=GraphProjections()))


def vector(memory: Memory, id: str) -> Any:
    found = index(memory)
    return found.vectors[found.ids.index(id)]


def linked(memory: Memory, subject: str, cause: Decision) -> Decision:
    made = case(memory, subject, TOLD, OWNER)
    memory.decisions.link(cause.id, "caused", made.id)
    return made


def test_a_new_decision_joins_with_the_vector_that_it_would_have(memory: MemoryFactory) -> None:
    """It is brought in from what is around it, and no other vector is made; made anew with all
    others its vector is the same."""
    store = memory()
    asked, old = practice(store)
    before = index(store)
    new = linked(store, "Tove", old)
    after = index(store)
    assert (before.joined, after.joined) == (0, 2)  # the decision, and the one that it follows
    assert after.ids == (*before.ids, new.id)
    rest = [place for place, id in enumerate(before.ids) if id != old.id]
    assert np.array_equal(before.vectors[rest], after.vectors[rest])
    assert new.id in {one.decision.id for one in store.decisions.similar(asked.id, k=3)}
    anew = elsewhere(store)
    assert index(anew).joined == 0
    for id in (new.id, old.id):
        assert np.allclose(vector(store, id), vector(anew, id), atol=1e-5)


def test_a_rule_of_everybody_does_not_make_it_read_everything(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a node has more neighbours than are read, some stand for all: the vector is much the
    same."""
    store = memory()
    rule = store.policies.add_defaults(effective_from="2020-01-01")[0]
    for number in range(30):
        store.decisions.record("fee_negotiation", subject=f"C{number}", policies=[rule.id])
    index(store)
    monkeypatch.setattr(joining, "SHAPE_NEIGHBOURS_MAX", 5)
    new = store.decisions.record("fee_negotiation", subject="Tove", policies=[rule.id])
    joined, made = vector(store, new.id), vector(elsewhere(store), new.id)
    assert float(joined @ made) > 0.98
    assert index(store).joined == 1


def test_what_is_taken_away_makes_all_anew(memory: MemoryFactory) -> None:
    """A link that is taken back, an entity that is merged, and a decision or an entity that only
    some may see from now on: nothing that was made with them is used again."""
    store = memory().acting_as(ADA)
    asked, old = practice(store)
    new = linked(store, "Tove", old)
    link = next(one for one in store.decisions.links(new.id) if one.type == "caused")
    kept = [store.graph.entity("Business", name) for name in ("Joinery", "Timber yard")]
    for one in kept:
        store.decisions.link(new.id, "about", one.id)
    acts: list[Callable[[], object]] = [
        lambda: store.decisions.reject_link(link.id, reason="It was another one."),
        lambda: store.graph.merge(kept[0].id, kept[1].id, reason="One firm."),
        lambda: store.update(asked.id, audience="group:finance"),
    ]
    for act in acts:
        index(store)
        fee = store.decisions.record("fee_negotiation")
        assert index(store).joined == 1
        act()
        found = index(store)
        assert found.joined == 0
        assert fee.id in found.ids
    assert asked.id not in index(store).ids


@ON_CONNECTIONS
def test_vectors_are_stored_as_due_work(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks makes it due; it is done once; the next process reads the vectors from the store,
    with the same answers, and makes it due again once enough has joined."""
    store = memory()
    asked, old = practice(store)
    found = store.decisions.similar(asked.id)
    assert store._session.read(lambda reader, _: reader.jobs.is_due({"shapes"}, None))
    store.jobs.wait()
    assert not store._session.read(lambda reader, _: reader.jobs.is_due({"shapes"}, None))
    kept = store._session.read(lambda reader, _: reader.shapes.mark())
    assert kept is not None
    other = elsewhere(store)
    making = other._session.projections.shapes()._making
    monkeypatch.setattr(
        other._session.projections.shapes(), "_making", replace(making, index=_refuse)
    )
    assert other.decisions.similar(asked.id) == found
    assert np.array_equal(index(other).vectors, index(store).vectors)
    assert not other._session.read(lambda reader, _: reader.jobs.is_due({"shapes"}, None))
    new = linked(other, "Tove", old)
    assert new.id in {one.decision.id for one in other.decisions.similar(asked.id, k=3)}
    other.jobs.wait()
    stored = store._session.read(lambda reader, _: reader.shapes.mark())
    assert stored is not None
    assert stored.position > kept.position
    assert index(other).joined == 0  # what was stored took the place of what had joined
    assert np.array_equal(index(other).vectors, index(elsewhere(store)).vectors)


def _refuse(graph: Any) -> Any:
    raise AssertionError("The vectors are in the store.")


def test_erasure_empties_the_store(memory: MemoryFactory) -> None:
    """With an erasure the stored vectors are gone, and the next ones are made without it."""
    store = memory()
    asked, old = practice(store)
    store.decisions.similar(asked.id)
    store.jobs.wait()
    assert store._session.read(lambda reader, _: reader.shapes.mark()) is not None
    store.erase(subject="Ingrid", reason="asked to")
    assert store._session.read(lambda reader, _: reader.shapes.mark()) is None
    assert old.id not in index(elsewhere(store)).ids
    store.decisions.similar(asked.id)
    store.jobs.wait()
    body = store._session.read(lambda reader, _: reader.shapes.body())
    assert asked.id.encode() in body
    assert old.id.encode() not in body


def test_hidden_things_change_nothing_that_joins(memory: MemoryFactory) -> None:
    """Two worlds that differ only in what is hidden have the same stored and the same joined
    vectors."""
    worlds = []
    for is_hiding in (False, True):
        ada = memory().acting_as(ADA)
        asked, old = practice(ada)
        ada.decisions.similar(asked.id)
        ada.jobs.wait()
        if is_hiding:
            hidden(ada.acting_as(ANNA), asked)
        linked(ada, "Tove", old)
        kept = index(ada)
        told = [
            [
                (one.decision.subject, one.score, one.why)
                for one in ada.acting_as(caller).decisions.similar(asked.id, k=200)
            ]
            for caller in (ADA, ANNA, BERT)
        ]
        worlds.append((told, kept.vectors.tobytes(), kept.joined))
    assert worlds[0] == worlds[1]
    assert worlds[0][2] == 2


def test_another_version_is_not_read() -> None:
    """Vectors that another version stored are made anew."""
    made = ShapeIndex((), np.zeros((0, 128), np.float32), nodes=_none(), edges=_none())
    data = made.as_bytes()
    assert ShapeIndex.from_bytes(data) is not None
    assert ShapeIndex.from_bytes(data.replace(b"shapes 1", b"shapes 0")) is None


def _none() -> Any:
    return np.zeros(0, np.uint64)
