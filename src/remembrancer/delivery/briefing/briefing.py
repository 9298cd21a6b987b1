"""A briefing: what to know of somebody before a meeting, within a budget."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.governance.contradiction import Contradiction
from remembrancer.items.item import Item


class Briefing(Value):
    """Of one subject, and only what the caller may see. What did not fit is counted."""

    subject: str
    at: datetime  # when it was made
    meeting_at: datetime | None = None  # the meeting it is for, where the caller said so
    actions: tuple[Item, ...] = ()  # what is still to be done, the nearest deadline first
    contradictions: tuple[Contradiction, ...] = ()  # what nobody has settled yet
    unresolved: tuple[Item, ...] = ()  # what was left open
    preferences: tuple[Item, ...] = ()
    goals: tuple[Item, ...] = ()
    decisions: tuple[Item, ...] = ()  # newest first; their reasons stand in `text`
    facts: tuple[Item, ...] = ()
    left_out: dict[str, int] = {}  # by part: how many the caller may see and had no room
    text: str  # for a person or an agent; stored words stand in quotes, with their source
    token_estimate: int
    token_budget: int
    receipt: str  # memory.receipt() tells later what it held
