"""The picture of a node and its neighbours. What it shows stands in words in the list beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import atan2, degrees, sqrt
from typing import Final, NamedTuple
from zlib import crc32

from markupsafe import Markup

from remembrancer.core.texts.text_width import fitted, width
from remembrancer.doors.web.wording import in_a_path, shown, words
from remembrancer.graph.neighbourhood import Node
from remembrancer.items.relation import Relation

COLOURS: Final = 7  # kinds that are told apart by colour
NARROW_MAX: Final = 12  # neighbours in the picture of a telephone; the list has all
_WIDE: Final = 760
_NARROW: Final = 340
_REACH: Final = 150  # how far to the side a neighbour stands; further where there are few
_REACH_ROOMY: Final = 190
_FEW: Final = 6  # neighbours on a side
_NEAR: Final = 62  # and at least, above and below the middle
_ROW: Final = 36  # between two neighbours: a name and what relates it
_ROW_ROOMY: Final = 72
_PILL: Final = 160  # widest text in the middle


class Neighbour(NamedTuple):
    """A node around the one in the middle, with the relations between them."""

    node: Node
    relations: tuple[Relation, ...]  # the strongest first
    center: str  # the id of the node in the middle

    @property
    def is_proven(self) -> bool:
        return any(one.is_proven for one in self.relations)

    @property
    def confidence(self) -> float:
        return max(one.confidence for one in self.relations)

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.type.upper() for one in self.relations))

    @property
    def ways(self) -> tuple[bool, ...]:
        """Whether relations lead to it (True), from it (False), or both."""
        return tuple(sorted({one.source == self.center for one in self.relations}))


def colours(kinds: Collection[str]) -> dict[str, int]:
    """A colour for each kind: the same one on every page, unless two kinds would share it."""
    taken: dict[str, int] = {}
    for kind in sorted(kinds):
        first = crc32(kind.encode()) % COLOURS
        free = [(first + step) % COLOURS for step in range(COLOURS)]
        taken[kind] = next((one for one in free if one not in taken.values()), first)
    return taken


class _Place(NamedTuple):
    neighbour: Neighbour
    x: float
    y: float
    is_left: bool


def graph_picture(
    center: Node, neighbours: Sequence[Neighbour], colour: Mapping[str, int], time: str
) -> Markup:
    """The node in the middle and its neighbours around it; `time` is kept in each address."""
    around = _clustered(neighbours)
    right = list(around[: -(-len(around) // 2)])
    left = list(reversed(around[len(right) :]))  # clockwise: up again on the other side
    most = max(len(right), 1)
    row = max(_ROW, min(_ROW_ROOMY, 420 / most))
    height = round(max(most * row + 40, 160))
    places = [*_side(right, row, height, False), *_side(left, row, height, True)]
    middle = height / 2
    parts = [*(_line(one, middle) for one in places)]
    parts += (_node(one, colour, time) for one in places)
    return Markup(
        '<svg class="net wide" viewBox="0 0 {w} {h}" aria-hidden="true">{parts}{pill}</svg>'
    ).format(
        w=_WIDE,
        h=height,
        parts=Markup("").join(parts),
        pill=_pill(center, colour, _WIDE / 2, middle),
    )


def narrow_picture(
    center: Node, neighbours: Sequence[Neighbour], colour: Mapping[str, int], time: str
) -> Markup:
    """The same for a telephone: the node on top, and the first neighbours below it."""
    drawn = _clustered(neighbours[:NARROW_MAX])
    height = 64 + 42 * len(drawn)
    last = 74 + 42 * (len(drawn) - 1)
    parts = []
    for place, one in enumerate(drawn):
        y = 74 + 42 * place
        style = _style(one)
        parts.append(
            Markup(
                '<path class="{style}" d="M22 {a}Q22 {y} 34 {y}H50" stroke-width="{w}"/>'
            ).format(style=style, a=y - 14, y=y, w=_stroke(one))
        )
        parts += (_arrow(40 if way else 34, y, 0 if way else 180) for way in one.ways)
        parts.append(_node(_Place(one, 58, y, False), colour, time, _NARROW - 78))
    trunk = Markup('<path d="M22 40V{y}" stroke-width="1.5"/>').format(y=last - 14)
    return Markup(
        '<svg class="net narrow" viewBox="0 0 {w} {h}" aria-hidden="true">{trunk}{parts}{pill}'
        "</svg>"
    ).format(
        w=_NARROW,
        h=height,
        trunk=trunk if drawn else "",
        parts=Markup("").join(parts),
        pill=_pill(center, colour, None, 28, _NARROW - 60),
    )


def _clustered(neighbours: Sequence[Neighbour]) -> list[Neighbour]:
    """Those of one type stand together, the type of the strongest first."""
    order: dict[str, int] = {}
    for one in neighbours:
        order.setdefault(one.types[0], len(order))
    return sorted(neighbours, key=lambda one: order[one.types[0]])


def _side(
    neighbours: Sequence[Neighbour], row: float, height: float, is_left: bool
) -> Iterator[_Place]:
    """One side of an oval, each neighbour on a line of its own."""
    reach = _REACH_ROOMY if len(neighbours) <= _FEW else _REACH
    bow = len(neighbours) * row / 2 * 1.1
    for number, one in enumerate(neighbours):
        y = (number - (len(neighbours) - 1) / 2) * row
        x = max(_NEAR, reach * sqrt(max(0.0, 1 - (y / bow) ** 2)))
        yield _Place(
            one, round(_WIDE / 2 + (-x if is_left else x), 1), round(height / 2 + y, 1), is_left
        )


def _line(place: _Place, middle: float) -> Markup:
    one, center = place.neighbour, _WIDE / 2
    angle = round(degrees(atan2(place.y - middle, place.x - center)), 1)
    apart = 0.0 if len(one.ways) == 1 else 0.05
    arrows = (
        _arrow(
            round(center + (place.x - center) * at, 1),
            round(middle + (place.y - middle) * at, 1),
            angle if way else angle + 180,
        )
        for way in one.ways
        for at in (0.84 + apart if way else 0.84 - apart,)
    )
    return Markup('<path class="{style}" d="M{c} {m}L{x} {y}" stroke-width="{w}"/>{arrows}').format(
        style=_style(one),
        c=center,
        m=middle,
        x=place.x,
        y=place.y,
        w=_stroke(one),
        arrows=Markup("").join(arrows),
    )


def _style(one: Neighbour) -> str:
    return "proven" if one.is_proven else "unproven"


def _stroke(one: Neighbour) -> float:
    """The more certain, the thicker."""
    return round(1 + 2 * one.confidence, 1)


def _arrow(x: float, y: float, angle: float) -> Markup:
    return Markup(
        '<path class="arrow" d="M-5-4.5 5 0-5 4.5z" transform="translate({x} {y}) rotate({a})"/>'
    ).format(x=x, y=y, a=angle)


def _node(place: _Place, colour: Mapping[str, int], time: str, room: float | None = None) -> Markup:
    one, side = place.neighbour, -1 if place.is_left else 1
    if room is None:
        room = (place.x if place.is_left else _WIDE - place.x) - 18
    more = f" +{len(one.types) - 1}" if len(one.types) > 1 else ""
    return Markup(
        '<a class="c{colour}" href="/graph/{id}{time}" tabindex="-1"><title>{whole}</title>{dot}'
        '<text x="{x}" y="{y}" text-anchor="{anchor}">{name}</text>'
        '<text class="type" x="{x}" y="{below}" text-anchor="{anchor}">{type}</text></a>'
    ).format(
        colour=colour[one.node.kind],
        id=in_a_path(one.node.id),
        time=time,
        whole=f"{shown(one.node.name)}, {one.node.kind}",
        dot=_dot(one.node, place.x, place.y),
        x=round(place.x + side * 14, 1),
        y=round(place.y + 1, 1),
        below=round(place.y + 14, 1),
        anchor="end" if place.is_left else "start",
        name=fitted(one.node.name, room),
        type=fitted(f"{words(one.types[0]).lower()}{more}", room, 11),
    )


def _dot(node: Node, x: float, y: float) -> Markup:
    """An entity is round, and an item is square."""
    if node.is_item:
        return Markup('<rect x="{x}" y="{y}" width="13" height="13" rx="2.5"/>').format(
            x=round(x - 6.5, 1), y=round(y - 6.5, 1)
        )
    return Markup('<circle cx="{x}" cy="{y}" r="7"/>').format(x=x, y=y)


def _pill(
    center: Node, colour: Mapping[str, int], x: float | None, y: float, room: float = _PILL
) -> Markup:
    name, kind = fitted(center.name, room, 15), fitted(center.kind, room, 11)
    wide = round(max(width(name, 15), width(kind, 11)) + 36)
    x = wide / 2 + 3 if x is None else x  # without a place, it stands at the side
    return Markup(
        '<g class="middle c{colour}"><rect x="{left}" y="{top}" width="{w}" height="46" rx="{r}"/>'
        '<text x="{x}" y="{a}" text-anchor="middle">{name}</text>'
        '<text class="type" x="{x}" y="{b}" text-anchor="middle">{kind}</text></g>'
    ).format(
        colour=colour[center.kind],
        left=x - wide / 2,
        top=y - 23,
        w=wide,
        r=8 if center.is_item else 23,
        x=x,
        a=y,
        b=y + 14,
        name=name,
        kind=kind,
    )
