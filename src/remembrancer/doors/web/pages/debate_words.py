"""Debates in words: levels and methods as people call them, and the clock of a window."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from remembrancer.team.debates.debate import (
    Debate,
    DebatePriority,
    ResolutionLevel,
    ResolutionMethod,
)

LEVELS: Final = {
    ResolutionLevel.AGENT: "The agents",
    ResolutionLevel.FACILITATOR: "The track record",
    ResolutionLevel.HUMAN: "A person",
    ResolutionLevel.FALLBACK: "The default",
    ResolutionLevel.GATE_REVIEW: "Gate review",
}
METHODS: Final = {
    ResolutionMethod.CONSENSUS: "by consensus",
    ResolutionMethod.CREDIBILITY_WEIGHTED: "by track record",
    ResolutionMethod.HUMAN_BINDING: "by a person",
    ResolutionMethod.CONSERVATIVE_DEFAULT: "by default",
    ResolutionMethod.OVERRIDE: "overridden by a person",
}
PRIORITIES: Final = {
    DebatePriority.CRITICAL_PATH: "critical path",
    DebatePriority.VALUATION: "valuation",
    DebatePriority.SUPPORTING: "supporting",
}


class Countdown(NamedTuple):
    """A window that closes by itself."""

    begin: datetime
    end: datetime
    seconds: int  # left
    what: str  # what comes when it closes


def countdown(debate: Debate, now: datetime) -> Countdown | None:
    """The window that a debate is in; None: no clock runs."""
    if debate.provisional and debate.override_window_closed is not None:
        end, what = debate.override_window_closed, "the default becomes binding"
    elif (
        not debate.is_resolved
        and debate.resolution_level is ResolutionLevel.HUMAN
        and debate.human_due_at is not None
    ):
        end, what = debate.human_due_at, "the conservative position holds for the time being"
    else:
        return None
    begin = debate.levels[-1].entered_at if debate.levels else debate.timestamp
    return Countdown(begin, end, max(0, int((end - now).total_seconds())), what)


def state(debate: Debate) -> str:
    """Where a debate stands, in a word or two."""
    if not debate.is_resolved:
        return "waits for a person" if debate.resolution_level is ResolutionLevel.HUMAN else "open"
    if debate.provisional:
        return "provisional"
    return "settled"
