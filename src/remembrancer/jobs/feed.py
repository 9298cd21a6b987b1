"""A feed: a file that is captured again and again, and how far it was read."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value


class Feed(Value):
    kind: str  # notes, session
    name: str  # the source or conversation that it goes into
    owner: str  # in whose name it is captured
    place: str  # where the file lay
    digest: str  # a keyed hash of what was read
    bytes: int  # how much of it was read
    records: int = 0  # how many lines or entries that were
    unknown: int = 0  # those that were not understood, and kept raw
    problem: str | None = None  # what was wrong with it the last time
    at: datetime | None = None  # when it was read last
