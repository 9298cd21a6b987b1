"""The three tiers of an agent's memory: what it writes, and where it finds it again.

L1 is the RAM of one process, L2 the agent's own rows in the store, L3 the items that all share.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from remembrancer.core.errors import NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.limits import AGENT_L3_CANDIDATES_MAX
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.items.item import Item
from remembrancer.jobs import transactions
from remembrancer.ports import Reader, Store, Writer
from remembrancer.team import copies, holding, queues, registry, sync_jobs
from remembrancer.team.agent import AgentEntry, AgentRow, EntryRow, SyncPriority, Tier
from remembrancer.team.debates.precedent_rule import precedent_of
from remembrancer.team.draft import EntryDraft
from remembrancer.team.push import text_of
from remembrancer.team.working_memory import WorkingMemories, WorkingMemory


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What L2 or L3 has, and whether this process may keep it in L1."""

    entry: AgentEntry | None
    row: EntryRow | None
    epoch: int
    is_held: bool
    gone: tuple[str, ...] = ()  # keys that are no longer in L2


def put(
    store: Store,
    scope: Scope,
    working: WorkingMemories | None,
    name: str,
    draft: EntryDraft,
    told: transactions.Told | None = None,
    *,
    beside: tuple[str, ...] = (),
) -> AgentEntry:
    """Writes an entry through L1 and L2, and queues it to be pushed.

    Without `working` this process keeps nothing of it. `beside` are agents that are synced with
    this one at once.
    """
    in_its_name = registry.check_may_write(scope, name, "put")
    precedent = None
    if draft.is_shared and not draft.receivers:
        words = (draft.key, draft.subject, text_of(draft.key, draft.value))
        precedent, _ = transactions.read(
            store, scope, lambda reader: precedent_of(reader, scope, *words)
        )

    def act(mine: WorkingMemory | None) -> AgentEntry:
        found = transactions.written(
            store,
            scope,
            lambda unit: _put(unit, scope, working, mine, name, draft, precedent, beside),
            told=told,
        )
        _promote(scope, mine, found)
        assert found.entry is not None
        return found.entry

    if working is None or in_its_name:  # the agent itself may be elsewhere
        return act(None)
    with working.of(scope.space.uid, name) as mine:
        return act(mine)


def _put(
    unit: Writer,
    scope: Scope,
    working: WorkingMemories | None,
    mine: WorkingMemory | None,
    name: str,
    draft: EntryDraft,
    precedent: str | None,
    beside: tuple[str, ...],
) -> _Found:
    now = scope.now
    row = registry.found(unit, name)
    is_held = mine is not None and working is not None and holding.hold(unit, scope, row, working)
    used = holding.tell_uses(unit, scope, row, mine) if is_held else 0
    known = unit.agents.entry(name, draft.key)
    own = known if known is not None and not known.is_copy else None
    turn = row.turn + used + 1
    waiting = _queued(scope, draft, own, has_precedent=precedent is not None)
    entry = EntryRow.trusted(
        {
            "agent": name,
            "key": draft.key,
            "kind": draft.kind,
            "value": draft.value,
            "importance": draft.importance,
            "subject": draft.subject,
            "message": draft.message,
            "is_shared": draft.is_shared,
            "written_turn": turn,
            "used_turn": turn,
            "used_at": now,
            "uses": 0 if own is None else own.uses,
            "written_at": now,
            "expires_at": now + timedelta(days=scope.space.preset.desk.l2_days),
            "item_id": None if own is None else own.item_id,
            "item_version": None,
            "queue": None if waiting is None else waiting.queue,
            "queued_at": None if waiting is None else waiting.queued_at,
            "due_at": None if waiting is None else waiting.due_at,
            "receivers": draft.receivers,
            "precedent": precedent,
            "error": None,
        }
    )
    unit.agents.put_entry(entry)
    gone = holding.make_room(
        unit, scope, row, added=int(known is None), turns=used + 1, is_held=is_held
    )
    if waiting is not None:
        principal = _principal(unit, scope, name)
        if beside:
            sync_jobs.make_alert_due(unit, principal, draft.key, (name, *beside), now)
        else:
            sync_jobs.make_due(unit, principal, waiting.queue, waiting.due_at)
    if not registry.is_itself(scope, name):
        unit.agents.record(Action.AGENT_PUT, name)
    return _Found(
        entry=holding.shown(entry, Tier.L1 if is_held else Tier.L2, None),
        row=entry,
        epoch=row.epoch + (not is_held),
        is_held=is_held,
        gone=gone,
    )


class _Waiting(NamedTuple):
    """In which queue an entry waits, since when and until when."""

    queue: SyncPriority
    queued_at: datetime
    due_at: datetime


def _queued(
    scope: Scope, draft: EntryDraft, own: EntryRow | None, *, has_precedent: bool
) -> _Waiting | None:
    """Where an entry waits to be pushed; None: it is private, or was pushed as it is.

    One that waited before keeps its turn.
    """
    if not draft.is_shared or (own is not None and draft.is_as_pushed(own)):
        return None
    rules, now = scope.space.preset.desk, scope.now
    is_urgent = has_precedent or bool(draft.receivers)
    queue = queues.priority_of(rules, draft.importance, has_precedent=is_urgent)
    if own is None or own.queue is None or own.queued_at is None or own.due_at is None:
        return _Waiting(queue, now, queues.due_at(rules, queue, now))
    queue = queues.more_urgent(queue, own.queue)
    return _Waiting(queue, own.queued_at, min(own.due_at, queues.due_at(rules, queue, now)))


def _principal(unit: Writer, scope: Scope, name: str) -> Principal:
    """The agent as it calls, or as it is on record."""
    if registry.is_itself(scope, name):
        return scope.viewer
    return registry.principal_of(unit, name)


def get(
    store: Store, scope: Scope, working: WorkingMemories | None, name: str, key: str
) -> AgentEntry:
    """The entry of this key, from the nearest tier that has it. It moves up to L1."""
    registry.check_itself(scope, name, "read")

    def look_further(mine: WorkingMemory | None) -> AgentEntry:
        found = transactions.written(
            store, scope, lambda unit: _look(unit, scope, working, mine, name, key)
        )
        _promote(scope, mine, found)
        if found.entry is None:
            raise NotFound("entry", key, "It is in no tier that this agent may see.")
        return found.entry

    if working is None:
        return look_further(None)
    with working.of(scope.space.uid, name) as mine:
        holder = working.holder
        hit, _ = transactions.read(
            store,
            scope,
            lambda reader: (
                _in_l1(reader, scope, mine, holder, name, key)
                or _in_l2(reader, scope, mine, name, key)
            ),
        )
        return look_further(mine) if hit is None else hit


def _in_l1(
    reader: Reader, scope: Scope, mine: WorkingMemory, holder: str, name: str, key: str
) -> AgentEntry | None:
    row, seq = reader.agents.seat(name)
    if row is None:
        raise registry.not_found(name)
    if not mine.is_current(row, holder):
        return None
    hit = mine.get(key, scope.now)
    if hit is None:
        return None
    if hit.item_version is not None:
        viewer = scope.viewer
        checked = (seq, viewer.roles, viewer.groups)
        if hit.verified != checked:
            # Something changed in the space: perhaps what this agent may see.
            item = reader.items.named([hit.entry.item_id or ""]).get(hit.entry.item_id or "")
            if item is None or item.version != hit.item_version or not copies.is_in_use(item):
                mine.remove([key])
                return None
            mine.entries[key] = replace(hit, verified=checked)
    mine.use(key)
    return hit.entry


def _in_l2(
    reader: Reader, scope: Scope, mine: WorkingMemory, name: str, key: str
) -> AgentEntry | None:
    """What L2 has, where nothing has to be written: that it was used is told with the next write.

    None: look further, and write.
    """
    rules, now = scope.space.preset.desk, scope.now
    if mine.epoch is None or len(mine.used) >= rules.l1_entries:
        return None  # this process holds nothing, or has much to tell
    entry = reader.agents.entry(name, key)
    is_used_lately = entry is not None and now - entry.used_at < timedelta(hours=rules.l1_hours)
    if entry is None or not is_used_lately or entry.expires_at <= now:
        return None
    item = None
    if entry.is_copy:
        item = copies.source_of(reader, entry) if entry.uses else None
        if item is None:  # its first use is counted
            return None
    told = holding.shown(entry, Tier.L2, _sender(name, item))
    holding.keep(scope, mine, told, entry)
    mine.use(key)
    return told


def _sender(name: str, item: Item | None) -> str | None:
    return None if item is None or item.source_user == name else item.source_user


def _look(
    unit: Writer,
    scope: Scope,
    working: WorkingMemories | None,
    mine: WorkingMemory | None,
    name: str,
    key: str,
) -> _Found:
    """Looks into L2, then into L3, and notes that the entry was used."""
    rules, now = scope.space.preset.desk, scope.now
    row = registry.found(unit, name)
    is_held = mine is not None and working is not None and holding.hold(unit, scope, row, working)
    used = holding.tell_uses(unit, scope, row, mine) if is_held else 0
    until = now + timedelta(days=rules.l2_days)
    turn = row.turn + used + 1
    entry = unit.agents.entry(name, key)
    removed = 0
    item: Item | None = None
    if entry is not None:
        is_over = entry.expires_at <= now and entry.queue is None
        item = copies.source_of(unit, entry) if entry.is_copy else None
        if is_over or (entry.is_copy and item is None):
            removed = unit.agents.remove_entry(name, key)
            entry = None
    if entry is not None:
        if item is not None and item.expires_at is not None:
            until = min(until, item.expires_at)
        unit.agents.use(name, {key: turn}, at=now, until=until)
        if entry.is_copy and not entry.uses:
            _count_use(unit, row, entry)
        unit.agents.change(name, turns=used + 1)
        entry = entry.changed(expires_at=until)
        told = holding.shown(entry, Tier.L2, _sender(name, item))
        return _Found(entry=told, row=entry, epoch=row.epoch, is_held=is_held)
    item = _in_l3(unit, name, key)
    if item is None:
        unit.agents.change(name, turns=used, entries=-removed)
        return _Found(entry=None, row=None, epoch=row.epoch, is_held=is_held, gone=(key,))
    copy = copies.copy_of(name, item, now, timedelta(days=rules.l2_days), turn)
    copy = copy.changed(uses=1, key=key)
    unit.agents.put_entry(copy)
    gone = holding.make_room(unit, scope, row, added=1 - removed, turns=used + 1, is_held=is_held)
    return _Found(
        entry=holding.shown(copy, Tier.L3, _sender(name, item)),
        row=copy,
        epoch=row.epoch + (not is_held),
        is_held=is_held,
        gone=gone,
    )


def _count_use(unit: Writer, row: AgentRow, entry: EntryRow) -> None:
    got, used = row.usage.get(entry.kind or "", (0, 0))
    if used < got:
        unit.agents.note_usage(row.name, {**row.usage, entry.kind or "": (got, used + 1)})


def _in_l3(unit: Writer, name: str, key: str) -> Item | None:
    """The newest item in use that was pushed under this key; the agent's own first."""
    ids = unit.agents.shared(key, agent=name, limit=AGENT_L3_CANDIDATES_MAX)
    items = unit.items.named(ids) if ids else {}
    return next((items[id] for id in ids if id in items and copies.is_in_use(items[id])), None)


def _promote(scope: Scope, mine: WorkingMemory | None, found: _Found) -> None:
    """Keeps an entry in L1, if this process holds it."""
    if mine is None:
        return
    if not found.is_held:
        mine.clear()
        return
    mine.begin(found.epoch)
    mine.used.clear()
    mine.remove(found.gone)
    if found.entry is not None and found.row is not None:
        holding.keep(scope, mine, found.entry, found.row)
