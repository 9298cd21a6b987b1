"""Rates: exact where all is known, honest where it is not, checked against known truths."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import isclose, sqrt
from statistics import median

import pytest

from remembrancer.decisions.what_if import rates
from remembrancer.decisions.what_if.rates import Rate, WatchedTime

YEAR = 365
SEEDS = range(1000)

# For how many days a decision was watched, drawn at random.
WATCHING: dict[str, Callable[[random.Random], float]] = {
    "all to the end": lambda _: YEAR,
    "begun within two years": lambda rng: rng.uniform(0, 2 * YEAR),
    "half of them to the end": lambda rng: rng.choice((YEAR, rng.uniform(0, YEAR))),
}


def drawn(seed: int, watching: Callable[[random.Random], float]) -> tuple[float, list[WatchedTime]]:
    """A true rate from 0.05 to 0.95, and 20 to 200 decisions that follow it."""
    rng = random.Random(seed)
    count, share = rng.randint(20, 200), rng.uniform(0.05, 0.95)
    made = []
    for _ in range(count):
        day = rng.randrange(YEAR) if rng.random() < share else None
        until = min(int(watching(rng)), YEAR)
        is_seen = day is not None and day <= until
        made.append(WatchedTime(day if is_seen and day is not None else until, is_seen))
    return share, made


@pytest.mark.parametrize("watching", WATCHING)
def test_the_interval_holds_the_true_rate(watching: str) -> None:
    """Over 1000 seeds the true rate lies in the 90 % interval in 87 to 95 of 100, and the
    interval is at most 1.3 times as wide as Wilson's of as many decisions, in the median."""
    held, widths = 0, []
    for seed in SEEDS:
        share, watched = drawn(seed, WATCHING[watching])
        found = rates.rate(watched, YEAR)
        held += found.low <= share <= found.high
        plain = rates.wilson(found.share, len(watched))
        widths.append((found.high - found.low) / (plain.high - plain.low))
    assert 0.87 <= held / len(SEEDS) <= 0.95
    assert median(widths) <= 1.3


def test_complete_data_give_the_plain_share() -> None:
    """Where all were watched to the end, the rate is k of n, and the interval Wilson's."""
    for count in (1, 20, 50, 173):
        for seen in range(0, count + 1, max(1, count // 7)):
            watched = [WatchedTime(day % YEAR, True) for day in range(seen)]
            watched += [WatchedTime(YEAR, False)] * (count - seen)
            found = rates.rate(watched, YEAR)
            assert found.share == round(seen / count, 6)
            assert found == pytest.approx(rates.wilson(seen / count, count), abs=2e-6)


def test_wilson_is_the_published_interval() -> None:
    """20 of 50 with z = 1.645: from 29.4 % to 51.6 %, by the formula as it is printed."""
    z, n, p = 1.6448536, 50, 0.4
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    found = rates.wilson(p, n)
    assert isclose(found.low, middle - half, abs_tol=1e-6)
    assert isclose(found.high, middle + half, abs_tol=1e-6)


def test_what_is_not_known_yet_counts_as_long_as_it_was_watched() -> None:
    """The textbook example of Kaplan and Meier: 6-MP of Freireich, 21 patients, the share in
    remission after 10 weeks is 0.753 and after 23 weeks 0.448."""
    weeks = {6: 3, 7: 1, 10: 1, 13: 1, 16: 1, 22: 1, 23: 1}
    lost = {6: 1, 9: 1, 10: 1, 11: 1, 17: 1, 19: 1, 20: 1, 25: 1, 32: 2, 34: 1, 35: 1}
    watched = [WatchedTime(week, True) for week, count in weeks.items() for _ in range(count)]
    watched += [WatchedTime(week, False) for week, count in lost.items() for _ in range(count)]
    early = [WatchedTime(min(one.days, 10), one.is_revisited and one.days <= 10) for one in watched]
    assert len(watched) == 21
    assert rates.rate(early, 10).share == pytest.approx(1 - 0.753, abs=5e-4)
    assert rates.rate(watched, 35).share == pytest.approx(1 - 0.448, abs=5e-4)


def test_nothing_is_claimed_of_what_nobody_watched() -> None:
    """Of decisions made today that nobody revisited, any rate is possible."""
    assert rates.rate([WatchedTime(0, False)] * 50, YEAR) == Rate(0.0, 0.0, 1.0)
    assert rates.rate([WatchedTime(YEAR, False)] * 50, YEAR).high < 0.06
    assert rates.rate([WatchedTime(3, True)] * 50, YEAR).low > 0.94


def test_fewer_watched_make_a_wider_interval() -> None:
    """With half of them censored early, the interval is wider than with all known, and still
    narrower than that of the known half alone."""
    known = [WatchedTime(40, True)] * 20 + [WatchedTime(YEAR, False)] * 30
    half = [WatchedTime(40, True)] * 10 + [WatchedTime(YEAR, False)] * 15
    both = half + [WatchedTime(39, False)] * 25
    widths = [one.high - one.low for one in (rates.rate(w, YEAR) for w in (known, both, half))]
    assert widths[0] < widths[1] <= widths[2]


def test_the_difference_is_newcombes() -> None:
    """The published example: 56 of 70 against 48 of 80, 95 % from 0.0524 to 0.3339; at 90 % it
    lies within that, and turns round with the sides."""
    one, other = rates.wilson(56 / 70, 70), rates.wilson(48 / 80, 80)
    found = rates.difference(one, other)
    assert found.difference == 0.2
    assert 0.0524 < found.low < 0.1
    assert 0.28 < found.high < 0.3339
    back = rates.difference(other, one)
    assert (back.difference, back.low, back.high) == (-0.2, -found.high, -found.low)


def test_quartiles() -> None:
    """Five numbers, between the values where there is none in the middle."""
    assert rates.quartiles([4, 1, 3, 2]) == (1, 1.75, 2.5, 3.25, 4)
    assert rates.quartiles([7]) == (7, 7, 7, 7, 7)
