"""Kind groups: which family the items of each kind belong to, according to the preset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.core.preset import Preset

# If several families share a kind, the first of these is the family of its items.
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
    """The family of each kind. A kind that also holds plain facts counts as facts.

    A kind that holds both actions and unresolved matters counts as unresolved.
    """
    families: dict[str, set[Family]] = {}
    for family, kind in preset.extract.kinds.items():
        families.setdefault(kind, set()).add(family)
    families.setdefault(preset.capture.fact_kind, set()).add(Family.FACT)
    families.setdefault(preset.capture.action_kind, set()).add(Family.ACTION)
    families.setdefault(preset.capture.event_kind, set()).add(Family.DECISION)
    return {kind: next(one for one in _ORDER if one in all_of) for kind, all_of in families.items()}


def kinds(preset: Preset, families: Iterable[Family]) -> tuple[str, ...]:
    """The kinds of these families."""
    wanted = frozenset(families)
    return tuple(kind for kind, family in by_kind(preset).items() if family in wanted)
