"""`rmb credibility`: how right agents were, and what one should know by now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.team.track_record.credibility import (
        AgentCredibility,
        FacilitatorReport,
        OutcomeDue,
    )

credibility = typer.Typer(
    no_args_is_help=True,
    help="""How right agents were, domain by domain, and what came of what they held.

    \b
    Example:
      rmb credibility list
      rmb credibility due
      rmb credibility outcome km_5d0c77a1e2b9 --correctness 0.9 --note "Margins held."
    """,
)


@credibility.command("score", cls=VerbCommand)
@from_verb(
    "credibility.score",
    agent=argument("The agent.", "AGENT"),
    domain=argument("The domain.", "DOMAIN"),
)
def score(found: AgentCredibility) -> None:
    """Show how credible an agent is in a domain.

    \b
    Example:
      rmb credibility score financial_analyst retail_margins
    """
    _show(found)


@credibility.command("list", cls=VerbCommand)
@from_verb(
    "credibility.list",
    agent=option("Only of this agent.", "AGENT"),
    domain=option("Only in this domain.", "NAME"),
)
def list_(found: tuple[AgentCredibility, ...]) -> None:
    """List the credibility of agents.

    \b
    Example:
      rmb credibility list --domain retail_margins
    """
    for one in found:
        _show(one)
    if not found:
        terminal.line("No outcome is known that you may see. Record one: rmb credibility outcome …")


@credibility.command("outcome", cls=VerbCommand)
@from_verb(
    "credibility.record_outcome",
    omitted={"estimates": "Figures of single agents come with their positions."},
    id=argument("A debate, its resolution or a decision.", "ID"),
    correctness=option("How right it was, from 0 to 1.", "SHARE"),
    note=option("What came of it, in words.", "TEXT"),
    at=option("When it showed, if not now."),
    actual=option("The figure that came."),
    sector=option("The sector, for errors that are typical of it.", "NAME"),
    regime=option("The market regime, such as bear.", "NAME"),
    lesson=option("What one learns from it.", "TEXT"),
)
def outcome(found: tuple[AgentCredibility, ...]) -> None:
    """Record what came of a debate or a decision.

    \b
    Example:
      rmb credibility outcome km_5d0c77a1e2b9 --correctness 0.9 --note "Margins held."
    """
    for one in found:
        _show(one)
    if not found:
        terminal.line("It is recorded. Neither agent held that position, so no score changes.")


@credibility.command("due", cls=VerbCommand)
@from_verb("credibility.due")
def due(found: tuple[OutcomeDue, ...]) -> None:
    """List decisions and resolutions of which one should know by now what came of them.

    \b
    Example:
      rmb credibility due
    """
    for one in found:
        terminal.line(
            (f"{card.minute(one.decided_at)}  ", "faint"), one.title, (f"  {one.id}", "faint")
        )
    if not found:
        terminal.line("Nothing is due.")


@credibility.command("facilitator", cls=VerbCommand)
@from_verb("credibility.facilitator")
def facilitator(found: FacilitatorReport) -> None:
    """Show how each way to settle debates did.

    \b
    Example:
      rmb credibility facilitator
    """
    rate = "no outcome known" if found.success_rate is None else f"{found.success_rate:.3f}"
    terminal.line(
        ("By track record: ", "heading"),
        f"{rate} of {count(found.total_auto_resolutions, 'resolution')} with an outcome.",
    )
    terminal.table(
        [
            [
                one.method.value,
                count(one.resolved, "debate"),
                "not known"
                if one.correctness is None
                else f"{one.correctness:.2f} ({one.tracked})",
            ]
            for one in found.by_method
        ]
    )


def _show(one: AgentCredibility) -> None:
    score = "no outcomes" if one.overall_score is None else f"{one.overall_score:.2f}"
    usable = "" if one.is_usable else "  too few to decide by"
    terminal.line(
        one.agent_id,
        (f"  {one.domain}  ", "faint"),
        (score, "good"),
        (f"  {count(one.sample_size, 'outcome')}{usable}", "faint"),
    )
    from remembrancer.team.track_record import bias  # with the types, which `--help` does without

    for line in bias.in_words(one.agent_id, one.bias_corrections):
        terminal.line((line, "faint"), indent=2)
