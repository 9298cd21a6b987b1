"""`rmb decisions`: what was decided, why, what led to it, and what came of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from remembrancer.core.errors import InvalidInput
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.command_groups import Spoken
from remembrancer.doors.cli.decisions import cards
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.verbs.command import (
    SpokenVerbCommand,
    VerbCommand,
    export_listed,
    from_verb,
)
from remembrancer.doors.cli.verbs.parameters import argument, json_object, option

if TYPE_CHECKING:
    from remembrancer.decisions.catalogue import CatalogueEntry, Coverage
    from remembrancer.decisions.context import DecisionContext
    from remembrancer.decisions.decision import Decision, DecisionChain, DecisionPage
    from remembrancer.decisions.precedent import Precedent
    from remembrancer.decisions.shapes.similar import SimilarDecision

decisions = typer.Typer(
    no_args_is_help=True,
    help="""What was decided, why, on what it rested, and what came of it.

    \b
    Example:
      rmb decisions record "Rebalance Decision" --subject ellen --why "Drift above 5 %"
      rmb decisions list --subject ellen
      rmb decisions chain km_5d0c77a1e2b9
    """,
)

_START = 'Record one: rmb decisions record "Fee Negotiation" --subject ellen --why "…"'
_DECISION = "A decision."
_NO_PAGES = {"cursor": "Its JSON is a list, which names no next page."}
_SEVERAL = "may be repeated."
_ITEM_ID: Final = re.compile(r"km_[0-9a-f]{12}")


@decisions.command("record", cls=Spoken)
@with_shared_options
def record(
    type: Annotated[
        str, typer.Argument(metavar="TYPE", help="As `rmb decisions catalogue` has it.")
    ],
    subject: Annotated[str | None, typer.Option(metavar="NAME", help="Whom it concerns.")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it was decided.")] = None,
    trigger: Annotated[str | None, typer.Option(metavar="TEXT", help="What set it off.")] = None,
    context: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help=f"What was known; {_SEVERAL}")
    ] = None,
    alternative: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help=f"What else was weighed; {_SEVERAL}")
    ] = None,
    recommendation: Annotated[
        str | None, typer.Option("--recommend", metavar="TEXT", help="What was recommended.")
    ] = None,
    reasoning: Annotated[
        str | None, typer.Option("--why", metavar="TEXT", help="The stated reason.")
    ] = None,
    outcome: Annotated[
        str | None, typer.Option("--agreed", metavar="TEXT", help="What was agreed.")
    ] = None,
    participant: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=f"Who took part; {_SEVERAL}")
    ] = None,
    related: Annotated[
        list[str] | None, typer.Option(metavar="ID", help=f"An item it rests on; {_SEVERAL}")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID[=HOW[:WHY]]",
            help=f"A policy, and if it was skipped or overridden; {_SEVERAL}",
        ),
    ] = None,
    cause: Annotated[
        list[str] | None, typer.Option(metavar="ID", help=f"A decision that led here; {_SEVERAL}")
    ] = None,
    precedent: Annotated[
        list[str] | None, typer.Option(metavar="ID", help=f"A decision it follows; {_SEVERAL}")
    ] = None,
    exception: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Why an exception was granted.")
    ] = None,
    granted_by: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who granted the exception.")
    ] = None,
    escalation: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Why it was taken higher up.")
    ] = None,
    fields: Annotated[
        str | None,
        typer.Option(metavar="JSON", help='Other fields: {"approved_by": "tom"}'),
    ] = None,
    *,
    shared: SharedOptions,
) -> None:
    """Record a decision with what it rested on.

    \b
    Example:
      rmb decisions record "Switch/Transfer" --subject ellen --recommend "Move to the index fund" \\
        --why "Lower cost" --alternative "stay" --policy km_5d0c77a1e2b9 \\
        --policy "km_a3f82c119e4d=skipped:She declined the report"
    """
    more = {} if fields is None else json_object(fields)
    told: dict[str, Any] = {
        "at": at,
        "subject": subject,
        "trigger": trigger,
        "context_gathered": context,
        "alternatives_considered": alternative,
        "recommendation": recommendation,
        "reasoning": reasoning,
        "outcome": outcome,
        "participants": participant,
        "related_entries": related,
        "policies": [_policy(one) for one in policy or ()],
        "causes": cause,
        "precedents": precedent,
        "exception": _exception(exception, granted_by),
        "escalation": escalation,
    }
    given = {name: value for name, value in told.items() if value}
    with shared.opened() as memory:
        made = memory.decisions.record(type, **given, **more)
    if shared.json:
        terminal.as_json(made.export())
    else:
        cards.whole(made)


def _exception(justification: str | None, granted_by: str | None) -> dict[str, str] | None:
    if justification is None:
        if granted_by is not None:
            raise InvalidInput("--granted-by goes with --exception.", field="granted_by")
        return None
    by = {} if granted_by is None else {"granted_by": granted_by}
    return {"justification": justification, **by}


def _policy(typed: str) -> dict[str, str]:
    id, _, rest = typed.partition("=")
    how, _, why = rest.partition(":")
    given = {"policy": id.strip(), "how": how.strip() or "applied", "justification": why.strip()}
    return {name: value for name, value in given.items() if value}


@decisions.command("list", cls=VerbCommand)
@from_verb(
    "decisions.list",
    to_json=export_listed,
    is_empty=lambda page: not len(page),
    omitted=_NO_PAGES,
    type=option("Only of this type.", "TYPE"),
    category=option("Only of this category of the catalogue.", "NAME"),
    policy=option("Only those that applied, skipped or overrode it.", "ID"),
    since=option("Decided then or later."),
    until=option("Decided before."),
)
def list_(found: DecisionPage) -> None:
    """List decisions, last recorded first.

    \b
    Example:
      rmb decisions list --subject ellen --since 2025-09-01
      rmb decisions list --category compliance
    """
    for one in found:
        cards.decision(one)
    if not len(found):
        terminal.line(f"There is no such decision that you may see. {_START}")
    elif found.next is not None:
        terminal.line(("There are more: give a higher --limit, up to 500.", "faint"))


@decisions.command("show", cls=VerbCommand)
@from_verb("decisions.get", id=argument(_DECISION, "ID"))
def show(found: Decision) -> None:
    """Show one decision with its reasons, policies, exceptions and what came of it.

    \b
    Example:
      rmb decisions show km_5d0c77a1e2b9
    """
    cards.whole(found)


@decisions.command("chain", cls=VerbCommand)
@from_verb(
    "decisions.chain",
    id=argument(_DECISION, "ID"),
    direction=option("backward, forward or both.", "WAY"),
    depth=option("How many steps, up to 10."),
    types=option("Along links of this type; may be repeated.", "TYPE", "--type"),
)
def chain(found: DecisionChain) -> None:
    """Show what led to a decision, and what it led to.

    \b
    Example:
      rmb decisions chain km_5d0c77a1e2b9 --direction backward
    """
    cards.decision(found.decision)
    for heading, steps, is_cause in (
        ("What led to it", found.causes, True),
        ("What it led to", found.effects, False),
    ):
        if steps:
            terminal.heading(heading)
        for one in steps:
            cards.step(one, is_cause=is_cause)
    if not found.causes and not found.effects:
        terminal.line("It has no links. Add one: rmb decisions link ID caused ID")
    if found.is_cut:
        terminal.line(("There is more: give a higher --depth, up to 10.", "faint"))


@decisions.command("precedents", cls=SpokenVerbCommand)
@from_verb(
    "decisions.precedents",
    situation=argument("The case before you, in your own words.", "TEXT"),
    subject=option("The client before you; their own decisions are left out.", "NAME"),
    filters=option('What clients were like then: {"age": {"over": 70}}'),
    k=option("How many at most."),
    decision=option("The decision at hand: its shape counts as well.", "ID"),
    weights=option('With --decision: {"text": 0.7, "structure": 0.3}'),
)
def precedents(found: tuple[Precedent, ...]) -> None:
    """Find earlier decisions for a case like yours, with why and what came of them.

    \b
    Example:
      rmb decisions precedents "four old workplace pensions to consolidate"
      rmb decisions precedents "drawdown" --filters '{"age": {"over": 70}}'
      rmb decisions precedents "business owner, ill" --decision km_5d0c77a1e2b9
    """
    for one in found:
        cards.decision(one.decision)
        for reason in one.why:
            terminal.line((reason, "faint"), indent=4)
        if one.outcome:
            terminal.line(f"What came of it: {one.outcome}", indent=4)
    if not found:
        terminal.line("Nothing like it is on record.")


@decisions.command("similar", cls=VerbCommand)
@from_verb("decisions.similar", id=argument(_DECISION, "ID"), k=option("How many at most."))
def similar(found: tuple[SimilarDecision, ...]) -> None:
    """Find decisions with the same kinds of things around them, whatever their words.

    \b
    Example:
      rmb decisions similar km_5d0c77a1e2b9
    """
    for one in found:
        cards.decision(one.decision)
        terminal.line((f"Alike in shape: {one.score:.0%}", "faint"), indent=4)
        for reason in one.why:
            terminal.line((reason, "faint"), indent=4)
    if not found:
        terminal.line("Nothing has its shape; only what everybody may see is compared.")


@decisions.command("context", cls=VerbCommand)
@from_verb("decisions.context", id=argument(_DECISION, "ID"))
def context_(found: DecisionContext) -> None:
    """Show what was known when a decision was recorded, and what has changed since.

    \b
    Example:
      rmb decisions context km_5d0c77a1e2b9
    """
    cards.decision(found.decision)
    terminal.heading(f"Known on {found.at:%Y-%m-%d %H:%M}")
    cards.context(found)
    if found.added_since:
        terminal.line((f"Added since: {found.added_since:,}", "faint"))


@decisions.command("outcome", cls=SpokenVerbCommand)
@from_verb(
    "decisions.outcome",
    omitted={"value": "A figure goes into the text here; programs give it apart."},
    id=argument(_DECISION, "ID"),
    text=argument("What came of it.", "TEXT"),
    at=option("When it showed; else now."),
)
def outcome_(found: Decision) -> None:
    """Tell what came of a decision.

    \b
    Example:
      rmb decisions outcome km_5d0c77a1e2b9 "Annual fee down by 0.6 %" --at 2026-03-01
    """
    cards.whole(found)


@decisions.command("revisit", cls=VerbCommand)
@from_verb(
    "decisions.revisit",
    id=argument(_DECISION, "ID"),
    reason=option("Why it was looked at again.", "WHY"),
    at=option("When; else now."),
)
def revisit(found: Decision) -> None:
    """Note that a decision was looked at again.

    \b
    Example:
      rmb decisions revisit km_5d0c77a1e2b9 --reason "The fund was closed."
    """
    cards.whole(found)


@decisions.command("due", cls=VerbCommand)
@from_verb(
    "decisions.outcomes_due",
    within_days=option("Those due within so many days as well.", "DAYS", "--within-days"),
)
def due(found: tuple[Decision, ...]) -> None:
    """List decisions of which nobody told yet what came of them, longest due first.

    \b
    Example:
      rmb decisions due --within-days 30
    """
    for one in found:
        cards.decision(one)
    if not found:
        terminal.line("No outcome is due.")


@decisions.command("report", cls=Spoken)
@with_shared_options
def report(
    what: Annotated[
        str, typer.Argument(metavar="ID|SUBJECT", help="A decision, or whom it is all about.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the page is written.")],
    *,
    shared: SharedOptions,
) -> None:
    """Write a page that needs nothing else: one decision with its chain and sources, or all that
    is held about one subject.

    \b
    Example:
      rmb decisions report km_5d0c77a1e2b9 --out why.html
      rmb decisions report ellen --out ellen.html
    """
    with shared.opened() as memory:
        is_decision = _ITEM_ID.fullmatch(what) is not None
        verbs = memory.decisions
        made = verbs.report(what) if is_decision else verbs.subject_report(what)
    try:
        out.write_text(made.html, encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{out} cannot be written: {error.strerror}.", field="out") from None
    if shared.json:
        terminal.as_json({"file": str(out), "characters": len(made.html)})
    else:
        terminal.line(f"Wrote {out}.")


@decisions.command("catalogue", cls=VerbCommand)
@from_verb("decisions.catalogue")
def catalogue(found: tuple[CatalogueEntry, ...]) -> None:
    """List the types of decisions that this space knows.

    \b
    Example:
      rmb decisions catalogue
    """
    category = ""
    for one in found:
        if one.category_title != category:
            category = one.category_title
            terminal.heading(category)
        terminal.line((one.type, "name"), ("  " + one.captures, "faint"), indent=2)
    if not found:
        terminal.line("This space has no catalogue: any type is accepted.")


@decisions.command("coverage", cls=VerbCommand)
@from_verb("decisions.coverage")
def coverage(found: Coverage) -> None:
    """Show which types of decisions have been captured, from where, and which never.

    \b
    Example:
      rmb decisions coverage
    """
    rows = [
        [
            one.entry.title,
            f"{one.count:,}",
            ", ".join(f"{name} {count:,}" for name, count in one.by_source.items()) or "never",
        ]
        for one in found.types
    ]
    rows += [
        [name or "no type", f"{count:,}", "not in the catalogue"]
        for name, count in found.other.items()
    ]
    terminal.table(rows, names=("type", "count", "from"))
    if found.types:
        terminal.line((f"{found.captured} of {len(found.types)} types were captured.", "faint"))
