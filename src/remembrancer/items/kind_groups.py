"""Families: what sort of thing the items of each kind are, as a preset says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.core.preset import Preset

# Of several families that share a kind, the first is what its items count as.
_ORDER: Final = (
    Family.FACT,
    Family.PREFERENCE,
    Family.DECISION,
    Family.TRACE,
    Family.UNRESOLVED,
    Family.ACTION,
    Family.GOAL,
)


def by_kind(preset: Preset) -> dict[str, Family]:
    """The family of each kind. A kind that holds plain facts as well counts as facts.

    Where actions and what was left open are one kind, it counts as left open.
    """
    held: dict[str, set[Family]] = {}
    for family, kind in preset.extract.kinds.items():
        held.setdefault(kind, set()).add(family)
    held.setdefault(preset.capture.fact_kind, set()).add(Family.FACT)
    held.setdefault(preset.capture.action_kind, set()).add(Family.ACTION)
    held.setdefault(preset.capture.event_kind, set()).add(Family.DECISION)
    return {kind: next(one for one in _ORDER if one in all_of) for kind, all_of in held.items()}


def kinds(preset: Preset, families: Iterable[Family]) -> tuple[str, ...]:
    """The kinds of these families."""
    wanted = frozenset(families)
    return tuple(kind for kind, family in by_kind(preset).items() if family in wanted)
