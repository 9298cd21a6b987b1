"""The chart of a policy: per month how often it was applied, skipped and overridden."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from markupsafe import Markup

from remembrancer.decisions.policy import Compliance, PolicyMonth
from remembrancer.doors.web.wording import percent

_MONTHS_MAX: Final = 36  # bars that have room; the newest
_WIDTH, _HEIGHT = 680, 210
_LEFT, _TOP, _FLOOR = 30, 26, 170
_ACTS: Final = ("applied", "overridden", "skipped")  # from the floor up


def policy_chart(compliance: Compliance) -> Markup:
    """A bar for each month, with the share that was skipped above it."""
    months = _every_month(compliance)
    most = max((_total(one) for one in months), default=0) or 1
    step = (_WIDTH - _LEFT - 8) / max(len(months), 1)
    wide = round(min(step * 0.62, 44), 1)
    bars = []
    for place, one in enumerate(months):
        middle = round(_LEFT + (place + 0.5) * step, 1)
        bars.append(_bar(one, middle, wide, most, is_named=len(months) <= 18 or place % 3 == 0))
    rules = Markup("").join(
        Markup(
            '<line class="rule" x1="{l}" x2="{r}" y1="{y}" y2="{y}"/>'
            '<text x="{t}" y="{b}" text-anchor="end">{count}</text>'
        ).format(l=_LEFT, r=_WIDTH - 8, y=y, t=_LEFT - 6, b=y + 4, count=count)
        for count in sorted({0, most})
        for y in (round(_FLOOR - (_FLOOR - _TOP) * count / most, 1),)
    )
    return Markup(
        '<svg class="months" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">{rules}{bars}'
        "</svg>"
    ).format(
        w=_WIDTH,
        h=_HEIGHT,
        rules=rules,
        bars=Markup("").join(bars),
        label=(
            f"{compliance.applied} times applied, {compliance.skipped} times skipped, "
            f"{compliance.overridden} times overridden. The table says it month by month."
        ),
    )


def _bar(one: PolicyMonth, middle: float, wide: float, most: int, *, is_named: bool) -> Markup:
    parts, y = [], float(_FLOOR)
    for act in _ACTS:
        high = round((_FLOOR - _TOP) * getattr(one, act) / most, 1)
        if high:
            y = round(y - high, 1)
            parts.append(
                Markup('<rect class="{act}" x="{x}" y="{y}" width="{w}" height="{h}"/>').format(
                    act=act, x=round(middle - wide / 2, 1), y=y, w=wide, h=high
                )
            )
    rate = percent(one.skip_rate).replace(" ", "\N{NO-BREAK SPACE}") if one.skipped else ""
    year, month = map(int, one.month.split("-"))
    name = f"{date(year, month, 1):%b}" + (f" {year}" if month == 1 else "")
    return Markup(
        "<g><title>{said}</title>{parts}"
        '<text class="rate" x="{x}" y="{y}" text-anchor="middle">{rate}</text>'
        '<text x="{x}" y="{foot}" text-anchor="middle">{name}</text></g>'
    ).format(
        said=f"{one.month}: applied {one.applied}, skipped {one.skipped}, "
        f"overridden {one.overridden}",
        parts=Markup("").join(parts),
        x=middle,
        y=round(y - 6, 1),
        rate=rate,
        foot=_FLOOR + 18,
        name=name if is_named else "",
    )


def _every_month(compliance: Compliance) -> list[PolicyMonth]:
    """The months of the span in order, those without any decision too."""
    known = {one.month: one for one in compliance.months}
    first, last = compliance.since, compliance.until - timedelta(microseconds=1)
    months: list[PolicyMonth] = []
    year, month = last.year, last.month
    while (year, month) >= (first.year, first.month) and len(months) < _MONTHS_MAX:
        name = f"{year:04}-{month:02}"
        empty = PolicyMonth(month=name, applied=0, skipped=0, overridden=0)
        months.append(known.get(name, empty))
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    return months[::-1]


def _total(one: PolicyMonth) -> int:
    return one.applied + one.skipped + one.overridden
