"""`rmb policies`: rules in force, and how far decisions keep to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.decisions import cards
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.verbs.command import VerbCommand, export_listed, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.decisions.policy import Compliance, Policy, PolicyDecisions

policies = typer.Typer(
    no_args_is_help=True,
    help="""The rules that decisions apply, skip or override while they are in force.

    \b
    Example:
      rmb policies defaults --effective-from 2025-01-01
      rmb policies list --on 2025-06-30
      rmb policies compliance km_5d0c77a1e2b9 --since 2025-07-01 --until 2025-10-01
    """,
)
_POLICY = "A policy."
_DAY = "The first day on which it is no longer in force."


@policies.command("add", cls=VerbCommand)
@from_verb(
    "policies.add",
    name=argument("Its name.", "NAME"),
    description=option("What it asks for.", "TEXT"),
    category=option("Such as compliance, risk or fees.", "NAME"),
    effective_from=option("The first day on which it is in force.", "DAY"),
    effective_to=option(_DAY, "DAY"),
)
def add(found: Policy) -> None:
    """Add a policy.

    \b
    Example:
      rmb policies add "Two signatures" --description "Above £10,000 two people sign." \\
        --category fees --effective-from 2025-01-01
    """
    cards.policy(found)


@policies.command("defaults", cls=VerbCommand)
@from_verb("policies.add_defaults", effective_from=option("From which day.", "DAY"))
def defaults(found: tuple[Policy, ...]) -> None:
    """Add the policies that the preset brings along.

    \b
    Example:
      rmb policies defaults --effective-from 2025-01-01
    """
    for one in found:
        cards.policy(one)
    if not found:
        terminal.line("They are all there.")


@policies.command("list", cls=VerbCommand)
@from_verb(
    "policies.list",
    on=option("Those in force on this day.", "DAY"),
    category=option("Only of this category.", "NAME"),
)
def list_(found: tuple[Policy, ...]) -> None:
    """List policies, all or those in force on a day.

    \b
    Example:
      rmb policies list --on 2025-06-30 --category compliance
    """
    for one in found:
        cards.policy(one)
    if not found:
        terminal.line("There is no such policy that you may see. Add one: rmb policies add NAME …")


@policies.command("show", cls=VerbCommand)
@from_verb("policies.get", id=argument(_POLICY, "ID"))
def show(found: Policy) -> None:
    """Show one policy.

    \b
    Example:
      rmb policies show km_5d0c77a1e2b9
    """
    cards.policy(found)


@policies.command("end", cls=VerbCommand)
@from_verb("policies.end", id=argument(_POLICY, "ID"), effective_to=option(_DAY, "DAY"))
def end(found: Policy) -> None:
    """Say from which day on a policy is no longer in force.

    \b
    Example:
      rmb policies end km_5d0c77a1e2b9 --effective-to 2024-04-06
    """
    cards.policy(found)


@policies.command("decisions", cls=VerbCommand)
@from_verb("policies.decisions", to_json=export_listed, id=argument(_POLICY, "ID"))
def decisions(found: PolicyDecisions) -> None:
    """List the decisions that applied, skipped or overrode a policy.

    \b
    Example:
      rmb policies decisions km_5d0c77a1e2b9
    """
    cards.policy(found.policy)
    for one in found.uses:
        terminal.line((f"{one.how.value}  ", "kind"), (one.justification or "", "faint"), indent=2)
        cards.decision(one.decision, indent=2)
    terminal.line(
        (f"{count(len(found.uses), 'decision')}, {count(len(found.clients), 'client')}.", "faint")
    )


@policies.command("compliance", cls=VerbCommand)
@from_verb("policies.compliance", id=argument(_POLICY, "ID"))
def compliance(found: Compliance) -> None:
    """Show how often a policy was applied, skipped and overridden in a span of time.

    \b
    Example:
      rmb policies compliance km_5d0c77a1e2b9 --since 2025-07-01 --until 2025-10-01
    """
    cards.policy(found.policy)
    terminal.table(
        [
            [one.month, f"{one.applied:,}", f"{one.skipped:,}", f"{one.overridden:,}"]
            for one in found.months
        ]
        + [["in all", f"{found.applied:,}", f"{found.skipped:,}", f"{found.overridden:,}"]],
        names=("month", "applied", "skipped", "overridden"),
    )
    terminal.line(f"Skipped in {found.skip_rate:.0%} of the cases.")
    for one in found.skipped_decisions:
        terminal.line(
            ("skipped  ", "kind"), (one.justification or "no reason given", "faint"), indent=2
        )
        cards.decision(one.decision, indent=2)
