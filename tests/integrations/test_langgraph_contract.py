"""What LangGraph expects of any store, beyond what its own store in memory shows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)

from remembrancer import Memory
from remembrancer.integrations.langgraph import RemembrancerStore
from remembrancer.presets import preset_files as presets
from remembrancer.testing import HashingEmbedder

STAFF = ("staff", "ada")


@pytest.fixture
def store() -> Iterator[RemembrancerStore]:
    with Memory.open(":memory:", embedder=HashingEmbedder(64), background=False) as memory:
        yield RemembrancerStore(memory)


def _keys(found: Any) -> list[str]:
    return sorted(one.key for one in found)


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ({"badge.clearance-level": "high"}, ["a"]),
        ({"badge.floors.east": 3}, ["a"]),
        ({"badge.floors.east": {"$lt": 9}}, ["a"]),
        ({"badge.floors": {"east": 3}}, ["a"]),
        ({"badge.floors": {"east": {"$gte": 3}}}, ["a"]),
        ({"badge.floors.east": {"$ne": 3}}, ["b", "c"]),
        ({"badge.clearance-level": "low"}, ["b"]),
        ({"badge": {"clearance-level": "low"}}, []),
        ({"badge.absent": "high"}, []),
        ({"badge.clearance-level.deeper": "high"}, []),
        ({"namn": "Åsa 北"}, ["c"]),
        ({"namn": None}, ["a", "b"]),
        ({"badge.clearance-level": "high", "namn": "Åsa 北"}, []),
        ({"o'brien\"; --": 1}, ["c"]),
        ({"is_in": True}, ["c"]),
        ({}, ["a", "b", "c"]),
    ],
)
def test_a_filter_follows_a_path(
    store: RemembrancerStore, wanted: dict[str, Any], keys: list[str]
) -> None:
    """A name with dots leads into mappings; a key that has the dots itself goes first."""
    store.put(STAFF, "a", {"badge": {"clearance-level": "high", "floors": {"east": 3}}})
    store.put(STAFF, "b", {"badge.clearance-level": "low"})
    store.put(STAFF, "c", {"badge": "none", "namn": "Åsa 北", "o'brien\"; --": 1, "is_in": True})
    assert _keys(store.search(("staff",), filter=wanted)) == keys


def test_an_operator_that_nobody_knows_is_refused(store: RemembrancerStore) -> None:
    """A comparison that does not exist finds nothing in silence in no case."""
    store.put(STAFF, "a", {"n": 1})
    with pytest.raises(ValueError, match=r"\$near"):
        store.search(STAFF, filter={"n": {"$near": 1}})


BAD = [("a.b",), ("staff", ""), ("staff", 7), ("staff\n",), ("a\tb",), ("a\u2028b",), ("x" * 300,)]


def _operations(namespace: Any) -> list[Op]:
    return [
        GetOp(namespace, "k"),
        PutOp(namespace, "k", {"is_new": True}),
        PutOp(namespace, "k", None),
        SearchOp(namespace),
        ListNamespacesOp((MatchCondition("prefix", namespace),)),
        ListNamespacesOp((MatchCondition("suffix", namespace),)),
    ]


@pytest.mark.parametrize("namespace", BAD, ids=repr)
def test_a_bad_label_is_the_stores_own_error(store: RemembrancerStore, namespace: Any) -> None:
    """Whatever is asked with a bad label: nothing of its batch is done, and the error is that of
    LangGraph's stores."""
    store.put(("a", "b"), "k", {"n": 1})
    for op in _operations(namespace):
        with pytest.raises(InvalidNamespaceError):
            store.batch([PutOp(("fine",), "k", {}), op])
        with pytest.raises(InvalidNamespaceError):
            asyncio.run(store.abatch([op]))
    assert store.list_namespaces() == [("a", "b")]
    kept = store.get(("a", "b"), "k")
    assert kept is not None
    assert kept.value == {"n": 1}


def test_labels_are_no_patterns(store: RemembrancerStore) -> None:
    """What is a pattern elsewhere is a label like any other; only a star stands for any."""
    named = [("sales_%",), ("sales_%", "north"), ("salesX%",), ("SALES_%",), ("säljare 1",)]
    for namespace in named:
        store.put(namespace, "k", {})
    assert {one.namespace for one in store.search(("sales_%",))} == set(named[:2])
    assert store.list_namespaces(prefix=("sales_%", "*")) == [("sales_%", "north")]
    assert {one.namespace for one in store.search(())} == set(named)


def test_namespaces_meet_all_conditions_and_are_cut_once(store: RemembrancerStore) -> None:
    """Prefix and suffix hold together, each cut to the depth once, in pages."""
    for last in ("v1", "v2"):
        for place in ("docs", "logs", "notes"):
            store.put(("team", "x", place, last), "k", {})
    listed = store.list_namespaces(prefix=("team", "*", "docs"), suffix=("v1",))
    assert listed == [("team", "x", "docs", "v1")]
    assert store.list_namespaces(suffix=("*", "v2"), max_depth=3) == [
        ("team", "x", one) for one in ("docs", "logs", "notes")
    ]
    assert store.list_namespaces(max_depth=3, limit=2) == [
        ("team", "x", "docs"),
        ("team", "x", "logs"),
    ]
    assert store.list_namespaces(max_depth=3, limit=2, offset=2) == [("team", "x", "notes")]
    assert store.list_namespaces(prefix=("team", "y")) == []


@pytest.mark.parametrize("preset", presets.names())
def test_every_hit_of_a_query_has_a_number(preset: str) -> None:
    """In every preset, scores of a query can be compared; without a query there is none."""
    with Memory.open(":memory:", preset=preset, background=False) as memory:
        store = RemembrancerStore(memory)
        for key, text in (("1", "green tea"), ("2", "black coffee"), ("3", "tea and green cups")):
            store.put(STAFF, key, {"text": text})
        store.put(STAFF, "4", {"text": "green tea"}, index=False)
        scores = [one.score for one in store.search((), query="green tea", limit=10)]
        assert len(scores) == 4
        assert all(isinstance(one, float) for one in scores)
        assert scores == sorted(scores, reverse=True)  # type: ignore[type-var]
        assert scores[0] > scores[-1]  # type: ignore[operator]
        pages = [
            one.key
            for offset in (0, 2)
            for one in store.search((), query="tea", limit=2, offset=offset)
        ]
        assert sorted(pages) == ["1", "2", "3", "4"]
        for query in (None, "", "   "):
            assert {one.score for one in store.search((), query=query)} == {None}
        assert len(store.search((), query="tea!@#$%^&*() " * 100)) == 4


def test_what_was_put_anew_scores_by_its_new_text(store: RemembrancerStore) -> None:
    """A change of a text changes what finds it."""
    store.put(STAFF, "1", {"text": "zinc and zebras"})
    store.put(STAFF, "2", {"text": "something about dogs"})
    first = store.search(STAFF, query="zinc zebras")
    assert first[0].key == "1"
    store.put(STAFF, "1", {"text": "a piece on dogs"})
    again = {one.key: one.score for one in store.search(STAFF, query="zinc zebras")}
    assert again["1"] < first[0].score  # type: ignore[operator]


def test_a_batch_answers_in_its_order(store: RemembrancerStore) -> None:
    """Each operation has its answer at its place, writes have none, and the last write counts."""
    store.put(STAFF, "a", {"n": 1})
    ops: list[Op] = [
        PutOp(STAFF, "b", {"n": 2}),
        GetOp(STAFF, "a"),
        PutOp(STAFF, "b", {"n": 3}),
        SearchOp(("staff",)),
        GetOp(STAFF, "none"),
        PutOp(STAFF, "a", None),
        ListNamespacesOp(),
    ]
    results = asyncio.run(store.abatch(ops))
    assert [results[place] for place in (0, 2, 4, 5)] == [None] * 4
    assert results[1].value == {"n": 1}  # type: ignore[union-attr]
    assert _keys(results[3]) == ["a"]
    assert results[6] == [STAFF]
    assert store.get(STAFF, "a") is None
    assert store.get(STAFF, "b").value == {"n": 3}  # type: ignore[union-attr]
    assert store.batch([]) == []


def test_async_code_has_every_verb(store: RemembrancerStore) -> None:
    """Putting, getting, searching, listing and deleting work for async code, many at once."""

    async def live() -> None:
        await asyncio.gather(*(store.aput(STAFF, f"k{n}", {"n": n}) for n in range(8)))
        assert len(await store.asearch(("staff",), limit=20)) == 8
        assert await store.alist_namespaces() == [STAFF]
        await store.adelete(STAFF, "k0")
        await store.adelete(STAFF, "never there")
        assert await store.aget(STAFF, "k0") is None
        found = await store.aget(STAFF, "k7")
        assert found is not None
        assert (found.namespace, found.key, found.value) == (STAFF, "k7", {"n": 7})

    asyncio.run(live())
