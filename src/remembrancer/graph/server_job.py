"""The graph on a server as due work: whoever asks for a sync leaves a job, and a worker does it.

There is one job for each space and engine. It is made due by who asks for it, by each few hundred
rows of the ledger and by an erasure (`store/graph/graph_sync_due.py`). A schedule beside it marks
that the space is on the server: a day after the last sync it looks whether the server is behind.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from remembrancer.core.limits import GRAPH_SYNC_HOURS, GRAPH_SYNC_ROUNDS_MAX
from remembrancer.core.scope import Scope
from remembrancer.graph.shared_projection import SharedProjection
from remembrancer.jobs import transactions
from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import BY_TIME, GRAPH, LEISURELY, URGENT, WORKER
from remembrancer.jobs.task import Task
from remembrancer.ports import Reader, Writer

_CLAIM: Final = "claim"  # in the payload: an admin asked, so that it may go on an empty server
_ANEW: Final = "anew"  # in the payload: it is loaded anew, whatever the server holds
_EVERY: Final = f"{GRAPH_SYNC_HOURS}h"


def schedule_key(engine: str) -> str:
    """The key of the schedule beside the job of an engine."""
    return f"{engine} {BY_TIME}"


def ask_for(unit: Writer, scope: Scope, engine: str, *, is_anew: bool) -> None:
    """Makes a sync due, or a load of the whole graph; a job that waits or runs is joined."""
    payload = {_CLAIM: True} if scope.viewer.is_admin else {}
    if is_anew:
        payload[_ANEW] = True
    unit.jobs.join(NewJob(GRAPH, engine, WORKER, scope.now, payload, priority=URGENT))


def handle(task: Task, shared: SharedProjection) -> None:
    """Brings the server up to date; a schedule only looks whether that is due."""
    if task.job.every is not None:
        _look(task, shared)
    else:
        _bring_up_to_date(task, shared)


def _look(task: Task, shared: SharedProjection) -> None:
    scope = task.own_scope()
    is_behind, _ = transactions.read(
        task.store, scope, lambda reader: shared.is_behind(reader, scope)
    )

    def finish(unit: Writer) -> None:
        task.finish(unit)
        if is_behind:
            unit.jobs.make_due_once(GRAPH, shared.dialect.value)
        elif is_behind is None:  # another space has the server now, or somebody emptied it
            unit.jobs.remove(task.job.id)

    transactions.written(task.store, scope, finish)


def _bring_up_to_date(task: Task, shared: SharedProjection) -> None:
    """Until nothing is left that changed meanwhile: who joined the job may have changed it."""
    may_claim, is_anew = _CLAIM in task.job.payload, _ANEW in task.job.payload
    for round in range(1, GRAPH_SYNC_ROUNDS_MAX + 1):
        scope = task.own_scope()
        loads = is_anew and round == 1

        def read(reader: Reader, scope: Scope = scope, loads: bool = loads) -> int | None:
            if not may_claim and shared.is_behind(reader, scope) is None:
                return None
            if loads:
                return shared.rebuild(reader, scope, report=task.report)
            return shared.sync(reader, scope, may_claim=may_claim, report=task.report)

        position, _ = transactions.read(task.store, scope, read)
        is_last = round == GRAPH_SYNC_ROUNDS_MAX

        def finish(unit: Writer, position: int | None = position, is_last: bool = is_last) -> bool:
            # Nobody can change the store before this unit ends, so that nothing is missed.
            if position is not None and position < unit.last_position() and not is_last:
                return False
            _mark_as_held(unit, task, shared.dialect.value, position, may_claim=may_claim)
            task.finish(unit)
            return True

        if transactions.written(task.store, scope, finish):
            return


def _mark_as_held(
    unit: Writer, task: Task, engine: str, position: int | None, *, may_claim: bool
) -> None:
    """Keeps the schedule, which tells writers that the space is on the server, or ends it."""
    known = unit.jobs.scheduled(GRAPH, schedule_key(engine))
    if position is None:
        if known is not None:
            unit.jobs.remove(known)
    elif may_claim or known is not None:
        due_at = task.clock() + timedelta(hours=GRAPH_SYNC_HOURS)
        payload = {"first_at": due_at.isoformat()}
        unit.jobs.put(
            NewJob(GRAPH, schedule_key(engine), WORKER, due_at, payload, LEISURELY, every=_EVERY)
        )
