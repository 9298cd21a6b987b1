"""What `remember` did."""

from __future__ import annotations

from remembrancer.core.base import Value
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.rejection import EarlierRejection
from remembrancer.items.item import Item
from remembrancer.items.source import Source
from remembrancer.reading.plan import Planned, Skipped


class Remembered(Value):
    items: tuple[Item, ...]  # all that were stored, replacements included
    superseded: tuple[Item, ...] = ()  # the old items that were replaced
    reconfirmed: tuple[Item, ...] = ()  # items that were stated again
    contradictions: tuple[Contradiction, ...] = ()  # for a person to see
    skipped: tuple[Skipped, ...] = ()  # what was not stored, each with a reason
    plan: tuple[Planned, ...] = ()  # what was done, or with `dry_run` would be, and why
    # Earlier rejections of these statements, whether they were stored again or not.
    rejected_before: tuple[EarlierRejection, ...] = ()
    source: Source | None = None  # the raw text as captured
    conversation_id: str | None = None  # where messages were stored
    messages_new: int = 0  # messages that were not stored before
    messages_known: int = 0
    conflicts: int = 0  # messages whose id already has other text; kept raw
