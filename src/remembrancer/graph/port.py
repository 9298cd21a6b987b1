"""The port of a graph engine: it holds a projection and answers checked Cypher queries.

The tables of the store are the truth. A projection is made from them, brought up to date, and
thrown away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

Property = str | int | float | bool | None | list[str] | list[int] | list[float] | list[bool]


class GraphNode(NamedTuple):
    """An entity or an item, as one class of readers sees it."""

    key: str  # ent_… or km_…: unique in the graph
    labels: tuple[str, ...]  # of an entity its kind; of an item "Item" and its kind in CamelCase
    properties: Mapping[str, Property]  # id (the external id if it has one), name, attributes


class GraphEdge(NamedTuple):
    """A relation between two nodes of the graph."""

    key: str  # rel_…: unique in the graph
    type: str  # in upper case
    source: str  # key of the node it starts from
    target: str  # key of the node it points to
    properties: Mapping[str, Property]  # confidence, evidence, timestamp, attributes


class GraphChange(NamedTuple):
    """What changed since the projection was built. A changed node or edge is given whole."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    removed_nodes: tuple[str, ...] = ()  # keys; their edges go with them
    removed_edges: tuple[str, ...] = ()


class QueryBounds(NamedTuple):
    """What one query may cost."""

    seconds: float
    rows: int
    characters: int  # of the answer as JSON


class GraphEngine(Protocol):
    """One projection in one engine."""

    def load(self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> None:
        """Replaces everything that it holds."""
        ...

    def apply(self, change: GraphChange) -> None:
        """Brings it up to date."""
        ...

    def ask(
        self, query: str, params: Mapping[str, Any], bounds: QueryBounds
    ) -> list[dict[str, Any]]:
        """The rows of a query that was checked and written for this engine.

        Raises `QueryRefused` if it exceeds its bounds or the engine does not understand it. Nodes
        and edges come back as their properties.
        """
        ...

    def close(self) -> None: ...
