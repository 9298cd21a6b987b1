"""Charts of the desk: scores through time, two track records on one axis, the clock of a window.

Places are percentages, so that dots and letters keep their size at any width, and what they show
stands in words or in a table beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from markupsafe import Markup

from remembrancer.doors.web.wording import day
from remembrancer.team.debates.debate import TrackRecord
from remembrancer.team.track_record.credibility_history import ScoreAt

LINES_MAX: Final = 6  # of one chart; more are told in its table alone
_TOP: Final = 12  # pixels above a score of 1
_FLOOR: Final = 192  # pixels: a score of 0
_HEIGHT: Final = 216
_EDGE: Final = 1.5  # percent left free on each side, for dots at the ends
_NAMES: Final = 7.0  # percent at the left of lines, for the names of their rules
_SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_AXIS_NAMED: Final = (0.0, 0.5, 1.0)  # parts of the time that have their day below
_CLOSE: Final = 0.004  # of the width: dots this near are one moment to the eye


class ScoreLine(NamedTuple):
    """One line of a chart."""

    name: str
    colour: int  # from 1
    scores: tuple[ScoreAt, ...]


def score_lines(lines: Sequence[ScoreLine], now: datetime) -> Markup:
    """Scores through time as steps: each holds until the next outcome. A dot is hollow while
    there are too few outcomes to decide by."""
    drawn = [one for one in lines[:LINES_MAX] if one.scores]
    if not drawn:
        return Markup("")
    begin = min(one.scores[0].at for one in drawn)
    end = max(now, *(one.scores[-1].at for one in drawn))
    if end - begin < timedelta(days=1):
        begin = end - timedelta(days=1)
    rules = Markup("").join(
        Markup(
            '<line class="rule" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
            '<text x="0" y="{t}">{said}</text>'
        ).format(y=_height(share), t=_height(share) - 3, said=f"{share:.2g}")
        for share in _SHARES
    )
    days = Markup("").join(
        Markup('<text x="{x}%" y="{y}" text-anchor="{a}">{said}</text>').format(
            x=_along(part),
            y=_HEIGHT - 5,
            a="start" if part == 0 else "end" if part == 1 else "middle",
            said=_day(begin + (end - begin) * part),
        )
        for part in _AXIS_NAMED
    )
    return Markup(
        '<svg class="scores" width="100%" height="{h}" role="img" aria-label="{label}">{rules}'
        '<svg width="100%" height="{h}" viewBox="0 0 100 {h}" preserveAspectRatio="none">{steps}'
        "</svg>{dots}{days}</svg>"
    ).format(
        h=_HEIGHT,
        rules=rules,
        steps=Markup("").join(_steps(one, begin, end) for one in drawn),
        dots=Markup("").join(_dots(one, begin, end) for one in drawn),
        days=days,
        label="Scores through time. " + " ".join(map(_told, drawn)),
    )


def _told(line: ScoreLine) -> str:
    first, last = line.scores[0], line.scores[-1]
    return (
        f"{line.name}: {first.score:.2f} on {day(first.at)}, {last.score:.2f} on {day(last.at)}, "
        f"{last.sample_size} outcomes."
    )


def _steps(line: ScoreLine, begin: datetime, end: datetime) -> Markup:
    """The line holds its height until the next outcome, the last one until today."""
    places: list[tuple[float, float]] = []
    for one in line.scores:
        x, y = _along(_part(one.at, begin, end)), _height(one.score)
        if places:
            places.append((x, places[-1][1]))
        places.append((x, y))
    places.append((_along(1.0), places[-1][1]))
    points = " ".join(f"{x},{y}" for x, y in places)
    return Markup('<polyline class="line-{n}" points="{points}"/>').format(
        n=line.colour, points=points
    )


def _dots(line: ScoreLine, begin: datetime, end: datetime) -> Markup:
    shown: list[ScoreAt] = []
    for one in line.scores:  # of those at one place the last says where the line is
        if shown and _part(one.at, begin, end) - _part(shown[-1].at, begin, end) < _CLOSE:
            shown.pop()
        shown.append(one)
    return Markup("").join(
        Markup(
            '<circle class="line-{n}{hollow}" cx="{x}%" cy="{y}" r="4.5"><title>{said}</title>'
            "</circle>"
        ).format(
            n=line.colour,
            hollow="" if one.is_usable else " few",
            x=_along(_part(one.at, begin, end)),
            y=_height(one.score),
            said=f"{line.name}, {day(one.at)}: {one.score:.2f} by {one.sample_size} outcomes",
        )
        for one in shown
    )


def score_bar(score: float | None, kind: str = "") -> Markup:
    """A score as a bar from 0 to 1."""
    wide = 0.0 if score is None else round(100 * min(max(score, 0.0), 1.0), 1)
    return Markup(
        '<svg class="score-bar {kind}" width="100%" height="8" aria-hidden="true">'
        '<rect class="all" width="100%" height="8" rx="4"/>'
        '<rect class="part" width="{wide}%" height="8" rx="4"/></svg>'
    ).format(kind=kind, wide=wide)


def differential(records: Sequence[TrackRecord], kinds: Sequence[str], least: float) -> Markup:
    """Two scores on one axis, the distance between them, and the one from which it decides."""
    known = [(one, kind) for one, kind in zip(records, kinds, strict=True) if one.score is not None]
    grid = Markup("").join(
        Markup(
            '<line class="rule" x1="{x}%" x2="{x}%" y1="4" y2="44"/>'
            '<text x="{x}%" y="58" text-anchor="{a}">{said}</text>'
        ).format(
            x=_place(share),
            a="start" if share == 0 else "end" if share == 1 else "middle",
            said=f"{share:.2g}",
        )
        for share in _SHARES
    )
    marks = Markup("")
    if len(known) == 2:
        low, high = sorted(float(one.score or 0.0) for one, _ in known)
        marks += Markup(
            '<line class="between{far}" x1="{a}%" x2="{b}%" y1="24" y2="24"/>'
            '<line class="needed" x1="{c}%" x2="{c}%" y1="10" y2="38"/>'
        ).format(
            far=" far" if high - low > least else "",
            a=_place(low),
            b=_place(high),
            c=_place(min(1.0, low + least)),
        )
    marks += Markup("").join(
        Markup('<circle class="{kind}{few}" cx="{x}%" cy="24" r="8"/>').format(
            kind=kind, few="" if one.is_usable else " few", x=_place(float(one.score or 0.0))
        )
        for one, kind in known
    )
    return Markup(
        '<svg class="differential" width="100%" height="62" aria-hidden="true">{grid}{marks}</svg>'
    ).format(grid=grid, marks=marks)


def clock(begin: datetime, end: datetime, now: datetime) -> Markup:
    """How much of a window is over, as a ring. A script turns it on."""
    return Markup(
        '<svg class="clock" viewBox="0 0 44 44" width="72" height="72" aria-hidden="true">'
        '<circle class="all" cx="22" cy="22" r="18" pathLength="100"/>'
        '<circle class="over" cx="22" cy="22" r="18" pathLength="100" transform="rotate(-90 22 22)"'
        ' stroke-dasharray="{over} 100"/></svg>'
    ).format(over=round(100 * (1 - _part(now, begin, end)), 1))


def _height(share: float) -> float:
    return round(_FLOOR - min(max(share, 0.0), 1.0) * (_FLOOR - _TOP), 1)


def _along(part: float) -> float:
    """A place in time."""
    return round(_NAMES + (100 - _NAMES - _EDGE) * part, 2)


def _place(part: float) -> float:
    return round(_EDGE + (100 - 2 * _EDGE) * part, 2)


def _part(at: datetime, begin: datetime, end: datetime) -> float:
    span = max((end - begin).total_seconds(), 1.0)
    return min(max((at - begin).total_seconds() / span, 0.0), 1.0)


def _day(at: datetime) -> str:
    return f"{at.day} {at:%b %Y}"
