"""Projections: the graph that one caller may see, in a graph engine, kept up to date.

The store is the truth. A projection is built from it on the first question, brought up to date
before each further one, and thrown away when others are needed more.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.core.limits import (
    GRAPH_QUERY_ANSWER_CHARACTERS_MAX,
    GRAPH_QUERY_ROWS_MAX,
    GRAPH_QUERY_SECONDS,
)
from remembrancer.core.scope import Scope
from remembrancer.graph import cypher
from remembrancer.graph.cypher import CheckedQuery, Dialect
from remembrancer.graph.port import (
    GraphChange,
    GraphEdge,
    GraphEngine,
    ProjectionLost,
    ProjectionReader,
    QueryBounds,
)
from remembrancer.graph.shared_projection import SharedProjection
from remembrancer.jobs.job import Job
from remembrancer.ports import Reader, Store

_KEPT_MAX: Final = 4  # projections that one process holds
_BOUNDS: Final = QueryBounds(
    GRAPH_QUERY_SECONDS, GRAPH_QUERY_ROWS_MAX, GRAPH_QUERY_ANSWER_CHARACTERS_MAX
)
_Key = tuple[object, ...]


class ProjectionStatus(Value):
    """A projection beside the store that it was made from."""

    engine: str
    is_loaded: bool
    # Positions have no gaps, so they would count what others keep to themselves: only admins who
    # are people are told them.
    position: int | None  # of the ledger, that it is at; None: it was not built yet
    head: int | None  # the last position of the ledger
    lag: int | None  # positions that it is behind
    nodes: int
    edges: int
    updated_at: datetime | None
    job: Job | None = None  # of a server: the work that waits, runs or failed; for admins


class Projections:
    """The projections of one process, one per caller and space, the least used dropped."""

    def __init__(
        self,
        engine: Callable[[], GraphEngine],
        dialect: Dialect,
        shared: SharedProjection | None = None,
    ) -> None:
        self._engine = engine
        self._dialect = dialect
        self._shared = shared  # on a server, for readers who see what everybody sees
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, _Projection] = OrderedDict()

    def ask(self, reader: Reader, scope: Scope, query: CheckedQuery) -> list[dict[str, Any]]:
        """The rows of a checked query, from a projection that is up to date."""
        if self._shared is not None:
            rows = self._shared.ask(reader, scope, query, _BOUNDS)
            if rows is not None:
                return rows
        written = cypher.written(query, self._dialect)
        return self._of(scope).ask(reader, scope, written.text, written.params)

    @property
    def shared(self) -> SharedProjection | None:
        """The projection on a server, if there is one."""
        return self._shared

    def sync(self, reader: Reader, scope: Scope) -> ProjectionStatus:
        """Brings the caller's projection in this process up to date."""
        self._of(scope).sync(reader, scope)
        return self.status(reader, scope)

    def rebuild(self, reader: Reader, scope: Scope) -> ProjectionStatus:
        """Builds the caller's projection in this process anew."""
        self._of(scope).build(reader, scope)
        return self.status(reader, scope)

    def status(self, reader: Reader, scope: Scope) -> ProjectionStatus:
        """How far the projection is: the server's, or else the caller's."""
        head = reader.last_position()
        if self._shared is not None:
            mark, nodes, edges = self._shared.state(scope)
            return ProjectionStatus(
                engine=self._shared.dialect.value,
                is_loaded=mark is not None,
                position=None if mark is None else mark.position,
                head=head,
                lag=max(0, head - (0 if mark is None else mark.position)),
                nodes=nodes,
                edges=edges,
                updated_at=None if mark is None else mark.moment,
            )
        with self._lock:
            known = self._kept.get(same_sight(scope))
        position = None if known is None else known.position
        is_told = scope.viewer.sees_personal
        return ProjectionStatus(
            engine=self._dialect.value,
            is_loaded=position is not None,
            position=position if is_told else None,
            head=head if is_told else None,
            lag=head - (position or 0) if is_told else None,
            nodes=0 if known is None else len(known.nodes),
            edges=0 if known is None else len(known.edges),
            updated_at=None if known is None else known.updated_at,
        )

    def forget(self, space: str | None = None) -> None:
        """Throws away the projections of a space, or all, and the texts of queries."""
        cypher.forget()
        with self._lock:
            gone = [key for key in self._kept if space is None or key[0] == space]
            dropped = [self._kept.pop(key) for key in gone]
        for one in dropped:
            one.close()
        if space is None and self._shared is not None:
            self._shared.close()

    def erased(self, scope: Scope) -> None:
        """Something in the space was erased: nothing of it stays in any projection."""
        self.forget(scope.space.uid)
        if self._shared is not None:
            self._shared.erased(scope)

    def drop_unsettled(self, store: Store) -> bool:
        """Throws away the projections of spaces in which something was erased, by whomever, since
        they were last brought up to date. Whether some are left."""
        with self._lock:
            kept = list(self._kept.values())
        for space in {one.scope.space.uid for one in kept if one.is_behind_erasure(store)}:
            self.forget(space)
        with self._lock:
            return bool(self._kept)

    def _of(self, scope: Scope) -> _Projection:
        key = same_sight(scope)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = _Projection(self._engine(), scope)
            self._kept.move_to_end(key)
            dropped = [
                self._kept.popitem(last=False)[1] for _ in range(len(self._kept) - _KEPT_MAX)
            ]
        for one in dropped:
            one.close()
        return found


class _Projection:
    """One caller's graph in one engine. Its questions and changes wait for each other."""

    def __init__(self, engine: GraphEngine, scope: Scope) -> None:
        self._engine = engine
        self.scope = scope  # of the call that made it
        self._looked_to = 0  # the position to which the ledger was looked through for erasures
        self._lock = threading.RLock()
        self.position: int | None = None
        self.updated_at: datetime | None = None
        self.nodes: set[str] = set()
        self.edges: set[str] = set()
        self._roots: dict[str, str] = {}
        self._next_change_at: datetime | None = None

    def ask(
        self, reader: Reader, scope: Scope, query: str, params: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """The rows, from the graph as this reader knows it.

        Nobody comes in between: another reader may be of a moment before something was hidden.
        """
        with self._lock:
            self.sync(reader, scope)
            try:
                return self._engine.ask(query, params, _BOUNDS)
            except ProjectionLost:
                self.build(reader, scope)
            try:
                return self._engine.ask(query, params, _BOUNDS)
            except ProjectionLost:
                self.position = None
                raise

    def sync(self, reader: Reader, scope: Scope) -> None:
        """Brings it up to date, if the ledger or the clock went on."""
        with self._lock:
            head = reader.last_position()
            if self.position is None or self.updated_at is None or head < self.position:
                self.build(reader, scope)
                return
            is_time = self._next_change_at is not None and self._next_change_at <= scope.now
            if head == self.position and not is_time:
                return
            then = self.updated_at if is_time else None
            changed = reader.projection.changed_since(self.position, then)
            if changed.is_anew:
                self.build(reader, scope)
                return
            try:
                self._apply(reader.projection, {*changed.entities, *changed.items}, changed.edges)
            except ProjectionLost:
                self.build(reader, scope)
                return
            known = None if is_time else self._next_change_at
            soon = reader.projection.next_change_at(
                items=None if is_time else changed.items, edges=None if is_time else changed.edges
            )
            self._next_change_at = min((one for one in (known, soon) if one), default=None)
            self.position, self.updated_at = head, scope.now

    def is_behind_erasure(self, store: Store) -> bool:
        """Whether something was erased that it may still hold."""
        position = self.position  # without the lock: nobody waits here for a question
        if position is None:
            return False
        since = max(position, self._looked_to)
        with store.reading(self.scope) as reader:
            head = reader.last_position()
            if head < position:
                return True  # another history was put in its place
            is_behind = head > since and reader.projection.is_unsettled_since(since)
        self._looked_to = head
        return is_behind

    def build(self, reader: Reader, scope: Scope) -> None:
        """Reads the whole graph of the caller into the engine."""
        with self._lock:
            self.position = None
            head = reader.last_position()
            nodes = reader.projection.nodes()
            self.nodes = {node.key for node in nodes}
            self.edges = set()
            self._roots = reader.projection.roots()
            self._engine.load(nodes, self._seen(reader.projection.edges()))
            self._next_change_at = reader.projection.next_change_at()
            self.position, self.updated_at = head, scope.now

    def close(self) -> None:
        with self._lock:
            self.position = None
            self._engine.close()

    def _apply(self, source: ProjectionReader, ids: set[str], edges: Iterable[str]) -> None:
        nodes = source.nodes(ids) if ids else []
        there = {node.key for node in nodes}
        gone = (ids & self.nodes) - there
        before, self._roots = self._roots, source.roots()
        moved = {
            id
            for id in before.keys() | self._roots.keys()
            if before.get(id, id) != self._roots.get(id, id)
        }
        ends = moved | (there - self.nodes) | (moved & gone)
        self.nodes -= gone
        self.nodes |= there
        found = {one.key: one for one in source.edges(ids=set(edges))} if edges else {}
        if ends:
            found |= {one.key: one for one in source.edges(ends=ends)}
        held = self.edges
        shown = list(self._seen(found.values()))
        lost = (held & ({*edges} | found.keys())) - {one.key for one in shown}
        self.edges -= lost
        self._engine.apply(
            GraphChange(
                nodes=tuple(nodes),
                edges=tuple(shown),
                removed_nodes=tuple(sorted(gone)),
                removed_edges=tuple(sorted(lost)),
            )
        )

    def _seen(self, edges: Iterable[GraphEdge]) -> Iterator[GraphEdge]:
        """Those of the edges with two different ends that the caller may see."""
        for edge in edges:
            source = self._roots.get(edge.source, edge.source)
            target = self._roots.get(edge.target, edge.target)
            if source != target and source in self.nodes and target in self.nodes:
                self.edges.add(edge.key)
                is_same = (source, target) == (edge.source, edge.target)
                yield edge if is_same else edge._replace(source=source, target=target)


def same_sight(scope: Scope) -> _Key:
    """Callers with the same key see the same graph.

    Settings hold from when a space is opened: of one opened before they changed, others hold.
    """
    viewer, recall = scope.viewer, scope.space.preset.recall
    return (
        scope.space.uid,
        *(recall.agents_need_review, recall.people_need_review, recall.messages),
        viewer.name,
        viewer.kind,
        frozenset(viewer.groups),
        frozenset(viewer.roles),
    )
