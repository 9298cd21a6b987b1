"""Digest lines: size limits, the prompt block, and what is dropped first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from remembrancer.conversations.digest import Point, PointKind
from remembrancer.core.limits import DIGEST_TOKENS_MAX
from remembrancer.core.texts import envelopes
from remembrancer.core.texts.plain_line import neutral, shortened
from remembrancer.core.token_budget import CHARACTERS_PER_TOKEN
from remembrancer.items.item import Trust
from remembrancer.items.trust import lowest

POINT_CHARACTERS_MAX: Final = 200  # of one line
POINT_MESSAGES_MAX: Final = 40  # messages linked to one line: the newest

OPENING: Final = envelopes.CONVERSATION.opening
LEAD: Final = f"{envelopes.EARLIER}:"
CLOSING: Final = envelopes.CONVERSATION.closing

_BULLET: Final = "- "
_ENVELOPE_CHARACTERS: Final = len(OPENING) + len(LEAD) + len(CLOSING) + 2  # the line breaks too
_POINTS_MAX: Final = 1_000  # more can never fit

_MERGED: Final = re.compile(r"… and (\d{1,9}) earlier decisions")


def link_messages(*messages: Iterable[str]) -> tuple[str, ...]:
    """Unique message ids in order, limited to the last ones."""
    ids = tuple(dict.fromkeys(value for some in messages for value in some))
    return ids[-POINT_MESSAGES_MAX:]


def least_trust(trusts: Iterable[Trust | None]) -> Trust | None:
    """The lowest known trust of several sources."""
    known = [trust for trust in trusts if trust is not None]
    return lowest(known) if known else None


def points_text(points: Iterable[Point]) -> str:
    """One line for each point; empty where there are none."""
    return "\n".join(_BULLET + point.line for point in points)


def digest_block(points: Sequence[Point]) -> str | None:
    """The digest in its envelope for a model; None: no points.

    It never exceeds the limit.
    """
    kept = condense(points)
    return "\n".join((OPENING, LEAD, points_text(kept), CLOSING)) if kept else None


def condense(points: Sequence[Point], *, tokens_max: int = DIGEST_TOKENS_MAX) -> tuple[Point, ...]:
    """The points condensed to fit into a block of `tokens_max` tokens.

    Topics are dropped first, then old answers. Decisions are shortened before any is dropped, and
    the oldest end as a count.
    """
    room = tokens_max * CHARACTERS_PER_TOKEN - _ENVELOPE_CHARACTERS
    kept = [clean for point in points[-_POINTS_MAX:] if (clean := _clean(point)) is not None]
    for step in _LADDER:
        if _size(kept) <= room:
            break
        kept = step(kept, room)
    return tuple(kept)


def _clean(point: Point) -> Point | None:
    """The point with safe text; None: no text is left."""
    text = shortened(neutral(point.text), POINT_CHARACTERS_MAX)
    messages = link_messages(point.messages)
    if text == point.text and messages == point.messages:
        return point
    return point.changed(text=text, messages=messages) if text else None


def _size(points: Sequence[Point]) -> int:
    """The length of the lines, line breaks included."""
    return sum(map(_line_size, points))


def _line_size(point: Point) -> int:
    return len(_BULLET) + len(point.line) + 1


_Step = Callable[[Sequence[Point], int], list[Point]]


def _drop_step(kind: PointKind, *, but: int) -> _Step:
    """A step that drops points of a kind, oldest first, until all fits or `but` are left."""

    def step(points: Sequence[Point], room: int) -> list[Point]:
        spare = sum(point.kind is kind for point in points) - but
        size = _size(points)
        result = []
        for point in points:
            if point.kind is kind and spare > 0 and size > room:
                spare -= 1
                size -= _line_size(point)
            else:
                result.append(point)
        return result

    return step


def _shorten_step(kind: PointKind, characters_max: int) -> _Step:
    """A step that shortens points of a kind, oldest first, until all fits."""

    def step(points: Sequence[Point], room: int) -> list[Point]:
        size = _size(points)
        result = []
        for point in points:
            if point.kind is kind and size > room:
                text = shortened(point.text, characters_max)
                size -= len(point.text) - len(text)
                point = point.changed(text=text)
            result.append(point)
        return result

    return step


def _merge_decisions(points: Sequence[Point], room: int) -> list[Point]:
    """Replaces as few of the oldest decisions as needed by a count; never the newest."""
    decisions = [place for place, point in enumerate(points) if point.kind is PointKind.DECISION]
    size = _size(points)
    number = 0
    gone: list[int] = []
    for place in decisions[:-1]:
        gone.append(place)
        number += _decision_count(points[place])
        size -= _line_size(points[place])
        if len(gone) > 1 and size + len(_BULLET) + len(_merged_text(number)) + 1 <= room:
            break
    if len(gone) < 2:
        return list(points)
    merged = Point(
        kind=PointKind.DECISION,
        text=_merged_text(number),
        messages=link_messages(*(points[place].messages for place in gone)),
        trust=least_trust(points[place].trust for place in gone),
    )
    replaced = frozenset(gone)
    kept = [point for place, point in enumerate(points) if place not in replaced]
    kept.insert(gone[0], merged)
    return kept


def _merged_text(number: int) -> str:
    return f"… and {number} earlier decisions"


def _decision_count(decision: Point) -> int:
    """The number of decisions that a line represents."""
    merged = _MERGED.fullmatch(decision.text)
    return int(merged[1]) if merged else 1


# The steps that condense a digest until it fits.
_LADDER: Final[tuple[_Step, ...]] = (
    _drop_step(PointKind.TOPIC, but=0),
    _shorten_step(PointKind.ANSWER, 120),
    _drop_step(PointKind.ANSWER, but=6),
    _shorten_step(PointKind.DECISION, 120),
    _drop_step(PointKind.TASK, but=3),
    _drop_step(PointKind.PERSON, but=3),
    _drop_step(PointKind.ANSWER, but=2),
    _shorten_step(PointKind.DECISION, 80),
    _shorten_step(PointKind.ANSWER, 80),
    _shorten_step(PointKind.TASK, 100),
    _shorten_step(PointKind.PERSON, 80),
    _shorten_step(PointKind.DECISION, 60),
    _drop_step(PointKind.ANSWER, but=1),
    _drop_step(PointKind.TASK, but=1),
    _drop_step(PointKind.PERSON, but=1),
    _merge_decisions,
    _drop_step(PointKind.ANSWER, but=0),
    _drop_step(PointKind.PERSON, but=0),
    _drop_step(PointKind.TASK, but=0),
    _drop_step(PointKind.DECISION, but=0),
)
