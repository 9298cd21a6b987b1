"""Charts: larger drawings made by the server. Whatever they show stands in words beside them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import cos, pi, sin
from typing import Final, NamedTuple

from markupsafe import Markup

from remembrancer.core.space import Space
from remembrancer.doors.web.pictures import decay
from remembrancer.doors.web.wording import day, in_a_path, percent, shown
from remembrancer.items.item import Item, Lifecycle

_WIDTH: Final = 320
_HEIGHT: Final = 150
_LEFT: Final = 40
_FLOOR: Final = 122
_TOP: Final = 10
_NAME_MAX: Final = 18


class Lane(NamedTuple):
    """Items that replaced each other, oldest first: one line through time."""

    items: tuple[Item, ...]

    @property
    def last(self) -> Item:
        return self.items[-1]


class CountedName(NamedTuple):
    """A name that stands beside a subject, and in how many items."""

    name: str
    times: int


def decay_curve(space: Space, item: Item, now: datetime) -> Markup:
    """How sure the item was, is and will be, with the share at the side and dates below."""
    points = decay(space, item, now)
    begin, end = points[0][0], points[-1][0]

    def place(at: datetime, value: float) -> tuple[float, float]:
        x = _LEFT + _part(at, begin, end) * (_WIDTH - _LEFT - 8)
        return round(x, 1), round(_FLOOR - min(value, 1.0) * (_FLOOR - _TOP), 1)

    line = " ".join("{},{}".format(*place(at, value)) for at, value in points)
    x, y = place(max(now, begin), item.confidence)
    rules = Markup("").join(
        Markup(
            '<line class="rule" x1="{l}" x2="{r}" y1="{y}" y2="{y}"/>'
            '<text x="{t}" y="{b}" text-anchor="end">{said}</text>'
        ).format(
            l=_LEFT,
            r=_WIDTH - 8,
            y=place(begin, share)[1],
            t=_LEFT - 5,
            b=place(begin, share)[1] + 4,
            said=percent(share),
        )
        for share in (0.0, 0.5, 1.0)
    )
    return Markup(
        '<svg class="curve wide" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">{rules}'
        '<polygon class="under" points="{l},{floor} {line} {r},{floor}"/>'
        '<polyline points="{line}"/>'
        '<line class="today" x1="{x}" x2="{x}" y1="{top}" y2="{floor}"/>'
        '<circle cx="{x}" cy="{y}" r="4.5"/>'
        '<text x="{l}" y="{foot}">{since}</text>'
        '<text x="{r}" y="{foot}" text-anchor="end">{until}</text></svg>'
    ).format(
        w=_WIDTH,
        h=_HEIGHT,
        l=_LEFT,
        r=_WIDTH - 8,
        top=_TOP,
        floor=_FLOOR,
        foot=_HEIGHT - 10,
        rules=rules,
        line=line,
        x=x,
        y=y,
        since=day(begin),
        until=day(end),
        label=(
            f"Confidence: {percent(points[0][1])} on {day(begin)}, {percent(item.confidence)} "
            f"today, {percent(points[-1][1])} on {day(end)} if nobody confirms it."
        ),
    )


def lanes(items: Sequence[Item]) -> tuple[Lane, ...]:
    """The items as lines through time: what replaced what stands on one of them."""
    known = {other.id: other for other in items}
    after = {other.id for other in items if other.superseded_by in known}
    heads = [other for other in items if other.id not in after]
    before: dict[str, list[Item]] = {}
    for item in items:
        if item.superseded_by in known:
            before.setdefault(str(item.superseded_by), []).append(item)
    return tuple(_lane(other, before) for other in heads)


def _lane(head: Item, before: dict[str, list[Item]]) -> Lane:
    items: list[Item] = []
    waiting = [head]
    while waiting:
        item = waiting.pop()
        items.append(item)
        waiting += before.get(item.id, ())
    return Lane(tuple(sorted(items, key=lambda other: (other.created_at, other.id))))


def lane_line(lane: Lane, begin: datetime, now: datetime) -> Markup:
    """One line through time, as wide as there is room: a dot where something became known."""
    parts = []
    for place, item in enumerate(lane.items):
        is_last = place == len(lane.items) - 1
        end = _ended(item, now) if is_last else lane.items[place + 1].created_at
        kind = "on" if is_last and item.lifecycle is Lifecycle.ACTIVE else "off"
        first, last = _percent(item.created_at, begin, now), _percent(end, begin, now)
        parts.append(
            Markup(
                '<line class="{kind}" x1="{a}%" x2="{b}%" y1="11" y2="11"/>'
                '<circle class="{kind}" cx="{a}%" cy="11" r="5"><title>{since}</title>'
                "</circle>"
            ).format(
                kind=kind,
                a=first,
                b=last,
                since=day(item.created_at),
            )
        )
    drawn = Markup("").join(parts)
    return Markup('<svg class="lane" width="100%" height="22" aria-hidden="true">{}</svg>').format(
        drawn
    )


def _ended(item: Item, now: datetime) -> datetime:
    return now if item.lifecycle is Lifecycle.ACTIVE else min(item.updated_at, now)


def neighbour_graph(subject: str, neighbours: Sequence[CountedName]) -> Markup:
    """A subject and the names beside it: the more often, the thicker the line."""
    most = max((one.times for one in neighbours), default=1)
    # None stands above or below the middle, where its own name is.
    first = 0.0 if len(neighbours) < 2 else pi / len(neighbours) - pi / 2
    is_flat = len(neighbours) < 3
    middle, height = (40, 84) if is_flat else (110, 224)
    parts = []
    for place, neighbour in enumerate(neighbours):
        angle = 2 * pi * place / len(neighbours) + first
        x, y = round(160 + 104 * cos(angle), 1), round(middle + 78 * sin(angle), 1)
        parts.append(
            Markup(
                '<line x1="160" y1="{m}" x2="{x}" y2="{y}" stroke-width="{w}"/>'
                '<a href="/subjects/{place}" tabindex="-1"><title>{whole}</title>'
                '<circle cx="{x}" cy="{y}" r="{r}"/>'
                '<text x="{x}" y="{t}" text-anchor="middle">{name}</text></a>'
            ).format(
                place=in_a_path(neighbour.name),
                whole=shown(neighbour.name),
                r=round(4 + 4 * neighbour.times / most, 1),
                m=middle,
                x=x,
                y=y,
                w=round(1 + 3 * neighbour.times / most, 1),
                t=y - 13 if y < middle else y + 21,
                name=_short(neighbour.name),
            )
        )
    return Markup(
        '<svg class="graph" viewBox="0 0 320 {h}" aria-hidden="true">{parts}'
        '<circle class="middle" cx="160" cy="{m}" r="11"/>'
        '<text class="middle" x="160" y="{t}" text-anchor="middle">{name}</text></svg>'
    ).format(h=height, parts=Markup("").join(parts), m=middle, t=middle + 28, name=_short(subject))


def _short(name: str) -> str:
    text = str(shown(name))
    return text if len(text) <= _NAME_MAX else f"{text[: _NAME_MAX - 1]}…"


def _part(at: datetime, begin: datetime, end: datetime) -> float:
    span = max((end - begin).total_seconds(), 1.0)
    return min(max((at - begin).total_seconds() / span, 0.0), 1.0)


def _percent(at: datetime, begin: datetime, end: datetime) -> float:
    return round(2 + 96 * _part(at, begin, end), 2)
