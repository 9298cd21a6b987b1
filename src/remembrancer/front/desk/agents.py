"""`memory.agents`: agents with memories of their own, and how they are kept in step."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.limits import (
    AGENT_PENDING_LISTED_MAX,
    AGENT_RECEIVERS_MAX,
    AGENT_VALUE_CHARACTERS_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_text, listed_names
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.jobs.schedule import SYNC
from remembrancer.ports import Reader, Writer
from remembrancer.team import deliver, draft, gates, push, queues, registry, sync, tiers
from remembrancer.team.agent import (
    Agent,
    AgentEntry,
    AgentUpdate,
    EntryRow,
    Gate,
    MessageType,
    Pending,
    PendingPush,
    Pushed,
    SyncPriority,
    SyncReport,
    SyncStatus,
)
from remembrancer.team.working_memory import WorkingMemories


@traced("agents.tiers")
@handing_over
class Tiers:
    """The memory of each agent, by its name. `agents.memory(name)` has the same verbs for one."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put(
        self,
        name: str,
        key: str,
        value: JsonValue,
        *,
        kind: str | None = None,
        importance: float = 0.5,
        subject: str | None = None,
        is_shared: bool = True,
    ) -> AgentEntry:
        """Remembers something for an agent: in its working memory and its own store at once, and
        in the queue to be pushed. With an importance above 0.7 that is at once, else every five
        minutes. `is_shared=False` keeps it private for ever.

        The agent itself may do that, and in its name, on record, an admin who is a person.
        """
        session = self._session
        entry = draft.checked(
            key, value, kind=kind, importance=importance, subject=subject, is_shared=is_shared
        )
        session.write_walks()
        return tiers.put(session.store, session.scope(), self._working(), name, entry, session.told)

    def get(self, name: str, key: str) -> AgentEntry:
        """What an agent remembers under a key, and from which tier: its working memory (L1), its
        own store (L2) or the shared store (L3). For the agent itself alone."""
        check_name(key, "key")
        session = self._session
        return tiers.get(session.store, session.scope(), self._working(), name, key)

    def push(self, name: str, key: str | None = None) -> tuple[Pushed, ...]:
        """Shares at once what an agent has to share: one entry, or all that waits. Each becomes an
        item, or a new version of it, and goes to the agents that it concerns."""
        session = self._session
        scope = session.scope()
        in_its_name = registry.check_may_write(scope, name, "push")
        if key is not None:
            check_name(key, "key")

        def check(reader: Reader, _: Scope) -> None:
            registry.found(reader, name)
            if key is not None and reader.agents.entry(name, key) is None:
                raise NotFound("entry", key, "Put it first: put(key, value).")

        def act_in_its_name(unit: Writer, _: Scope) -> Scope:
            # An entry that is there and one that is not look the same to others.
            registry.found(unit, name)
            unit.agents.record(Action.AGENT_PUSH, name)
            return registry.as_agent(scope, registry.principal_of(unit, name))

        of_agent = scope
        if in_its_name:
            of_agent = session.write(act_in_its_name)
        else:
            session.read(check)
        done = push.push_all(
            session.store,
            of_agent,
            session.shop.tools,
            due_by=None,
            key=key,
            told=session.told,
            is_lenient=key is None,
        )
        return tuple(done)

    def pull(self, name: str) -> tuple[AgentUpdate, ...]:
        """Brings an agent all that waits for it, at once, into its own store. For the agent itself
        alone."""
        session = self._session
        scope = session.scope()
        registry.check_itself(scope, name, "pull into")
        return tuple(deliver.deliver_all(session.store, scope, due_by=None))

    def pending(self, name: str) -> Pending:
        """What waits to be pushed and to be pulled, in order, with its priority and why. For the
        agent itself alone."""
        registry.check_itself(self._session.scope(), name, "read")

        def look(reader: Reader, scope: Scope) -> Pending:
            registry.found(reader, name)
            waiting = reader.agents.pending(name, limit=AGENT_PENDING_LISTED_MAX)
            return Pending(
                push=tuple(_pending(scope, row) for row in waiting),
                pull=deliver.inbox(reader, scope, AGENT_PENDING_LISTED_MAX),
            )

        return self._session.read(look)

    def alert(self, name: str, text: str, to: Sequence[str]) -> AgentEntry:
        """Warns other agents: sender and receivers are synced at once, and nobody else is."""
        registry.check_named(name)
        check_text(text, "text", length_max=AGENT_VALUE_CHARACTERS_MAX // 2)
        if not text.strip():
            raise InvalidInput("text is empty. Say what the alert is about.", field="text")
        receivers = tuple(one for one in dict.fromkeys(listed_names(to, "to")) if one != name)
        if not receivers or len(receivers) > AGENT_RECEIVERS_MAX:
            raise InvalidInput(
                f"to names 1 to {AGENT_RECEIVERS_MAX} other agents, not {len(receivers)}.",
                field="to",
            )
        session = self._session

        def check(reader: Reader, _: Scope) -> None:
            for one in receivers:
                registry.found(reader, one)

        session.read(check)
        session.write_walks()
        entry = draft.EntryDraft(
            key=f"alert {secrets.token_hex(8)}",
            value=text,
            importance=1.0,
            message=MessageType.ALERT,
            receivers=receivers,
        )
        return tiers.put(
            session.store,
            session.scope(),
            self._working(),
            name,
            entry,
            session.told,
            beside=receivers,
        )

    def _working(self) -> WorkingMemories | None:
        """The working memories of this process. A call whose units wait for its answer may still
        be undone, so it keeps nothing there."""
        session = self._session
        return session.working_memories() if session.once is None else None


def _pending(scope: Scope, row: EntryRow) -> PendingPush:
    rules = scope.space.preset.desk
    why = queues.reason(rules, row.importance, row.precedent)
    return PendingPush(
        key=row.key,
        kind=row.kind,
        importance=row.importance,
        priority=row.queue or SyncPriority.NORMAL,
        reason="it is an alert" if row.message is MessageType.ALERT else why,
        precedent=row.precedent,
        queued_at=row.queued_at or row.written_at,
        due_at=row.due_at or row.written_at,
        error=row.error,
    )


class AgentMemory:
    """One agent's memory."""

    def __init__(self, of: Tiers, name: str) -> None:
        self._of = of
        self.name = name

    def put(
        self,
        key: str,
        value: JsonValue,
        *,
        kind: str | None = None,
        importance: float = 0.5,
        subject: str | None = None,
        is_shared: bool = True,
    ) -> AgentEntry:
        """Remembers something: at once for this agent, and in the queue to be pushed."""
        return self._of.put(
            self.name,
            key,
            value,
            kind=kind,
            importance=importance,
            subject=subject,
            is_shared=is_shared,
        )

    def get(self, key: str) -> AgentEntry:
        """What is remembered under a key, and from which tier."""
        return self._of.get(self.name, key)

    def push(self, key: str | None = None) -> tuple[Pushed, ...]:
        """Shares one entry at once, or all that waits."""
        return self._of.push(self.name, key)

    def pull(self) -> tuple[AgentUpdate, ...]:
        """Brings all that waits for this agent."""
        return self._of.pull(self.name)

    def pending(self) -> Pending:
        """What waits to be pushed and to be pulled."""
        return self._of.pending(self.name)

    def alert(self, text: str, to: Sequence[str]) -> AgentEntry:
        """Warns other agents at once."""
        return self._of.alert(self.name, text, to)


@traced("agents.sync")
@handing_over
class AgentSync:
    """The sync manager: three queues, and what is due in them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def status(self) -> SyncStatus:
        """How each queue does: what waits and since when, what was synced, and how long it took."""
        return self._session.read(lambda reader, _: sync.status(reader))

    def tick(self) -> SyncReport:
        """Does what is due now: pushes, deliveries, alerts and syncs before gates. Nothing is
        due: nothing is done."""
        session = self._session
        shop = session.shop
        if session.once is not None:
            session.once.settle()
        before = session.read(lambda reader, _: sync.status(reader))
        # By whom it was queued does not matter, nor whether a process died that was to do it: it is
        # done once, whoever does it.
        report = sync.sync_all_due(shop.store, shop.scope(session.space), shop.tools, session.told)
        while shop.do_next(session.space, kinds=frozenset({SYNC})) is not None:
            pass
        after = session.read(lambda reader, _: sync.status(reader))
        done = sum(after[one].synced - before[one].synced for one in SyncPriority)
        return report.changed(synced=max(done, report.pushed + report.delivered))


@traced("agents")
@handing_over
class Agents:
    """The agents of a desk."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def tiers(self) -> Tiers:
        """The memory of each agent, by its name."""
        return Tiers(self._session)

    @cached_property
    def sync(self) -> AgentSync:
        """The sync manager."""
        return AgentSync(self._session)

    def memory(self, name: str | None = None) -> AgentMemory:
        """One agent's memory; where the store is, without a name the caller's own."""
        if name is None:
            session = getattr(self, "_session", None)
            if session is None:
                raise InvalidInput("On a server, name the agent: memory(name).", field="name")
            name = str(session.principal.name)
        return AgentMemory(self.tiers, name)

    def register(
        self, name: str, *, specializations: Sequence[str] = (), kinds: Sequence[str] = ()
    ) -> Agent:
        """Puts an agent on record with its fields and the kinds of content that it keeps. What is
        left out comes from the preset, if it has an agent of this name.

        For admins who are people; an agent may register itself.
        """
        return self._session.write(
            lambda unit, scope: registry.register(unit, scope, name, specializations, kinds)
        )

    def list(self) -> tuple[Agent, ...]:
        """All agents on record, by name."""
        rows = self._session.read(lambda reader, _: reader.agents.all())
        return tuple(row.agent for row in rows)

    def get(self, name: str) -> Agent:
        """One agent on record."""
        return self._session.read(lambda reader, _: registry.found(reader, name).agent)

    def gate(self, name: str, at: datetime | str) -> Gate:
        """Announces a human gate: all agents are synced half an hour before. A gate of the same
        name is moved. For admins who are people."""
        moment: Any = as_moment(at, "at")
        if moment is None:
            raise InvalidInput("at is the time of the gate. Give it.", field="at")
        session = self._session
        gate = session.write(lambda unit, scope: gates.set_gate(unit, scope, name, moment))
        if gate.sync_at <= session.scope().now:  # critical: in the call itself
            names = [one.name for one in self.list()]
            sync.force_sync(session.store, session.scope(), session.shop.tools, names, session.told)
        return gate

    def gates(self) -> tuple[Gate, ...]:
        """The gates to come that the caller announced, or for admins who are people all."""
        return self._session.read(lambda reader, _: gates.to_come(reader))
