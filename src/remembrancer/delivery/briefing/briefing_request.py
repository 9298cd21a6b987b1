"""A briefing before a meeting: selects items, renders the text and stores a delivery."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from remembrancer.core.limits import BRIEFING_PART_ITEMS_MAX
from remembrancer.core.locale import day_in_words
from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import counted, fitted
from remembrancer.delivery.briefing import briefing_text as briefings
from remembrancer.delivery.briefing.briefing import Briefing
from remembrancer.delivery.briefing.briefing_text import BriefingPart, BriefingSelection
from remembrancer.delivery.briefing.matching_precedents import matching_precedents
from remembrancer.delivery.deliver import delivering
from remembrancer.delivery.template_registry import rendered
from remembrancer.delivery.templates import Rendering
from remembrancer.delivery.visible_items import for_caller
from remembrancer.governance import contradictions
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.governance.receipt_rules import by_counter
from remembrancer.items.delivered_text import delivered
from remembrancer.items.item import Item
from remembrancer.items.kinds.kind_groups import by_kind
from remembrancer.ports import Embedder, Reader, Store


class BriefingArguments(NamedTuple):
    """The arguments of a briefing."""

    subject: str
    token_budget: int
    locale: str
    meeting_at: datetime | None


class _Made(NamedTuple):
    chosen: BriefingSelection
    contradictions: tuple[Contradiction, ...]  # the items in the briefing
    new: NewDelivery


def briefing(
    store: Store, scope: Scope, arguments: BriefingArguments, embedder: Embedder | None = None
) -> Briefing:
    """The briefing about a subject, from items visible to the caller, within the budget."""

    def make(reader: Reader) -> tuple[_Made, NewDelivery]:
        made = _made(reader, scope, arguments, embedder)
        return made, made.new

    made, receipt = delivering(store, scope, make)
    items = made.chosen.items
    return Briefing(
        subject=delivered(arguments.subject),
        at=scope.now,
        meeting_at=arguments.meeting_at,
        actions=items(BriefingPart.ACTION),
        contradictions=made.contradictions,
        unresolved=items(BriefingPart.UNRESOLVED),
        preferences=items(BriefingPart.PREFERENCE),
        goals=items(BriefingPart.GOAL),
        decisions=items(BriefingPart.DECISION),
        precedents=items(BriefingPart.PRECEDENT),
        facts=items(BriefingPart.FACT),
        left_out=dict(made.chosen.left_out),
        text=made.new.text,
        token_estimate=made.new.token_estimate,
        token_budget=arguments.token_budget,
        receipt=receipt,
    )


def _made(
    reader: Reader, scope: Scope, arguments: BriefingArguments, embedder: Embedder | None
) -> _Made:
    preset = scope.space.preset
    found, _ = reader.items.newest_by_kind(
        arguments.subject, per_kind=BRIEFING_PART_ITEMS_MAX, at=None
    )
    items = for_caller(scope, found)
    disputes = _disputes(reader, scope, arguments.subject, items)
    given = _template_values(arguments, preset.confidence.hedge_below) | by_counter(scope.counter)
    parts = briefings.parted(items, [(a, b) for _, a, b in disputes], by_kind(preset))
    alike = matching_precedents(reader, scope, arguments.subject, parts, embedder)
    parts[BriefingPart.PRECEDENT] = [(one,) for one in alike]

    def within(tokens: int) -> tuple[BriefingSelection, str]:
        chosen = briefings.chosen(
            parts, given, scope.now, tokens=tokens, per_part=preset.briefing.per_part
        )
        rendering = Rendering(
            parts={part.value: chosen.items(part) for part in chosen.parts},
            messages=(),
            given=given,
            now=scope.now,
        )
        return chosen, rendered(briefings.TEMPLATE, rendering)

    chosen, text = fitted(
        arguments.token_budget, within, lambda made: counted(made[1], scope.counter), scope.counter
    )
    entries = [
        DeliveredEntry(part.value, briefings.why(part), item.id)
        for part in chosen.parts
        for item in chosen.items(part)
    ]
    # Only delivered items count as read. Otherwise the audit log would record that an admin read
    # other people's personal items that were not delivered.
    reader.only_looked_at({entry.item_id or "" for entry in entries})
    new = NewDelivery(
        kind="briefing",
        template=briefings.TEMPLATE,
        subject=arguments.subject,
        token_estimate=counted(text, scope.counter),
        token_budget=arguments.token_budget,
        told=entries,
        withheld={f"no room: {part}": count for part, count in chosen.left_out.items()},
        given=given,
        text=text,
    )
    kept = {(a.id, b.id) for a, b in chosen.parts.get(BriefingPart.CONTRADICTION, ())}
    return _Made(chosen, tuple(one for one, a, b in disputes if (a.id, b.id) in kept), new)


def _template_values(arguments: BriefingArguments, hedge_below: float) -> dict[str, Any]:
    given: dict[str, Any] = {
        "subject": arguments.subject,
        "locale": arguments.locale,
        "hedge_below": hedge_below,
    }
    if arguments.meeting_at is not None:
        day = day_in_words(arguments.meeting_at.date(), arguments.locale)
        given["meeting_at"] = f"{day} {arguments.meeting_at:%H:%M} UTC"
    return given


def _disputes(
    reader: Reader, scope: Scope, subject: str, items: list[Item]
) -> list[tuple[Contradiction, Item, Item]]:
    """Unresolved contradictions of two items that are both about the subject and for the caller."""
    if not items:
        return []
    result = []
    for entry in contradictions.listed(reader, scope, of=[each.id for each in items]):
        a, b = entry.a, entry.b
        if not (isinstance(a, Item) and isinstance(b, Item)):
            continue  # somebody else made one of them personal
        if a.subject == b.subject == subject and len(for_caller(scope, (a, b))) == 2:
            result.append((delivered(entry), delivered(a), delivered(b)))
    return result
