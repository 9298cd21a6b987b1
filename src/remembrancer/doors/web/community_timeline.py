"""A community through time: a lane for each client, a dot for each decision.

Whatever it shows stands in the lists of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from markupsafe import Markup

from remembrancer.core.texts.text_width import fitted
from remembrancer.decisions.shapes.community import CommunityMember, DecisionCommunity
from remembrancer.doors.web.wording import day, in_a_path, shown

LANES_MAX: Final = 40
_WIDTH: Final = 960
_LEFT, _RIGHT = 176, 28  # where lanes begin, and free space after them
_TOP, _LANE = 34, 26
_NAME_ROOM: Final = _LEFT - 34
_TICKS_MAX: Final = 9


class ClientLane(NamedTuple):
    """The decisions about one client."""

    name: str
    is_reviewed: bool | None  # None: they concern no client
    looked_at: datetime | None
    members: tuple[CommunityMember, ...]


def lanes(found: DecisionCommunity) -> tuple[ClientLane, ...]:
    """One for each client, outstanding ones first; last the decisions about nobody."""
    known = {one.id: one for one in found.members}
    made = [
        ClientLane(
            client.name,
            client.is_reviewed,
            client.looked_at,
            tuple(known[id] for id in client.decisions if id in known),
        )
        for client in found.clients
    ]
    nobody = tuple(one for one in found.members if not one.clients)
    if nobody:
        made.append(ClientLane("no client", None, None, nobody))
    return tuple(one for one in made if one.members)


def community_timeline(found: DecisionCommunity) -> Markup:
    """The picture. A look at a client is a mark on the lane."""
    drawn = lanes(found)[:LANES_MAX]
    times = [one.decision.decided_at for lane in drawn for one in lane.members]
    times += [lane.looked_at for lane in drawn if lane.looked_at is not None]
    begin, end = min(times), max(times)
    if end - begin < timedelta(days=2):
        begin, end = begin - timedelta(days=1), end + timedelta(days=1)
    high = _TOP + _LANE * len(drawn) + 8
    rows = [_lane(lane, number, begin, end) for number, lane in enumerate(drawn)]
    return Markup(
        '<svg class="lanes" viewBox="0 0 {w} {h}" width="{w}" height="{h}" aria-hidden="true">'
        "{ticks}{rows}</svg>"
    ).format(
        w=_WIDTH,
        h=high,
        ticks=Markup("").join(_ticks(begin, end, high)),
        rows=Markup("").join(rows),
    )


def _x(at: datetime, begin: datetime, end: datetime) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * ((at - begin) / (end - begin)), 1)


def _ticks(begin: datetime, end: datetime, high: int) -> Iterator[Markup]:
    """The beginnings of months, or of every few, so that their names have room."""
    first = begin.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    numbers = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    every = [first.replace(year=number // 12, month=number % 12 + 1) for number in numbers]
    months = [month for month in every if begin <= month <= end]
    step = max(-(-len(months) // _TICKS_MAX), 1)
    named = [(month, f"{month:%b %Y}") for month in months[::step]]
    if len(named) < 2:  # too short a time for months
        named = [(begin, day(begin)), (end, day(end))]
    for at, name in named:
        x = _x(at, begin, end)
        anchor = "end" if x > _WIDTH - _RIGHT - 40 else "start" if x < _LEFT + 40 else "middle"
        yield Markup(
            '<line class="tick" x1="{x}" x2="{x}" y1="{t}" y2="{h}"/>'
            '<text class="month" x="{x}" y="{y}" text-anchor="{anchor}">{name}</text>'
        ).format(x=x, t=_TOP - 8, h=high - 6, y=_TOP - 16, anchor=anchor, name=name)


def _lane(lane: ClientLane, number: int, begin: datetime, end: datetime) -> Markup:
    y = _TOP + _LANE * number + _LANE / 2
    state = "nobody" if lane.is_reviewed is None else "done" if lane.is_reviewed else "open"
    look = Markup("")
    if lane.looked_at is not None:
        x = _x(lane.looked_at, begin, end)
        look = Markup(
            '<path class="look" d="M{x} {t}l6 6-6 6-6-6z"><title>{said}</title></path>'
        ).format(x=x, t=y - 6, said=f"looked at on {day(lane.looked_at)}")
    return Markup(
        '<g class="{state}"><text class="whom" x="{e}" y="{b}" text-anchor="end">{name}</text>'
        '<line class="through" x1="{l}" x2="{r}" y1="{y}" y2="{y}"/>{look}{dots}</g>'
    ).format(
        state=state,
        e=_LEFT - 22,
        b=y + 4,
        name=fitted(str(shown(lane.name)), _NAME_ROOM, 13),
        l=_LEFT - 12,
        r=_WIDTH - _RIGHT + 12,
        y=y,
        look=look,
        dots=Markup("").join(_dots(lane.members, y, begin, end)),
    )


def _dots(
    members: Sequence[CommunityMember], y: float, begin: datetime, end: datetime
) -> Iterator[Markup]:
    for one in members:
        decision = one.decision
        said = decision.title or (decision.decision_type or decision.kind).replace("_", " ")
        yield Markup(
            '<a href="/decisions/{id}" tabindex="-1"><title>{whole}</title>'
            '<circle cx="{x}" cy="{y}" r="6.5"/></a>'
        ).format(
            id=in_a_path(one.id),
            whole=f"{day(decision.decided_at)}: {shown(said)}",
            x=_x(decision.decided_at, begin, end),
            y=y,
        )
