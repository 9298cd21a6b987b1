"""The embedded engine: what it holds, how it changes, and what it does not survive."""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer.core.errors import NotAvailable, QueryRefused
from remembrancer.graph.cypher import Dialect, checked, written
from remembrancer.graph.port import (
    GraphChange,
    GraphEdge,
    GraphNode,
    ProjectionLost,
    Property,
    QueryBounds,
)
from remembrancer.projection.embedded import process
from remembrancer.projection.embedded.engine import EmbeddedGraph
from tests.graph import example_graph as the
from tests.graph.engine_contract import as_texts

BOUNDS = QueryBounds(seconds=30, rows=1_000, characters=1_000_000)
# Everything of a graph: written by hand, since our own dialect refuses it.
_ALL_NODES = "MATCH (n) RETURN n.id AS key, labels(n) AS labels, n AS n"
_ALL_EDGES = "MATCH (a)-[r]->(b) RETURN a.id AS a, r.key AS key, type(r) AS t, r AS r, b.id AS b"


@pytest.fixture(scope="module")
def shared() -> Iterator[EmbeddedGraph]:
    engine = EmbeddedGraph(memory_bytes_max=256 << 20)
    yield engine
    engine.close()


@pytest.fixture
def engine(shared: EmbeddedGraph) -> EmbeddedGraph:
    shared.load(the.NODES, the.EDGES)
    return shared


def _ask(engine: EmbeddedGraph, query: str, **params: Any) -> list[dict[str, Any]]:
    asked = written(checked(query, params), Dialect.KGLITE)
    return engine.ask(asked.text, asked.params, BOUNDS)


def _held(engine: EmbeddedGraph) -> tuple[list[str], list[str]]:
    """Everything that the engine holds, behind the parser's back."""
    nodes = engine.ask(_ALL_NODES, {}, BOUNDS)
    for row in nodes:
        row["labels"] = sorted(row["labels"])
    return sorted(as_texts(nodes)), sorted(as_texts(engine.ask(_ALL_EDGES, {}, BOUNDS)))


def _expected(nodes: list[GraphNode], edges: list[GraphEdge]) -> tuple[list[str], list[str]]:
    rows = [
        {"key": node.key, "labels": sorted(node.labels), "n": _without_null(node.properties)}
        for node in nodes
    ]
    paths = [
        {
            "a": edge.source, "key": edge.key, "t": edge.type,
            "r": _without_null(edge.properties), "b": edge.target,
        }
        for edge in edges
    ]  # fmt: skip
    return sorted(as_texts(rows)), sorted(as_texts(paths))


def _without_null(properties: Any) -> dict[str, Any]:
    return {name: value for name, value in properties.items() if value is not None}


def test_everything_is_held_as_it_was_given(engine: EmbeddedGraph) -> None:
    """Kinds, properties with their types and parallel edges come back as they were loaded."""
    assert _held(engine) == _expected(list(the.NODES), list(the.EDGES))


_VALUE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    st.sampled_from(["2026-01-01", "true", "1", "null", "[1]", '{"a": 1}', "p_x"]),
    st.lists(st.integers(-9, 9), max_size=2),
    st.lists(st.floats(0, 1), max_size=2),
    st.lists(st.booleans(), max_size=2),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=3), max_size=2),
)
_PROPERTIES = st.dictionaries(
    st.sampled_from(["id", "name", "title", "type", "label", "key", "a b", "`", "é"]), _VALUE
)
_TYPES = st.sampled_from(["A", "B"])
_LABELS = st.sampled_from([("Person",), ("Item", "Debate"), ("Debate",), ("Item", "Note")])


@st.composite
def _graphs(draw: st.DrawFn) -> tuple[list[GraphNode], list[GraphEdge]]:
    nodes = [
        GraphNode(f"ent_{n}", draw(_LABELS), draw(_PROPERTIES))
        for n in range(draw(st.integers(1, 5)))
    ]
    ends = st.sampled_from([node.key for node in nodes])
    edges = [
        GraphEdge(f"rel_{n}", draw(_TYPES), draw(ends), draw(ends), draw(_PROPERTIES))
        for n in range(draw(st.integers(0, 6)))
    ]
    return nodes, edges


@given(_graphs(), _graphs())
@settings(max_examples=8, deadline=None)
def test_loaded_and_changed_are_the_same(
    shared: EmbeddedGraph,
    before: tuple[list[GraphNode], list[GraphEdge]],
    after: tuple[list[GraphNode], list[GraphEdge]],
) -> None:
    """A graph that was changed into another holds what the other holds when it is loaded."""
    shared.load(*before)
    assert _held(shared) == _expected(*before)
    kept_nodes = {node.key for node in after[0]}
    kept_edges = {edge.key for edge in after[1]}
    shared.apply(
        GraphChange(
            nodes=tuple(after[0]),
            edges=tuple(after[1]),
            removed_nodes=tuple(node.key for node in before[0] if node.key not in kept_nodes),
            removed_edges=tuple(edge.key for edge in before[1] if edge.key not in kept_edges),
        )
    )
    assert _held(shared) == _expected(*after)


def _random_change(
    chance: random.Random, nodes: dict[str, GraphNode], edges: dict[str, GraphEdge]
) -> GraphChange:
    """One change, which is done to the dicts as well."""
    act = chance.choice(["node", "edge", "edge", "drop node", "drop edge"])
    if act == "drop node" and len(nodes) > 3:
        key = chance.choice(sorted(nodes))
        del nodes[key]
        for edge in [edge for edge in edges.values() if key in (edge.source, edge.target)]:
            del edges[edge.key]
        return GraphChange(removed_nodes=(key,))
    if act == "drop edge" and edges:
        key = chance.choice(sorted(edges))
        del edges[key]
        return GraphChange(removed_edges=(key,))
    if act == "edge" and nodes:
        source, target = chance.choices(sorted(nodes), k=2)
        values: dict[str, Property] = {"confidence": chance.choice([1, 0.5, "high", None])}
        key = f"rel_{chance.randrange(60)}"
        edge = GraphEdge(key, chance.choice("AB"), source, target, values)
        edges[edge.key] = edge
        return GraphChange(edges=(edge,))
    labels = chance.choice([("Person",), ("Item", "Debate"), ("Debate",), ("Org",)])
    names: list[Property] = ["x", 1, 2.5, True, ["a"], []]
    node = GraphNode(
        f"ent_{chance.randrange(25)}",
        labels,
        {"id": str(chance.randrange(9)), "name": chance.choice(names)},
    )
    nodes[node.key] = node
    return GraphChange(nodes=(node,))


@pytest.mark.parametrize("changes", [250, pytest.param(1_000, marks=pytest.mark.soak)])
def test_kept_up_to_date_equals_rebuilt(engine: EmbeddedGraph, changes: int) -> None:
    """After many random changes the graph holds what a new one would."""
    chance = random.Random(changes)
    nodes: dict[str, GraphNode] = {}
    edges: dict[str, GraphEdge] = {}
    engine.load([], [])
    for _ in range(changes):
        engine.apply(_random_change(chance, nodes, edges))
    kept = _held(engine)
    assert kept == _expected(list(nodes.values()), list(edges.values()))
    engine.load(nodes.values(), edges.values())
    assert _held(engine) == kept


def test_a_change_of_kind_keeps_the_edges(engine: EmbeddedGraph) -> None:
    """A node that gets another kind keeps its edges, also one to itself."""
    engine.apply(GraphChange(nodes=(the.ODD._replace(labels=("Guest",)),)))
    assert _ask(engine, "MATCH (n:Guest)-[:KNOWS]->(n) RETURN n.id") == [{"n.id": "odd_id"}]
    assert _ask(engine, "MATCH (n:Person {id: 'odd_id'}) RETURN n") == []


def test_a_change_that_cannot_be_made_loses_the_projection(engine: EmbeddedGraph) -> None:
    """An edge to a node that is not there leaves nothing half done: the graph must be loaded."""
    broken = GraphEdge("rel_x", "KNOWS", the.ALICE.key, "ent_nobody", {})
    with pytest.raises(ProjectionLost):
        engine.apply(GraphChange(edges=(broken,)))
    assert not engine.is_loaded
    with pytest.raises(ProjectionLost):
        engine.load(the.NODES, [broken])
    with pytest.raises(ProjectionLost, match="Load it from the store"):
        _ask(engine, "MATCH (n:Person) RETURN n")


def test_an_answer_that_is_too_long_is_refused(engine: EmbeddedGraph) -> None:
    """Rows and characters have a bound, and the refusal says what to do; the graph stays."""
    with pytest.raises(QueryRefused, match="Add LIMIT 5"):
        engine.ask("MATCH (n:Person) RETURN n.p_id AS id", {}, BOUNDS._replace(rows=5))
    with pytest.raises(QueryRefused, match="more than 100 characters"):
        engine.ask("MATCH (n:Person) RETURN n", {}, BOUNDS._replace(characters=100))
    assert len(engine.ask("MATCH (n:Person) RETURN n", {}, BOUNDS._replace(rows=6))) == 6


def test_a_query_that_does_not_stop_is_ended(engine: EmbeddedGraph) -> None:
    """A query over its time ends with its process; after a load the next one is answered."""
    endless = (
        "WITH 'aaaaaaaaaa' AS s WITH replace(s, 'a', s) AS s WITH replace(s, 'a', s) AS s "
        "WITH replace(s, 'a', s) AS s WITH replace(s, 'a', s) AS s RETURN size(s) AS n"
    )
    with pytest.raises(QueryRefused, match="was ended"):
        engine.ask(endless, {}, BOUNDS._replace(seconds=0.3))
    if not engine.is_loaded:
        engine.load(the.NODES, the.EDGES)
    assert _ask(engine, "MATCH (n:Org {id: 'google'}) RETURN n.name") == [{"n.name": "Google"}]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a process")
def test_a_query_that_takes_too_much_memory_is_ended() -> None:
    """A query over its memory ends with its process, and this process lives."""
    engine = EmbeddedGraph(memory_bytes_max=32 << 20)
    engine.load(the.NODES, the.EDGES)
    assert "memory" in engine.walls
    greedy = "WITH $s AS s " + "WITH s + s + s + s AS s " * 8 + "RETURN size(s) AS n"
    with pytest.raises(QueryRefused, match="more memory than it may"):
        engine.ask(greedy, {"s": "x" * 10_000}, BOUNDS)
    assert not engine.is_loaded
    engine.close()


def test_callers_on_many_threads_get_their_own_answers(engine: EmbeddedGraph) -> None:
    """Questions from several threads wait for each other, and nobody gets another's answer."""
    wrong: list[object] = []

    def ask(node: GraphNode) -> None:
        for _ in range(10):
            rows = _ask(engine, "MATCH (n:Person {id: $id}) RETURN n.id", id=node.properties["id"])
            if rows != [{"n.id": node.properties["id"]}]:
                wrong.append(rows)

    threads = [threading.Thread(target=ask, args=(node,)) for node in the.NODES[:4]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system makes no copies of a process")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_copy_of_the_process_does_not_share_the_child(engine: EmbeddedGraph) -> None:
    """In a forked copy the graph is not loaded, and closing it there leaves ours alone."""
    copy = os.fork()
    if copy == 0:
        engine.close()
        os._exit(1 if engine.is_loaded else 0)
    assert os.waitpid(copy, 0)[1] == 0
    assert _ask(engine, "MATCH (n:Org {id: 'google'}) RETURN n.name") == [{"n.name": "Google"}]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where kglite is not installed, loading says how to install it."""
    monkeypatch.setattr(process, "find_spec", lambda name: None)
    with pytest.raises(NotAvailable, match=r'pip install "remembrancer\[graph\]"'):
        EmbeddedGraph(memory_bytes_max=1 << 20).load([], [])


def test_an_engine_without_a_graph_says_so() -> None:
    """Asking before loading, or after closing, says that it must be loaded."""
    engine = EmbeddedGraph(memory_bytes_max=1 << 20)
    assert not engine.is_loaded
    with pytest.raises(ProjectionLost, match="Load it from the store"):
        engine.ask("RETURN 1 AS x", {}, BOUNDS)
    engine.close()
