"""Suggesting: what is worth offering to a caller, as prompts and as a delivery."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from remembrancer.context import suggestions as offers
from remembrancer.context.suggestions import Entry, Known
from remembrancer.context.templates import Rendering, rendered
from remembrancer.flows.deliver import delivering_if_any
from remembrancer.flows.visible_items import unasked
from remembrancer.model.brief import Family
from remembrancer.model.item import Item, Lifecycle
from remembrancer.model.scope import Scope
from remembrancer.model.suggestion import Suggestions, Trigger
from remembrancer.ports import NewDelivery, Reader, Store, Told
from remembrancer.rules.budget import token_estimate
from remembrancer.rules.families import by_kind, kinds
from remembrancer.rules.limits import TASKS_SCANNED_MAX
from remembrancer.rules.tasks import day_after, deadline, related

_OPEN = (Family.UNRESOLVED, Family.ACTION)
_DECIDED = (Family.DECISION, Family.TRACE)
_TASKS = (*_OPEN, *_DECIDED)
_STALE_AT_FIRST = 50  # read; and if that is not enough, so many times as many
_STALE_MORE = 10


def suggestions(store: Store, scope: Scope, subject: str | None, locale: str) -> Suggestions:
    """What to offer now. Where there is nothing, nothing is written either."""

    def make(reader: Reader) -> tuple[tuple[Entry, ...], NewDelivery | None]:
        entries = _offered(reader, scope, subject)
        return entries, _delivery(scope, subject, locale, entries) if entries else None

    entries, receipt = delivering_if_any(store, scope, make)
    prompts = tuple(offers.prompted(entry, locale, scope.now) for entry in entries)
    return Suggestions(prompts=prompts, locale=locale, receipt=receipt)


def _offered(reader: Reader, scope: Scope, subject: str | None) -> tuple[Entry, ...]:
    preset = scope.space.preset
    rules = preset.suggestions
    marked = _marked(reader, scope, subject)
    limit = _STALE_AT_FIRST
    while True:
        stale, is_all = _stale(reader, scope, subject, limit)
        items = {one.id: one for one in (*marked, *stale)}
        seen = unasked(reader, scope, items.values())
        known = Known(items=seen, families=by_kind(preset))
        entries = offers.worth_offering(known, rules, scope.now)
        # Of those that lie open, some may be done, or not for this caller: there may be more.
        if is_all or len(entries) >= rules.prompts_max:
            return entries
        limit *= _STALE_MORE


def _marked(reader: Reader, scope: Scope, subject: str | None) -> list[Item]:
    """What is due soon, the decisions about it, and what has to follow from others."""
    preset = scope.space.preset
    rules, today = preset.suggestions, scope.now.date()
    until = day_after(today, rules.deadline_within_days)
    found = reader.marked_items(
        kinds(preset, (*_TASKS, Family.FACT)),  # a plain fact may have a deadline too
        subject=subject,
        since=today,
        until=until,
        tags=rules.follow_up_tags,
        limit=TASKS_SCANNED_MAX,
    )
    due = [one for one in found if (day := deadline(one)) is not None and today <= day <= until]
    return [*found, *_decided_about(reader, scope, due, subject)]


def _decided_about(
    reader: Reader, scope: Scope, due: Sequence[Item], subject: str | None
) -> list[Item]:
    """Decisions that are named with what is due, or may be of one topic with it."""
    decided = kinds(scope.space.preset, _DECIDED)
    if not due:
        return []
    named = reader.items_named({id for one in due for id in related(one)})
    subjects = {one.subject for one in due if one.tags}
    tagged = (
        reader.tagged_items(decided, subjects=subjects, limit=TASKS_SCANNED_MAX) if subjects else ()
    )
    return [
        one
        for one in (*named.values(), *tagged)
        if one.kind in decided
        and one.lifecycle is Lifecycle.ACTIVE
        and (subject is None or one.subject == subject)
    ]


def _stale(
    reader: Reader, scope: Scope, subject: str | None, limit: int
) -> tuple[tuple[Item, ...], bool]:
    """What lies open longest, and whether that is all of it."""
    preset = scope.space.preset
    try:
        before = scope.now - timedelta(days=preset.suggestions.stale_after_days)
    except OverflowError:
        return (), True  # nothing lies that long
    return reader.longest_open(
        kinds(preset, _OPEN),
        subject=subject,
        before=before,
        scanned=TASKS_SCANNED_MAX,
        limit=limit,
    )


def _delivery(
    scope: Scope, subject: str | None, locale: str, entries: tuple[Entry, ...]
) -> NewDelivery:
    parts = {
        trigger.value: [item for each, items in entries if each is trigger for item in items]
        for trigger in Trigger
    }
    given = {"locale": locale}
    text = rendered(
        offers.TEMPLATE, Rendering(parts=parts, messages=(), given=given, now=scope.now)
    )
    return NewDelivery(
        kind="suggestions",
        template=offers.TEMPLATE,
        subject=subject,
        token_estimate=token_estimate(text),
        token_budget=token_estimate(text),
        told=[Told(part, f"offered: {part}", item.id) for part in parts for item in parts[part]],
        withheld={},
        given=given,
        text=text,
    )
