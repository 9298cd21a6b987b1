"""`rmb decisions learned`: what was learned from what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.decisions.links import decisions
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import option

if TYPE_CHECKING:
    from remembrancer.decisions.learning import LearningReport

__all__ = ["decisions"]


@decisions.command("learned", cls=VerbCommand)
@from_verb("decisions.learned", limit=option("At most this many lines of each list.", "N"))
def learned(found: LearningReport) -> None:
    """Show what was learned from decisions, their outcomes and earlier answers.

    \b
    Example:
      rmb decisions learned
    """
    terminal.heading("Decisions")
    if found.types:
        terminal.table(
            [
                [
                    (one.type or "no type").replace("_", " "),
                    f"{one.decisions:,}",
                    f"{one.with_outcome:,}",
                    f"{one.revisited:,}",
                    f"{one.with_concerns:,}",
                ]
                for one in found.types
            ],
            names=("type", "count", "outcome told", "revisited", "with concerns"),
        )
    else:
        terminal.line(("Nothing was decided yet that everybody may see.", "faint"))
    terminal.heading("Answers")
    terminal.line(
        f"{count(found.walks, 'question')} of {count(found.callers, 'caller')} told which hits "
        "were used."
    )
    if found.weights:
        terminal.table(
            [
                [f"{one.weight:.3f}", one.category, f"{one.used:,} of {one.returned:,} used"]
                for one in found.weights
            ],
            names=("weight", "category", "learned from"),
        )
    if found.relations:
        terminal.table(
            [
                [f"{one.lift:.2f}", one.type, f"{one.used:,} of {one.returned:,} used"]
                for one in found.relations
            ],
            names=("use", "relation", "learned from"),
        )
