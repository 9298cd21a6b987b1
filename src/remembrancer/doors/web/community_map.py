"""The map of communities: a circle for each, sized by its decisions, near those it is tied to.

It is laid out here and not in the browser: the same communities give the same picture. Whatever it
shows stands in the list beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

from markupsafe import Markup

from remembrancer.core.texts.text_width import lines
from remembrancer.decisions.shapes.community import CommunitySummary
from remembrancer.doors.web.wording import in_a_path

DRAWN_MAX: Final = 30  # circles; the list has all
_LARGEST, _SMALLEST = 104.0, 20.0  # radius
_GAP: Final = 14.0  # between circles
_EDGE: Final = 12.0  # free space around
_ANGLES: Final = 24  # places that are tried around each circle
_FLAT: Final = 1.7  # how much wider than high the picture is
_NAMED_FROM: Final = 36.0  # radius of a circle that has room for words
_SIZES: Final = (14.0, 13.0, 12.0, 11.0, 10.0)  # of letters; the first that the words have room in
_LINES_MAX: Final = 3


class Circle(NamedTuple):
    """Where a community stands."""

    x: float
    y: float
    radius: float


def laid_out(found: Sequence[CommunitySummary]) -> tuple[Circle, ...]:
    """A place for each community, the largest in the middle; none covers another."""
    most = max((one.size for one in found), default=1)
    numbers = {one.id: number for number, one in enumerate(found)}
    placed: list[Circle] = []
    for one in found:
        radius = round(max(_LARGEST * sqrt(one.size / most), _SMALLEST), 1)
        ties = {numbers[tie.id]: tie.links for tie in one.ties if tie.id in numbers}
        placed.append(_place(radius, placed, ties))
    return tuple(placed)


def _place(radius: float, placed: Sequence[Circle], ties: Mapping[int, int]) -> Circle:
    """The free place nearest to the middle and to the communities that it is tied to."""
    if not placed:
        return Circle(0.0, 0.0, radius)
    near = [placed[number] for number in ties if number < len(placed)]
    best, least = None, 0.0
    for other in placed:
        away = other.radius + radius + _GAP
        for step in range(_ANGLES):
            angle = 2 * pi * step / _ANGLES
            x, y = other.x + away * cos(angle), other.y + away * sin(angle)
            cost = hypot(x / _FLAT, y)
            cost += sum(hypot(x - one.x, y - one.y) for one in near) / max(len(near), 1)
            if best is not None and cost >= least - 1e-6:
                continue
            if all(
                hypot(x - one.x, y - one.y) >= radius + one.radius + _GAP - 0.1 for one in placed
            ):
                best, least = Circle(round(x, 1), round(y, 1), radius), cost
    assert best is not None  # the outermost circle has free places around it
    return best


def community_map(found: Sequence[CommunitySummary]) -> Markup:
    """The picture, with a line for each tie and a ring that shows whom somebody has looked at."""
    drawn = found[:DRAWN_MAX]
    circles = laid_out(drawn)
    left = min(one.x - one.radius for one in circles) - _EDGE
    top = min(one.y - one.radius for one in circles) - _EDGE
    wide = max(one.x + one.radius for one in circles) + _EDGE - left
    high = max(one.y + one.radius for one in circles) + _EDGE - top
    return Markup(
        '<svg class="map" viewBox="{l} {t} {w} {h}" width="{w}" height="{h}" aria-hidden="true">'
        "{ties}{circles}</svg>"
    ).format(
        l=round(left, 1),
        t=round(top, 1),
        w=round(wide),
        h=round(high),
        ties=Markup("").join(_ties(drawn, circles)),
        circles=Markup("").join(map(_circle, drawn, circles)),
    )


def _ties(drawn: Sequence[CommunitySummary], circles: Sequence[Circle]) -> list[Markup]:
    numbers = {one.id: number for number, one in enumerate(drawn)}
    most = max((tie.links for one in drawn for tie in one.ties), default=1)
    made = []
    for number, one in enumerate(drawn):
        for tie in one.ties:
            other = numbers.get(tie.id, -1)
            if other > number:
                made.append(
                    Markup('<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke-width="{w}"/>').format(
                        a=circles[number].x,
                        b=circles[number].y,
                        c=circles[other].x,
                        d=circles[other].y,
                        w=round(1.5 + 6 * tie.links / most, 1),
                    )
                )
    return made


def _circle(one: CommunitySummary, at: Circle) -> Markup:
    named, size = _fitting(one.label, at.radius)
    line = size + 3
    first = at.y + 5 if not named else at.y - (len(named) - 1) * line / 2 - 3
    words = [
        Markup('<text x="{x}" y="{y}" font-size="{s}" text-anchor="middle">{said}</text>').format(
            x=at.x, y=round(first + number * line, 1), s=size, said=said
        )
        for number, said in enumerate(named)
    ]
    words.append(
        Markup('<text class="count" x="{x}" y="{y}" text-anchor="middle">{count}</text>').format(
            x=at.x, y=round(first + len(named) * line + (3 if named else 0), 1), count=one.size
        )
    )
    return Markup(
        '<a href="/decisions/communities/{id}" tabindex="-1"><title>{whole}</title>'
        '<circle class="area" cx="{x}" cy="{y}" r="{r}"/>{ring}{words}</a>'
    ).format(
        id=in_a_path(one.id),
        whole=f"{one.label}: {one.size} decisions, {one.client_count} clients, "
        f"{one.outstanding_count} outstanding",
        x=at.x,
        y=at.y,
        r=at.radius,
        ring=_ring(one, at),
        words=Markup("").join(words),
    )


def _fitting(label: str, radius: float) -> tuple[tuple[str, ...], float]:
    """The lines of a label inside a circle, and the size of their letters."""
    if radius < _NAMED_FROM:
        return (), _SIZES[-1]
    said = f"{label[:1].upper()}{label[1:]}"
    room = 2 * radius * 0.86
    for size in _SIZES:
        # Bold letters are wider than those that the width is known of.
        named = lines(said, room, size * 1.08, _LINES_MAX)
        if not any(one.endswith("…") for one in named):
            break
    return named, size


def _ring(one: CommunitySummary, at: Circle) -> Markup:
    """Around the circle: the part of the clients that was reviewed, from the top on."""
    if not one.client_count:
        return Markup("")
    share = one.reviewed_count / one.client_count
    around = 2 * pi * at.radius
    return Markup(
        '<circle class="ring outstanding" cx="{x}" cy="{y}" r="{r}"/>'
        '<circle class="ring reviewed" cx="{x}" cy="{y}" r="{r}" stroke-dasharray="{part} {rest}" '
        'transform="rotate(-90 {x} {y})"/>'
    ).format(x=at.x, y=at.y, r=at.radius, part=round(around * share, 1), rest=round(around + 1, 1))
