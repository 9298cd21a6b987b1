"""A contradiction: two items that cannot both hold, until somebody has decided."""

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
    reason: str | None = None  # None too where a side is hidden: it could tell what that says


class Hidden(Value):
    """An item that was made personal since: an admin is told that it is there, and no more."""

    id: str
    hidden: Literal[True] = True


class Contradiction(Value):
    """Seen by who may see both items, and by admins where one was made personal since."""

    id: str  # rel_ and 12 hex digits
    a: Item | Hidden  # what was known
    b: Item | Hidden  # what came after it
    severity: Severity
    suggestion: Suggestion  # what the judge would do. It is never done by itself
    merged_content: str | None  # with the suggestion `merge`
    reason: str  # empty where a side is hidden: it could tell what that says
    found_at: datetime
    resolution: Resolution | None = None  # None: it is open

    @property
    def items(self) -> tuple[Item, ...]:
        """The sides that are not hidden, `a` before `b`."""
        return tuple(one for one in (self.a, self.b) if isinstance(one, Item))
