"""What one opened memory keeps of the store in RAM: projections of the graph for queries, shapes of
decisions, summaries of people and the working memories of agents."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from remembrancer.build import has_graph_server, new_kept_people, new_kept_shapes, new_projections
from remembrancer.core.errors import NotAvailable
from remembrancer.core.scope import Scope
from remembrancer.decisions.precedent_vectors import VECTORS
from remembrancer.front.erasure_watch import ErasureWatch
from remembrancer.ports import Store
from remembrancer.team.working_memory import WorkingMemories

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.kept_shapes import KeptShapes
    from remembrancer.graph.kept_people import KeptPeople
    from remembrancer.graph.projections import Projections

log = logging.getLogger("remembrancer.graph")


class GraphProjections:
    """All callers of one opened memory share it."""

    def __init__(self, store: Store | None = None) -> None:
        self._lock = threading.Lock()
        self._made: Projections | None = None
        self._shapes: KeptShapes | None = None
        self._people: KeptPeople | None = None
        self._store = store  # that other processes may erase in; None: nobody else can
        self._embedded: dict[str, tuple[Scope, int]] = {}  # spaces whose texts have vectors here
        self._working = WorkingMemories()
        self._working_since: dict[str, tuple[Scope, int]] = {}  # spaces of agents that work here
        self._watch = ErasureWatch(self._look)

    def get(self) -> Projections:
        """For a call that may make a projection."""
        with self._lock:
            if self._made is None:
                self._made = new_projections()
            if self._store is not None:
                self._watch.begin()
            return self._made

    def shapes(self) -> KeptShapes:
        """For a call that asks for the shapes of a space's decisions."""
        with self._lock:
            if self._shapes is None:
                self._shapes = new_kept_shapes()
            if self._store is not None:
                self._watch.begin()
            return self._shapes

    def people(self) -> KeptPeople:
        """For a call that asks for the summary of a person."""
        with self._lock:
            if self._people is None:
                self._people = new_kept_people()
            if self._store is not None:
                self._watch.begin()
            return self._people

    def embeds_decisions(self, scope: Scope) -> None:
        """For a call that may keep vectors of the texts of a space's decisions in memory."""
        with self._lock:
            is_known = scope.space.uid in self._embedded
        if self._store is None or is_known:
            return
        with self._store.reading(scope) as reader:
            position = reader.last_position()
        with self._lock:
            self._embedded.setdefault(scope.space.uid, (scope, position))
            self._watch.begin()

    def working_memories(self, scope: Scope) -> WorkingMemories:
        """For a call on the memory of an agent."""
        with self._lock:
            is_known = scope.space.uid in self._working_since
        if self._store is not None and not is_known:
            with self._store.reading(scope) as reader:
                position = reader.last_position()
            with self._lock:
                self._working_since.setdefault(scope.space.uid, (scope, position))
                self._watch.begin()
        return self._working

    def _look(self) -> bool:
        """Lets go of what others erased; whether something made of the graph is left."""
        if self._store is None:
            return False
        kept = [one for one in (self._made, self._shapes, self._people) if one is not None]
        left = [one.drop_unsettled(self._store) for one in kept]  # all of them are looked at
        dropped = [self._drop_embedded(self._store), self._drop_working(self._store)]
        return any([*left, *dropped])

    def _drop_working(self, store: Store) -> bool:
        """Forgets the working memories of agents where something was erased since: nothing of it
        stays in RAM until somebody asks. Whether some are left."""
        with self._lock:
            noted = dict(self._working_since)
        for uid, (scope, position) in noted.items():
            with store.reading(scope) as reader:
                is_erased = reader.projection.is_unsettled_since(position)
            if is_erased:
                self._working.forget(uid)
                with self._lock:
                    self._working_since.pop(uid, None)
        with self._lock:
            return bool(self._working_since)

    def _drop_embedded(self, store: Store) -> bool:
        """Forgets the vectors of decisions if something was erased since; whether some are left."""
        with self._lock:
            noted = dict(self._embedded)
        for scope, position in noted.values():
            with store.reading(scope) as reader:
                is_erased = reader.projection.is_unsettled_since(position)
            if is_erased:
                VECTORS.forget()
                with self._lock:
                    self._embedded.clear()
                return False
        return bool(noted)

    def erased(self, scope: Scope) -> None:
        """Nothing that was erased stays in a projection, here or on a server, or in a shape."""
        self._working.forget(scope.space.uid)
        if self._shapes is not None:
            self._shapes.forget(scope.space.uid)
        if self._people is not None:
            self._people.forget(scope.space.uid)
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
            made, shapes, people = self._made, self._shapes, self._people
            if space is None:
                self._watch.end()
        self._working.forget(space)
        if shapes is not None:
            shapes.forget(space)
        if people is not None:
            people.forget(space)
        if made is not None:
            made.forget(space)
