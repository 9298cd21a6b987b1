"""An agent of a desk, what it remembers for itself, and what is on its way to it or from it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import JsonValue

from remembrancer.core.base import Value


class SyncPriority(StrEnum):
    """The three queues."""

    CRITICAL = "critical"  # debates, challenges and human gates: in the call itself
    HIGH = "high"  # important findings, alerts and confirmations: at once
    NORMAL = "normal"  # everything else: every few minutes, on the clock


class MessageType(StrEnum):
    """What sort of message an update is."""

    FINDING = "finding"  # an entry that an agent pushed
    ALERT = "alert"  # a warning to agents that are named


class Tier(StrEnum):
    """Where an agent found something."""

    L1 = "L1"  # its working memory, in the RAM of one process
    L2 = "L2"  # its own store
    L3 = "L3"  # the shared store


class Agent(Value):
    """An agent on record."""

    name: str  # the name of a principal of kind agent
    specializations: tuple[str, ...]  # the fields that it knows
    kinds: tuple[str, ...]  # content kinds that it keeps
    registered_by: str
    registered_at: datetime


class AgentEntry(Value):
    """One entry of an agent's memory, as the agent reads it."""

    key: str
    value: JsonValue
    tier: Tier  # where it was found
    kind: str | None  # content kind
    importance: float
    subject: str | None
    is_shared: bool  # False: it is never pushed
    written_at: datetime
    item_id: str | None  # the shared item that it was pushed as, or was copied from
    sender: str | None  # who shared it; None: the agent wrote it itself


class RelevanceFactors(Value):
    """Why an update goes to an agent: each factor from 0 to 1, and their weighted sum."""

    specialization: float  # the agent's fields and content kinds
    active: float  # what it works on now
    usage: float  # how much it used of what it got before
    importance: float  # of the update, and how urgent it is
    message: float  # what sort of message it is, and its priority
    relevance: float  # all of them, weighted


class AgentUpdate(Value):
    """Something shared that was, or will be, delivered to an agent."""

    item_id: str
    key: str
    value: JsonValue
    kind: str | None
    sender: str
    message: MessageType
    priority: SyncPriority
    factors: RelevanceFactors
    precedent: str | None  # the id of an item that it has a precedent in
    queued_at: datetime
    due_at: datetime
    delivered_at: datetime | None  # None: it waits


class PendingPush(Value):
    """An entry that waits to be pushed, or could not be."""

    key: str
    kind: str | None
    importance: float
    priority: SyncPriority
    reason: str  # why it is in this queue
    precedent: str | None  # the id of an item that it has a precedent in
    queued_at: datetime
    due_at: datetime
    error: str | None  # why it could not be pushed; it waits no longer


class Pending(Value):
    """What waits between an agent's memory and the shared store."""

    push: tuple[PendingPush, ...]  # from the agent, in order
    pull: tuple[AgentUpdate, ...]  # to the agent, in order

    def __len__(self) -> int:
        return len([one for one in self.push if one.error is None]) + len(self.pull)


class Pushed(Value):
    """One entry that was pushed."""

    key: str
    item_id: str
    priority: SyncPriority
    receivers: tuple[str, ...]  # agents that it was routed to


class QueueStatus(Value):
    """How one queue does."""

    priority: SyncPriority
    waiting: int  # entries to push and updates to deliver
    oldest: datetime | None  # since when the oldest of them waits
    synced: int  # pushed and delivered so far
    failures: int  # pushes that failed
    latency_median_seconds: float | None  # from queued to synced, of the last ones
    latency_p95_seconds: float | None


class SyncStatus(Value):
    """How the queues do, and what comes next."""

    critical: QueueStatus
    high: QueueStatus
    normal: QueueStatus
    next_at: datetime | None  # when the next sync is due; None: nothing waits

    def __getitem__(self, priority: str) -> QueueStatus:
        found: QueueStatus = getattr(self, SyncPriority(priority).value)
        return found


class SyncReport(Value):
    """What one sync did."""

    agents: tuple[str, ...]
    pushed: int
    delivered: int
    seq: int  # the ledger position that all of them are at
    synced: int = 0  # of a tick: all that was pushed and delivered, by jobs too


class Gate(Value):
    """A human gate: before it all agents are synced."""

    name: str
    at: datetime
    sync_at: datetime


class AgentRow(Value):
    """An agent as the store has it."""

    agent: Agent
    holder: str | None  # the process that holds its L1
    held_until: datetime | None
    epoch: int  # raised when L2 changes behind the holder
    turn: int  # counts writes to its L2
    entries: int  # in its L2
    usage: dict[str, tuple[int, int]]  # by content kind: how many it got, and how many it used
    synced_seq: int

    @property
    def name(self) -> str:
        return self.agent.name


class EntryRow(Value):
    """An entry of L2 as the store has it."""

    agent: str
    key: str
    kind: str | None
    value: Any
    importance: float
    subject: str | None
    message: MessageType
    is_shared: bool
    written_turn: int
    used_turn: int
    used_at: datetime
    uses: int
    written_at: datetime
    expires_at: datetime
    item_id: str | None
    item_version: int | None  # set: it is a copy of that version of the item
    queue: SyncPriority | None
    queued_at: datetime | None
    due_at: datetime | None
    receivers: tuple[str, ...] | None
    precedent: str | None
    error: str | None

    @property
    def is_copy(self) -> bool:
        return self.item_version is not None
