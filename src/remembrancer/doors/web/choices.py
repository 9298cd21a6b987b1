"""Choices: the words that a filter offers. They are the preset's: counting what there is takes
longer than the list itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from remembrancer.core.preset import Preset
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.lifecycle import status_word
from remembrancer.recall.summary import Stats

# What holds, and what may once somebody has decided. The rest is shown to whoever asks for it.
REVIEWS_IN_USE = (Review.NOT_REQUIRED, Review.PENDING, Review.APPROVED, Review.MANDATORY)
IN_USE: Final[Mapping[str, Any]] = {"lifecycle": (Lifecycle.ACTIVE,), "review": REVIEWS_IN_USE}
STATUSES_IN_USE: Final = frozenset(
    status_word(axis, Lifecycle.ACTIVE, review)
    for axis in ("lifecycle", "review")
    for review in REVIEWS_IN_USE
)
_BY_REVIEW = (Review.PENDING, Review.APPROVED, Review.MANDATORY, Review.REJECTED, Review.REVOKED)


def choices(preset: Preset, chosen: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """By filter: the words to choose from, with the one that is chosen."""
    past = tuple(value for value in Lifecycle if value is not Lifecycle.ACTIVE)
    turned_down = (Review.REJECTED, Review.REVOKED)
    states: tuple[Lifecycle | Review, ...] = (*_BY_REVIEW, *past)
    if preset.status_axis == "lifecycle":
        states = (*Lifecycle, *turned_down)
    offered: dict[str, tuple[str, ...]] = {
        "kind": preset.kinds.values,
        "status": tuple(state.value for state in states),
        "domain": preset.domains.values,
        "category": preset.categories.values,
    }
    return {
        name: tuple(dict.fromkeys((*words, *filter(None, [chosen.get(name)]))))
        for name, words in offered.items()
    }


def in_use(stats: Stats) -> int:
    """How many items the list of what is known has where nobody asks for more."""
    return sum(count for word, count in stats.by_status.items() if word in STATUSES_IN_USE)
