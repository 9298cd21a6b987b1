"""A vote: one principal's up or down vote on one item; the last one counts."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value


class Vote(Value):
    item_id: str
    principal: str
    value: int  # +1 or -1
    at: datetime


class Votes(Value):
    """The tally of one item."""

    item_id: str
    up: int
    down: int
    mine: int | None = None  # the caller's own vote
