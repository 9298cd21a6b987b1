"""What is written to a Neo4j server: loads, changes, and the mark that says what it holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from remembrancer.graph.cypher import NEO4J_KEY, NEO4J_LABEL
from remembrancer.graph.port import (
    GraphChange,
    GraphEdge,
    GraphNode,
    LedgerMark,
    ProjectionLost,
)
from remembrancer.projection.neo4j.connection import Neo4jConnection, Transaction
from remembrancer.projection.neo4j.values import held

BATCH: Final = 2_500  # nodes or edges of one transaction
INDEXED: Final = ("id", "name")
MARK: Final = f"(m:_Projection {{{NEO4J_KEY}: 'projection'}})"
LOOK: Final = (
    f"MATCH {MARK} RETURN m.space AS space, m.generation AS generation, m.state AS state, "
    "m.position AS position, m.seal AS seal, m.moment AS moment, m.next AS next, "
    "timestamp() - m.beat AS idle, m.labels AS labels, m.types AS types"
)
READY, CHANGING, LOADING = "ready", "changing", "loading"
_T = TypeVar("_T")


class Loading:
    """A load under way, batch by batch, as long as nobody else begins one."""

    def __init__(self, connection: Neo4jConnection, generation: str) -> None:
        self._connection = connection
        self._generation = generation
        self._labels: set[str] = set()
        self._types: set[str] = set()

    def wipe(self) -> None:
        for query in (
            "MATCH ()-[x]->() WITH x LIMIT $some DELETE x RETURN count(*) AS c",
            "MATCH (x) WHERE NOT x:_Projection WITH x LIMIT $some DELETE x RETURN count(*) AS c",
        ):
            left = 1
            while left:
                with self._connection.writing() as transaction:
                    hold(transaction, self._generation)
                    left = transaction.rows(query, some=2 * BATCH)[0]["c"]

    def add_nodes(self, nodes: list[GraphNode]) -> None:
        labels = {label for node in nodes for label in node.labels} - self._labels
        make_indexes(self._connection, self._generation, labels, ())
        self._labels |= labels
        with self._connection.writing() as transaction:
            hold(transaction, self._generation)
            _create_nodes(transaction, nodes)

    def add_edges(self, edges: list[GraphEdge]) -> None:
        types = {edge.type for edge in edges} - self._types
        make_indexes(self._connection, self._generation, (), types)
        self._types |= types
        with self._connection.writing() as transaction:
            hold(transaction, self._generation)
            _create_edges(transaction, edges)


class Neo4jChange:
    """A change inside one transaction."""

    def __init__(self, transaction: Transaction, types: list[str]) -> None:
        self._transaction = transaction
        self._types = types

    def make(self, change: GraphChange) -> None:
        self._remove_edges([*change.removed_edges, *(edge.key for edge in change.edges)])
        self._transaction.rows(
            f"UNWIND $keys AS key MATCH (n:{NEO4J_LABEL} {{{NEO4J_KEY}: key}}) DETACH DELETE n",
            keys=list(change.removed_nodes),
        )
        self._put_nodes(change.nodes)
        _create_edges(self._transaction, change.edges)

    def _remove_edges(self, keys: list[str]) -> None:
        for type in self._types if keys else ():
            self._transaction.rows(
                f"UNWIND $keys AS key MATCH ()-[r:{_name(type)} {{{NEO4J_KEY}: key}}]->() DELETE r",
                keys=keys,
            )

    def _put_nodes(self, nodes: tuple[GraphNode, ...]) -> None:
        found = self._transaction.rows(
            f"UNWIND $keys AS key MATCH (n:{NEO4J_LABEL} {{{NEO4J_KEY}: key}}) "
            "RETURN key, labels(n) AS labels",
            keys=[node.key for node in nodes],
        )
        before = {row["key"]: frozenset(row["labels"]) - {NEO4J_LABEL} for row in found}
        _create_nodes(self._transaction, [node for node in nodes if node.key not in before])
        alike: dict[tuple[frozenset[str], frozenset[str]], list[Any]] = defaultdict(list)
        for node in nodes:
            if node.key in before:
                row = {"k": node.key, "p": held(node.key, node.properties)}
                alike[before[node.key], frozenset(node.labels)].append(row)
        for (old, new), rows in alike.items():
            gone = "".join(f" REMOVE n:{_name(label)}" for label in sorted(old - new))
            come = "".join(f" SET n:{_name(label)}" for label in sorted(new - old))
            self._transaction.rows(
                f"UNWIND $rows AS row MATCH (n:{NEO4J_LABEL} {{{NEO4J_KEY}: row.k}}) "
                f"SET n = row.p{gone}{come}",
                rows=rows,
            )


def make_indexes(
    connection: Neo4jConnection, generation: str, labels: Collection[str], types: Collection[str]
) -> None:
    """What new kinds and types are found by. The mark lists those that have it."""
    if not labels and not types:
        return
    for label in sorted(labels):
        for name in INDEXED:
            connection.run(f"CREATE RANGE INDEX IF NOT EXISTS FOR (n:{_name(label)}) ON (n.{name})")
    for type in sorted(types):
        connection.run(
            f"CREATE RANGE INDEX IF NOT EXISTS FOR ()-[r:{_name(type)}]-() ON (r.{NEO4J_KEY})"
        )
    with connection.writing() as transaction:
        hold(transaction, generation)
        transaction.rows(
            f"MATCH {MARK} SET m.labels = m.labels + $labels, m.types = m.types + $types",
            labels=sorted(labels),
            types=sorted(types),
        )


def hold(
    transaction: Transaction, generation: str, position: int | None = None, to: str | None = None
) -> dict[str, Any]:
    """Keeps others from writing until the transaction ends, if the server is as it is known."""
    transaction.rows(f"MATCH {MARK} SET m.beat = timestamp()")
    found = transaction.rows(LOOK)
    if not found or found[0]["generation"] != generation:
        raise ProjectionLost("Another process loads the graph.")
    if position is not None and found[0]["position"] != position:
        raise ProjectionLost("Another process brought the graph up to date.")
    if to is not None:
        transaction.rows(f"MATCH {MARK} SET m.state = $state", state=to)
    return found[0]


def put_mark(transaction: Transaction, mark: LedgerMark) -> None:
    transaction.rows(
        f"MATCH {MARK} SET m.position = $position, m.seal = $seal, m.moment = $moment, "
        "m.next = $next, m.state = $state",
        position=mark.position,
        seal=mark.seal,
        moment=mark.moment.isoformat(),
        next=None if mark.next_change_at is None else mark.next_change_at.isoformat(),
        state=CHANGING,
    )


def _create_nodes(transaction: Transaction, nodes: Iterable[GraphNode]) -> None:
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for node in nodes:
        alike[node.labels].append(held(node.key, node.properties))
    for labels, rows in alike.items():
        written = ":".join(map(_name, (NEO4J_LABEL, *labels)))
        transaction.rows(f"UNWIND $rows AS row CREATE (n:{written}) SET n = row", rows=rows)


def _create_edges(transaction: Transaction, edges: Iterable[GraphEdge]) -> None:
    alike: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for edge in edges:
        row = {"s": edge.source, "t": edge.target, "p": held(edge.key, edge.properties)}
        alike[edge.type].append(row)
    for type, rows in alike.items():
        made = transaction.rows(
            f"UNWIND $rows AS row MATCH (a:{NEO4J_LABEL} {{{NEO4J_KEY}: row.s}}) "
            f"MATCH (b:{NEO4J_LABEL} {{{NEO4J_KEY}: row.t}}) "
            f"CREATE (a)-[r:{_name(type)}]->(b) SET r = row.p RETURN count(r) AS c",
            rows=rows,
        )
        if made[0]["c"] != len(rows):
            raise ProjectionLost("A relationship has an end that is not in the graph.")


def _name(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def batches(values: Iterable[_T], size: int) -> Iterator[list[_T]]:
    iterator = iter(values)
    while batch := list(islice(iterator, size)):
        yield batch
