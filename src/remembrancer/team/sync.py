"""Sync: brings agents and the shared store in step. Each push and each delivery is one unit of
work that ends its own waiting, so none is lost or done twice, whichever process does it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task, Tools
from remembrancer.ports import Reader, Store
from remembrancer.team import queues, registry, sync_jobs
from remembrancer.team.agent import SyncPriority, SyncReport, SyncStatus
from remembrancer.team.deliver import deliver_all
from remembrancer.team.push import Urgency, push_all


def force_sync(
    store: Store,
    scope: Scope,
    tools: Tools,
    agents: Sequence[str],
    told: transactions.Told | None = None,
    *,
    priority: SyncPriority = SyncPriority.CRITICAL,
) -> SyncReport:
    """Pushes all that these agents have to share and delivers all that waits for them, at once.

    Names that are not on record as agents are passed over. Afterwards none of them has anything
    pending. Other agents get what concerns them as they would otherwise.
    """
    scopes, _ = transactions.read(store, scope, lambda reader: _scopes(reader, scope, agents))
    pushed = delivered = 0
    urgency = Urgency(priority=priority, agents=frozenset(scopes))
    for of_agent in scopes.values():
        done = push_all(store, of_agent, tools, due_by=None, urgency=urgency, told=told)
        pushed += len(done)
    for of_agent in scopes.values():
        delivered += len(deliver_all(store, of_agent, due_by=None))
    seq, _ = transactions.read(store, scope, lambda reader: reader.last_position())
    return SyncReport(agents=tuple(scopes), pushed=pushed, delivered=delivered, seq=seq)


def _scopes(reader: Reader, scope: Scope, agents: Sequence[str]) -> dict[str, Scope]:
    names = registry.known_names(reader, agents)
    return {name: registry.as_agent(scope, registry.principal_of(reader, name)) for name in names}


def sync_due(
    store: Store, scope: Scope, tools: Tools, *, due_by: datetime, told: transactions.Told | None
) -> tuple[int, int]:
    """Pushes and delivers what is due of the viewer, an agent. Returns how much of each."""
    pushed = push_all(store, scope, tools, due_by=due_by, told=told)
    return len(pushed), len(deliver_all(store, scope, due_by=due_by))


def sync_all_due(
    store: Store, scope: Scope, tools: Tools, told: transactions.Told | None = None
) -> SyncReport:
    """Pushes and delivers what is due now, of all agents."""

    def waiting(reader: Reader) -> dict[str, Scope]:
        is_due = [one.next_due for one in reader.agents.queues().values()]
        if all(due is None or due > scope.now for due in is_due):
            return {}
        return _scopes(reader, scope, [row.name for row in reader.agents.all()])

    pushed = delivered = 0
    scopes, _ = transactions.read(store, scope, waiting)
    for of_agent in scopes.values():
        pushed += len(push_all(store, of_agent, tools, due_by=scope.now, told=told))
    for of_agent in scopes.values():
        delivered += len(deliver_all(store, of_agent, due_by=scope.now))
    seq, _ = transactions.read(store, scope, lambda reader: reader.last_position())
    return SyncReport(agents=tuple(scopes), pushed=pushed, delivered=delivered, seq=seq)


def status(reader: Reader) -> SyncStatus:
    """How the queues do."""
    counts = reader.agents.queues()
    due = [one.next_due for one in counts.values() if one.next_due is not None]
    figures = {
        priority.value: queues.status(priority, counts[priority]) for priority in SyncPriority
    }
    return SyncStatus(**figures, next_at=min(due, default=None))


def handle(task: Task) -> None:
    """The job of one agent, of agents that were alerted, or of all before a gate."""
    payload, scope = task.job.payload, task.scope()
    if sync_jobs.GATE in payload:
        everybody, _ = transactions.read(
            task.store, scope, lambda reader: [row.name for row in reader.agents.all()]
        )
        force_sync(task.store, scope, task.tools, everybody)
    elif sync_jobs.AGENTS in payload:
        agents = payload[sync_jobs.AGENTS]
        force_sync(task.store, scope, task.tools, agents, priority=SyncPriority.HIGH)
    else:
        sync_due(task.store, scope, task.tools, due_by=scope.now, told=None)
    transactions.written(task.store, task.own_scope(), task.finish)
