"""Writing what is on its way to agents, and how the queues do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, Update, bindparam, delete, insert, select, update

from remembrancer.core.limits import SYNC_LATENCIES_KEPT_MAX
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import in_order, iso
from remembrancer.store.schema import agent_queue, agent_update, item
from remembrancer.store.team.agent_reads import AgentReads, of_agent, waiting_updates
from remembrancer.store.team.agent_rows import update_from
from remembrancer.store.unit.unit_of_work import UnitOfWork
from remembrancer.team.agent import SyncPriority
from remembrancer.team.port import NewUpdate, UpdateRow


class InboxWrites(AgentReads):
    """The inboxes of agents, and the figures of the queues."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def add_updates(self, updates: Sequence[NewUpdate]) -> None:
        self._work.flush()
        numbers = {id: self._item_number(id) for id in {one.item_id for one in updates}}
        with self._work.connection.syncing():
            self._work.run(
                lambda: delete(agent_update).where(
                    agent_update.c.space_n == bindparam("space_n"),
                    among(agent_update.c.item_n, "items"),
                    among(agent_update.c.agent, "agents"),
                    agent_update.c.delivered_at.is_(None),
                ),
                "replaced",
                items=pack(sorted(number for number in numbers.values() if number is not None)),
                agents=pack(sorted({one.agent for one in updates})),
            )
        for one in updates:
            factors = one.factors.export()
            row = {
                "number": self._work.number("agent_update"),
                "space_n": self._work.space.number,
                "agent": one.agent,
                "sender": one.sender,
                "item_n": numbers[one.item_id],
                "message": one.message.value,
                "priority": one.priority.value,
                "relevance": factors.pop("relevance"),
                "factors": json.dumps(factors, sort_keys=True),
                "precedent": one.precedent,
                "queued_at": iso(one.queued_at),
                "due_at": iso(one.due_at),
                "delivered_at": None,
            }
            self._work.pending.add("agent_update", in_order(agent_update, row))
        self._work.flush()

    def due_updates(
        self, agent: str, *, due_by: datetime | None, limit: int
    ) -> tuple[UpdateRow, ...]:
        is_due = due_by is not None
        values = {} if due_by is None else {"due_by": iso(due_by)}
        with self._reaching(agent):
            rows = self._work.all(
                lambda: waiting_updates(is_due=is_due),
                is_due,
                agent_name=agent,
                limit=limit,
                **values,
            )
        return tuple(map(update_from, rows))

    def delivered(self, agent: str, numbers: Sequence[int], *, at: datetime, kept: int) -> None:
        with self._reaching(agent):
            self._work.run(
                lambda: (
                    update(agent_update)
                    .where(*of_agent(agent_update), among(agent_update.c.number, "numbers"))
                    .values(delivered_at=bindparam("new_delivered_at"))
                ),
                "delivered",
                agent_name=agent,
                numbers=pack(numbers),
                new_delivered_at=iso(at),
            )
            last = self._work.one(_last_kept, agent_name=agent, skipped=kept)
            if last is not None:
                self._work.run(
                    lambda: delete(agent_update).where(
                        *of_agent(agent_update),
                        agent_update.c.delivered_at.is_not(None),
                        agent_update.c.number <= bindparam("last"),
                    ),
                    "forget",
                    agent_name=agent,
                    last=last[0],
                )

    def drop_updates(self, agent: str, numbers: Sequence[int]) -> None:
        with self._reaching(agent):
            self._work.run(
                lambda: delete(agent_update).where(
                    *of_agent(agent_update), among(agent_update.c.number, "numbers")
                ),
                "drop",
                agent_name=agent,
                numbers=pack(numbers),
            )

    def count(
        self, priority: SyncPriority, *, latencies: Sequence[float] = (), failures: int = 0
    ) -> None:
        known = self._work.one(
            lambda: (
                select(agent_queue.c.synced, agent_queue.c.failures, agent_queue.c.latencies)
                .where(_is_queue())
                .with_for_update()
            ),
            priority=priority.value,
        )
        synced, failed, last = known or (0, 0, "[]")
        kept = [*json.loads(last), *(round(one, 6) for one in latencies)]
        values = {
            "priority": priority.value,
            "new_synced": synced + len(latencies),
            "new_failures": failed + failures,
            "new_latencies": json.dumps(kept[-SYNC_LATENCIES_KEPT_MAX:]),
        }
        self._work.run(_new_queue if known is None else _change_queue, **values)

    def _item_number(self, id: str) -> int | None:
        row = self._work.one(
            lambda: select(item.c.number).where(
                item.c.space_n == bindparam("space_n"), item.c.id == bindparam("item_id")
            ),
            item_id=id,
        )
        return None if row is None else int(row[0])


def _is_queue() -> Any:
    return (agent_queue.c.space_n == bindparam("space_n")) & (
        agent_queue.c.priority == bindparam("priority")
    )


_FIGURES = ("synced", "failures", "latencies")


def _new_queue() -> Any:
    return insert(agent_queue).values(
        space_n=bindparam("space_n"),
        priority=bindparam("priority"),
        **{name: bindparam(f"new_{name}") for name in _FIGURES},
    )


def _change_queue() -> Update:
    return (
        update(agent_queue)
        .where(_is_queue())
        .values({name: bindparam(f"new_{name}") for name in _FIGURES})
    )


def _last_kept() -> Select[Any]:
    return (
        select(agent_update.c.number)
        .where(*of_agent(agent_update), agent_update.c.delivered_at.is_not(None))
        .order_by(agent_update.c.number.desc())
        .limit(1)
        .offset(bindparam("skipped"))
    )
