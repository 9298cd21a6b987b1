"""Choices: the words that a filter offers. They are the preset's: counting what there is takes
longer than the list itself."""

from __future__ import annotations

from collections.abc import Mapping

from remembrancer.model.item import Lifecycle, Review
from remembrancer.model.preset import Preset

_BY_REVIEW = (Review.PENDING, Review.APPROVED, Review.MANDATORY, Review.REJECTED, Review.REVOKED)


def choices(preset: Preset, chosen: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """By filter: the words to choose from, with the one that is chosen."""
    states = tuple(Lifecycle) if preset.status_axis == "lifecycle" else _BY_REVIEW
    offered: dict[str, tuple[str, ...]] = {
        "kind": preset.kinds.values,
        "status": tuple(one.value for one in states),
        "domain": preset.domains.values,
        "category": preset.categories.values,
    }
    return {
        name: tuple(dict.fromkeys((*words, *filter(None, [chosen.get(name)]))))
        for name, words in offered.items()
    }
