"""Bias: whether an agent's estimates lie too high or too low, all in all, by sector and regime."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from math import fsum
from typing import NamedTuple

from remembrancer.core.base import Value
from remembrancer.core.desk_rules import DebateRules
from remembrancer.team.track_record.credibility_port import CredibilityPoint


class BiasDirection(StrEnum):
    OVER = "over"  # the estimates were too high
    UNDER = "under"  # they were too low


class BiasCorrection(Value):
    """A systematic error, and what to do about it."""

    direction: BiasDirection
    mean_error: float  # relative to what came: 0.1 is ten percent too high
    points: int  # estimates with a known result
    same_side: int  # of them, those that erred in this direction
    recommended_adjustment: float  # the factor to multiply an estimate with


class BiasCorrections(Value):
    """The systematic errors of one agent in one domain; empty where there are none."""

    overall: BiasCorrection | None = None
    sectors: dict[str, BiasCorrection] = {}
    regimes: dict[str, BiasCorrection] = {}  # of the market

    def __bool__(self) -> bool:
        return self.overall is not None or bool(self.sectors) or bool(self.regimes)


class _Error(NamedTuple):
    value: float  # relative
    sector: str | None
    regime: str | None


def corrections(points: Sequence[CredibilityPoint], rules: DebateRules) -> BiasCorrections:
    """What the points tell of systematic errors."""
    errors = [
        _Error((one.estimate - one.actual) / abs(one.actual), one.sector, one.regime)
        for one in points
        if one.estimate is not None and one.actual
    ]
    return BiasCorrections(
        overall=correction([one.value for one in errors], rules),
        sectors=_grouped(errors, lambda one: one.sector, rules),
        regimes=_grouped(errors, lambda one: one.regime, rules),
    )


def correction(errors: Sequence[float], rules: DebateRules) -> BiasCorrection | None:
    """The systematic error in these relative errors; None: there is none, or too few are known."""
    if len(errors) < rules.bias_points_min:
        return None
    mean = fsum(errors) / len(errors)
    same_side = sum(one * mean > 0 for one in errors)
    if abs(mean) < rules.bias_min or same_side < rules.bias_share_min * len(errors):
        return None
    if mean <= -1:  # no factor makes up for estimates of the wrong sign
        return None
    return BiasCorrection(
        direction=BiasDirection.OVER if mean > 0 else BiasDirection.UNDER,
        mean_error=round(mean, 6),
        points=len(errors),
        same_side=same_side,
        recommended_adjustment=round(1 / (1 + mean), 6),
    )


def in_words(agent: str, found: BiasCorrections) -> list[str]:
    """The corrections as sentences."""
    named = [("", found.overall)]
    named += [(f" in {name}", one) for name, one in sorted(found.sectors.items())]
    named += [(f" in {name} markets", one) for name, one in sorted(found.regimes.items())]
    return [
        f"{agent}{where} {one.direction.value}estimates by {abs(one.mean_error):.0%} "
        f"({one.same_side} of {one.points}): multiply by {one.recommended_adjustment:.2f}"
        for where, one in named
        if one is not None
    ]


def _grouped(
    errors: Iterable[_Error], group: Callable[[_Error], str | None], rules: DebateRules
) -> dict[str, BiasCorrection]:
    by: dict[str, list[float]] = {}
    for one in errors:
        name = group(one)
        if name is not None:
            by.setdefault(name, []).append(one.value)
    found = {name: correction(values, rules) for name, values in sorted(by.items())}
    return {name: one for name, one in found.items() if one is not None}
