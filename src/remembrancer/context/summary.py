"""What is known of one subject, grouped by kind."""

from __future__ import annotations

from collections import defaultdict

from remembrancer.model.item import Item
from remembrancer.model.scope import Scope
from remembrancer.model.summary import Summary
from remembrancer.ports import Point, Reader


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
