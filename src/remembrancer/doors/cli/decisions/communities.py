"""`rmb decisions communities` and `community`: decisions that hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.decisions import cards
from remembrancer.doors.cli.decisions.shapes import decisions
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.community import CommunitySummary, DecisionCommunity

__all__ = ["decisions"]

_LISTED: Final = 10  # of each list that is shown here; --json has all


@decisions.command("communities", cls=VerbCommand)
@from_verb(
    "decisions.communities",
    topic=option("Only those that say these words.", "WORDS"),
    limit=option("How many at most."),
    least=option("How many decisions one has at least."),
)
def communities(found: tuple[CommunitySummary, ...]) -> None:
    """List decisions that hang together by causes and influences, found without tags.

    \b
    Example:
      rmb decisions communities
      rmb decisions communities --topic "provider X"
    """
    for one in found:
        terminal.line((one.id, "faint"), f" {one.label}")
        terminal.line((_figures(one), "faint"), indent=4)
    if not found:
        terminal.line("There is none. Decisions that follow from each other become one:")
        terminal.line("rmb decisions link ID caused ID", indent=4)


@decisions.command("community", cls=VerbCommand)
@from_verb("decisions.community", id=argument("A decision that is in it.", "ID"))
def community(found: DecisionCommunity) -> None:
    """Show the community of a decision: whom it concerns, what drove it, what came of it.

    \b
    Example:
      rmb decisions community km_5d0c77a1e2b9
    """
    terminal.heading(found.label)
    terminal.line(_figures(found))
    for heading, told in (
        ("What they share", [f"{one.how} {one.name}: {one.count}" for one in found.drivers]),
        ("Outstanding", [one.name for one in found.outstanding]),
        (
            "Who was first",
            [f"{one.first_at:%Y-%m-%d} {one.name}: {one.count}" for one in found.people],
        ),
        ("What came of it", [f"{one.text}: {one.count}" for one in found.outcomes]),
    ):
        if told:
            terminal.heading(heading)
        for line in told[:_LISTED]:
            terminal.line(line, indent=4)
        if len(told) > _LISTED:
            terminal.line((f"And {len(told) - _LISTED} more.", "faint"), indent=4)
    terminal.heading("In the order of time")
    for member in found.members[:_LISTED]:
        cards.decision(member.decision)
    if found.size > _LISTED:
        terminal.line((f"And {found.size - _LISTED:,} more: --json has them.", "faint"))


def _figures(one: CommunitySummary) -> str:
    return (
        f"{count(one.size, 'decision')}, {count(one.client_count, 'client')}: "
        f"{one.reviewed_count:,} reviewed, "
        f"{one.outstanding_count:,} outstanding; {one.first_at:%Y-%m-%d} to {one.last_at:%Y-%m-%d}"
    )
