"""`rmb walks`: what was asked, what came back, what was used of it, and what that tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.terminal import Part
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import option

if TYPE_CHECKING:
    from remembrancer.recall.walk import Walk, WalkHit, WalkReport

walks = typer.Typer(
    invoke_without_command=True,
    help="""List what was asked, newest first, with what came back and what was used of it.

    You see your own questions, and as an admin everybody's. Of a question that led to something
    you may not see, only its form is shown.

    \b
    Example:
      rmb walks --session chat-7
      rmb walks report
    """,
)

_BETWEEN: Part = (" · ", "faint")
_MARGIN = 4


@walks.callback()
@with_shared_options
def list_(
    context: typer.Context,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="Only of this session.")
    ] = None,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="NAME", help="Only about this.")
    ] = None,
    tool: Annotated[
        str | None,
        typer.Option("--tool", metavar="NAME", help="Only by this: recall, summary, …"),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")] = 20,
    *,
    shared: SharedOptions,
) -> None:
    if context.invoked_subcommand is not None:
        return
    with shared.opened() as memory:
        page = memory.walks.list(session=session, subject=subject, tool=tool, limit=limit)
    if shared.json:
        terminal.as_json([entry.export() for entry in page])
        return
    for value in page:
        _show(value)
    if not page.walks:
        terminal.line("Nothing was asked there that you may see.")
    elif page.next is not None:
        terminal.line(("There are older ones: give a higher --limit.", "faint"))


@walks.command(cls=VerbCommand)
@from_verb(
    "walks.report",
    to_json=lambda walk_report: {
        **walk_report.export(),
        "reported_share": walk_report.reported_share,
    },
    since=option("Asked then or later."),
    until=option("Asked before."),
    limit=option("How many lines of each sort."),
)
def report(found: WalkReport) -> None:
    """Tell what the questions have in common.

    Categories that are looked up together, the items that are used most, what foretells that
    something is used, frequent forms of questions, and those that found nothing.

    \b
    Example:
      rmb walks report --since 2026-03-01
    """
    if found.walks:
        _tell(found)
    else:
        terminal.line("Nothing was asked then that you may see.")


def _show(walk: Walk) -> None:
    """A question: when, by whom, in which session, and the answer to it."""
    words: list[Part] = [(card.minute(walk.at), "faint"), "  ", (walk.tool, "kind")]
    words += [_BETWEEN, walk.principal]
    if walk.session is not None:
        words += [_BETWEEN, f"session {walk.session}"]
    if walk.subject is not None:
        words += [_BETWEEN, f"about {walk.subject}"]
    terminal.line(*words, _BETWEEN, (walk.id, "faint"))
    if walk.query is not None:
        terminal.line(walk.query, indent=_MARGIN)
    elif walk.shape is not None:
        terminal.line((walk.shape, "quote"), indent=_MARGIN)
    for hit in walk.returned:
        _show_hit(hit)
    if walk.is_partial:
        terminal.line(("and something that is not for you to see", "faint"), indent=_MARGIN)
    elif not walk.returned:
        terminal.line(("found nothing", "faint"), indent=_MARGIN)


def _show_hit(hit: WalkHit) -> None:
    words: list[Part] = [(f"{hit.rank:>2}", "faint"), "  "]
    words += [(hit.kind or hit.type, "kind"), _BETWEEN, hit.id]
    for more in (hit.category, hit.title, hit.conversation_id):
        if more is not None:
            words += [_BETWEEN, more]
    if hit.is_used:
        words += [_BETWEEN, ("used", "good")]
    terminal.line(*words, indent=_MARGIN)


def _tell(walk_report: WalkReport) -> None:
    is_cut = ", the newest of them" if walk_report.is_cut else ""
    terminal.line(
        (f"{count(walk_report.walks, 'walk')}{is_cut}. ", "heading"),
        f"What was used is known of {walk_report.reported_share:.0%}; "
        f"{walk_report.found_nothing:,} found nothing.",
    )
    _sort(
        "Looked up together",
        [[f"{pair.times:,}", " + ".join(pair.categories)] for pair in walk_report.pairs],
    )
    _sort(
        "Used most",
        [
            [f"{item.used:,} of {item.returned:,}", item.id, item.title or item.category or ""]
            for item in walk_report.cited
        ],
    )
    _sort(
        "Foretells use",
        [
            [
                f"{attribute.lift:.1f} times",
                f"{attribute.attribute} {attribute.value}",
                f"{attribute.used} of {attribute.returned}",
            ]
            for attribute in walk_report.telling
        ],
    )
    _sort(
        "Of clients, foretells use",
        [
            [
                f"{client.lift:.1f} times",
                f"{client.attribute} {client.value}",
                f"{client.used} of {client.returned}, {count(client.clients, 'client')}",
            ]
            for client in walk_report.clients
        ],
    )
    _sort(
        "Learned of categories",
        [[f"{weight.weight:.3f}", weight.category] for weight in walk_report.learned],
    )
    _sort("Asked most", [[f"{shape.times:,}", shape.shape] for shape in walk_report.shapes])
    _sort(
        "Found nothing",
        [[f"{unanswered.times:,}", unanswered.query] for unanswered in walk_report.unanswered],
    )


def _sort(title: str, rows: list[list[str]]) -> None:
    if rows:
        terminal.blank()
        terminal.heading(title)
        terminal.table(rows)
