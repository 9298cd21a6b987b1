"""The shared projection: what everybody in a space may see, on a server that outlives processes.

It is asked only for readers who see exactly that view, and only when it is up to date. It keeps
nothing of the graph in this process: where the server stands, the server itself says.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar

from remembrancer.core.errors import Conflict, NotAvailable, RemembrancerError
from remembrancer.core.limits import GRAPH_VIEWERS_KNOWN_MAX
from remembrancer.core.scope import Scope
from remembrancer.graph import cypher
from remembrancer.graph.cypher import CheckedQuery, Dialect
from remembrancer.graph.port import (
    GraphChange,
    GraphEdge,
    GraphServer,
    GraphServerUnreachable,
    LedgerMark,
    ProjectionLost,
    ProjectionReader,
    QueryBounds,
    ServerState,
)
from remembrancer.items.visibility import require_admin
from remembrancer.ports import Progress, Reader

_PAUSE: Final = timedelta(seconds=30)  # before a server is asked again that did not answer
_ABANDONED_SECONDS: Final = 120.0  # a load that went on for so long without a write
_TRIES_MAX: Final = 3  # to bring it up to date while others do so as well
_STEP: Final = 500  # nodes or edges, after which progress is told
_T = TypeVar("_T")

log = logging.getLogger("remembrancer.graph")


def _silent(done: int, total: int) -> None:
    """Nobody watches."""


class SharedProjection:
    """The shared views of the spaces of one process on the server that the settings name."""

    def __init__(self, server: Callable[[str], GraphServer], dialect: Dialect) -> None:
        self._server = server  # of a space, by its uid
        self.dialect = dialect
        self._lock = threading.RLock()
        self._servers: dict[str, GraphServer] = {}
        self._checked = False
        self._trusted: set[str] = set()  # generations that were of our history when last compared
        self._pauses: dict[str, datetime] = {}  # of spaces, until when the server is not asked
        self._views: dict[tuple[object, ...], bool] = {}  # who sees only what is shared, and when

    def ask(
        self, reader: Reader, scope: Scope, query: CheckedQuery, bounds: QueryBounds
    ) -> list[dict[str, Any]] | None:
        """The rows; None: it cannot say, and the caller's own projection must."""
        pause = self._pauses.get(scope.space.uid)
        if pause is not None and scope.now < pause:
            return None
        if not self._sees_only_shared(reader, scope):
            return None
        asked = cypher.written(query, self.dialect)
        try:
            server = self._of(scope)
            least = self._synced(server, reader, scope)
            return server.ask(asked.text, asked.params, bounds, least)
        except (GraphServerUnreachable, Conflict, NotAvailable) as error:
            self._pauses[scope.space.uid] = scope.now + _PAUSE
            log.warning("The graph of %s is asked in this process: %s", scope.space.name, error)
            return None
        except ProjectionLost as error:
            log.info("The graph of %s is asked in this process: %s", scope.space.name, error)
            return None

    def check(self, scope: Scope, *, is_anew: bool) -> None:
        """Refuses to sync, or to load anew, what nobody could, or what the caller may not have
        done. A server that does not answer is no reason: it may answer later."""
        if is_anew:
            require_admin(scope.viewer, "load the graph server anew")
        try:
            state = self._of(scope).state()
        except GraphServerUnreachable:
            return
        if state is None:
            require_admin(scope.viewer, "put the graph of the space on the server")

    def is_behind(self, reader: Reader, scope: Scope) -> bool | None:
        """Whether the server lacks a change; None: it does not hold the space."""
        try:
            state = self._of(scope).state()
        except Conflict:
            return None
        if state is None:
            return None
        mark = state.mark
        is_time = mark is not None and _is_past(mark.next_change_at, scope)
        return mark is None or is_time or mark.position != reader.last_position()

    def sync(
        self, reader: Reader, scope: Scope, *, may_claim: bool, report: Progress = _silent
    ) -> int:
        """Brings the server up to date, and puts the space on an empty one, if it may. Returns the
        position of the ledger that it is at."""
        loading = _Loading(may_claim=may_claim, report=report)
        return self._synced(self._of(scope), reader, scope, loading)

    def rebuild(self, reader: Reader, scope: Scope, *, report: Progress = _silent) -> int:
        """Loads the server anew. Returns the position of the ledger that it is at."""
        return self._build(self._of(scope), reader, scope, report)

    def resume(self, scope: Scope) -> None:
        """Asks the server again at once: somebody has just brought it up to date."""
        self._pauses.pop(scope.space.uid, None)

    def state(self, scope: Scope) -> tuple[LedgerMark | None, int, int]:
        """Where the server stands, and its nodes and edges. Raises where it is not safe to use."""
        server = self._of(scope)
        found = server.state()
        return (None, 0, 0) if found is None else (found.mark, *server.counts())

    def erased(self, scope: Scope) -> None:
        """Removes the graph of the space from the server, because something was erased.

        A server that cannot be reached is loaded anew before it is asked again.
        """
        try:
            self._of(scope).clear()
        except Conflict:
            return  # it holds nothing of this space
        except RemembrancerError as error:  # the erasure itself is done
            log.warning("The graph of %s is removed later: %s", scope.space.name, error)

    def close(self) -> None:
        with self._lock:
            for server in self._servers.values():
                server.close()
            self._servers.clear()

    def _of(self, scope: Scope) -> GraphServer:
        with self._lock:
            found = self._servers.get(scope.space.uid)
            if found is None:
                found = self._servers[scope.space.uid] = self._server(scope.space.uid)
            if not self._checked:
                found.check()
                self._checked = True
            return found

    def _sees_only_shared(self, reader: Reader, scope: Scope) -> bool:
        viewer, recall = scope.viewer, scope.space.preset.recall
        key = (
            scope.space.uid,
            reader.last_position(),
            *(viewer.name, viewer.kind, viewer.groups, viewer.roles),
            *(recall.agents_need_review, recall.people_need_review, recall.messages),
        )
        known = self._views.get(key)
        if known is None:
            known = reader.projection.sees_only_shared()
            with self._lock:
                if len(self._views) >= GRAPH_VIEWERS_KNOWN_MAX:
                    self._views.clear()
                self._views[key] = known
        return known

    def _synced(
        self, server: GraphServer, reader: Reader, scope: Scope, loading: _Loading | None = None
    ) -> int:
        """Brings it up to date, and gives the position of the ledger that it is at, at least.

        Who only asks it a question (`loading` is None) waits for no load that somebody else makes.
        """
        head = reader.last_position()
        report = _silent if loading is None else loading.report
        for _ in range(_TRIES_MAX):
            state = server.state()
            if state is None or state.mark is None:
                _check_load(state, loading)
                return self._build(server, reader, scope, report)
            mark = state.mark
            if not self._is_ours(state, mark, reader.projection):
                if mark.position > head and loading is None:
                    raise ProjectionLost("The server is ahead of what this process reads.")
                return self._build(server, reader, scope, report)
            is_time = _is_past(mark.next_change_at, scope)
            if mark.position > head and (is_time or not state.is_ready):
                raise ProjectionLost("The server is ahead of what this process reads.")
            if mark.position >= head and not is_time and state.is_ready:
                return head
            changed = reader.projection.shared().changed_since(mark.position, mark.moment)
            if changed.is_anew:
                return self._build(server, reader, scope, report)
            ids, edges = {*changed.entities, *changed.items}, set(changed.edges)
            report(0, len(ids) + len(edges))
            change = _change(server, reader.projection.shared(), ids, edges)
            try:
                server.apply(change, self._mark(reader, scope, head), state)
            except GraphServerUnreachable:
                raise
            except ProjectionLost as error:
                if not _is_as_before(server.state(), state):
                    continue  # somebody else was faster
                log.warning("The graph of %s is loaded anew: %s", scope.space.name, error)
                return self._build(server, reader, scope, report)
            report(len(ids) + len(edges), len(ids) + len(edges))
            return head
        raise ProjectionLost("Others change the graph on the server all the time.")

    def _is_ours(self, state: ServerState, mark: LedgerMark, source: ProjectionReader) -> bool:
        """Whether the server was loaded from this history, and not from a copy that went on."""
        seal = source.seal_at(mark.position)
        if seal is None and mark.position > 0:
            # Ahead: another process read later than this one. A generation that was ours stays so.
            return state.generation in self._trusted
        if (seal or "") != mark.seal:
            self._trusted.discard(state.generation)
            return False
        self._trusted.add(state.generation)
        return True

    def _build(
        self, server: GraphServer, reader: Reader, scope: Scope, report: Progress = _silent
    ) -> int:
        source = reader.projection.shared()
        mark = self._mark(reader, scope, reader.last_position())
        nodes = source.nodes()
        roots = source.roots()
        keys = {node.key for node in nodes}
        steps = _Steps(report, len(nodes) + source.edge_count())
        shown = _between(source.edges(), roots, keys)
        server.load(steps.of(nodes), steps.of(shown), mark)
        steps.end()
        return mark.position

    def _mark(self, reader: Reader, scope: Scope, position: int) -> LedgerMark:
        source = reader.projection.shared()
        seal = source.seal_at(position) or ""
        return LedgerMark(position, seal, scope.now, source.next_change_at())


class _Loading(NamedTuple):
    """How a worker brings a server up to date: it may load it."""

    may_claim: bool  # an admin asked for it: the space may be put on an empty server
    report: Progress


class _Steps:
    """Tells how many nodes and edges of a load were handed over."""

    def __init__(self, report: Progress, total: int) -> None:
        self._report = report
        self._total = total  # with edges whose ends not everybody may see: a few too many
        self._done = 0

    def of(self, values: Iterable[_T]) -> Iterator[_T]:
        for value in values:
            if self._done % _STEP == 0:
                self._report(self._done, self._total)
            self._done += 1
            yield value

    def end(self) -> None:
        self._report(self._done, self._done)


def _check_load(state: ServerState | None, loading: _Loading | None) -> None:
    """A question does not load a server that nobody loaded, nor one that somebody loads."""
    if state is None:
        if loading is None or not loading.may_claim:
            raise ProjectionLost("The server is empty. An admin loads it with: rmb graph sync")
    elif loading is None and state.idle_seconds < _ABANDONED_SECONDS:
        raise ProjectionLost("The server is being loaded.")


def _is_past(moment: datetime | None, scope: Scope) -> bool:
    return moment is not None and moment <= scope.now


def _is_as_before(now: ServerState | None, before: ServerState) -> bool:
    return now is not None and (now.generation, now.mark) == (before.generation, before.mark)


def _change(
    server: GraphServer, source: ProjectionReader, ids: set[str], edges: set[str]
) -> GraphChange:
    """What the server must do, without knowing all that it holds: what is not there can go."""
    nodes = source.nodes(ids) if ids else []
    there = {node.key for node in nodes}
    roots = source.roots()
    # Edges of a node that comes, or of one that another stands for now, were elsewhere or hidden.
    ends = (there - server.known(there)) | {id for id, root in roots.items() if root in ids}
    found = {one.key: one for one in source.edges(ids=edges)} if edges else {}
    if ends:
        found |= {one.key: one for one in source.edges(ends=ends)}
    wanted = {roots.get(end, end) for one in found.values() for end in (one.source, one.target)}
    keys = there | (server.known(wanted - ids) if wanted - ids else set())
    shown = tuple(_between(found.values(), roots, keys))
    return GraphChange(
        nodes=tuple(nodes),
        edges=shown,
        removed_nodes=tuple(sorted(ids - there)),
        removed_edges=tuple(sorted((edges | found.keys()) - {one.key for one in shown})),
    )


def _between(
    edges: Iterable[GraphEdge], roots: Mapping[str, str], keys: set[str]
) -> Iterator[GraphEdge]:
    """Those of the edges with two different ends among these nodes."""
    for edge in edges:
        source, target = roots.get(edge.source, edge.source), roots.get(edge.target, edge.target)
        if source != target and source in keys and target in keys:
            yield edge._replace(source=source, target=target)
