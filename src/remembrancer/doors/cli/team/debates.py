"""`rmb debates`: disputes between agents, and how they were settled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.terminal import Part
from remembrancer.doors.cli.verbs.command import VerbCommand, export_listed, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.items.page import Page
    from remembrancer.team.debates.debate import Debate, DebateHistory, DebatePage
    from remembrancer.team.debates.precedent import PrecedentContext, SimilarDebate

debates = typer.Typer(
    no_args_is_help=True,
    help="""Debates between agents: positions, five levels, resolutions, precedents.

    \b
    Example:
      rmb debates list --open
      rmb debates show km_5d0c77a1e2b9
      rmb debates decide km_5d0c77a1e2b9 --position strategy_analyst --reason "Prices are public."
    """,
)
_DEBATE = "A debate."
_BETWEEN: Part = (" · ", "faint")
_PRIORITY = "critical_path, valuation or supporting."
_ESTIMATE = "The figure that it comes down to."
_EVIDENCE = "An item that it rests on; may be repeated."
_CHOSEN = "A text, or the name of the agent whose position holds."


@debates.command("open", cls=VerbCommand)
@from_verb(
    "debates.open",
    topic=argument("What it is about.", "TOPIC"),
    challenger=option("The agent that disputes the finding.", "AGENT"),
    challenged=option("The agent that holds it.", "AGENT"),
    disputed_finding=option("The finding in words, or the id of its item.", "TEXT", "--finding"),
    challenge_basis=option("Why it is disputed.", "TEXT", "--because"),
    priority=option(_PRIORITY, "WORD"),
    domain=option("The analytical domain.", "NAME"),
    conservative_position=option(
        "What holds if nobody decides; else the finding stands.", "TEXT", "--conservative"
    ),
    evidence=option(_EVIDENCE, "ID"),
    patterns=option("A pattern that is cited; may be repeated.", "NAME", "--pattern"),
    analyses=option("An analysis that depends on it; may be repeated.", "NAME", "--analysis"),
    estimate=option("The challenger's figure."),
)
def open_(found: Debate) -> None:
    """Open a debate. You see precedents and both track records.

    \b
    Example:
      rmb debates open "Retail margins" --challenger strategy_analyst \\
        --challenged financial_analyst --finding "Margins hold at 12 %." \\
        --because "Competitors cut prices." --domain retail_margins
    """
    _show(found)
    if found.context:
        terminal.blank()
        terminal.line(found.context)


@debates.command("position", cls=VerbCommand)
@from_verb(
    "debates.position",
    id=argument(_DEBATE, "ID"),
    agent=option("Whose position it is.", "AGENT"),
    text=option("What it holds.", "TEXT"),
    evidence=option(_EVIDENCE, "ID"),
    estimate=option(_ESTIMATE),
)
def position(found: Debate) -> None:
    """Take a position. Where both agents hold the same, the debate is settled.

    \b
    Example:
      rmb debates position km_5d0c77a1e2b9 --agent strategy_analyst --text "They fall to 9 %."
    """
    _show(found)


@debates.command("advance", cls=VerbCommand)
@from_verb("debates.advance", id=argument(_DEBATE, "ID"))
def advance(found: Debate) -> None:
    """Try the level that a debate is at, and go one level up if that does not settle it.

    \b
    Example:
      rmb debates advance km_5d0c77a1e2b9
    """
    _show(found)


@debates.command("decide", cls=VerbCommand)
@from_verb(
    "debates.decide",
    id=argument(_DEBATE, "ID"),
    position=option(_CHOSEN, "TEXT"),
    reason=option("Why.", "WHY"),
)
def decide(found: Debate) -> None:
    """Decide a debate that waits for a person, for good.

    \b
    Example:
      rmb debates decide km_5d0c77a1e2b9 --position financial_analyst --reason "The books say so."
    """
    _show(found)


@debates.command("override", cls=VerbCommand)
@from_verb(
    "debates.override",
    id=argument(_DEBATE, "ID"),
    position=option(_CHOSEN, "TEXT"),
    rationale=option("Why.", "WHY"),
    at_gate=option("It is done at a gate review."),
)
def override(found: Debate) -> None:
    """Override a default while its window is open.

    \b
    Example:
      rmb debates override km_5d0c77a1e2b9 --position strategy_analyst --rationale "I looked."
    """
    _show(found)


@debates.command("list", cls=VerbCommand)
@from_verb(
    "debates.list",
    to_json=export_listed,
    agent=option("Only with this agent.", "AGENT"),
    domain=option("Only of this domain.", "NAME"),
    topic=option("Only with this in the topic.", "TEXT"),
    level=option("Only at this level, such as 3_human.", "LEVEL"),
    priority=option(f"Only of this one: {_PRIORITY}", "WORD"),
    is_resolved=option("Only settled ones, or only open ones.", None, "--settled/--open"),
    is_provisional=option(
        "Only defaults that can be overridden, or only others.", None, "--provisional/--binding"
    ),
)
def list_(found: DebatePage) -> None:
    """List debates, the most urgent first, then the newest.

    \b
    Example:
      rmb debates list --open --level 3_human
    """
    for one in found:
        _head(one)
    if not found.debates:
        terminal.line("There is no such debate that you may see. Open one: rmb debates open …")
    elif found.is_cut:
        terminal.line(("There are more: give a higher --limit.", "faint"))


@debates.command("show", cls=VerbCommand)
@from_verb("debates.get", id=argument(_DEBATE, "ID"))
def show(found: Debate) -> None:
    """Show one debate as it is now.

    \b
    Example:
      rmb debates show km_5d0c77a1e2b9
    """
    _show(found)


@debates.command("history", cls=VerbCommand)
@from_verb("debates.history", id=argument(_DEBATE, "ID"))
def history(found: DebateHistory) -> None:
    """Show all that is kept of a debate.

    \b
    Example:
      rmb debates history km_5d0c77a1e2b9
    """
    _head(found.debate)
    for one in found.positions:
        terminal.line((f"{card.minute(one.at)}  {one.agent}: ", "faint"), one.text, indent=2)
    for level in found.levels:
        seconds = "since then" if level.seconds is None else f"{level.seconds:,} s"
        terminal.line(
            (f"{card.minute(level.entered_at)}  ", "faint"),
            (level.level.value, "kind"),
            f"  {seconds}",
            (f"  {level.result or ''}", "faint"),
            indent=2,
        )
    for record in found.credibility_then:
        score = "no outcomes" if record.score is None else f"{record.score:.2f}"
        terminal.line(
            (f"{record.agent} in {record.domain} then: ", "faint"),
            f"{score} ({record.sample_size})",
            indent=2,
        )
    if found.resolution is not None and found.resolution.outcome_correctness is not None:
        terminal.line(f"It was right by {found.resolution.outcome_correctness:.2f}.", indent=2)
    if found.was_overridden:
        terminal.line(
            f"{found.overridden_by} overrode “{found.overridden_position}”: "
            f"{found.override_rationale}",
            indent=2,
        )


@debates.command("snapshot", cls=VerbCommand)
@from_verb(
    "debates.snapshot_items",
    id=argument(_DEBATE, "ID"),
    kind=option("Only of this kind.", "KIND"),
    limit=option("How many at most."),
    cursor=option("Where the page before ended.", "CURSOR"),
)
def snapshot(found: Page) -> None:
    """List the items that a debate is held on, as they were when it was opened.

    \b
    Example:
      rmb debates snapshot km_5d0c77a1e2b9
    """
    for one in found.items:
        card.item(one)
    if not found.items:
        terminal.line("Nothing that you may see was known then.")
    elif found.next is not None:
        terminal.line((f"There are more: give --cursor {found.next}", "faint"))


@debates.command("similar", cls=VerbCommand)
@from_verb("debates.similar", id=argument(_DEBATE, "ID"), k=option("How many at most."))
def similar(found: tuple[SimilarDebate, ...]) -> None:
    """List settled debates that are like one, and by which criteria.

    \b
    Example:
      rmb debates similar km_5d0c77a1e2b9
    """
    for one in found:
        _head(one.debate)
        shares = ", ".join(f"{name} {value:.2f}" for name, value in one.criteria.items())
        terminal.line((f"{one.score:.2f}: {shares}", "faint"), indent=2)
    if not found:
        terminal.line("No settled debate is like it.")


@debates.command("context", cls=VerbCommand)
@from_verb("debates.context", id=argument(_DEBATE, "ID"))
def context(found: PrecedentContext) -> None:
    """Show precedents, success rates and track records for a debate, as they are today.

    \b
    Example:
      rmb debates context km_5d0c77a1e2b9
    """
    terminal.line(found.text)


def _head(one: Debate) -> None:
    state = "open" if one.resolution_method is None else one.resolution_method.value
    words: list[Part] = [(card.minute(one.timestamp), "faint"), "  ", one.topic, _BETWEEN]
    words += [(one.resolution_level.value, "kind"), _BETWEEN, state, _BETWEEN, one.priority.value]
    if one.provisional:
        words += [_BETWEEN, ("provisional", "warning")]
    terminal.line(*words, _BETWEEN, (one.id, "faint"))


def _show(one: Debate) -> None:
    _head(one)
    terminal.line((f"{one.challenged_agent}: ", "faint"), one.disputed_finding, indent=2)
    terminal.line((f"{one.challenger_agent} disputes it: ", "faint"), one.challenge_basis, indent=2)
    for position in one.positions:
        terminal.line((f"{position.agent}: ", "faint"), position.text, indent=2)
    if one.final_position is not None:
        terminal.line(("holds: ", "faint"), (one.final_position, "good"), indent=2)
    if one.provisional and one.override_window_closed is not None:
        until = card.minute(one.override_window_closed)
        terminal.line((f"A person may override it until {until}.", "faint"), indent=2)
    elif not one.is_resolved and one.human_due_at is not None:
        due = card.minute(one.human_due_at)
        terminal.line((f"It waits for a person until {due}.", "faint"), indent=2)
