"""Writing agents, their memories and what is on its way to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Select, Update, bindparam, delete, func, insert, null, or_, select, update

from remembrancer.core.ledger import Action
from remembrancer.governance.erasure.certificate import ErasureTarget
from remembrancer.governance.port import ErasureScope
from remembrancer.items.item import Item
from remembrancer.store.deliveries.walk_writes import is_about
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import in_order, iso
from remembrancer.store.schema import (
    agent,
    agent_entry,
    agent_key,
    agent_update,
)
from remembrancer.store.team.agent_reads import of_agent
from remembrancer.store.team.agent_rows import FAILED
from remembrancer.store.team.inbox_writes import InboxWrites
from remembrancer.team.agent import Agent, EntryRow


class AgentWrites(InboxWrites):
    """Every write waits for the head of the ledger, so that one agent's acts are in one order."""

    # -- agents

    def put(self, agent: Agent) -> None:
        values = {
            "specializations": json.dumps(list(agent.specializations), ensure_ascii=False),
            "kinds": json.dumps(list(agent.kinds), ensure_ascii=False),
            "registered_by": agent.registered_by,
            "registered_at": iso(agent.registered_at),
        }
        if self.get(agent.name) is None:
            self._insert_agent(agent.name, values)
        else:
            self._change(agent.name, **values)
        self._work.append(Action.AGENT_REGISTER, agent.name, {}, [], None)
        self._work.flush()

    def _insert_agent(self, name: str, values: Mapping[str, Any]) -> None:
        row = {
            **values,
            "number": self._work.number("agent"),
            "space_n": self._work.space.number,
            "name": name,
            "holder": None,
            "held_until": None,
            "epoch": 0,
            "turn": 0,
            "entries": 0,
            "usage": "{}",
            "synced_seq": 0,
        }
        self._work.pending.add("agent", in_order(agent, row))
        self._work.flush()

    def record(self, action: Action, agent: str) -> None:
        self._work.append(action, agent, {}, [], None)
        self._work.flush()

    def hold(self, agent: str, holder: str, until: datetime) -> None:
        self._change(agent, holder=holder, held_until=iso(until))

    def change(self, agent: str, *, turns: int = 0, entries: int = 0, epochs: int = 0) -> None:
        self._work.run(
            _count_agent, agent_name=agent, turns=turns, more_entries=entries, epochs=epochs
        )

    def synced(self, agent: str) -> None:
        self._work.touch()
        self._change(agent, synced_seq=self._work.seq)

    def note_usage(self, agent: str, usage: Mapping[str, tuple[int, int]]) -> None:
        self._change(agent, usage=json.dumps(dict(usage), ensure_ascii=False, sort_keys=True))

    def _change(self, name: str, **values: Any) -> None:
        columns = tuple(sorted(values))
        self._work.run(
            lambda: (
                update(agent)
                .where(
                    agent.c.space_n == bindparam("space_n"),
                    agent.c.name == bindparam("agent_name"),
                )
                .values({column: bindparam(f"new_{column}") for column in columns})
            ),
            columns,
            agent_name=name,
            **{f"new_{column}": value for column, value in values.items()},
        )

    # -- L2

    def put_entry(self, entry: EntryRow) -> None:
        values: dict[str, Any] = {
            **entry.__dict__,
            "value": json.dumps(entry.value, ensure_ascii=False, sort_keys=True),
            "message": entry.message.value,
            "is_shared": int(entry.is_shared),
            "queue": None if entry.queue is None else entry.queue.value,
            "receivers": None if entry.receivers is None else json.dumps(list(entry.receivers)),
            "item_n": None if entry.item_id is None else self._item_number(entry.item_id),
        }
        del values["item_id"]
        for name in ("used_at", "written_at", "expires_at", "queued_at", "due_at"):
            values[name] = None if values[name] is None else iso(values[name])
        with self._reaching(entry.agent):
            known = self._work.one(_entry_number, agent_name=entry.agent, entry_key=entry.key)
            if known is None:
                values |= {
                    "number": self._work.number("agent_entry"),
                    "space_n": self._work.space.number,
                }
                self._work.pending.add("agent_entry", in_order(agent_entry, values))
                self._work.flush()
            else:
                self._work.run(
                    _replace_entry,
                    entry_n=known[0],
                    **{f"new_{name}": value for name, value in values.items()},
                )

    def use(self, agent: str, used: Mapping[str, int], *, at: datetime, until: datetime) -> None:
        with self._reaching(agent):
            for key, turn in used.items():
                self._work.run(
                    _use_entry,
                    agent_name=agent,
                    entry_key=key,
                    new_turn=turn,
                    new_used_at=iso(at),
                    new_expires_at=iso(until),
                )

    def remove_entry(self, agent: str, key: str) -> int:
        with self._reaching(agent):
            return self._work.run(
                lambda: delete(agent_entry).where(
                    *of_agent(agent_entry), agent_entry.c.key == bindparam("entry_key")
                ),
                agent_name=agent,
                entry_key=key,
            )

    def evict(self, agent: str, *, count: int) -> tuple[str, ...]:
        with self._reaching(agent):
            return self._remove(agent, self._work.all(_least_used, agent_name=agent, limit=count))

    def remove_expired(self, agent: str, *, now: datetime, limit: int) -> tuple[str, ...]:
        with self._reaching(agent):
            rows = self._work.all(_oldest_expired, agent_name=agent, now=iso(now), limit=limit)
            return self._remove(agent, rows)

    def _remove(self, agent: str, rows: list[Any]) -> tuple[str, ...]:
        """Removes entries, given as numbers and keys."""
        if not rows:
            return ()
        self._work.run(
            lambda: delete(agent_entry).where(
                *of_agent(agent_entry), among(agent_entry.c.number, "numbers")
            ),
            "remove",
            agent_name=agent,
            numbers=pack([row[0] for row in rows]),
        )
        return tuple(row[1] for row in rows)

    # -- erasure

    def remove_reached(self, reach: ErasureScope) -> None:
        """Removes what agents hold of erased items and subjects, in L2 and on its way, and has
        every process forget its L1.

        It is not counted on the certificate: that would tell what agents hold.
        """
        is_all = reach.asked is ErasureTarget.SUBJECT
        items = pack(reach.items)
        self._work.run(
            lambda: delete(agent_entry).where(
                agent_entry.c.space_n == bindparam("space_n"),
                or_(
                    among(agent_entry.c.item_n, "items"),
                    is_about(agent_entry.c.subject, is_all=is_all),
                ),
            ),
            is_all,
            items=items,
            subjects=pack(reach.subjects),
        )
        for table in (agent_update, agent_key):
            self._work.run(
                lambda table=table: delete(table).where(
                    table.c.space_n == bindparam("space_n"), among(table.c.item_n, "items")
                ),
                table.name,
                items=items,
            )
        self._work.run(_forget_working_memories)

    # -- push

    def pushed(self, entry: EntryRow, item: Item) -> None:
        self._work.flush()  # the item may be new
        number = self._item_number(item.id)
        with self._reaching(entry.agent):
            self._work.run(
                _end_waiting,
                agent_name=entry.agent,
                entry_key=entry.key,
                new_queue=None,
                new_error=None,
                new_item_n=number,
            )
            values = {"entry_key": entry.key, "agent_name": entry.agent}
            self._work.run(_delete_key, **values)
            self._work.run(
                lambda: insert(agent_key).values(
                    space_n=bindparam("space_n"),
                    key=bindparam("entry_key"),
                    agent=bindparam("agent_name"),
                    item_n=bindparam("new_item_n"),
                    seq=bindparam("new_seq"),
                ),
                **values,
                new_item_n=number,
                new_seq=self._work.seq,
            )

    def push_failed(self, entry: EntryRow, error: str) -> None:
        number = None if entry.item_id is None else self._item_number(entry.item_id)
        with self._reaching(entry.agent):
            self._work.run(
                _end_waiting,
                agent_name=entry.agent,
                entry_key=entry.key,
                new_queue=FAILED,
                new_error=error,
                new_item_n=number,
            )

    def working_on(self, subject: str, *, since: datetime) -> frozenset[str]:
        self._work.touch()
        with self._work.connection.syncing():
            rows = self._work.all(
                lambda: (
                    select(agent_entry.c.agent)
                    .distinct()
                    .where(
                        agent_entry.c.space_n == bindparam("space_n"),
                        agent_entry.c.subject == bindparam("subject"),
                        agent_entry.c.used_at >= bindparam("since"),
                        # What only arrived is no work of its own.
                        (agent_entry.c.uses > 0) | agent_entry.c.item_version.is_(None),
                    )
                ),
                subject=subject,
                since=iso(since),
            )
        return frozenset(row[0] for row in rows)


def _count_agent() -> Update:
    columns = agent.c
    return (
        update(agent)
        .where(columns.space_n == bindparam("space_n"), columns.name == bindparam("agent_name"))
        .values(
            turn=columns.turn + bindparam("turns"),
            entries=columns.entries + bindparam("more_entries"),
            epoch=columns.epoch + bindparam("epochs"),
        )
    )


def _forget_working_memories() -> Update:
    """Raises the epoch of every agent, and counts its entries anew."""
    left = (
        select(func.count())
        .select_from(agent_entry)
        .where(agent_entry.c.space_n == agent.c.space_n, agent_entry.c.agent == agent.c.name)
        .correlate(agent)
        .scalar_subquery()
    )
    return (
        update(agent)
        .where(agent.c.space_n == bindparam("space_n"))
        .values(epoch=agent.c.epoch + 1, entries=left)
    )


def _entry_number() -> Select[Any]:
    return select(agent_entry.c.number).where(
        *of_agent(agent_entry), agent_entry.c.key == bindparam("entry_key")
    )


def _replace_entry() -> Update:
    return (
        update(agent_entry)
        .where(
            agent_entry.c.space_n == bindparam("space_n"),
            agent_entry.c.number == bindparam("entry_n"),
        )
        .values(
            {
                column.name: bindparam(f"new_{column.name}")
                for column in agent_entry.c
                if column.name not in ("number", "space_n")
            }
        )
    )


def _use_entry() -> Update:
    return (
        update(agent_entry)
        .where(*of_agent(agent_entry), agent_entry.c.key == bindparam("entry_key"))
        .values(
            used_turn=bindparam("new_turn"),
            used_at=bindparam("new_used_at"),
            expires_at=bindparam("new_expires_at"),
            uses=agent_entry.c.uses + 1,
        )
    )


def _is_evictable() -> Any:
    return agent_entry.c.queue.is_(None) | (agent_entry.c.queue == FAILED)


def _least_used() -> Select[Any]:
    return (
        select(agent_entry.c.number, agent_entry.c.key)
        .where(*of_agent(agent_entry), _is_evictable())
        .order_by(agent_entry.c.used_turn)
        .limit(bindparam("limit"))
    )


def _oldest_expired() -> Select[Any]:
    """Of the least recently used entries, those past their time: use renews it."""
    first = (
        select(
            agent_entry.c.number,
            agent_entry.c.key,
            agent_entry.c.expires_at,
            agent_entry.c.queue,
        )
        .where(*of_agent(agent_entry))
        .order_by(agent_entry.c.used_turn)
        .limit(bindparam("limit"))
        .subquery()
    )
    return select(first.c.number, first.c.key).where(
        first.c.expires_at <= bindparam("now"),
        first.c.queue.is_(None) | (first.c.queue == FAILED),
    )


def _end_waiting() -> Update:
    return (
        update(agent_entry)
        .where(*of_agent(agent_entry), agent_entry.c.key == bindparam("entry_key"))
        .values(
            queue=bindparam("new_queue"),
            error=bindparam("new_error"),
            item_n=bindparam("new_item_n"),
            queued_at=null(),
            due_at=null(),
            receivers=null(),
        )
    )


def _delete_key() -> Any:
    return delete(agent_key).where(*of_agent(agent_key), agent_key.c.key == bindparam("entry_key"))
