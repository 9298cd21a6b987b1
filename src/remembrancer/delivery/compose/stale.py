"""Stale memory: items outdated by live state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.core.kinds import Family
from remembrancer.core.preset import Preset
from remembrancer.items.item import Item, Review
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.language.statement_reader import best_slot, mask_statement
from remembrancer.reading.offline.filters import live_data_filter


class Fresh(NamedTuple):
    """The result of comparing items with live state."""

    stale: frozenset[str] = frozenset()  # ids of facts that are no longer true
    marked: frozenset[str] = frozenset()  # ids of other items with a figure that has changed
    clashes: Mapping[str, str] = {}  # of both, the mandatory ones: by id the name in live state


_FIGURE_CHARACTERS_MAX: Final = 40  # the longest text that can be a figure with its unit and day


def freshness(
    items: Iterable[Item], state: Mapping[str, Any], preset: Preset, now: datetime
) -> Fresh:
    """The items that live state contradicts.

    A contradicted fact is left out. A decision or an open item stays, since it says more than its
    figure. A preference says nothing about how things are.
    """
    held = [_read(field, preset.language, now) for field in live_data_filter.live_fields(state)]
    kinds = preset.extract.kinds
    facts = {preset.default_kind, kinds.get(Family.FACT), preset.capture.fact_kind}
    wishes = {kinds.get(Family.PREFERENCE)} - facts
    stale: set[str] = set()
    marked: set[str] = set()
    clashes: dict[str, str] = {}
    for item in items:
        if item.kind in wishes:
            continue
        text = mask_statement(item.content, language=preset.language, at=item.occurred_at)
        slot = best_slot(text)
        other = next((one for one in held if _is_other(one, text, slot)), None)
        if other is not None:
            (stale if item.kind in facts else marked).add(item.id)
            if item.review is Review.MANDATORY:
                clashes[item.id] = other.name
    return Fresh(frozenset(stale), frozenset(marked), clashes)


def _read(
    held: live_data_filter.LiveField, language: str, now: datetime
) -> live_data_filter.LiveField:
    """The value with its figure as a number, if it has one in words: "84 000 kr", "3 (today)"."""
    value = held.value
    if not isinstance(value, str) or len(value) > _FIGURE_CHARACTERS_MAX:
        return held
    text = mask_statement(value.strip(), language=language, at=now)
    if len(text.amounts) != 1 or text.amounts[0].start != 0:
        return held
    return held._replace(value=text.amounts[0].value)


def _is_other(held: live_data_filter.LiveField, text: MaskedText, slot: FilledSlot | None) -> bool:
    """Whether live state has a different value for what the item says."""
    if not held.words or (slot is None and not _is_named(held, text.low)):
        return False  # then they share a figure at most
    if not live_data_filter.is_covered(text, slot, [held]):
        return False
    value = held.value
    if isinstance(value, bool):
        return slot is not None and isinstance(slot.slot.value, bool) and slot.slot.value != value
    if isinstance(value, int | float):
        return bool(text.amounts) and all(amount.value != float(value) for amount in text.amounts)
    if isinstance(value, str):
        return value.strip().lower() not in text.low
    return False


def _is_named(held: live_data_filter.LiveField, low: str) -> bool:
    return all(any(form in low for form in forms) for forms in held.words)
