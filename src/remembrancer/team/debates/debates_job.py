"""Due work of debates: contradictions that open one, waits and windows that ended."""

from __future__ import annotations

from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task
from remembrancer.ports import Writer
from remembrancer.team.debates import contradiction_debates, settle

_DEBATE_PREFIX = "km_"


def handle(task: Task) -> None:
    """Does what the job is about, for everybody: the clock knows no caller."""
    scope = task.own_scope()

    def act(unit: Writer) -> None:
        if task.job.key.startswith(_DEBATE_PREFIX):
            settle.write_due(unit, scope, task.job.key)
        else:
            contradiction_debates.open_for(unit, scope, task.job.key)
        task.finish(unit)

    transactions.written(task.store, scope, act)
