"""Figures of the store: how much is in it, and what work waits. Nothing tells of what it is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

from remembrancer.core.limits import JOB_LATE_SECONDS, JOBS_LISTED_MAX
from remembrancer.core.scope import Scope
from remembrancer.front.session import Session
from remembrancer.jobs.job import Job, JobState
from remembrancer.jobs.schedule import GRAPH
from remembrancer.ports import Reader


class StoreFigures(NamedTuple):
    """Numbers of all spaces, or of those that the holder of a token may know of."""

    jobs: Mapping[str, int]  # by state: due, late, failed
    ledger_rows: int
    store_bytes: int | None = None  # None: it is not for whoever asks
    replica_missing: int | None = None  # ledger rows; None: there is no replica
    # Nodes and relations that running syncs of a graph server brought, and of how many.
    graph_sync: tuple[int, int] = (0, 0)


def read_figures(session: Session, known_spaces: frozenset[str] | None = None) -> StoreFigures:
    """The figures as they are now."""
    jobs = {"due": 0, "failed": 0, "late": 0}
    rows = done = total = 0
    for space in session.store.spaces():
        if known_spaces is None or space.uid in known_spaces:
            counted, syncs, position = session.with_space(space).read(_of_space, may_lag=False)
            rows += position
            done += sum(job.done for job in syncs)
            total += sum(job.total for job in syncs)
            for state, number in counted.items():
                jobs[state] += number
    if known_spaces is not None:
        return StoreFigures(jobs, rows, graph_sync=(done, total))
    size, missing = session.store.size(), session.store.replica_missing()
    return StoreFigures(jobs, rows, size, missing, (done, total))


def _of_space(reader: Reader, scope: Scope) -> tuple[dict[str, int], list[Job], int]:
    """The jobs of a space by state, the syncs of its graph that run, and the end of its ledger."""
    late = scope.now - timedelta(seconds=JOB_LATE_SECONDS)
    listed = reader.jobs.page(limit=JOBS_LISTED_MAX)
    due = [job.due_at for job in listed if job.due_at <= scope.now]
    failed = reader.jobs.page(limit=JOBS_LISTED_MAX, is_failed=True)
    counted = {"due": len(due), "late": sum(at <= late for at in due), "failed": len(failed)}
    syncs = [job for job in listed if job.kind == GRAPH and job.state is JobState.RUNNING]
    return counted, syncs, reader.last_position()
