"""The projections of one opened memory, made when the first query asks for one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from remembrancer.build import new_projections

if TYPE_CHECKING:
    from remembrancer.graph.projections import Projections


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

    def forget(self, space: str | None = None) -> None:
        """Throws away what it holds of a space, or all."""
        with self._lock:
            made = self._made
        if made is not None:
            made.forget(space)
