"""`rmb briefing`: what to know of somebody before a meeting."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.moments import moment
from remembrancer.doors.cli.near import note_subject
from remembrancer.doors.cli.opening import opened
from remembrancer.doors.cli.options import Acting, Json, Space, Url

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


def briefing(
    subject: Annotated[
        str, typer.Argument(metavar="SUBJECT", help="Who or what the meeting is about.")
    ],
    budget: Annotated[
        int | None,
        typer.Option("--budget", metavar="TOKENS", help="How long it may be.", show_default=False),
    ] = None,
    meeting: Annotated[
        datetime | None,
        typer.Option("--meeting", metavar="TIME", parser=moment, help="When the meeting is."),
    ] = None,
    locale: Annotated[
        str | None,
        typer.Option("--locale", metavar="LOCALE", help="en or sv.", show_default=False),
    ] = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Show what to know of somebody before a meeting.

    What is to be done, what contradicts itself or was left open, preferences, goals, recent
    decisions with their reasons, and facts: of this subject alone, and only what you may see.

    \b
    Example:
      rmb briefing ellen
      rmb briefing ellen --meeting 2026-03-03T10:00 --budget 500
    """
    with opened(url, space, acting) as memory:
        found = memory.briefing(subject, token_budget=budget, meeting_at=meeting, locale=locale)
        if not any(getattr(found, part) for part in _PARTS):
            note_subject(memory, subject)
    if json:
        terminal.as_json(found.export())
        return
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
