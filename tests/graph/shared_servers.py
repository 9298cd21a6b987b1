"""Servers that a shared projection stands on in tests: one in this process, and a real one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from remembrancer import Memory
from remembrancer.core.errors import Conflict
from remembrancer.graph import server_job
from remembrancer.graph.cypher import Dialect
from remembrancer.graph.port import (
    GraphChange,
    GraphEdge,
    GraphNode,
    GraphServer,
    GraphServerUnreachable,
    LedgerMark,
    ProjectionLost,
    QueryBounds,
    ServerState,
)
from remembrancer.graph.projections import Projections
from remembrancer.graph.shared_projection import SharedProjection
from remembrancer.jobs.schedule import GRAPH
from remembrancer.jobs.task import Handler
from remembrancer.projection.embedded.engine import EmbeddedGraph
from remembrancer.projection.neo4j.connection import Neo4jConnection
from remembrancer.projection.neo4j.engine import Neo4jGraph

MEMORY_BYTES = 256 << 20


class LocalServer:
    """A server made of the embedded engine: it outlives whoever uses it."""

    dialect = Dialect.KGLITE

    def __init__(self) -> None:
        self.graph = EmbeddedGraph(memory_bytes_max=MEMORY_BYTES)
        self.space: str | None = None
        self.held: ServerState | None = None
        self.nodes: set[str] = set()
        self.edges: set[str] = set()
        self.is_up = True
        self.asked = 0  # questions that it answered
        self.loads = 0

    def of(self, space: str) -> GraphServer:
        return _LocalView(self, space)


class _LocalView:
    def __init__(self, server: LocalServer, space: str) -> None:
        self._server = server
        self._space = space

    def check(self) -> None:
        self._reached()

    def state(self) -> ServerState | None:
        return self._reached().held

    def load(
        self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], mark: LedgerMark
    ) -> None:
        server = self._reached()
        server.space, listed, linked = self._space, list(nodes), list(edges)
        server.graph.load(listed, linked)
        server.nodes, server.edges = {one.key for one in listed}, {one.key for one in linked}
        server.held = ServerState(uuid4().hex, mark, 0)
        server.loads += 1

    def apply(
        self, change: GraphChange, mark: LedgerMark, since: ServerState | None = None
    ) -> None:
        server = self._reached()
        if server.held is None or server.held != since:
            raise ProjectionLost("It is in another state.")
        server.graph.apply(change)
        server.nodes = (server.nodes - {*change.removed_nodes}) | {one.key for one in change.nodes}
        server.held = server.held._replace(mark=mark)

    def known(self, keys: Collection[str]) -> set[str]:
        return self._reached().nodes & {*keys}

    def ask(
        self, query: str, params: Mapping[str, Any], bounds: QueryBounds, least: int = 0
    ) -> list[dict[str, Any]]:
        server = self._reached()
        if server.held is None or server.held.mark is None or server.held.mark.position < least:
            raise ProjectionLost("It is behind.")
        rows = server.graph.ask(query, params, bounds)
        server.asked += 1
        return rows

    def counts(self) -> tuple[int, int]:
        return len(self._reached().nodes), len(self._server.edges)

    def clear(self) -> None:
        server = self._reached()
        if server.held is not None:
            server.graph.load((), ())
            server.nodes, server.edges = set(), set()
            server.held = ServerState(uuid4().hex, None, 1e9)

    def close(self) -> None:
        """The server goes on."""

    def _reached(self) -> LocalServer:
        if not self._server.is_up:
            raise GraphServerUnreachable("The server does not answer. Start it.")
        if self._server.space not in (None, self._space):
            raise Conflict("The server holds the graph of another space.")
        return self._server


class RealServer:
    """Neo4j, with a count of its answers."""

    dialect = Dialect.NEO4J

    def __init__(self, connection: Neo4jConnection) -> None:
        self.connection = connection
        self.asked = 0

    def of(self, space: str) -> GraphServer:
        return _RealView(self, space)


class _RealView(Neo4jGraph):
    def __init__(self, server: RealServer, space: str) -> None:
        super().__init__(server.connection, space)
        self._server = server

    def ask(
        self, query: str, params: Mapping[str, Any], bounds: QueryBounds, least: int = 0
    ) -> list[dict[str, Any]]:
        rows = super().ask(query, params, bounds, least)
        self._server.asked += 1
        return rows

    def close(self) -> None:
        """The fixture closes the connection, after it emptied the server."""


Server = LocalServer | RealServer


@contextmanager
def used_by(memory: Memory, server: Server) -> Iterator[None]:
    """Has all memories of this store use the server, as the settings would."""
    held, shop = memory._session.projections, memory._session.shop
    before, held._made = (
        held._made,
        Projections(
            lambda: EmbeddedGraph(memory_bytes_max=MEMORY_BYTES),
            Dialect.KGLITE,
            SharedProjection(server.of, server.dialect),
        ),
    )
    handlers, kinds = shop._handlers, shop.kinds
    shop._handlers, shop.kinds = {**handlers, GRAPH: doing(server)}, kinds | {GRAPH}
    try:
        yield
    finally:
        shop._handlers, shop.kinds = handlers, kinds
        held.forget()
        held._made = before


def doing(server: Server) -> Handler:
    """What a worker does that has this server in its settings."""
    return lambda task: server_job.handle(task, SharedProjection(server.of, server.dialect))
