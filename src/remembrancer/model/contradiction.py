"""A contradiction: two items that cannot both hold, until somebody has decided."""

from __future__ import annotations

from datetime import datetime

from remembrancer.model.base import Value
from remembrancer.model.item import Item
from remembrancer.model.judgement import Severity, Suggestion


class Resolution(Value):
    """How a contradiction was settled."""

    action: Suggestion
    by: str
    at: datetime
    item_id: str | None = None  # the item that holds now; None: both do


class Contradiction(Value):
    """Seen by who may see both items."""

    id: str  # rel_ and 12 hex digits
    a: Item  # what was known
    b: Item  # what came after it
    severity: Severity
    suggestion: Suggestion  # what the judge would do. It is never done by itself
    merged_content: str | None  # with the suggestion `merge`
    reason: str
    found_at: datetime
    resolution: Resolution | None = None  # None: it is open
