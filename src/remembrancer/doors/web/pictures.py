"""Pictures: small drawings made by the server, each with words beside it that say the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from markupsafe import Markup

from remembrancer.core.space import Space
from remembrancer.items.confidence import effective
from remembrancer.items.item import Item

_WIDTH: Final = 96
_HEIGHT: Final = 28
_AHEAD: Final = timedelta(days=365)
_POINTS: Final = 24


def decay(space: Space, item: Item, now: datetime) -> tuple[tuple[datetime, float], ...]:
    """How sure the item was, is and will be if nobody confirms it again."""
    since = item.last_confirmed_at or item.created_at
    end = now + _AHEAD
    step = (end - since) / _POINTS
    return tuple(
        (at, _worth(space, item, at)) for at in (since + step * n for n in range(_POINTS + 1))
    )


def _worth(space: Space, item: Item, at: datetime) -> float:
    return effective(
        space.preset.confidence,
        base=item.confidence_base,
        source_type=item.source_type,
        admin_approved=item.admin_approved,
        live_confirmed=item.live_confirmed,
        verifier_count=item.verifier_count,
        since=item.last_confirmed_at or item.created_at,
        now=at,
    )


def _bends(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points that a line needs: where it goes on level, none in between."""
    middle = zip(points, points[1:], points[2:], strict=False)
    return [
        points[0],
        *(one for before, one, after in middle if not before[1] == one[1] == after[1]),
        points[-1],
    ]


def freshness(space: Space, item: Item, now: datetime) -> Markup:
    """The curve of an item's confidence over time, with a dot where it is today."""
    points = decay(space, item, now)[:: _POINTS // 6]
    begin, end = points[0][0], points[-1][0]
    span = max((end - begin).total_seconds(), 1.0)

    def place(at: datetime, value: float) -> tuple[float, float]:
        x = 4 + (at - begin).total_seconds() / span * (_WIDTH - 8)
        return round(x, 1), round(4 + (1 - min(value, 1.0)) * (_HEIGHT - 6), 1)

    line = " ".join("{},{}".format(*bend) for bend in _bends([place(*point) for point in points]))
    x, y = place(max(now, begin), item.confidence)
    floor = _HEIGHT - 2
    return Markup(
        '<svg class="curve" viewBox="0 0 {w} {h}" aria-hidden="true">'
        '<polygon class="under" points="4,{floor} {line} {right},{floor}"/>'
        '<polyline points="{line}"/><circle cx="{x}" cy="{y}" r="3"/></svg>'
    ).format(w=_WIDTH, h=_HEIGHT, floor=floor, line=line, right=_WIDTH - 4, x=x, y=y)
