"""`rmb briefing`: what to know of somebody before a meeting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.verbs.command import from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.delivery.briefing.briefing import Briefing

_BULLET = "- "
_PARTS = (
    "actions",
    "contradictions",
    "unresolved",
    "preferences",
    "goals",
    "decisions",
    "facts",
    "left_out",
)


@from_verb(
    "briefing",
    is_empty=lambda found: not any(getattr(found, part) for part in _PARTS),
    subject=argument("Who or what the meeting is about.", "SUBJECT"),
    meeting_at=option("When the meeting is.", "TIME", "--meeting"),
)
def briefing(found: Briefing) -> None:
    """Show what to know of somebody before a meeting.

    What is to be done, what contradicts itself or was left open, preferences, goals, recent
    decisions with their reasons, and facts: of this subject alone, and only what you may see.

    \b
    Example:
      rmb briefing ellen
      rmb briefing ellen --meeting 2026-03-03T10:00 --budget 500
    """
    for line in found.text.split("\n"):
        if line.startswith("## "):
            terminal.heading(line.removeprefix("## "))
        elif line.startswith(_BULLET) and terminal.is_pretty():
            terminal.table([(_BULLET.strip(), line.removeprefix(_BULLET))], indent=0)
        elif line:
            terminal.line(line)
        else:
            terminal.blank()
    terminal.blank()
    left = sum(found.left_out.values())
    words = f"{found.token_estimate:,} of {found.token_budget:,} tokens · {found.receipt}"
    terminal.line((f"{words} · {left:,} left out" if left else words, "faint"))
