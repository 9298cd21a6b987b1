"""Charts of what came of choices: intervals, bars and boxes, each as wide as there is room.

Places are percentages, so that lines and dots keep their weight at any width, and what they show
stands in words beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import Final

from markupsafe import Markup

from remembrancer.decisions.what_if.simulation import RevisitRate, ValueDistribution
from remembrancer.doors.web.wording import percent

_EDGE: Final = 2.0  # percent left free on each side, for dots at the ends
_END: Final = 0.03  # share of an axis that is its very end
_TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_TICKS_MAX: Final = 7  # of an axis of figures


def interval(rate: RevisitRate, side: str) -> Markup:
    """A rate as a dot with whiskers, on an axis from 0 to 100 %."""
    if rate.probability is None or rate.low is None or rate.high is None:
        return _drawing("interval", 34, _grid(_TICKS, 34))
    low, middle, high = map(_place, (rate.low, rate.probability, rate.high))
    marks = Markup(
        '<line class="whisker" x1="{l}%" x2="{h}%" y1="17" y2="17"/>'
        '<line class="end" x1="{l}%" x2="{l}%" y1="10" y2="24"/>'
        '<line class="end" x1="{h}%" x2="{h}%" y1="10" y2="24"/>'
        '<circle cx="{m}%" cy="17" r="7"/>'
    ).format(l=low, m=middle, h=high)
    return _drawing(f"interval {side}", 34, _grid(_TICKS, 34) + marks)


def share_axis() -> Markup:
    """The names of the ticks from 0 to 100 %."""
    return _axis([(one, percent(one)) for one in _TICKS])


def bar(share: float, side: str) -> Markup:
    """A share as a bar."""
    return Markup(
        '<svg class="share {side}" width="100%" height="10" aria-hidden="true">'
        '<rect class="all" width="100%" height="10" rx="5"/>'
        '<rect class="part" width="{wide}%" height="10" rx="5"/></svg>'
    ).format(side=side, wide=round(100 * share, 2))


def box(spread: ValueDistribution, scale: tuple[float, float], side: str) -> Markup:
    """A distribution as a box from quartile to quartile with whiskers to its ends."""
    five = (spread.min, spread.lower_quartile, spread.median, spread.upper_quartile, spread.max)
    least, lower, middle, upper, most = (_place(_part(one, scale)) for one in five)
    marks = Markup(
        '<line class="whisker" x1="{a}%" x2="{e}%" y1="20" y2="20"/>'
        '<line class="end" x1="{a}%" x2="{a}%" y1="13" y2="27"/>'
        '<line class="end" x1="{e}%" x2="{e}%" y1="13" y2="27"/>'
        '<rect x="{b}%" width="{w}%" y="8" height="24" rx="3"/>'
        '<line class="middle" x1="{c}%" x2="{c}%" y1="8" y2="32"/>'
    ).format(a=least, b=lower, c=middle, e=most, w=round(max(upper - lower, 0.4), 2))
    ticks = [_part(one, scale) for one in ticks_of(scale)]
    return _drawing(f"box {side}", 40, _grid(ticks, 40) + marks)


def value_axis(scale: tuple[float, float]) -> Markup:
    """The names of the ticks of an axis of figures."""
    return _axis([(_part(one, scale), figure(one)) for one in ticks_of(scale)])


def scale_of(spreads: Sequence[ValueDistribution]) -> tuple[float, float]:
    """From the least to the most of all."""
    return min(one.min for one in spreads), max(one.max for one in spreads)


def ticks_of(scale: tuple[float, float]) -> list[float]:
    """Round figures within a scale, a few of them; of a single figure that one."""
    least, most = scale
    span = most - least
    if not 0 < span < float("inf"):
        return [least]
    rough = span / (_TICKS_MAX - 1)
    ten = 10.0 ** floor(log10(rough))
    step = next(ten * times for times in (1, 2, 5, 10) if ten * times >= rough)
    first = floor(least / step)
    listed = [round((first + place) * step, 12) for place in range(_TICKS_MAX + 2)]
    return [one for one in listed if least <= one <= most] or [least]


def figure(value: float) -> str:
    """A figure as people read it."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _part(value: float, scale: tuple[float, float]) -> float:
    least, most = scale
    span = most - least
    return (value - least) / span if 0 < span < float("inf") else 0.5


def _place(share: float) -> float:
    return round(_EDGE + (100 - 2 * _EDGE) * share, 2)


def _grid(places: Sequence[float], height: int) -> Markup:
    return Markup("").join(
        Markup('<line class="rule" x1="{x}%" x2="{x}%" y1="0" y2="{h}"/>').format(
            x=_place(one), h=height
        )
        for one in places
    )


def _axis(named: Sequence[tuple[float, str]]) -> Markup:
    def anchor(share: float) -> str:  # names at the ends stay within
        return "start" if share < _END else "end" if share > 1 - _END else "middle"

    names = Markup("").join(
        Markup('<text x="{x}%" y="12" text-anchor="{a}">{said}</text>').format(
            x=_place(share), a=anchor(share), said=said
        )
        for share, said in named
    )
    return _drawing("axis", 16, names)


def _drawing(name: str, height: int, parts: Markup) -> Markup:
    return Markup(
        '<svg class="{name}" width="100%" height="{h}" aria-hidden="true">{parts}</svg>'
    ).format(name=name, h=height, parts=parts)
