"""Rates from decisions that were watched for different lengths of time.

A decision that is younger than the time asked about and has not been revisited is not yet known:
it is *censored*. The Kaplan-Meier estimator uses it for as long as it was watched. The interval is
Wilson's, with the effective sample size that Greenwood's variance gives. Where all were watched to
the end, the rate is k of n and the interval is Wilson's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

INTERVAL_SHARE: Final = 0.9  # of all intervals, that hold the true rate
_Z: Final = NormalDist().inv_cdf(0.5 + INTERVAL_SHARE / 2)
_DECIMALS: Final = 6


class WatchedTime(NamedTuple):
    """One decision, for as long as it was watched."""

    days: int  # until it was revisited, or else until now or the end of the time asked about
    is_revisited: bool


class Rate(NamedTuple):
    """The share of which something happens, with its 90 % interval."""

    share: float
    low: float
    high: float


class ShareDifference(NamedTuple):
    """One rate minus another, with its 90 % interval."""

    difference: float
    low: float
    high: float


class Quartiles(NamedTuple):
    """Five numbers that sum up a distribution."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


def rate(watched: Sequence[WatchedTime], days: int) -> Rate:
    """The share that is revisited within so many days."""
    kept, variance = 1.0, 0.0  # the share not revisited so far, and Greenwood's sum
    at_risk = len(watched)
    events = Counter(one.days for one in watched if one.is_revisited)
    leaving = Counter(one.days for one in watched)
    for day in sorted(leaving):
        here = events[day]
        if here:
            kept *= 1 - here / at_risk
            variance += here / (at_risk * (at_risk - here)) if here < at_risk else 0.0
        at_risk -= leaving[day]
    whole = sum(not one.is_revisited and one.days >= days for one in watched)
    # Of rates of 0 and 1 the variance says nothing: those count that were watched to the end.
    known = sum(events.values()) + whole
    size = (1 - kept) / (kept * variance) if variance and kept > 0 else known
    return wilson(1 - kept, size)


def wilson(share: float, size: float) -> Rate:
    """A share of so many, with Wilson's score interval. Of none, nothing is known."""
    if size <= 0:
        return Rate(round(share, _DECIMALS), 0.0, 1.0)
    squared = _Z * _Z / size
    middle = (share + squared / 2) / (1 + squared)
    half = _Z * sqrt(max(share * (1 - share), 0.0) / size + squared / (4 * size)) / (1 + squared)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Rate(*(round(one, _DECIMALS) for one in (share, min(low, share), max(high, share))))


def difference(one: Rate, other: Rate) -> ShareDifference:
    """One rate minus the other, with Newcombe's interval made of both their intervals."""
    apart = one.share - other.share
    below = sqrt((one.share - one.low) ** 2 + (other.high - other.share) ** 2)
    above = sqrt((one.high - one.share) ** 2 + (other.share - other.low) ** 2)
    return ShareDifference(
        *(round(value, _DECIMALS) for value in (apart, apart - below, apart + above))
    )


def quartiles(values: Iterable[float]) -> Quartiles:
    """The least, the quartiles and the most of some values, of which there is at least one."""
    ordered = sorted(values)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        before = int(place)
        after = min(before + 1, len(ordered) - 1)
        part = place - before
        return ordered[before] * (1 - part) + ordered[after] * part

    return Quartiles(*(round(at(share), _DECIMALS) for share in (0, 0.25, 0.5, 0.75, 1)))
