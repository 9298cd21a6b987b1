"""Neighbours: items near in meaning, found with the filter inside the search."""

from __future__ import annotations

from math import sqrt

import psycopg
import pytest

from remembrancer import Memory, Principal
from remembrancer.model.filter import RecallFilter
from remembrancer.testing import HashingEmbedder
from tests.conftest import MemoryFactory
from tests.engines import Engine

EMBEDDER = HashingEmbedder()
QUESTION = "pension fund with low risk"
ANNA = Principal("anna", roles=("CONTRIBUTOR",))
TOPICS = ("pension fund risk", "boat on the lake", "school and garden", "salary and mortgage")


def distance(left: list[float], right: list[float]) -> float:
    def length(values: list[float]) -> float:
        return sqrt(sum(value * value for value in values))

    near = sum(a * b for a, b in zip(left, right, strict=True))
    return 1.0 - near / ((length(left) * length(right)) or 1.0)


def neighbours(store: Memory, *, limit: int = 10, **filters: object) -> list[str]:
    """The contents of the items that are nearest to the question."""
    session = store._session
    (wanted,) = EMBEDDER.embed([QUESTION])
    filter = RecallFilter.model_validate(filters)
    with session.store.reading(session.scope()) as reader:
        found = reader.item_neighbours(wanted, EMBEDDER.name, filter, limit=limit, at=None)
        items = reader.items_by_key([one.key for one in found])
        assert [one.distance for one in found] == sorted(one.distance for one in found)
    return [items[one.key].content for one in found]


def distances(store: Memory, **filters: object) -> list[float]:
    """How far the five nearest are. Among equally near ones an index chooses as it likes."""
    (wanted,) = EMBEDDER.embed([QUESTION])
    found = EMBEDDER.embed(neighbours(store, limit=5, **filters))
    return [distance(wanted, one) for one in found]


def filled(fresh_store: MemoryFactory, count: int = 60) -> Memory:
    store = fresh_store("adviser", embedder=EMBEDDER)
    store.add_many(
        {"content": f"{TOPICS[n % 4]} number {n}", "subject": f"s{n % 3}"} for n in range(count)
    )
    return store


def test_the_nearest_come_first(fresh_store: MemoryFactory) -> None:
    """As measured by hand, over all items."""
    store = filled(fresh_store)
    (wanted,) = EMBEDDER.embed([QUESTION])
    measured = sorted(
        (distance(wanted, EMBEDDER.embed([item.content])[0]), item.content)
        for item in store.items(limit=100)
    )
    nearest = [round(far, 5) for far, _ in measured[:10]]
    found = neighbours(store)
    assert len(found) == 10
    assert [round(distance(wanted, EMBEDDER.embed([one])[0]), 5) for one in found] == nearest


def test_the_filter_is_inside_the_search(fresh_store: MemoryFactory) -> None:
    """As many as were asked for come back, however many near ones the filter leaves out."""
    store = filled(fresh_store)
    found = neighbours(store, limit=20, subject="s1")
    assert len(found) == 20
    assert {int(content.split()[-1]) % 3 for content in found} == {1}


def test_what_is_hidden_is_no_neighbour(fresh_store: MemoryFactory) -> None:
    """Personal items of others, other spaces and dismissed items stay out."""
    store = filled(fresh_store)
    store.acting_as(ANNA).add(content=QUESTION, is_personal=True)
    store.in_space("southgate", "adviser").add(content=QUESTION)
    gone = store.add(content=QUESTION)
    store.dismiss(gone.id)
    bert = store.acting_as(Principal("bert", roles=("CONTRIBUTOR",)))
    assert QUESTION not in neighbours(bert)
    assert neighbours(store.acting_as(ANNA))[0] == QUESTION


def test_models_are_never_compared(fresh_store: MemoryFactory) -> None:
    """A vector of another model is no neighbour."""
    store = filled(fresh_store, 8)
    session = store._session
    (wanted,) = EMBEDDER.embed([QUESTION])
    with session.store.reading(session.scope()) as reader:
        assert reader.item_neighbours(wanted, "other", RecallFilter(), limit=5, at=None) == []


def test_an_index_gives_the_same_answers(fresh_store: MemoryFactory, engine: Engine) -> None:
    """PostgreSQL's index is made by the rebuild, is used, and still fills up behind the filter."""
    if not engine.is_server:
        pytest.skip("vectors are compared one by one there")
    store = filled(fresh_store, 400)
    wide, narrow = distances(store), distances(store, subject="s2")
    store.admin.rebuild_indexes()
    assert distances(store) == pytest.approx(wide)
    assert distances(store, subject="s2") == pytest.approx(narrow)
    url = store._session.store._database._url  # type: ignore[attr-defined]
    with psycopg.connect(url, autocommit=True) as raw:
        (size,) = raw.execute("SELECT count(*) FROM remembrancer.vector").fetchone() or (0,)
        names = raw.execute("SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%hnsw%'")
        assert size == 400
        assert len(names.fetchall()) == 1
    store.admin.rebuild_indexes()
