"""A briefing: what to know about a subject before a meeting, within a budget."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.governance.contradiction import Contradiction
from remembrancer.items.item import Item


class Briefing(Value):
    """Of one subject, and only what the caller may see. What did not fit is counted."""

    subject: str
    at: datetime  # when it was made
    meeting_at: datetime | None = None  # the meeting it is for, if the caller named one
    actions: tuple[Item, ...] = ()  # open action items, nearest deadline first
    contradictions: tuple[Contradiction, ...] = ()  # unresolved contradictions
    unresolved: tuple[Item, ...] = ()  # open questions
    preferences: tuple[Item, ...] = ()
    goals: tuple[Item, ...] = ()
    decisions: tuple[Item, ...] = ()  # newest first; `text` has the reasons
    precedents: tuple[Item, ...] = ()  # decided for others in like situations; best first
    facts: tuple[Item, ...] = ()
    left_out: dict[str, int] = {}  # by part: the number of visible items that did not fit
    text: str  # for a person or an agent; stored text is quoted with its source
    token_estimate: int
    token_budget: int
    receipt: str  # `memory.receipt()` shows the content later
