"""What one opened memory makes of the graph: projections for queries, and shapes of decisions."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from remembrancer.build import has_graph_server, new_projections, new_shape_indexes
from remembrancer.core.errors import NotAvailable
from remembrancer.core.scope import Scope
from remembrancer.front.erasure_watch import ErasureWatch
from remembrancer.ports import Store

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.shape_index import ShapeIndexes
    from remembrancer.graph.projections import Projections

log = logging.getLogger("remembrancer.graph")


class GraphProjections:
    """All callers of one opened memory share it."""

    def __init__(self, store: Store | None = None) -> None:
        self._lock = threading.Lock()
        self._made: Projections | None = None
        self._shapes: ShapeIndexes | None = None
        self._store = store  # that other processes may erase in; None: nobody else can
        self._watch = ErasureWatch(self._look)

    def get(self) -> Projections:
        """For a call that may make a projection."""
        with self._lock:
            if self._made is None:
                self._made = new_projections()
            if self._store is not None:
                self._watch.begin()
            return self._made

    def shapes(self) -> ShapeIndexes:
        """For a call that may make vectors of a space's decisions."""
        with self._lock:
            if self._shapes is None:
                self._shapes = new_shape_indexes()
            if self._store is not None:
                self._watch.begin()
            return self._shapes

    def _look(self) -> bool:
        """Lets go of what others erased; whether something made of the graph is left."""
        if self._store is None:
            return False
        kept = [one for one in (self._made, self._shapes) if one is not None]
        left = [one.drop_unsettled(self._store) for one in kept]  # all of them are looked at
        return any(left)

    def erased(self, scope: Scope) -> None:
        """Nothing that was erased stays in a projection, here or on a server, or in a shape."""
        if self._shapes is not None:
            self._shapes.forget(scope.space.uid)
        if self._made is None and not has_graph_server():
            return
        try:
            projections = self.get()
        except NotAvailable as error:  # the erasure itself is done
            log.warning("The graph on the server is removed later: %s", error)
            return
        projections.erased(scope)

    def forget(self, space: str | None = None) -> None:
        """Throws away what it holds of a space, or all."""
        with self._lock:
            made, shapes = self._made, self._shapes
            if space is None:
                self._watch.end()
        if shapes is not None:
            shapes.forget(space)
        if made is not None:
            made.forget(space)
