"""A contradiction: two items that cannot both hold, until somebody decides."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from remembrancer.core.base import Value
from remembrancer.items.item import Item
from remembrancer.reading.judging.judgement import Severity, Suggestion


class Resolution(Value):
    """How a contradiction was settled."""

    action: Suggestion
    by: str
    at: datetime
    item_id: str | None = None  # the item that holds now; None: both do
    reason: str | None = None  # None also if a side is hidden: it could reveal its content


class Hidden(Value):
    """An item that was made personal since: an admin is told that it is there, and no more."""

    id: str
    hidden: Literal[True] = True


class Contradiction(Value):
    """Seen by who may see both items, and by admins where one was made personal since."""

    id: str  # rel_ and 12 hex digits
    a: Item | Hidden  # the existing item
    b: Item | Hidden  # the newer item
    severity: Severity
    suggestion: Suggestion  # the judge's proposal; never applied automatically
    merged_content: str | None  # with the suggestion `merge`
    reason: str  # empty if a side is hidden: it could reveal its content
    found_at: datetime
    resolution: Resolution | None = None  # None: still open

    @property
    def items(self) -> tuple[Item, ...]:
        """The sides that are not hidden, `a` before `b`."""
        return tuple(one for one in (self.a, self.b) if isinstance(one, Item))
