"""Stale memory: what live state knows better by now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from remembrancer.extract import live
from remembrancer.model.brief import Family
from remembrancer.model.item import Item
from remembrancer.model.preset import Preset
from remembrancer.rules.statements.masks import Masked
from remembrancer.rules.statements.slots import Filled
from remembrancer.rules.statements.statement import chosen, look


class Fresh(NamedTuple):
    """What becomes of memories beside live state."""

    stale: frozenset[str] = frozenset()  # ids of facts that are not so any more
    marked: frozenset[str] = frozenset()  # ids of others that name a figure which changed since


def freshness(items: Iterable[Item], state: Mapping[str, Any], preset: Preset) -> Fresh:
    """Which of these live state contradicts.

    A fact is then left out. A decision or an open matter stays, for it is more than its figure,
    and a preference says nothing of how things are.
    """
    held = live.held(state)
    kinds = preset.extract.kinds
    facts = {preset.default_kind, kinds.get(Family.FACT), preset.capture.fact_kind}
    wishes = {kinds.get(Family.PREFERENCE)} - facts
    stale: set[str] = set()
    marked: set[str] = set()
    for item in items:
        if item.kind in wishes:
            continue
        said = look(item.content, language=preset.language, at=item.occurred_at)
        found = chosen(said)
        if any(_is_other(one, said, found) for one in held):
            (stale if item.kind in facts else marked).add(item.id)
    return Fresh(frozenset(stale), frozenset(marked))


def _is_other(held: live.Held, said: Masked, found: Filled | None) -> bool:
    """Whether live state answers what is said here, and answers it otherwise."""
    if not held.words or (found is None and not _is_named(held, said.low)):
        return False  # then it can only have the same figure
    if not live.is_covered(said, found, [held]):
        return False
    value = held.value
    if isinstance(value, bool):
        return (
            found is not None and isinstance(found.slot.value, bool) and found.slot.value != value
        )
    if isinstance(value, int | float):
        return bool(said.amounts) and all(one.value != float(value) for one in said.amounts)
    if isinstance(value, str):
        return value.strip().lower() not in said.low
    return False


def _is_named(held: live.Held, low: str) -> bool:
    return all(any(form in low for form in forms) for forms in held.words)
