"""The Neo4j engine, on a real server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from remembrancer.core.errors import Conflict, InvalidSettings, NotAvailable, QueryRefused
from remembrancer.graph.cypher import Dialect, checked, written
from remembrancer.graph.port import (
    GraphChange,
    GraphServerUnreachable,
    ProjectionLost,
    QueryBounds,
)
from remembrancer.projection.neo4j.connection import Neo4jConnection
from remembrancer.projection.neo4j.engine import Neo4jGraph
from tests import neo4j_server
from tests.graph import example_graph as the
from tests.graph.engine_contract import QUESTIONS, as_texts
from tests.graph.hostile_cypher import HOSTILE

BOUNDS = QueryBounds(seconds=30, rows=1_000, characters=1_000_000)


@pytest.fixture
def connection() -> Iterator[Neo4jConnection]:
    with neo4j_server.exclusive() as server:
        found = Neo4jConnection(server.url, server.user, server.password)
        empty(found)
        yield found
        empty(found)
        found.close()


@pytest.fixture
def engine(connection: Neo4jConnection) -> Neo4jGraph:
    engine = Neo4jGraph(connection, "space-1")
    engine.load(the.NODES, the.EDGES)
    return engine


def empty(connection: Neo4jConnection) -> None:
    with connection.writing() as transaction:
        transaction.rows("MATCH (n) WHERE n:_Node OR n:_Projection OR n:Stranger DETACH DELETE n")


def _asked(engine: Neo4jGraph, query: str) -> list[str]:
    asked = written(checked(query), Dialect.NEO4J)
    return as_texts(engine.ask(asked.text, asked.params, BOUNDS))


@pytest.mark.soak
def test_neo4j_gives_the_answers_of_the_contract(engine: Neo4jGraph) -> None:
    """Neo4j answers every question of the contract as the embedded engine does."""
    wrong = {}
    for question in QUESTIONS:
        asked = written(checked(question.query, question.params), Dialect.NEO4J)
        rows = as_texts(engine.ask(asked.text, asked.params, BOUNDS))
        expected = as_texts(question.answer)
        if not question.is_ordered:
            rows, expected = sorted(rows), sorted(expected)
        if rows != expected:
            wrong[question.query] = rows
    assert wrong == {}
    _hides_what_is_its_own(engine)


def _hides_what_is_its_own(engine: Neo4jGraph) -> None:
    """No query shows the mark of the projection, or our keys and labels."""
    assert _asked(engine, "MATCH (n {state: 'ready'}) RETURN n") == []
    assert _asked(engine, "MATCH (n {space: 'space-1'}) RETURN n.position") == []
    assert _asked(engine, "MATCH (n) WHERE n._key = 'projection' RETURN n") == []
    told = _asked(engine, "MATCH (n:Topic {id: 't1'}) RETURN labels(n) AS l, keys(n) AS k, n._key")
    assert told == as_texts([{"l": ["Topic"], "k": ["id", "name"], "n._key": None}]) or told == (
        as_texts([{"l": ["Topic"], "k": ["name", "id"], "n._key": None}])
    )


@pytest.mark.soak
@pytest.mark.full_soak
def test_a_change_is_as_good_as_a_load(engine: Neo4jGraph) -> None:
    """Nodes and edges come, change, get another kind and go, and the rest stays."""
    everything = "MATCH (n:Person) OPTIONAL MATCH (n)-[r]->(m) RETURN n, r, m"
    alice = the.ALICE._replace(properties={"id": "alice_id", "name": "Alice B", "_key": "mine"})
    bob = the.BOB._replace(labels=("Person", "Guest"))
    knows = the.EDGES[6]._replace(type="TRUSTS", properties={"since": "2026"})
    nodes = [
        {the.ALICE.key: alice, the.BOB.key: bob}.get(node.key, node)
        for node in the.NODES
        if node.key != the.DANA.key
    ]
    edges = [
        knows if edge.key == knows.key else edge
        for edge in the.EDGES
        if the.DANA.key not in (edge.source, edge.target) and edge.key != the.EDGES[4].key
    ]
    engine.apply(
        GraphChange(
            nodes=(alice, bob),
            edges=(knows,),
            removed_nodes=(the.DANA.key, "ent_unknown"),
            removed_edges=(the.EDGES[4].key, "rel_unknown"),
        )
    )
    kept, counted = _asked(engine, everything), engine.counts()
    engine.load(nodes, edges)
    assert sorted(kept) == sorted(_asked(engine, everything))
    assert counted == engine.counts() == (len(nodes), len(edges))
    assert _asked(engine, "MATCH (n:Guest) RETURN n.name") == as_texts([{"n.name": "Bob"}])
    assert _asked(engine, "MATCH (n {id: 'alice_id'}) RETURN n._key AS k") == ['{"k": "mine"}']
    with pytest.raises(ProjectionLost, match="end"):
        engine.apply(GraphChange(edges=(knows._replace(target="ent_nobody"),)))
    assert engine.counts() == counted


@pytest.mark.soak
@pytest.mark.full_soak
def test_a_query_keeps_its_bounds(engine: Neo4jGraph) -> None:
    """Time, rows and size are bounded, nothing is written, and no error tells of the server."""
    long = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*) AS c"
    for query, bounds, words in (
        (long, BOUNDS._replace(seconds=1), "longer than 1 second"),
        ("MATCH (n:Person) RETURN n", BOUNDS._replace(rows=2), "more than 2 rows"),
        ("MATCH (n:Person) RETURN n", BOUNDS._replace(characters=50), "50 characters"),
        ("CREATE (n:Person) RETURN n", BOUNDS, "Write it simpler"),
        ("MATCH (n) DETACH DELETE n", BOUNDS, "Write it simpler"),
        ("LOAD CSV FROM 'file:///etc/hostname' AS l RETURN l", BOUNDS, "Write it simpler"),
        ("CALL dbms.security.createUser('x', 'abcdefgh')", BOUNDS, "Write it simpler"),
        ("RETURN 1 / 0 AS x", BOUNDS, "divided by zero"),
        ("RETURN $missing AS x", BOUNDS, "Write it simpler"),
    ):
        with pytest.raises(QueryRefused, match=words) as refused:
            engine.ask(query, {}, bounds)
        assert not any(word in str(refused.value) for word in ("Neo", "127.0.0.1", "/", "_Node"))
    assert engine.counts() == (len(the.NODES), len(the.EDGES))


@pytest.mark.soak
@pytest.mark.full_soak
def test_hostile_writes_change_nothing_without_the_parser(engine: Neo4jGraph) -> None:
    """The second wall by itself: the server writes nothing in a transaction that only reads."""
    patient = BOUNDS._replace(seconds=5)
    for sort in sorted(set(HOSTILE) - {"bombs"}):
        for statement in HOSTILE[sort]:
            with suppress(QueryRefused):
                engine.ask(statement, {}, patient)
    assert engine.counts() == (len(the.NODES), len(the.EDGES))


@pytest.mark.soak
@pytest.mark.full_soak
def test_a_server_that_is_not_ours_is_left_alone(connection: Neo4jConnection) -> None:
    """What another space or another program put on a server is neither read nor removed."""
    Neo4jGraph(connection, "space-1").load(the.NODES, the.EDGES)
    other = Neo4jGraph(connection, "space-2")
    for act in (other.state, lambda: other.load((), ()), other.clear):
        with pytest.raises(Conflict, match="another space"):
            act()
    with pytest.raises(Conflict, match="another space"):
        other.ask("MATCH (n:Person) RETURN n", {}, BOUNDS)
    empty(connection)
    with connection.writing() as transaction:
        transaction.rows("CREATE (:Stranger {name: 'theirs'})")
    with pytest.raises(Conflict, match="did not put there"):
        other.load(the.NODES, the.EDGES)
    with connection.reading() as transaction:
        assert transaction.rows("MATCH (n) RETURN n.name AS n") == [{"n": "theirs"}]


@pytest.mark.soak
@pytest.mark.full_soak
def test_nobody_sees_half_of_a_load_or_a_change(engine: Neo4jGraph) -> None:
    """While others load and change the graph, each answer is that of one whole state."""
    ended = threading.Event()
    wholes = {len(the.NODES), len(the.NODES) - 2, 2}
    gone = (the.ALICE.key, the.BOB.key)
    left = [edge for edge in the.EDGES if {edge.source, edge.target} <= {*gone}]

    def change() -> None:
        for _ in range(3):
            engine.apply(GraphChange(removed_nodes=gone))
            engine.apply(GraphChange(nodes=(the.ALICE, the.BOB)))
            engine.load((the.ALICE, the.BOB), left)
            engine.load(the.NODES, the.EDGES)
        ended.set()

    seen = set()
    with ThreadPoolExecutor(1) as pool:
        changing = pool.submit(change)
        while not ended.is_set() and not changing.done():
            with suppress(ProjectionLost):
                rows = engine.ask("MATCH (n:_Node) RETURN n._key AS key", {}, BOUNDS)
                seen.add(len(rows))
        changing.result()
    assert seen
    assert seen <= wholes


@pytest.mark.soak
@pytest.mark.full_soak
def test_a_safe_server_passes_the_check(connection: Neo4jConnection) -> None:
    """The check reads what the server itself says of files and procedures."""
    connection.check()


class _Settings(Neo4jConnection):
    """A server that says of itself what a test wants."""

    def __init__(self, **settings: str) -> None:
        super().__init__("bolt://127.0.0.1:1", None, None)
        self._settings = settings

    def settings(self) -> dict[str, str]:
        return self._settings


@pytest.mark.parametrize(
    ("files", "procedures", "words"),
    [
        ("true", "db.labels", "read its files"),
        ("", "db.labels", "read its files"),
        ("false", "*", "every procedure"),
        ("false", "db.labels, *", "every procedure"),
        ("false", "", None),
        ("false", "db.labels", None),
    ],
)
def test_an_open_server_is_refused(files: str, procedures: str, words: str | None) -> None:
    """A server that reads files or lets anybody call anything is not used, and is told how."""
    names = ("allow_csv_import_from_file_urls", "procedures.allowlist")
    server = _Settings(
        **{
            f"dbms.security.{name}": value
            for name, value in zip(names, (files, procedures), strict=True)
        }
    )
    try:
        if words is None:
            server.check()
        else:
            with pytest.raises(NotAvailable, match=words):
                server.check()
    finally:
        server.close()


def test_a_server_that_is_gone_is_told_of() -> None:
    """Nobody waits for a server that is not there, and the error says what to do."""
    engine = Neo4jGraph(Neo4jConnection("bolt://127.0.0.1:1", "neo4j", "secret-word"), "space-1")
    with pytest.raises(GraphServerUnreachable, match="does not answer") as lost:
        engine.ask("RETURN 1 AS one", {}, BOUNDS)
    assert "secret-word" not in str(lost.value)
    engine.close()


@pytest.mark.parametrize("url", ["localhost:7687", "http://x", "bolt://", "bolt://a:b@host:7687"])
def test_the_address_of_a_server_is_checked(url: str) -> None:
    """An address that is none is refused before anything is tried."""
    with pytest.raises(InvalidSettings, match="address of a Neo4j server"):
        Neo4jConnection(url, None, None)
