"""Digest: what its lines may hold, how long they may be together, and what goes first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from remembrancer.conversations.digest import Point, PointKind
from remembrancer.core import envelopes
from remembrancer.core.limits import DIGEST_TOKENS_MAX
from remembrancer.core.plain_line import neutral, shortened
from remembrancer.core.token_budget import CHARACTERS_PER_TOKEN
from remembrancer.items.item import Trust
from remembrancer.items.trust import lowest

POINT_CHARACTERS_MAX: Final = 200  # of one line
POINT_MESSAGES_MAX: Final = 40  # messages that one line is linked to: the newest of them

OPENING: Final = envelopes.CONVERSATION.opening
LEAD: Final = f"{envelopes.EARLIER}:"
CLOSING: Final = envelopes.CONVERSATION.closing

_BULLET: Final = "- "
_ENVELOPE_CHARACTERS: Final = len(OPENING) + len(LEAD) + len(CLOSING) + 2  # the line breaks too
_POINTS_MAX: Final = 1_000  # more can never fit, so a longer list is not even looked at

_MERGED: Final = re.compile(r"… and (\d{1,9}) earlier decisions")


def linked(*messages: Iterable[str]) -> tuple[str, ...]:
    """Ids of messages in the order given, each once; of too many, the last ones."""
    ids = tuple(dict.fromkeys(one for some in messages for one in some))
    return ids[-POINT_MESSAGES_MAX:]


def least(trusts: Iterable[Trust | None]) -> Trust | None:
    """The trust of words from several mouths: the least that is known."""
    known = [one for one in trusts if one is not None]
    return lowest(known) if known else None


def text_of(points: Iterable[Point]) -> str:
    """One line for each point; empty where there are none."""
    return "\n".join(_BULLET + point.line for point in points)


def block(points: Sequence[Point]) -> str | None:
    """The digest in its envelope, ready for a model; None where there is nothing to say.

    It is never longer than the ceiling, whatever the points are.
    """
    kept = condensed(points)
    return "\n".join((OPENING, LEAD, text_of(kept), CLOSING)) if kept else None


def condensed(points: Sequence[Point], *, tokens_max: int = DIGEST_TOKENS_MAX) -> tuple[Point, ...]:
    """The points, as many and as long as fit into a block of so many tokens.

    Topics go first, then old answers; decisions get shorter before any is given up, and the
    oldest of them end as a number.
    """
    room = tokens_max * CHARACTERS_PER_TOKEN - _ENVELOPE_CHARACTERS
    kept = [clean for point in points[-_POINTS_MAX:] if (clean := _clean(point)) is not None]
    for step in _LADDER:
        if _size(kept) <= room:
            break
        kept = step(kept, room)
    return tuple(kept)


def _clean(point: Point) -> Point | None:
    """The point as a digest may hold it; None where no text is left."""
    text = shortened(neutral(point.text), POINT_CHARACTERS_MAX)
    messages = linked(point.messages)
    if text == point.text and messages == point.messages:
        return point
    return point.changed(text=text, messages=messages) if text else None


def _size(points: Sequence[Point]) -> int:
    """Characters of the lines, a break for each included."""
    return sum(map(_line_size, points))


def _line_size(point: Point) -> int:
    return len(_BULLET) + len(point.line) + 1


_Step = Callable[[Sequence[Point], int], list[Point]]


def _dropping(kind: PointKind, *, but: int) -> _Step:
    """Drops points of a kind, oldest first, until all fits or only so many are left."""

    def step(points: Sequence[Point], room: int) -> list[Point]:
        spare = sum(point.kind is kind for point in points) - but
        size = _size(points)
        kept = []
        for point in points:
            if point.kind is kind and spare > 0 and size > room:
                spare -= 1
                size -= _line_size(point)
            else:
                kept.append(point)
        return kept

    return step


def _shortening(kind: PointKind, characters_max: int) -> _Step:
    """Shortens points of a kind, oldest first, until all fits."""

    def step(points: Sequence[Point], room: int) -> list[Point]:
        size = _size(points)
        kept = []
        for point in points:
            if point.kind is kind and size > room:
                text = shortened(point.text, characters_max)
                size -= len(point.text) - len(text)
                point = point.changed(text=text)
            kept.append(point)
        return kept

    return step


def _merging(points: Sequence[Point], room: int) -> list[Point]:
    """Puts a number in the place of the oldest decisions, as few as must be; never the newest."""
    decisions = [place for place, point in enumerate(points) if point.kind is PointKind.DECISION]
    size = _size(points)
    number = 0
    gone: list[int] = []
    for place in decisions[:-1]:
        gone.append(place)
        number += _number_of(points[place])
        size -= _line_size(points[place])
        if len(gone) > 1 and size + len(_BULLET) + len(_merged(number)) + 1 <= room:
            break
    if len(gone) < 2:
        return list(points)
    merged = Point(
        kind=PointKind.DECISION,
        text=_merged(number),
        messages=linked(*(points[place].messages for place in gone)),
        trust=least(points[place].trust for place in gone),
    )
    replaced = frozenset(gone)
    kept = [point for place, point in enumerate(points) if place not in replaced]
    kept.insert(gone[0], merged)
    return kept


def _merged(number: int) -> str:
    return f"… and {number} earlier decisions"


def _number_of(decision: Point) -> int:
    """How many decisions a line stands for."""
    merged = _MERGED.fullmatch(decision.text)
    return int(merged[1]) if merged else 1


# What happens to a digest that is too long, step by step until it fits.
_LADDER: Final[tuple[_Step, ...]] = (
    _dropping(PointKind.TOPIC, but=0),
    _shortening(PointKind.ANSWER, 120),
    _dropping(PointKind.ANSWER, but=6),
    _shortening(PointKind.DECISION, 120),
    _dropping(PointKind.TASK, but=3),
    _dropping(PointKind.PERSON, but=3),
    _dropping(PointKind.ANSWER, but=2),
    _shortening(PointKind.DECISION, 80),
    _shortening(PointKind.ANSWER, 80),
    _shortening(PointKind.TASK, 100),
    _shortening(PointKind.PERSON, 80),
    _shortening(PointKind.DECISION, 60),
    _dropping(PointKind.ANSWER, but=1),
    _dropping(PointKind.TASK, but=1),
    _dropping(PointKind.PERSON, but=1),
    _merging,
    _dropping(PointKind.ANSWER, but=0),
    _dropping(PointKind.PERSON, but=0),
    _dropping(PointKind.TASK, but=0),
    _dropping(PointKind.DECISION, but=0),
)
