"""Push: an entry of an agent's L2 becomes an item of the shared store and is routed to others."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from pydantic import JsonValue

from remembrancer.core.errors import (
    BudgetExceeded,
    Conflict,
    Forbidden,
    InvalidInput,
    ModelFailed,
    RemembrancerError,
)
from remembrancer.core.limits import JOB_ERROR_CHARACTERS_MAX
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.governance import change
from remembrancer.items import item_intake as intake
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.kinds.trace_data import check_trace
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.language.stemming import language
from remembrancer.ports import Reader, Store, Writer
from remembrancer.reading import taint_tracking
from remembrancer.reading.taint_check import text_lines
from remembrancer.remember import add, update
from remembrancer.team import queues, registry, sync_jobs
from remembrancer.team.agent import EntryRow, MessageType, Pushed, SyncPriority
from remembrancer.team.port import NewUpdate
from remembrancer.team.relevance import Shared, factors, stems_of

KEY: Final = "key"  # in the data of a pushed item
VALUE: Final = "value"
# The entry is not to blame: it is tried again.
_PASSING: Final = (*transactions.STORE_AWAY, BudgetExceeded, ModelFailed)


class Moved(Exception):
    """The entry was pushed or written anew meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Urgency:
    """How a push is routed, if otherwise than by the queue of its entry."""

    priority: SyncPriority
    agents: Collection[str]  # for these; others get it by the queue of the entry


def push_all(
    store: Store,
    scope: Scope,
    tools: Tools,
    *,
    due_by: datetime | None,
    key: str | None = None,
    urgency: Urgency | None = None,
    told: transactions.Told | None = None,
    is_lenient: bool = True,
) -> list[Pushed]:
    """Pushes what the viewer, an agent, has to share: all, what is due, or one entry.

    An entry that is refused waits no longer and says why. If not `is_lenient`, the error is raised.
    """
    done: list[Pushed] = []
    name = scope.viewer.name
    while True:
        entry, _ = transactions.read(
            store,
            scope,
            lambda reader: reader.agents.next_to_push(name, due_by=due_by, key=key),
        )
        if entry is None:
            return done
        try:
            done.append(_push(store, scope, tools, entry, due_by, urgency, told))
        except Moved:
            continue
        except _PASSING:
            raise
        except RemembrancerError as error:
            _failed(store, scope, entry, str(error))
            if not is_lenient:
                raise


def _push(
    store: Store,
    scope: Scope,
    tools: Tools,
    entry: EntryRow,
    due_by: datetime | None,
    urgency: Urgency | None,
    told: transactions.Told | None,
) -> Pushed:
    also = _Settling(scope, entry, urgency, is_by_clock=due_by is not None)
    fields = item_fields(scope.space.preset, entry)
    known = None
    if entry.item_id is not None:
        id = entry.item_id
        known, _ = transactions.read(store, scope, lambda reader: _own_item(reader, scope, id))
    if known is not None:
        try:
            _update(store, scope, tools, known, fields, also, told)
        except (Conflict, Forbidden):
            # A person accepted or withdrew it meanwhile. What is new stands beside it.
            add.add(store, scope, tools, fields, None, told, then=also)
    else:
        add.add(store, scope, tools, fields, None, told, then=also)
    assert also.pushed is not None
    return also.pushed


def _own_item(reader: Reader, scope: Scope, id: str) -> Item | None:
    item = reader.items.get(id)
    is_own = item is not None and item.source_user == scope.viewer.name
    return item if item is not None and is_own and item.lifecycle is Lifecycle.ACTIVE else None


def _update(
    store: Store,
    scope: Scope,
    tools: Tools,
    known: Item,
    fields: Mapping[str, Any],
    also: _Settling,
    told: transactions.Told | None,
) -> None:
    given = {name: value for name, value in fields.items() if name != "kind"}
    draft = intake.draft_from(given)
    check = taint_tracking.taint_check(store, scope, tools)
    derived = check.label(text_lines(draft.title, draft.content), draft.subject)

    def act(unit: Writer) -> Item:
        item = change.update(unit, scope, known.id, draft, given, None, derived=derived)
        also.store(unit, item)
        return item

    update.update(store, scope, tools, act, told, id=known.id, draft=draft, given=given)


class _Settling:
    """What is stored with a pushed item: that the entry is pushed, and for whom it is news."""

    operation = "agents.push"
    body: JsonValue = None

    def __init__(
        self, scope: Scope, entry: EntryRow, urgency: Urgency | None, *, is_by_clock: bool
    ) -> None:
        self._scope, self._entry, self._urgency = scope, entry, urgency
        self._is_by_clock = is_by_clock
        self.pushed: Pushed | None = None

    def store(self, unit: Writer, item: Item) -> None:
        entry, now = self._entry, self._scope.now
        current = unit.agents.entry(entry.agent, entry.key)
        if (
            current is None
            or current.queue is None
            or current.queued_at is None
            or current.written_turn != entry.written_turn
        ):
            raise Moved  # the unit is undone
        unit.agents.pushed(current, item)
        unit.agents.synced(entry.agent)
        queue = current.queue if self._urgency is None else self._urgency.priority
        unit.agents.count(queue, latencies=[(now - current.queued_at).total_seconds()])
        receivers = self._route(unit, current, current.queue, item)
        self.pushed = Pushed(
            key=entry.key, item_id=item.id, priority=queue, receivers=tuple(receivers)
        )

    def _route(self, unit: Writer, entry: EntryRow, queue: SyncPriority, item: Item) -> list[str]:
        """Puts the update into the inboxes of those it concerns, and makes them due."""
        rules, now = self._scope.space.preset.desk, self._scope.now
        spoken = language(self._scope.space.preset.language)
        active = (
            frozenset[str]()
            if entry.subject is None
            else unit.agents.working_on(
                entry.subject, since=now - timedelta(hours=rules.active_hours)
            )
        )
        stems = stems_of(spoken, [entry.key, entry.kind, entry.subject, item.content])
        updates: list[NewUpdate] = []
        for row in unit.agents.all():
            if row.name == entry.agent:
                continue
            priority = self._priority(queue, row.name)
            shared = Shared(
                entry.kind, stems, entry.subject, entry.importance, entry.message, priority
            )
            scores = factors(rules, shared, row, spoken, is_active=row.name in active)
            is_meant = (
                scores.relevance >= rules.relevance_min
                if entry.receivers is None
                else row.name in entry.receivers
            )
            if not is_meant:
                continue
            is_now = priority is not SyncPriority.NORMAL or self._is_by_clock
            updates.append(
                NewUpdate(
                    agent=row.name,
                    sender=entry.agent,
                    item_id=item.id,
                    message=MessageType(entry.message),
                    priority=priority,
                    factors=scores,
                    precedent=entry.precedent,
                    queued_at=now,
                    due_at=now if is_now else queues.next_step(rules, now),
                )
            )
        if updates:
            unit.agents.add_updates(updates)
        for one in updates:
            principal = registry.principal_of(unit, one.agent)
            kind = SyncPriority.HIGH if one.due_at <= now else SyncPriority.NORMAL
            sync_jobs.make_due(unit, principal, kind, one.due_at)
        return [one.agent for one in updates]

    def _priority(self, queue: SyncPriority, name: str) -> SyncPriority:
        urgency = self._urgency
        return queue if urgency is None or name not in urgency.agents else urgency.priority


def _failed(store: Store, scope: Scope, entry: EntryRow, error: str) -> None:
    def act(unit: Writer) -> None:
        current = unit.agents.entry(entry.agent, entry.key)
        if current is not None and current.written_turn == entry.written_turn and current.queue:
            unit.agents.push_failed(current, error[:JOB_ERROR_CHARACTERS_MAX])
            unit.agents.count(current.queue, failures=1)

    transactions.written(store, scope, act)


def item_fields(preset: Preset, entry: EntryRow) -> dict[str, Any]:
    """The item that an entry is pushed as."""
    fields: dict[str, Any] = {
        "title": entry.key,
        "content": text_of(entry.key, entry.value),
        "data": {KEY: entry.key, VALUE: entry.value},
        "importance": entry.importance,
        "subject": entry.subject,
    }
    if entry.kind is not None:
        if not preset.categories.strict or entry.kind in preset.categories.values:
            fields["category"] = entry.kind
        if entry.kind in preset.kinds.values and _takes_value(entry.kind, fields):
            fields["kind"] = entry.kind
    return {name: value for name, value in fields.items() if value is not None}


def _takes_value(kind: str, fields: Mapping[str, Any]) -> bool:
    """Some kinds have fields of their own, and no room for a value of any sort."""
    try:
        check_trace(kind, fields["data"], beside=())
    except InvalidInput:
        return False
    return True


def text_of(key: str, value: Any) -> str:
    """The words of an entry."""
    if isinstance(value, str) and value.strip():
        return value
    return f"{key}: {json.dumps(value, ensure_ascii=False, sort_keys=True)}"
