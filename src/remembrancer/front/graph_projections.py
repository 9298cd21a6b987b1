"""The projections of one opened memory, made when the first query asks for one."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from remembrancer.build import has_graph_server, new_projections
from remembrancer.core.errors import NotAvailable
from remembrancer.core.scope import Scope

if TYPE_CHECKING:
    from remembrancer.graph.projections import Projections

log = logging.getLogger("remembrancer.graph")


class GraphProjections:
    """All callers of one opened memory share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: Projections | None = None

    def get(self) -> Projections:
        with self._lock:
            if self._made is None:
                self._made = new_projections()
            return self._made

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
        if made is not None:
            made.forget(space)
