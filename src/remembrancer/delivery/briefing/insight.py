"""An insight: a factor that several subjects share."""

from __future__ import annotations

from remembrancer.core.base import Value


class Insight(Value):
    attribute: str  # category, tag, entity, or the name of a field
    value: str  # the shared factor
    count: int  # number of subjects
    subjects: tuple[str, ...]  # their names
    item_ids: tuple[str, ...]  # the items that show it, one for each subject
