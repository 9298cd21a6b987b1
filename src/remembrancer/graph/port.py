"""The port of a graph engine: it holds a projection and answers checked Cypher queries.

The tables of the store are the truth. A projection is made from them, brought up to date, and
thrown away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.core.errors import RemembrancerError

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


class ProjectionLost(RemembrancerError):
    """The engine has no projection, or lost it: load it again from the store, then ask again.

    An engine that runs a query in a process of its own loses its projection with that process,
    when a query had to be ended. It does not load by itself: whoever builds the projection knows
    which state of the ledger they give it.
    """


class GraphServerUnreachable(ProjectionLost):
    """The server that holds the projection does not answer, or refuses to."""


class LedgerMark(NamedTuple):
    """The state of the ledger, and the time, that a projection on a server is at."""

    position: int  # of the ledger
    seal: str  # hash of the row there: another history has another one
    moment: datetime  # what expired until then is gone
    next_change_at: datetime | None  # when the clock alone changes the graph next


class ServerState(NamedTuple):
    """What a server says of the projection that it holds."""

    generation: str  # another one for each load
    mark: LedgerMark | None  # None: it is being loaded, or whoever loaded it died
    idle_seconds: float  # since somebody last wrote
    is_ready: bool = True  # False: a change is under way, or whoever made one died at its end


class GraphEngine(Protocol):
    """One projection in one engine."""

    @property
    def is_loaded(self) -> bool:
        """Whether there is a projection that can be asked."""
        ...

    def load(self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> None:
        """Replaces everything that it holds."""
        ...

    def apply(self, change: GraphChange) -> None:
        """Brings it up to date. Raises `ProjectionLost` if there is none, or it failed halfway."""
        ...

    def ask(
        self, query: str, params: Mapping[str, Any], bounds: QueryBounds
    ) -> list[dict[str, Any]]:
        """The rows of a query that was checked and written for this engine.

        Raises `QueryRefused` if it exceeds its bounds or the engine does not understand it. Nodes
        and edges come back as their properties. Raises `ProjectionLost` if there is none.
        """
        ...

    def close(self) -> None: ...


class GraphServer(Protocol):
    """The projection of one space on a server, which processes share and which outlives them."""

    def check(self) -> None:
        """Raises `NotAvailable` if the server lets a query do more than read the graph."""
        ...

    def state(self) -> ServerState | None:
        """What it holds of the space; None: it is empty. Raises `Conflict` if it is not ours."""
        ...

    def load(
        self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], mark: LedgerMark
    ) -> None:
        """Replaces everything that it holds of the space. Nobody can ask it meanwhile."""
        ...

    def apply(
        self, change: GraphChange, mark: LedgerMark, since: ServerState | None = None
    ) -> None:
        """Brings it up to date: the change and its mark together, or neither.

        Raises `ProjectionLost` if it is no longer in the state `since`.
        """
        ...

    def known(self, keys: Collection[str]) -> set[str]:
        """Those of the keys that there is a node of."""
        ...

    def ask(
        self, query: str, params: Mapping[str, Any], bounds: QueryBounds, least: int = 0
    ) -> list[dict[str, Any]]:
        """The rows, from a state of at least this position of the ledger."""
        ...

    def counts(self) -> tuple[int, int]:
        """How many nodes and edges it holds."""
        ...

    def clear(self) -> None:
        """Removes everything that it holds. It stays the space's, to be loaded anew."""
        ...

    def close(self) -> None: ...


class ChangedNodes(NamedTuple):
    """What changed in the store after a position of the ledger, by id, whoever may see it."""

    entities: tuple[str, ...] = ()  # those that stand for others, before and after
    items: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    is_anew: bool = False  # rows of the past changed: build the projection anew


class RelatedNodes(NamedTuple):
    """One relation that everybody may see, from the node that it was asked of."""

    near: str  # the id of the node, or of the entity that stands for it
    far: str  # the same of its other end, which everybody may see, too
    seen_at: str  # when it was observed


class ChangedByUnit(NamedTuple):
    """What a unit of work changed in the graph so far."""

    nodes: set[str]  # ids of entities and items
    ends: Mapping[str, set[str]]  # both ends of relations that it changed, by type


class DerivedFigures(Protocol):
    """What derived attributes are computed from: what everybody in the space may see."""

    def changed(self) -> ChangedByUnit | None:
        """What this unit of work changed; None: something was erased, so that nobody can tell."""
        ...

    def of_kind(self, kind: str, ids: Collection[str] | None = None) -> tuple[str, ...]:
        """The entities of a kind, of all or of these ids."""
        ...

    def steps(self, ids: Collection[str], type: str, *, is_forward: bool) -> list[RelatedNodes]:
        """The relations of a type on record from these nodes, or else to them. The clock has no
        say: what was made was made."""
        ...

    def attrs(self, ids: Collection[str]) -> dict[str, dict[str, Any]]:
        """The attributes of entities, and the data of items."""
        ...


class ProjectionReader(Protocol):
    """The whole graph that one viewer may see, for an engine."""

    def nodes(self, ids: Collection[str] | None = None) -> list[GraphNode]:
        """All nodes, or those of these ids."""
        ...

    def roots(self) -> dict[str, str]:
        """The entity that stands for each merged one."""
        ...

    def edges(
        self, ids: Collection[str] | None = None, ends: Collection[str] | None = None
    ) -> Iterator[GraphEdge]:
        """Relations that hold now. Their ends are checked against the nodes by the caller."""
        ...

    def edge_count(self) -> int:
        """How many relations `edges` gives."""
        ...

    def changed_since(self, seq: int, moment: datetime | None = None) -> ChangedNodes: ...

    def is_unsettled_since(self, seq: int) -> bool:
        """Whether rows of the past changed after a position: something was erased, say."""
        ...

    def next_change_at(
        self, *, items: Collection[str] | None = None, edges: Collection[str] | None = None
    ) -> datetime | None:
        """When the clock alone changes the graph next: all of it, or these of it."""
        ...

    def shared(self) -> ProjectionReader:
        """The same of what everybody in the space may see, whoever asks."""
        ...

    def sees_only_shared(self) -> bool:
        """Whether the viewer's graph is the shared one."""
        ...

    def seal_at(self, seq: int) -> str | None:
        """The hash of the ledger at a position; None: it has no such position."""
        ...
