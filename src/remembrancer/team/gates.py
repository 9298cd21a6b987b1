"""Human gates: before each, all agents are synced."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import GATES_LISTED_MAX, JOBS_LISTED_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name
from remembrancer.items.visibility import require_admin, require_person
from remembrancer.jobs.schedule import SYNC
from remembrancer.ports import Reader, Writer
from remembrancer.team import sync_jobs
from remembrancer.team.agent import Gate
from remembrancer.team.debates import ask_people


def set_gate(unit: Writer, scope: Scope, name: Any, at: datetime) -> Gate:
    """Announces a gate. One of the same name, by the same person, is moved."""
    act = "announce a human gate"
    require_admin(scope.viewer, act)
    require_person(scope.viewer, act)
    check_name(name, "name")
    if at <= scope.now:
        raise InvalidInput(
            f"at ({at.isoformat()}) is over. Name the time of a gate that comes.", field="at"
        )
    minutes = scope.space.preset.desk.gate_minutes
    sync_at = max(scope.now, at - timedelta(minutes=minutes))
    sync_jobs.make_gate_due(unit, scope.viewer, name, at=at, sync_at=sync_at)
    gate = Gate(name=name, at=at, sync_at=sync_at)
    ask_people.of_gate(unit, scope, gate)
    return gate


def to_come(reader: Reader) -> tuple[Gate, ...]:
    """The gates that the caller announced, or for admins who are people all, the next first."""
    gates = [
        Gate(
            name=job.payload[sync_jobs.GATE],
            at=datetime.fromisoformat(job.payload[sync_jobs.AT]),
            sync_at=job.due_at,
        )
        for job in reader.jobs.page(limit=JOBS_LISTED_MAX, kind=SYNC)
        if sync_jobs.GATE in job.payload
    ]
    return tuple(sorted(gates, key=lambda one: (one.at, one.name))[:GATES_LISTED_MAX])
