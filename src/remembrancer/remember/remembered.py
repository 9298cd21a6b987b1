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
    superseded: tuple[Item, ...] = ()  # the old items replaced
    reconfirmed: tuple[Item, ...] = ()  # those that were said again
    contradictions: tuple[Contradiction, ...] = ()  # those that a person should see
    skipped: tuple[Skipped, ...] = ()  # what was not stored, each with a reason
    plan: tuple[Planned, ...] = ()  # what was done, or with `dry_run` would be, and why
    # What of it somebody turned down before, whether it was stored again or not.
    rejected_before: tuple[EarlierRejection, ...] = ()
    source: Source | None = None  # the raw text as captured
    conversation_id: str | None = None  # where messages were stored
    messages_new: int = 0  # those that were not there before
    messages_known: int = 0
    conflicts: int = 0  # those whose place is taken by other words, and were kept raw
