"""Which kinds of items are decisions."""

from __future__ import annotations

from remembrancer.core.kinds import Family
from remembrancer.core.preset import Preset


def decision_kinds(preset: Preset) -> tuple[str, ...]:
    """The kinds of items that are decisions, however they were captured."""
    heard = (preset.extract.kinds.get(family) for family in (Family.DECISION, Family.TRACE))
    named = (preset.decisions.kind, preset.capture.event_kind, *heard)
    return tuple(dict.fromkeys(kind for kind in named if kind is not None))
