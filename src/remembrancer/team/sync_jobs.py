"""Sync as due work: which jobs are made due, and what a worker does with one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from remembrancer.core.principal import Principal
from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import SYNC, URGENT, USUAL
from remembrancer.ports import Writer
from remembrancer.team.agent import SyncPriority

AGENTS: Final = "agents"  # in the payload: who is synced together
GATE: Final = "gate"  # in the payload: the name of a human gate
AT: Final = "at"  # its time
GATE_KEY: Final = "gate "  # begins the key of a job for a gate


def make_due(unit: Writer, principal: Principal, priority: SyncPriority, at: datetime) -> None:
    """Has an agent synced at a time: one job for all that is due then."""
    is_normal = priority is SyncPriority.NORMAL
    # A job for each step of the clock: a later one never puts off what waits for an earlier one.
    key = f"normal {at.isoformat()}" if is_normal else "high"
    unit.jobs.put_for(NewJob(SYNC, key, principal, at, priority=USUAL if is_normal else URGENT))


def make_alert_due(
    unit: Writer, principal: Principal, name: str, agents: Sequence[str], at: datetime
) -> None:
    """Has these agents synced together at once."""
    payload = {AGENTS: list(agents)}
    unit.jobs.put_for(NewJob(SYNC, f"alert {name}", principal, at, payload, URGENT))


def make_gate_due(
    unit: Writer, principal: Principal, name: str, *, at: datetime, sync_at: datetime
) -> None:
    """Has all agents synced before a gate."""
    payload = {GATE: name, AT: at.isoformat()}
    unit.jobs.put(NewJob(SYNC, f"{GATE_KEY}{name}", principal, sync_at, payload, URGENT))
