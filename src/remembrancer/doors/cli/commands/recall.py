"""`rmb recall`: ask a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.subject_hints import note_subject
from remembrancer.doors.cli.time_parsing import moment, moment_or_position

if TYPE_CHECKING:
    from remembrancer.memory import Memory


@with_shared_options
def recall(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In your own words.")],
    k: Annotated[
        int, typer.Option("-k", "--limit", metavar="N", help="How many hits at most.")
    ] = 10,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="NAME", help="Only about this.")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="Only of this kind; may be repeated."),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Happened then or later.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="Happened before.")
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of", metavar="WHEN", help="What was known then: a time, or a ledger position."
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Draw how each hit was found, and what weighed.")
    ] = False,
    learned: Annotated[
        bool, typer.Option("--learned", help="Let what was used before move hits, a little.")
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Find items and messages, best first, with their evidence.

    A TIME is written as 2026-03-31 or 2026-03-31T14:00, and is UTC unless it says otherwise.

    \b
    Example:
      rmb recall "when does Ellen want to stop working?" --subject ellen
      rmb recall "retirement age" --as-of 2025-01-31
    """
    begin = moment(since) if since is not None else None
    end = moment(until) if until is not None else None
    point = moment_or_position(as_of) if as_of is not None else None
    with shared.opened() as memory:
        found = memory.recall(
            question,
            k=k,
            subject=subject,
            kinds=kind or None,
            since=begin,
            until=end,
            as_of=point,
            explain=explain,
            learned=learned,
        )
        is_empty = not found.hits and _is_empty(memory)
        if subject is not None and not (found.hits or is_empty):
            note_subject(memory, subject)
    if shared.json:
        terminal.as_json(found.export())
    elif is_empty:
        terminal.line("Nothing is known here yet.")
        terminal.line('Add something with: rmb remember "what you know"')
    elif not found.hits:
        terminal.line("Nothing that you may see answers this. Try other words or fewer filters.")
    for note in found.notes:
        terminal.note(note)
    for place, hit in enumerate(() if shared.json else found.hits, start=1):
        if place > 1 and terminal.is_pretty():
            terminal.blank()
        card.hit(place, hit, explain=explain)


def _is_empty(memory: Memory) -> bool:
    stats = memory.stats(by=())
    return not (stats.items or stats.messages or memory.my_contributions(limit=1).items)
