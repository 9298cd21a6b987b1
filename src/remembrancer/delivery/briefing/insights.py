"""Insights: factors that several subjects share, counted over items visible to the caller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from remembrancer.core.limits import INSIGHTS_MAX
from remembrancer.delivery.briefing.insight import Insight
from remembrancer.items.item import Item

# Fields about the origin or deadline of an item. They describe the item, not its subject.
_OWN: Final = frozenset(
    {
        *("slot", "value", "unit", "on", "holder", "owner", "deadline", "done", "status"),
        *("priority", "kind", "source", "sources", "said_at", "follow_up", "follow_up_done"),
        *("reasoning", "why", "reason", "rationale", "trigger", "recommendation", "outcome"),
    }
)
_VALUE_CHARACTERS_MAX: Final = 100  # a longer value is a text, not a factor


def insights(items: Iterable[Item], *, min_subjects: int) -> tuple[Insight, ...]:
    """Factors shared by at least this many subjects, most common first."""
    shared: dict[tuple[str, str], dict[str, str]] = {}
    spelled: dict[tuple[str, str], str] = {}
    for item in items:
        if item.subject is None:
            continue
        for attribute, value in _factors(item):
            factor = (attribute, value.casefold())
            spelled.setdefault(factor, value)
            shared.setdefault(factor, {}).setdefault(item.subject, item.id)
    found = [
        Insight(
            attribute=attribute,
            value=spelled[attribute, folded],
            count=len(by_subject),
            subjects=tuple(sorted(by_subject)),
            item_ids=tuple(by_subject[subject] for subject in sorted(by_subject)),
        )
        for (attribute, folded), by_subject in shared.items()
        if len(by_subject) >= min_subjects
    ]
    found.sort(key=lambda insight: (-insight.count, insight.attribute, insight.value))
    return tuple(found[:INSIGHTS_MAX])


def _factors(item: Item) -> Iterator[tuple[str, str]]:
    """What an item says about its subject that may also be true of others."""
    slot = item.data.get("slot")
    if item.category is not None:
        yield "category", item.category
    for tag in item.tags:
        if tag != slot:  # the statement counts, not that there is one
            yield "tag", tag
    for entity in item.entities:
        if entity != item.subject:
            yield "entity", entity
    if isinstance(slot, str) and (text := _as_text(item.data.get("value"))) is not None:
        unit = item.data.get("unit")
        yield slot, f"{text} {unit}" if isinstance(unit, str) else text
    for held in (item.data, item.metadata):
        for name, value in held.items():
            if name not in _OWN and (text := _as_text(value)) is not None:
                yield name, text


def _as_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else None  # a missing property is not a factor
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, str) and 0 < len(value.strip()) <= _VALUE_CHARACTERS_MAX:
        return value.strip()
    return None
