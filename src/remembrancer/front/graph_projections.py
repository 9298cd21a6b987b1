"""The projections of one opened memory, made when the first query asks for one."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from remembrancer.build import has_graph_server, new_projections
from remembrancer.core.errors import NotAvailable
from remembrancer.core.scope import Scope
from remembrancer.front.erasure_watch import ErasureWatch
from remembrancer.ports import Store

if TYPE_CHECKING:
    from remembrancer.graph.projections import Projections

log = logging.getLogger("remembrancer.graph")


class GraphProjections:
    """All callers of one opened memory share it."""

    def __init__(self, store: Store | None = None) -> None:
        self._lock = threading.Lock()
        self._made: Projections | None = None
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

    def _look(self) -> bool:
        """Lets go of what others erased; whether some projection is left."""
        made = self._made
        return made is not None and self._store is not None and made.drop_unsettled(self._store)

    def erased(self, scope: Scope) -> None:
        """Nothing that was erased stays in a projection, here or on a server."""
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
            made = self._made
            if space is None:
                self._watch.end()
        if made is not None:
            made.forget(space)
