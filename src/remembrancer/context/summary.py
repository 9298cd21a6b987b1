"""What is known of one subject, grouped by kind."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from remembrancer.context import block
from remembrancer.context.look_first import QUOTED
from remembrancer.context.templates import Rendering
from remembrancer.model.item import Item
from remembrancer.model.scope import Scope
from remembrancer.model.summary import Summary
from remembrancer.ports import Point, Reader

TEMPLATE: Final = "summary/1"
_CLOSING: Final = "[END CLIENT KNOWLEDGE]"


def summary(reader: Reader, scope: Scope, subject: str, *, at: Point | None) -> Summary:
    """Active knowledge of the subject, newest first, at most so many items of each kind."""
    items, totals = reader.newest_by_kind(
        subject, per_kind=scope.space.preset.summary_per_kind, at=at
    )
    groups: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        groups[item.kind].append(item)
    return Summary.trusted(
        {
            "subject": subject,
            "groups": {kind: tuple(listed) for kind, listed in groups.items()},
            "totals": totals,
        }
    )


def text(rendering: Rendering) -> str:
    """The form `summary/1`: a heading for each kind, and each item as a quote with its source."""
    given = rendering.given
    told = [f"[CLIENT KNOWLEDGE: {block.quotable(given['subject'])}]", QUOTED]
    place = 0
    for kind, items in rendering.parts.items():
        told += ["", f"{block.quotable(kind)}:"]
        for item in items:
            line = block.Line(
                item,
                is_hedged=bool(given["hedged"] >> place & 1),
                is_marked=False,
                is_gone=item.id in rendering.gone,
            )
            told.append(block.line(line, given["language"]))
            place += 1
    return "\n".join([*told, _CLOSING])
