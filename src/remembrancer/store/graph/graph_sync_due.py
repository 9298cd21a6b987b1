"""Makes a sync of the graph on a server due when enough has changed."""

from __future__ import annotations

from datetime import timedelta

from remembrancer.core.limits import GRAPH_SYNC_AFTER_SECONDS, GRAPH_SYNC_ROWS
from remembrancer.jobs.schedule import BY_TIME, GRAPH
from remembrancer.store.jobs.job_writes import JobWrites
from remembrancer.store.unit.unit_of_work import UnitOfWork


class GraphSyncDue:
    """Makes a sync due, in the unit of work that changes the space."""

    def __init__(self, work: UnitOfWork, jobs: JobWrites) -> None:
        self._work = work
        self._jobs = jobs

    def make_due(self) -> None:
        """Due after each few hundred rows of the ledger, and after an erasure, which empties the
        server: in spaces that somebody put on a server. Others have no schedule of it."""
        work = self._work
        if not work.is_changed:
            return
        is_enough = work.settled_position() // GRAPH_SYNC_ROWS != work.seq // GRAPH_SYNC_ROWS
        if not (is_enough or work.has_erased):
            return
        # The work belongs to nobody, so that few may see it.
        work.connection.enter(work.space.number)
        then = work.scope.now + timedelta(seconds=GRAPH_SYNC_AFTER_SECONDS)
        for key in self._jobs.standing(GRAPH):
            engine, _, schedule = key.partition(" ")
            if schedule == BY_TIME:
                self._jobs.make_due_once(GRAPH, engine, due_at=then)
