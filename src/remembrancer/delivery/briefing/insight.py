"""An insight: something that several subjects have in common."""

from __future__ import annotations

from remembrancer.core.base import Value


class Insight(Value):
    attribute: str  # category, tag, entity, or the name of a field
    value: str  # the factor that they share
    count: int  # how many subjects
    subjects: tuple[str, ...]  # which
    item_ids: tuple[str, ...]  # the items that say so, one for each subject
