"""Learned weights: how much earlier use changes the ranking. The effect is always small."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from remembrancer.core.limits import LEARNED_BY_ONE_MAX, LEARNED_MAX, WALK_TELLING_WALKS_MIN
from remembrancer.recall.walk import LearnedWeight

_EVIDENCE: Final = 5  # log entries of a category by one caller that reach half of the effect
_DECIMALS: Final = 6


class Use(NamedTuple):
    """An item in an answer for which the caller reported what was used."""

    owner: str  # who asked
    walk: int
    category: str | None
    is_used: bool
    item: str = ""  # its id


def learned(uses: Iterable[Use]) -> tuple[LearnedWeight, ...]:
    """The factor for items of each category, the furthest from 1 first.

    For each caller, the use of a category is compared with that caller's average. The result is
    capped before callers are summed up, so one caller with many entries has no more than its share.
    """
    by_caller: defaultdict[str, list[Use]] = defaultdict(list)
    for use in uses:
        by_caller[use.owner].append(use)
    total: defaultdict[str, float] = defaultdict(float)
    from_what: defaultdict[str, list[Use]] = defaultdict(list)
    for name in sorted(by_caller):  # float sums depend on the order
        for category, share in _shares(by_caller[name]).items():
            total[category] += share
            from_what[category] += [use for use in by_caller[name] if use.category == category]
    weights = [
        LearnedWeight(
            category=category,
            weight=round(1.0 + _capped(share, LEARNED_MAX), _DECIMALS),
            walks=len({use.walk for use in from_what[category]}),
            callers=len({use.owner for use in from_what[category]}),
            returned=len(from_what[category]),
            used=sum(use.is_used for use in from_what[category]),
        )
        for category, share in total.items()
    ]
    moved = [weight for weight in weights if weight.weight != 1.0]
    return tuple(sorted(moved, key=lambda weight: (-abs(weight.weight - 1.0), weight.category)))


def _shares(uses: list[Use]) -> dict[str, float]:
    """The result of one caller for each category, capped."""
    usual = sum(use.is_used for use in uses) / len(uses)
    result: dict[str, float] = {}
    for category in sorted({use.category for use in uses if use.category is not None}):
        own = [use for use in uses if use.category == category]
        walks = len({use.walk for use in own})
        if walks < WALK_TELLING_WALKS_MIN:
            continue
        rate = (sum(use.is_used for use in own) + usual) / (len(own) + 1)
        surely = walks / (walks + _EVIDENCE)
        result[category] = _capped((rate - usual) * surely, 1.0) * LEARNED_BY_ONE_MAX
    return result


def _capped(value: float, most: float) -> float:
    return min(most, max(-most, value))
