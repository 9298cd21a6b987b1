"""The picture of a chain, read from left to right: causes, the decision, and what it led to.

What it shows is given in words beside it, on the page and in the report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from remembrancer.core.texts.html_text import Html, html, joined
from remembrancer.core.texts.text_width import lines
from remembrancer.decisions.decision import ChainStep, Decision, DecisionChain

DRAWN_MAX: Final = 60  # steps in each direction that are drawn, the nearest
_FITS, _NEAR = 6, 8  # columns that a wide screen has room for, or has if they are drawn smaller
_BOX, _HIGH = 152, 106
_GAP, _BETWEEN = 74, 22  # between columns, and between boxes of one column
_EDGE: Final = 10  # free space around
_PAD: Final = 11  # inside a box
_TITLE_MAX: Final = 300  # characters that a box tells whoever points at it

Address = Callable[[Decision], str | None]  # where a click on a box leads; None: nowhere


class _Place(NamedTuple):
    """A box of the picture."""

    id: str
    step: ChainStep | None  # None: the decision that the chain is about
    column: int  # 0 is the decision itself, causes stand before it
    row: float


class _Tree:
    """The steps of one direction, each placed beside the one that it leads to."""

    def __init__(self, center: str, steps: Sequence[ChainStep], side: int) -> None:
        self._side = side
        self._following: dict[str, list[ChainStep]] = {}
        for step in steps:
            self._following.setdefault(step.towards, []).append(step)
        self._free = 0.0  # the next row that nothing stands in
        self.places: list[_Place] = []
        self.row = self._placed(center, 0)

    def _placed(self, id: str, depth: int) -> float:
        """The row of one box: in the middle of those that stand behind it."""
        rows = []
        for step in sorted(self._following.pop(id, ()), key=_order):
            row = self._placed(step.id, depth + 1)
            self.places.append(_Place(step.id, step, self._side * (depth + 1), row))
            rows.append(row)
        if rows:
            return (rows[0] + rows[-1]) / 2
        self._free += 1
        return self._free - 1


def _order(step: ChainStep) -> tuple[bool, str]:
    one = step.decision
    return (one is None, step.id if one is None else one.decided_at.isoformat())


def chain_picture(chain: DecisionChain, address: Address) -> Html:
    """The chain as SVG: a box for each decision, an arrow for each link, dashed if proposed."""
    causes = _Tree(chain.decision.id, chain.causes[:DRAWN_MAX], -1)
    effects = _Tree(chain.decision.id, chain.effects[:DRAWN_MAX], 1)
    row = max(causes.row, effects.row)
    places = [
        *(one._replace(row=one.row + row - causes.row) for one in causes.places),
        *(one._replace(row=one.row + row - effects.row) for one in effects.places),
    ]
    center = _Place(chain.decision.id, None, 0, row)
    first = min((one.column for one in places), default=0)
    last = max((one.column for one in places), default=0)
    rows = max(one.row for one in (center, *places)) + 1
    columns = max(last, 0) - min(first, 0) + 1
    wide = columns * (_BOX + _GAP) - _GAP + 2 * _EDGE
    high = rows * (_HIGH + _BETWEEN) - _BETWEEN + 2 * _EDGE
    shift = -min(first, 0)
    by_id = {(one.column, one.id): one for one in (center, *places)}
    arrows = [
        _arrow(one, by_id[one.column - _sign(one), one.step.towards], shift)
        for one in places
        if one.step is not None
    ]
    boxes = [_box(one, chain.decision, address, shift) for one in (*places, center)]
    return html(
        '<svg class="chain{fits}" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        'aria-hidden="true">{arrows}{boxes}</svg>',
        fits=" fits" if columns <= _FITS else " near" if columns <= _NEAR else "",
        w=round(wide),
        h=round(high),
        arrows=joined(arrows),
        boxes=joined(boxes),
    )


def link_words(step: ChainStep) -> str:
    """How a step is linked, in a word: caused, influenced."""
    return "linked" if step.relation is None else step.relation.type.lower().replace("_", " ")


def named(decision: Decision) -> str:
    """What a box is called: the type of the decision, or the kind of what is none."""
    type = decision.decision_type
    if type is None:
        return decision.kind.replace("_", " ").capitalize()
    return decision.title or type.replace("_", " ").capitalize()


def told(decision: Decision) -> str:
    """What was decided, in short."""
    return decision.recommendation or decision.outcome or decision.content


def _sign(place: _Place) -> int:
    return -1 if place.column < 0 else 1


def _corner(place: _Place, shift: int) -> tuple[float, float]:
    x = _EDGE + (place.column + shift) * (_BOX + _GAP)
    return x, round(_EDGE + place.row * (_HIGH + _BETWEEN), 1)


def _arrow(place: _Place, near: _Place, shift: int) -> Html:
    """From the earlier box to the later one; its label stands beside the one further away."""
    step = place.step
    assert step is not None  # only steps have one
    earlier, later = (place, near) if place.column < 0 else (near, place)
    (x, y), (end, level) = _corner(earlier, shift), _corner(later, shift)
    begin, y, level = x + _BOX, y + _HIGH / 2, level + _HIGH / 2
    middle = (begin + end) / 2
    at = y if place.column < 0 else level
    said = [link_words(step), *(["proposed"] if step.is_proposed else [])]
    labels = joined(
        html(
            '<text class="how" x="{m}" y="{t}" text-anchor="middle">{word}</text>',
            m=middle,
            t=at - 7 + 22 * number,
            word=word,
        )
        for number, word in enumerate(said)
    )
    return html(
        '<path class="link{style}" d="M{b} {y}C{m} {y} {m} {l} {e} {l}"/>'
        '<path class="head" d="M{e} {l}l-9-5v10z"/>{labels}',
        style=" proposed" if step.is_proposed else "",
        b=begin,
        y=y,
        m=middle,
        l=level,
        e=end - 1,
        labels=labels,
    )


def _box(place: _Place, center: Decision, address: Address, shift: int) -> Html:
    x, y = _corner(place, shift)
    decision = center if place.step is None else place.step.decision
    frame = html(
        '<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="10"/>', x=x, y=y, w=_BOX, h=_HIGH
    )
    if decision is None:
        return html(
            '<g class="box erased">{frame}<text class="name" x="{x}" y="{y}">erased</text></g>',
            frame=frame,
            x=x + _PAD,
            y=y + _HIGH / 2 + 4,
        )
    room = _BOX - 2 * _PAD
    names = lines(named(decision), room, 14.5, 2)  # bold, and wider for it
    words = lines(told(decision), room, 11, 2)
    below = y + 38 + 15 * (len(names) - 1)
    rows = [
        ("day", y + 20, f"{decision.decided_at.day} {decision.decided_at:%b %Y}"),
        *(("name", y + 38 + 15 * number, line) for number, line in enumerate(names)),
        *(("told", below + 17 + 14 * number, line) for number, line in enumerate(words)),
    ]
    inside = html(
        "<title>{whole}</title>{frame}{rows}",
        whole=f"{named(decision)}: {told(decision)[:_TITLE_MAX]}",
        frame=frame,
        rows=joined(
            html(
                '<text class="{k}" x="{x}" y="{y}">{line}</text>', k=k, x=x + _PAD, y=at, line=line
            )
            for k, at, line in rows
        ),
    )
    style = " here" if place.step is None else "" if decision.decision_type else " fact"
    leads = None if place.step is None else address(decision)
    if leads is None:
        return html('<g class="box{style}">{inside}</g>', style=style, inside=inside)
    return html(
        '<a class="box{style}" href="{leads}" tabindex="-1">{inside}</a>',
        style=style,
        leads=leads,
        inside=inside,
    )
