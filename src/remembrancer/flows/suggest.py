"""Suggesting: what is worth offering to a caller, as prompts and as a delivery."""

from __future__ import annotations

from remembrancer.context import suggestions as offers
from remembrancer.context.suggestions import Entry, Known
from remembrancer.context.templates import Rendering, rendered
from remembrancer.flows.deliver import delivering_if_any
from remembrancer.flows.visible_items import in_use
from remembrancer.model.brief import Family
from remembrancer.model.item import Item
from remembrancer.model.scope import Scope
from remembrancer.model.suggestion import Suggestions, Trigger
from remembrancer.ports import NewDelivery, Reader, Store, Told
from remembrancer.rules.budget import token_estimate
from remembrancer.rules.families import by_kind, kinds
from remembrancer.rules.limits import PAGE_ITEMS_MAX, TASKS_SCANNED_MAX

_TASKS = (Family.UNRESOLVED, Family.ACTION, Family.DECISION, Family.TRACE)


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
    tasks = kinds(preset, _TASKS)

    def newest(kinds: tuple[str, ...], limit: int) -> list[Item]:
        return in_use(reader, scope, kinds=kinds, subject=subject, is_bare=True, limit=limit)

    items = newest(tasks, TASKS_SCANNED_MAX)
    # A plain fact may have a deadline too, and then it is a new one.
    facts = kinds(preset, (Family.FACT,))
    items += newest(facts, PAGE_ITEMS_MAX)
    return offers.worth_offering(
        Known(items=items, families=by_kind(preset)), preset.suggestions, scope.now
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
