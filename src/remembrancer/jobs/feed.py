"""A feed: a file that is captured repeatedly, and how far it was read."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value


class Feed(Value):
    kind: str  # notes, session
    name: str  # the source or conversation it is stored in
    owner: str  # who it is captured for
    place: str  # the path of the file
    digest: str  # a keyed hash of the part that was read
    bytes: int  # how many bytes were read
    records: int = 0  # how many lines or entries were read
    unknown: int = 0  # records not understood, kept raw
    problem: str | None = None  # the error of the last read
    at: datetime | None = None  # when it was read last
