"""The three queues: what goes into which, when it is due, and how long it took."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import ceil
from statistics import median
from typing import Final

from remembrancer.core.desk import DeskRules
from remembrancer.team.agent import QueueStatus, SyncPriority
from remembrancer.team.port import QueueCounts

_URGENCY: Final = (SyncPriority.CRITICAL, SyncPriority.HIGH, SyncPriority.NORMAL)
_P95: Final = 0.95


def priority_of(rules: DeskRules, importance: float, *, has_precedent: bool) -> SyncPriority:
    """Important entries and those with a precedent go into the high queue."""
    is_high = importance > rules.high_importance or has_precedent
    return SyncPriority.HIGH if is_high else SyncPriority.NORMAL


def more_urgent(one: SyncPriority, other: SyncPriority | None) -> SyncPriority:
    """The more urgent of two queues. What waits in a queue never moves to a slower one."""
    return one if other is None else min(one, other, key=_URGENCY.index)


def due_at(rules: DeskRules, priority: SyncPriority, now: datetime) -> datetime:
    """When something in this queue is due: at once, or at the next full step of the clock."""
    return next_step(rules, now) if priority is SyncPriority.NORMAL else now


def next_step(rules: DeskRules, now: datetime) -> datetime:
    """The next full step of the clock, such as every five minutes."""
    step = rules.normal_minutes * 60
    return datetime.fromtimestamp((int(now.timestamp()) // step + 1) * step, UTC)


def reason(rules: DeskRules, importance: float, precedent: str | None) -> str:
    """Why an entry is in its queue, for people."""
    if importance > rules.high_importance:
        return f"its importance, {importance:g}, is above {rules.high_importance:g}"
    if precedent is not None:
        return f"it has a precedent: {precedent}"
    return f"its importance, {importance:g}, is not above {rules.high_importance:g}"


def lease_end(rules: DeskRules, now: datetime) -> datetime:
    return now + timedelta(seconds=rules.lease_seconds)


def status(priority: SyncPriority, counts: QueueCounts) -> QueueStatus:
    """The figures of a queue."""
    return QueueStatus(
        priority=priority,
        waiting=counts.waiting,
        oldest=counts.oldest,
        synced=counts.synced,
        failures=counts.failures,
        latency_median_seconds=median(counts.latencies) if counts.latencies else None,
        latency_p95_seconds=_percentile(counts.latencies),
    )


def _percentile(values: Sequence[float]) -> float | None:
    if not values:
        return None
    return sorted(values)[ceil(len(values) * _P95) - 1]
