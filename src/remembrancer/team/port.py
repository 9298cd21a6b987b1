"""Store interface for agents and their memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from remembrancer.core.ledger import Action
from remembrancer.items.item import Item
from remembrancer.team.agent import (
    Agent,
    AgentRow,
    EntryRow,
    MessageType,
    RelevanceFactors,
    SyncPriority,
)


class NewUpdate(NamedTuple):
    """An update for the inbox of an agent."""

    agent: str
    sender: str
    item_id: str
    message: MessageType
    priority: SyncPriority
    factors: RelevanceFactors
    precedent: str | None
    queued_at: datetime
    due_at: datetime


class UpdateRow(NamedTuple):
    """An update as the store has it."""

    number: int
    update: NewUpdate
    delivered_at: datetime | None


class QueueCounts(NamedTuple):
    """What waits in one queue, and what it did."""

    waiting: int
    oldest: datetime | None
    next_due: datetime | None
    synced: int
    failures: int
    latencies: tuple[float, ...]  # seconds, the newest last


class AgentsReader(Protocol):
    """Agents of the space. Of L2 and the inbox, the viewer's own."""

    def all(self) -> tuple[AgentRow, ...]: ...

    def get(self, name: str) -> AgentRow | None: ...

    def seat(self, name: str) -> tuple[AgentRow | None, int]:
        """The agent, and the last position of the ledger, in one look."""

    def entry(self, agent: str, key: str) -> EntryRow | None: ...

    def shared(self, key: str, *, agent: str, limit: int) -> tuple[str, ...]:
        """Ids of visible items that were pushed under this key: the agent's own first, then the
        newest."""

    def pending(self, agent: str, *, limit: int) -> tuple[EntryRow, ...]:
        """Entries that wait to be pushed or could not be, in the order of their writing."""

    def next_to_push(
        self, agent: str, *, due_by: datetime | None, key: str | None = None
    ) -> EntryRow | None:
        """The entry that is pushed next: of the most urgent queue, the one written first."""

    def inbox(self, agent: str, *, limit: int) -> tuple[UpdateRow, ...]:
        """Updates that wait, oldest first."""

    def queues(self) -> dict[SyncPriority, QueueCounts]:
        """How many wait in each queue, over all agents, and what each did."""


class AgentsWriter(AgentsReader, Protocol):
    """Reads and changes agents. The use case decides whose memory is written."""

    def put(self, agent: Agent) -> None:
        """Registers an agent, or changes its fields; with a ledger row."""

    def record(self, action: Action, agent: str) -> None:
        """A ledger row on what an admin did in an agent's name."""

    def hold(self, agent: str, holder: str, until: datetime) -> None:
        """Has a process hold the agent's L1."""

    def change(self, agent: str, *, turns: int = 0, entries: int = 0, epochs: int = 0) -> None:
        """Adds to the counters of an agent."""

    def synced(self, agent: str) -> None:
        """Notes that an agent is in step with the ledger as it is now."""

    def put_entry(self, entry: EntryRow) -> None:
        """Writes an entry of L2, in place of one with the same key."""

    def use(self, agent: str, used: Mapping[str, int], *, at: datetime, until: datetime) -> None:
        """Notes that entries were used, by key with the turn of their last use."""

    def remove_entry(self, agent: str, key: str) -> int: ...

    def evict(self, agent: str, *, count: int) -> tuple[str, ...]:
        """Removes the least recently used entries that do not wait. Returns their keys."""

    def remove_expired(self, agent: str, *, now: datetime, limit: int) -> tuple[str, ...]:
        """Removes entries past their time that do not wait. Returns their keys."""

    def pushed(self, entry: EntryRow, item: Item) -> None:
        """Notes that an entry is in the shared store as this item, and waits no longer."""

    def push_failed(self, entry: EntryRow, error: str) -> None:
        """Notes why an entry cannot be pushed. It waits no longer."""

    def working_on(self, subject: str, *, since: datetime) -> frozenset[str]:
        """The agents that used an entry about a subject since then. No words of it are told."""

    def note_usage(self, agent: str, usage: Mapping[str, tuple[int, int]]) -> None:
        """Replaces what is counted of an agent's use of what it got."""

    def add_updates(self, updates: Sequence[NewUpdate]) -> None:
        """Puts updates into inboxes. One of the same item that still waits there is replaced."""

    def due_updates(
        self, agent: str, *, due_by: datetime | None, limit: int
    ) -> tuple[UpdateRow, ...]: ...

    def delivered(self, agent: str, numbers: Sequence[int], *, at: datetime, kept: int) -> None:
        """Notes that updates were delivered, and keeps only the newest of those on record."""

    def drop_updates(self, agent: str, numbers: Sequence[int]) -> None:
        """Removes updates of what an agent may no longer see."""

    def count(
        self, priority: SyncPriority, *, latencies: Sequence[float] = (), failures: int = 0
    ) -> None:
        """Adds to the figures of a queue."""
