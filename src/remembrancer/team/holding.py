"""Holding an agent's L1, and keeping L1 and L2 within their size and time."""

from __future__ import annotations

from datetime import timedelta

from remembrancer.core.errors import Conflict
from remembrancer.core.limits import AGENT_EXPIRED_REMOVED_MAX
from remembrancer.core.scope import Scope
from remembrancer.ports import Writer
from remembrancer.team import queues
from remembrancer.team.agent import AgentEntry, AgentRow, EntryRow, Tier
from remembrancer.team.working_memory import WorkingEntry, WorkingMemories, WorkingMemory


def hold(unit: Writer, scope: Scope, row: AgentRow, working: WorkingMemories) -> bool:
    """Whether this process holds the agent's L1: it did, nobody does, or the lease ran out."""
    rules, now, holder = scope.space.preset.desk, scope.now, working.holder
    is_mine = row.holder == holder
    if not is_mine and row.holder is not None and row.held_until and row.held_until > now:
        return False
    half = timedelta(seconds=rules.lease_seconds / 2)
    if not is_mine or row.held_until is None or row.held_until - now < half:
        unit.agents.hold(row.name, holder, queues.lease_end(rules, now))
    return True


def tell_uses(unit: Writer, scope: Scope, row: AgentRow, mine: WorkingMemory | None) -> int:
    """Tells L2 what was used in L1, so that it is not evicted there. Returns how many."""
    if mine is None or mine.epoch != row.epoch or not mine.used:
        return 0
    until = scope.now + timedelta(days=scope.space.preset.desk.l2_days)
    used = {key: row.turn + place for place, key in enumerate(mine.used, start=1)}
    unit.agents.use(row.name, used, at=scope.now, until=until)
    return len(used)


def make_room(
    unit: Writer, scope: Scope, row: AgentRow, *, added: int, turns: int, is_held: bool
) -> tuple[str, ...]:
    """Keeps L2 within its size and time, and counts. Returns the keys that are gone."""
    rules = scope.space.preset.desk
    gone: tuple[str, ...] = ()
    if added:
        gone = unit.agents.remove_expired(row.name, now=scope.now, limit=AGENT_EXPIRED_REMOVED_MAX)
    over = row.entries + added - len(gone) - rules.l2_entries
    if over > 0:
        evicted = unit.agents.evict(row.name, count=over)
        if len(evicted) < over:
            raise Conflict(
                f"The memory of {row.name!r} is full: all of its {rules.l2_entries:,} entries wait "
                "to be pushed. Push them first: push()."
            )
        gone += evicted
    unit.agents.change(row.name, turns=turns, entries=added - len(gone), epochs=0 if is_held else 1)
    return gone


def keep(scope: Scope, mine: WorkingMemory, entry: AgentEntry, row: EntryRow) -> None:
    """Puts an entry into L1, which may not show it longer than L2 does."""
    rules = scope.space.preset.desk
    until = min(scope.now + timedelta(hours=rules.l1_hours), row.expires_at)
    kept = entry.changed(tier=Tier.L1)
    working = WorkingEntry(entry=kept, until=until, item_version=row.item_version)
    mine.put(working, size=rules.l1_entries)


def shown(row: EntryRow, tier: Tier, sender: str | None) -> AgentEntry:
    return AgentEntry.trusted(
        {
            "key": row.key,
            "value": row.value,
            "tier": tier,
            "kind": row.kind,
            "importance": row.importance,
            "subject": row.subject,
            "is_shared": row.is_shared,
            "written_at": row.written_at,
            "item_id": row.item_id,
            "sender": sender,
        }
    )
