"""The Neo4j engine of the graph port: one space's shared view on one server.

A node with the label `_Projection` marks what the server holds. Readers of Neo4j may see half of
a change while it is made final, so the mark says so before a change begins and after it ended: an
answer counts if the mark was the same before and after it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final
from uuid import uuid4

from neo4j.exceptions import DriverError, Neo4jError, ResultError

from remembrancer.core.errors import Conflict
from remembrancer.graph.cypher import NEO4J_KEY, NEO4J_LABEL
from remembrancer.graph.port import (
    GraphChange,
    GraphEdge,
    GraphNode,
    LedgerMark,
    ProjectionLost,
    QueryBounds,
    ServerState,
)
from remembrancer.projection.neo4j.connection import Neo4jConnection, Transaction, fields, refuse
from remembrancer.projection.neo4j.values import shown
from remembrancer.projection.neo4j.writes import (
    BATCH,
    CHANGING,
    INDEXED,
    LOADING,
    LOOK,
    MARK,
    READY,
    Loading,
    Neo4jChange,
    batches,
    hold,
    make_indexes,
    put_mark,
)
from remembrancer.projection.refusals import refusal

_TRIES_MAX: Final = 3  # to read a state that nobody changes meanwhile
_START: Final = LedgerMark(0, "", datetime(1970, 1, 1, tzinfo=UTC), None)


class Neo4jGraph:
    """What a server holds of one space. Several processes may share it."""

    def __init__(self, connection: Neo4jConnection, space: str) -> None:
        self._connection = connection
        self._space = space  # its uid

    @property
    def is_loaded(self) -> bool:
        found = self.state()
        return found is not None and found.mark is not None

    def check(self) -> None:
        self._connection.check()

    def state(self) -> ServerState | None:
        with self._connection.reading() as transaction:
            found = self._look(transaction)
            if found is None:
                self._refuse_strangers(transaction)
                return None
            return _state(found)

    def load(
        self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], mark: LedgerMark = _START
    ) -> None:
        with _failing("loaded"):
            generation = self._begin()
            loading = Loading(self._connection, generation)
            loading.wipe()
            for some in batches(nodes, BATCH):
                loading.add_nodes(some)
            for few in batches(edges, BATCH):
                loading.add_edges(few)
            with self._connection.writing() as transaction:
                hold(transaction, generation)
                put_mark(transaction, mark)
            self._set_ready(generation)

    def apply(
        self,
        change: GraphChange,
        mark: LedgerMark | None = None,
        since: ServerState | None = None,
    ) -> None:
        with _failing("brought up to date"):
            found = since or self.state()
            if found is None or found.mark is None:
                raise ProjectionLost("The graph is not loaded. Load it from the store.")
            self._index(change, found.generation)
            with self._connection.writing() as transaction:
                hold(transaction, found.generation, found.mark.position, to=CHANGING)
            with self._connection.writing() as transaction:
                row = hold(transaction, found.generation, found.mark.position)
                if row["state"] != CHANGING:
                    raise ProjectionLost("Another process brought the graph up to date.")
                Neo4jChange(transaction, row["types"]).make(change)
                put_mark(transaction, found.mark if mark is None else mark)
            self._set_ready(found.generation)

    def ask(
        self, query: str, params: Mapping[str, Any], bounds: QueryBounds, least: int = 0
    ) -> list[dict[str, Any]]:
        for _ in range(_TRIES_MAX):
            with self._connection.reading(bounds.seconds) as transaction:
                before = self._ready(transaction, least)
                rows = _answer(transaction, query, params, bounds)
                if self._look(transaction) == before:
                    return rows
        raise ProjectionLost("The graph is being changed. Ask again.")

    def known(self, keys: Collection[str]) -> set[str]:
        with self._connection.reading() as transaction:
            return {
                row["key"]
                for some in batches(sorted(keys), BATCH)
                for row in transaction.rows(
                    f"UNWIND $keys AS key MATCH (:{NEO4J_LABEL} {{{NEO4J_KEY}: key}}) "
                    "RETURN DISTINCT key",
                    keys=some,
                )
            }

    def counts(self) -> tuple[int, int]:
        with self._connection.reading() as transaction:
            nodes = transaction.rows(f"MATCH (n:{NEO4J_LABEL}) RETURN count(n) AS c")[0]["c"]
            edges = transaction.rows("MATCH ()-[r]->() RETURN count(r) AS c")[0]["c"]
        return nodes, edges

    def clear(self) -> None:
        with _failing("removed"):
            if self.state() is None:
                return
            generation = self._begin()
            Loading(self._connection, generation).wipe()
            with self._connection.writing() as transaction:
                hold(transaction, generation)
                # As a load that was given up long ago: whoever comes next loads it anew.
                transaction.rows(f"MATCH {MARK} SET m.beat = 0")

    def close(self) -> None:
        self._connection.close()

    def _begin(self) -> str:
        """Marks the server as ours, and as one that cannot be asked until it is loaded."""
        self.state()  # before anything is made on a server that is not ours
        for label in ("_Projection", NEO4J_LABEL):
            self._connection.run(
                f"CREATE CONSTRAINT {label}_key IF NOT EXISTS FOR (n:{label}) "
                f"REQUIRE n.{NEO4J_KEY} IS UNIQUE"
            )
        for name in INDEXED:
            self._connection.run(
                f"CREATE RANGE INDEX IF NOT EXISTS FOR (n:{NEO4J_LABEL}) ON (n.{name})"
            )
        generation = uuid4().hex
        with self._connection.writing() as transaction:
            transaction.rows(f"MERGE {MARK} SET m.beat = timestamp()")
            found = transaction.rows(LOOK)[0]
            if found["space"] is None:
                self._refuse_strangers(transaction)
            self._refuse_others(found["space"] or self._space)
            transaction.rows(
                f"MATCH {MARK} SET m = {{{NEO4J_KEY}: 'projection', space: $space, state: $state, "
                "generation: $generation, beat: timestamp(), labels: [], types: []}",
                space=self._space,
                state=LOADING,
                generation=generation,
            )
        return generation

    def _index(self, change: GraphChange, generation: str) -> None:
        with self._connection.reading() as transaction:
            row = self._look(transaction)
        if row is None:
            raise ProjectionLost("The graph is gone. Load it from the store.")
        labels = {label for node in change.nodes for label in node.labels} - {*row["labels"]}
        types = {edge.type for edge in change.edges} - {*row["types"]}
        make_indexes(self._connection, generation, labels, types)

    def _set_ready(self, generation: str) -> None:
        with self._connection.writing() as transaction:
            hold(transaction, generation, to=READY)

    def _ready(self, transaction: Transaction, least: int) -> dict[str, Any]:
        found = self._look(transaction)
        if found is None or found["state"] != READY or found["position"] < least:
            raise ProjectionLost("The graph on the server is not up to date.")
        return found

    def _look(self, transaction: Transaction) -> dict[str, Any] | None:
        rows = transaction.rows(LOOK)
        if not rows:
            return None
        self._refuse_others(rows[0]["space"])
        if rows[0]["state"] == READY:
            rows[0]["idle"] = 0
        return rows[0]

    def _refuse_others(self, space: str) -> None:
        if space != self._space:
            raise Conflict(
                "This Neo4j server holds the graph of another space, and one server holds one. "
                "Name a server of its own for this space, or empty that one first."
            )

    def _refuse_strangers(self, transaction: Transaction) -> None:
        if transaction.rows("MATCH (n) WHERE NOT n:_Projection RETURN 1 AS one LIMIT 1"):
            raise Conflict(
                "This Neo4j server holds data that Remembrancer did not put there, and loading a "
                "graph would remove it. Name an empty server."
            )


def _state(row: dict[str, Any]) -> ServerState:
    mark = None
    if row["state"] != LOADING:
        later = row["next"]
        mark = LedgerMark(
            row["position"],
            row["seal"],
            datetime.fromisoformat(row["moment"]),
            None if later is None else datetime.fromisoformat(later),
        )
    is_ready = row["state"] == READY
    return ServerState(row["generation"], mark, row["idle"] / 1000, is_ready)


def _answer(
    transaction: Transaction, query: str, params: Mapping[str, Any], bounds: QueryBounds
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    characters = 0
    try:
        for record in transaction.run(query, params):
            rows.append({name: shown(value) for name, value in fields(record).items()})
            characters += len(json.dumps(rows[-1], ensure_ascii=False, separators=(",", ":")))
            if len(rows) > bounds.rows:
                raise refusal("rows", bounds)
            if characters > bounds.characters:
                raise refusal("characters", bounds)
    except (Neo4jError, ResultError, OverflowError, ValueError, TypeError) as error:
        refuse(error, bounds)
    return rows


@contextmanager
def _failing(what: str) -> Iterator[None]:
    """Turns what the server says of a failed change into an error of ours."""
    try:
        yield
    except (Neo4jError, DriverError) as error:
        code = getattr(error, "code", None) or type(error).__name__
        raise ProjectionLost(f"The graph on the server was not {what}: {code}.") from error
