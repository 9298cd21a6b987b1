"""The context of a decision: what was known when it was made, and what has changed since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.core.limits import CONTEXT_ITEMS_MAX
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import ERASED
from remembrancer.decisions import decision_rows
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.port import AttributeState
from remembrancer.items.entity import DRAWN_FROM
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.kinds.trace_data import OF_LABELS, OF_OUTCOMES
from remembrancer.ports import LedgerPoint, Reader

_IN_USE: Final = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)
_WITHDRAWN: Final = (Review.REJECTED, Review.REVOKED)
_SAID: Final = ("content", "title", "data")


class SinceThen(StrEnum):
    """What became of something that was known when a decision was made."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"  # it says something else now
    REPLACED = "replaced"  # another item took its place
    WITHDRAWN = "withdrawn"  # dismissed, rejected or revoked
    EXPIRED = "expired"
    ERASED = "erased"  # removed for good
    HIDDEN = "hidden"  # the reader may no longer see it


class KnownThen(Value):
    """An item as it was when the decision was made, and what became of it."""

    id: str
    kind: str
    text: str  # word for word as it was; [erased] if it was erased since
    title: str | None
    occurred_at: datetime
    source_type: str
    source_user: str
    since: SinceThen
    now: str | None = None  # what it says now, or what replaced it; None: nothing


class AttributeThen(Value):
    """An attribute of the subject as it was known then."""

    name: str
    value: Any
    known_since: datetime
    now: Any = None
    has_changed: bool


class DecisionContext(Value):
    """What was known when a decision was made. It does not change, but for what is erased."""

    decision: Decision  # as it was recorded
    at: datetime  # when it was recorded
    position: int | None  # in the ledger; None: for admins only
    gathered: tuple[Any, ...]  # what was gathered for it, as it was recorded
    attributes: tuple[AttributeThen, ...]  # of the subject
    related: tuple[KnownThen, ...]  # the items that it names
    known: tuple[KnownThen, ...]  # what else was known of the subject, newest first
    added_since: int  # items about the subject that were added later
    changes: int  # of those known then, how many are no longer so
    is_cut: bool = False  # True: more was known than is listed


def context(reader: Reader, scope: Scope, id: Any) -> DecisionContext:
    """What the reader may see of what was known when a decision was made."""
    preset = scope.space.preset
    now = decision_rows.named(reader, preset, id)
    point = reader.decisions.made_at([now.id])[now.id]
    before = LedgerPoint(point.seq - 1, point.at)
    first = reader.items.get(now.id, at=point)
    then = decision_rows.decision_from(first, preset) if first is not None else now
    then = then.changed(policies=now.policies, exceptions=now.exceptions, about=now.about)
    known, is_cut = _known_of(reader, now.subject, before, but={now.id})
    named = [id for id in then.related_entries if id not in {one.id for one in known}]
    related_then = [one for id in named if (one := reader.items.get(id, at=point)) is not None]
    listed = [one for one in known if one.id in then.related_entries]
    states = reader.decisions.attribute_states(_entities_of(reader, preset, now))
    shown = _compared(reader, [*related_then, *known])
    related_ids = {one.id for one in (*related_then, *listed)}
    rest = [one for one in shown if one.id not in related_ids]
    return DecisionContext(
        decision=then,
        at=point.at,
        position=point.seq if scope.viewer.sees_personal else None,
        gathered=then.context_gathered,
        attributes=_attributes(states, point.seq),
        related=tuple(one for one in shown if one.id in related_ids),
        known=tuple(rest),
        added_since=_added_since(reader, now.subject, point.at),
        changes=sum(one.since is not SinceThen.UNCHANGED for one in shown),
        is_cut=is_cut,
    )


def attributes_at(
    states: dict[str, tuple[AttributeState, ...]], seq: int
) -> dict[str, tuple[Any, datetime]]:
    """The attributes that were known at a ledger position, each with the time it was told."""
    found: dict[str, tuple[Any, datetime]] = {}
    for listed in states.values():
        for state in listed:
            if state.seq > seq:
                continue
            for name, value in state.attrs.items():
                known = found.get(name)
                if name != DRAWN_FROM and state.holds_at(seq):
                    is_same = known is not None and known[0] == value
                    found[name] = (value, known[1] if known and is_same else state.at)
    return found


def _attributes(
    states: dict[str, tuple[AttributeState, ...]], seq: int
) -> tuple[AttributeThen, ...]:
    then = attributes_at(states, seq)
    last = max((state.seq for listed in states.values() for state in listed), default=seq)
    now = attributes_at(states, max(last, seq))
    since = _told_first(states, seq)
    return tuple(
        AttributeThen(
            name=name,
            value=value,
            known_since=since.get(name, at),
            now=now[name][0] if name in now else None,
            has_changed=name not in now or now[name][0] != value,
        )
        for name, (value, at) in sorted(then.items())
    )


def _told_first(states: dict[str, tuple[AttributeState, ...]], seq: int) -> dict[str, datetime]:
    """Since when each attribute has had the value that it had at a position."""
    since: dict[str, datetime] = {}
    last: dict[str, Any] = {}
    for state in sorted(
        (one for listed in states.values() for one in listed if one.seq <= seq),
        key=lambda one: one.seq,
    ):
        for name, value in state.attrs.items():
            if name not in last or last[name] != value:
                since[name], last[name] = state.at, value
    return since


def _entities_of(reader: Reader, preset: Preset, decision: Decision) -> tuple[str, ...]:
    """The entities of the subject: those that it is linked to, or that are called so."""
    found = set(decision.about)
    if decision.subject is not None:
        kind = preset.decisions.subject_kind
        called = reader.entities.called(kind, external_id=decision.subject, name=decision.subject)
        found |= {one.id for one in called}
    return tuple(sorted(found))


def _known_of(
    reader: Reader, subject: str | None, point: LedgerPoint, *, but: set[str]
) -> tuple[list[Item], bool]:
    if subject is None:
        return [], False
    page = reader.items.page(ItemFilter(subject=subject), limit=CONTEXT_ITEMS_MAX, at=point)
    in_use = [
        one
        for one in page.items
        if one.id not in but and one.lifecycle in _IN_USE and one.review not in _WITHDRAWN
    ]
    return in_use, page.next is not None


def _added_since(reader: Reader, subject: str | None, moment: datetime) -> int:
    if subject is None:
        return 0
    page = reader.items.page(ItemFilter(subject=subject), limit=CONTEXT_ITEMS_MAX, is_bare=True)
    return sum(one.created_at > moment for one in page.items)


def _compared(reader: Reader, items: Sequence[Item]) -> list[KnownThen]:
    now = reader.items.named({one.id for one in items})
    newer = reader.items.named(
        {one.superseded_by for one in now.values() if one.superseded_by is not None}
    )
    made = []
    for one in items:
        current = now.get(one.id)
        since, words = _since(one, current, newer)
        made.append(
            KnownThen(
                id=one.id,
                kind=one.kind,
                text=one.content,
                title=one.title,
                occurred_at=one.occurred_at,
                source_type=one.source_type,
                source_user=one.source_user,
                since=since,
                now=words,
            )
        )
    return made


def _said(item: Item, name: str) -> Any:
    """What an item says; what came of a decision later is no change, nor is its label."""
    value = getattr(item, name)
    if name != "data":
        return value
    later = (*OF_OUTCOMES, *OF_LABELS)
    return {key: one for key, one in value.items() if key not in later}


def _since(then: Item, now: Item | None, newer: dict[str, Item]) -> tuple[SinceThen, str | None]:
    if now is None:
        return (SinceThen.ERASED if then.content == ERASED else SinceThen.HIDDEN), None
    if now.lifecycle is Lifecycle.SUPERSEDED:
        replaced = newer.get(now.superseded_by or "")
        return SinceThen.REPLACED, None if replaced is None else replaced.content
    if now.lifecycle is Lifecycle.DISMISSED or now.review in _WITHDRAWN:
        return SinceThen.WITHDRAWN, None
    if now.lifecycle is Lifecycle.EXPIRED:
        return SinceThen.EXPIRED, None
    if any(_said(then, name) != _said(now, name) for name in _SAID):
        return SinceThen.CHANGED, now.content
    return SinceThen.UNCHANGED, None
