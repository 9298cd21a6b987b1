"""The snapshot of a debate: what was known when it was opened, the same for all who read it.

It is a place in the ledger, and nothing is copied: what was erased since is not in it, and today's
permissions decide who may read what.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from remembrancer.core.base import Value
from remembrancer.core.errors import NotFound
from remembrancer.ports import LedgerPoint, Reader
from remembrancer.team.debates import debate_rows


class SnapshotMark(Value):
    """The moment that a debate holds on to."""

    debate_id: str
    at: datetime  # when the debate was opened
    is_settled: bool  # the debate is over, and its agents read what is known now


def point(reader: Reader, id: Any) -> LedgerPoint:
    """The place in the ledger at which a debate was opened."""
    debate = debate_rows.item_of(reader, id)
    found = reader.decisions.made_at([debate.id]).get(debate.id)
    if found is None:
        raise NotFound("debate", debate.id)
    # The debate itself is the first thing after its snapshot.
    return LedgerPoint(found.seq - 1, found.at)


def mark(reader: Reader, id: Any) -> SnapshotMark:
    debate = debate_rows.payload_of(debate_rows.item_of(reader, id))
    return SnapshotMark(debate_id=id, at=point(reader, id).at, is_settled=debate.is_resolved)
