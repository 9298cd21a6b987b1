"""Deliver: what waits in an agent's inbox is written into its L2."""

from __future__ import annotations

from datetime import datetime, timedelta

from remembrancer.core.limits import AGENT_UPDATES_KEPT_MAX, AGENT_UPDATES_PULLED_MAX
from remembrancer.core.scope import Scope
from remembrancer.items.item import Item
from remembrancer.jobs import transactions
from remembrancer.ports import Reader, Store, Writer
from remembrancer.team import copies, registry
from remembrancer.team.agent import AgentRow, AgentUpdate, SyncPriority
from remembrancer.team.port import UpdateRow


def deliver_all(store: Store, scope: Scope, *, due_by: datetime | None) -> list[AgentUpdate]:
    """Delivers to the viewer, an agent, all that waits for it, or what is due."""
    done: list[AgentUpdate] = []
    while True:
        updates, taken = transactions.written(
            store, scope, lambda unit: _deliver(unit, scope, due_by)
        )
        done += updates
        if taken < AGENT_UPDATES_PULLED_MAX:
            return done


def _deliver(unit: Writer, scope: Scope, due_by: datetime | None) -> tuple[list[AgentUpdate], int]:
    """Delivers a first part; what was delivered, and how many updates were taken."""
    name, now = scope.viewer.name, scope.now
    row = registry.found(unit, name)
    waiting = unit.agents.due_updates(name, due_by=due_by, limit=AGENT_UPDATES_PULLED_MAX)
    if not waiting:
        unit.agents.synced(name)
        return [], 0
    items = _visible(unit, waiting)
    shown = [one for one in waiting if one.update.item_id in items]
    hidden = [one.number for one in waiting if one.update.item_id not in items]
    if hidden:  # the agent may not see it, or no longer
        unit.agents.drop_updates(name, hidden)
    if shown:
        _write_copies(unit, scope, row, [items[one.update.item_id] for one in shown])
        numbers = [one.number for one in shown]
        unit.agents.delivered(name, numbers, at=now, kept=AGENT_UPDATES_KEPT_MAX)
    unit.agents.synced(name)
    for priority in SyncPriority:
        waited = [
            (now - one.update.queued_at).total_seconds()
            for one in shown
            if one.update.priority is priority
        ]
        if waited:
            unit.agents.count(priority, latencies=waited)
    told = [update_from(one, items, delivered_at=now) for one in shown]
    return told, len(waiting)


def _visible(reader: Reader, rows: list[UpdateRow] | tuple[UpdateRow, ...]) -> dict[str, Item]:
    """The items of updates, and their precedents, that the agent may see and that are in use."""
    ids = {one.update.item_id for one in rows} | {one.update.precedent for one in rows}
    found = reader.items.named([id for id in ids if id is not None])
    return {id: item for id, item in found.items() if copies.is_in_use(item)}


def _write_copies(unit: Writer, scope: Scope, row: AgentRow, items: list[Item]) -> None:
    """Writes items into the agent's L2, in order. What it wrote itself stays."""
    rules = scope.space.preset.desk
    usage = dict(row.usage)
    turn, added = row.turn, 0
    for item in items:
        key = copies.key_of(item)
        known = unit.agents.entry(row.name, key)
        if known is not None and not known.is_copy:
            continue
        turn += 1
        entry = copies.copy_of(row.name, item, scope.now, timedelta(days=rules.l2_days), turn)
        unit.agents.put_entry(entry)
        added += known is None
        got, used = usage.get(entry.kind or "", (0, 0))
        usage[entry.kind or ""] = (got + 1, used)
    over = row.entries + added - rules.l2_entries
    evicted = unit.agents.evict(row.name, count=over) if over > 0 else ()
    unit.agents.note_usage(row.name, copies.limited(usage))
    unit.agents.change(row.name, turns=turn - row.turn, entries=added - len(evicted), epochs=1)


def inbox(reader: Reader, scope: Scope, limit: int) -> tuple[AgentUpdate, ...]:
    """What waits for the viewer, an agent, in order."""
    rows = reader.agents.inbox(scope.viewer.name, limit=limit)
    items = _visible(reader, rows)
    return tuple(
        update_from(one, items, delivered_at=None) for one in rows if one.update.item_id in items
    )


def update_from(
    row: UpdateRow, items: dict[str, Item], *, delivered_at: datetime | None
) -> AgentUpdate:
    """An update as its agent sees it. A precedent that it may not see is not named."""
    update = row.update
    item = items[update.item_id]
    return AgentUpdate(
        item_id=item.id,
        key=copies.key_of(item),
        value=copies.value_of(item),
        kind=item.category,
        sender=update.sender,
        message=update.message,
        priority=update.priority,
        factors=update.factors,
        precedent=update.precedent if update.precedent in items else None,
        queued_at=update.queued_at,
        due_at=update.due_at,
        delivered_at=delivered_at,
    )
