"""Reading agents, and the memories that are the viewer's own."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, select

from remembrancer.core.validation import is_text
from remembrancer.store.rows import iso, moment_or_none
from remembrancer.store.schema import (
    agent,
    agent_entry,
    agent_key,
    agent_queue,
    agent_update,
    item,
)
from remembrancer.store.team.agent_rows import FAILED, agent_from, entry_from, update_from
from remembrancer.store.unit.scoped_reader import ScopedReader, head_position
from remembrancer.team.agent import AgentRow, EntryRow, SyncPriority
from remembrancer.team.port import QueueCounts, UpdateRow


class AgentReads:
    """Agents of the space; L2 and the inbox of one agent at a time."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def all(self) -> tuple[AgentRow, ...]:
        rows = self._view.all(lambda: _agents().order_by(agent.c.name))
        return tuple(map(agent_from, rows))

    def get(self, name: str) -> AgentRow | None:
        return self.seat(name)[0]

    def seat(self, name: str) -> tuple[AgentRow | None, int]:
        if not is_text(name):
            return None, 0
        found, head = self._view.all_of(
            self._view.question(_named_agent, agent_name=name), self._view.question(head_position)
        )
        return (agent_from(found[0]) if found else None), (int(head[0][0]) if head else 0)

    def entry(self, agent: str, key: str) -> EntryRow | None:
        if not is_text(key):
            return None
        with self._reaching(agent):
            row = self._view.one(
                lambda: _entries().where(agent_entry.c.key == bindparam("entry_key")),
                agent_name=agent,
                entry_key=key,
            )
        return None if row is None else entry_from(row)

    def shared(self, key: str, *, agent: str, limit: int) -> tuple[str, ...]:
        if not is_text(key):
            return ()
        rights = self._view.rights
        rows = self._view.all(
            lambda: (
                select(item.c.id)
                .join(
                    agent_key,
                    and_(
                        agent_key.c.space_n == item.c.space_n, agent_key.c.item_n == item.c.number
                    ),
                )
                .where(
                    agent_key.c.space_n == bindparam("space_n"),
                    agent_key.c.key == bindparam("entry_key"),
                    rights.visible(item),
                    rights.readable(),
                    item.c.erased_seq.is_(None),
                )
                .order_by(
                    case((agent_key.c.agent == bindparam("agent_name"), 0), else_=1),
                    agent_key.c.seq.desc(),
                )
                .limit(bindparam("limit"))
            ),
            entry_key=key,
            agent_name=agent,
            limit=limit,
        )
        return tuple(row[0] for row in rows)

    def pending(self, agent: str, *, limit: int) -> tuple[EntryRow, ...]:
        with self._reaching(agent):
            rows = self._view.all(
                lambda: (
                    _entries()
                    .where(agent_entry.c.queue.is_not(None))
                    .order_by(agent_entry.c.written_turn)
                    .limit(bindparam("limit"))
                ),
                agent_name=agent,
                limit=limit,
            )
        return tuple(map(entry_from, rows))

    def next_to_push(
        self, agent: str, *, due_by: datetime | None, key: str | None = None
    ) -> EntryRow | None:
        is_due, has_key = due_by is not None, key is not None
        values = {} if due_by is None else {"due_by": iso(due_by)}
        values |= {} if key is None else {"entry_key": key}
        with self._reaching(agent):
            row = self._view.one(
                lambda: next_entry(is_due=is_due, has_key=has_key),
                is_due,
                has_key,
                agent_name=agent,
                **values,
            )
        return None if row is None else entry_from(row)

    def inbox(self, agent: str, *, limit: int) -> tuple[UpdateRow, ...]:
        with self._reaching(agent):
            rows = self._view.all(
                lambda: waiting_updates(is_due=False), agent_name=agent, limit=limit
            )
        return tuple(map(update_from, rows))

    def queues(self) -> dict[SyncPriority, QueueCounts]:
        self._view.touch()
        with self._view.connection.syncing():
            entries, updates, done = self._view.all_of(
                self._view.question(_waiting_entries),
                self._view.question(_waiting_counts),
                self._view.question(_done),
            )
        counted = {priority: [row for row in (*entries, *updates) if row[0] == priority]
                   for priority in SyncPriority}  # fmt: skip
        figures = {row[0]: row[1:] for row in done}
        return {
            priority: _counts(rows, figures.get(priority.value, (0, 0, "[]")))
            for priority, rows in counted.items()
        }

    def _reaching(self, name: str) -> AbstractContextManager[None]:
        """The right to reach an agent's memory. The agent itself has it anyway."""
        if name == self._view.scope.viewer.name:
            return nullcontext()
        self._view.touch()
        return self._view.connection.syncing()


def _counts(rows: list[Any], done: Any) -> QueueCounts:
    oldest = min((row[2] for row in rows), default=None)
    next_due = min((row[3] for row in rows), default=None)
    return QueueCounts(
        waiting=sum(row[1] for row in rows),
        oldest=moment_or_none(oldest),
        next_due=moment_or_none(next_due),
        synced=done[0],
        failures=done[1],
        latencies=tuple(json.loads(done[2])),
    )


def of_agent(table: Any) -> tuple[ColumnElement[bool], ...]:
    """Rows of one agent's memory."""
    return (table.c.space_n == bindparam("space_n"), table.c.agent == bindparam("agent_name"))


def _agents() -> Select[Any]:
    return select(agent).where(agent.c.space_n == bindparam("space_n"))


def _named_agent() -> Select[Any]:
    return _agents().where(agent.c.name == bindparam("agent_name"))


def with_item(table: Any) -> Select[Any]:
    """Rows of a table, each with the id of its item if it has one that is there."""
    joined = and_(item.c.space_n == table.c.space_n, item.c.number == table.c.item_n)
    return select(table, item.c.id).select_from(table.outerjoin(item, joined))


def _entries() -> Select[Any]:
    return with_item(agent_entry).where(*of_agent(agent_entry))


def urgency(column: ColumnElement[Any]) -> ColumnElement[int]:
    """The most urgent first."""
    return case((column == "critical", 0), (column == "high", 1), else_=2)


def next_entry(*, is_due: bool, has_key: bool) -> Select[Any]:
    query = _entries().where(agent_entry.c.queue.is_not(None), agent_entry.c.queue != FAILED)
    if is_due:
        query = query.where(agent_entry.c.due_at <= bindparam("due_by"))
    if has_key:
        query = query.where(agent_entry.c.key == bindparam("entry_key"))
    return query.order_by(urgency(agent_entry.c.queue), agent_entry.c.written_turn).limit(1)


def waiting_updates(*, is_due: bool) -> Select[Any]:
    query = with_item(agent_update).where(
        *of_agent(agent_update), agent_update.c.delivered_at.is_(None)
    )
    if is_due:
        query = query.where(agent_update.c.due_at <= bindparam("due_by"))
    return query.order_by(agent_update.c.number).limit(bindparam("limit"))


def _waiting_entries() -> Select[Any]:
    columns = agent_entry.c
    return (
        select(columns.queue, func.count(), func.min(columns.queued_at), func.min(columns.due_at))
        .where(
            columns.space_n == bindparam("space_n"),
            columns.queue.is_not(None),
            columns.queue != FAILED,
        )
        .group_by(columns.queue)
    )


def _waiting_counts() -> Select[Any]:
    columns = agent_update.c
    return (
        select(
            columns.priority, func.count(), func.min(columns.queued_at), func.min(columns.due_at)
        )
        .where(columns.space_n == bindparam("space_n"), columns.delivered_at.is_(None))
        .group_by(columns.priority)
    )


def _done() -> Select[Any]:
    columns = agent_queue.c
    return select(columns.priority, columns.synced, columns.failures, columns.latencies).where(
        columns.space_n == bindparam("space_n")
    )
