"""`rmb collect`: the notes files of everyone on record."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.doors.cli import reports, terminal
from remembrancer.doors.cli.options import Trusted, label
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options


@with_shared_options
def collect(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be kept, and write nothing.")
    ] = False,
    reset: Annotated[
        bool,
        typer.Option(
            "--reset",
            help="Read all files anew, and archive what is in none of them any more. Ids and "
            "votes stay.",
        ),
    ] = False,
    person: Annotated[
        list[str] | None,
        typer.Option("--person", metavar="NAME", help="Only theirs; may be repeated."),
    ] = None,
    trust: Trusted = None,
    *,
    shared: SharedOptions,
) -> None:
    """Read the notes file of everyone on record, each line an item in its writer's name.

    A file that has not changed since is passed over. Register whose notes lie where with
    `rmb people add NAME --notes PATH`. The exit code is 1 if a file could not be read; the others
    are kept all the same. This is what `python -m services.corporate_memory` did.

    \b
    Example:
      rmb collect --dry-run
      rmb collect --person priya@northgate.example
    """
    with reports.stoppable(dry_run=dry_run), shared.opened() as memory:
        with progress("Collecting") as report:
            found = memory.sources.collect(
                people=person or None,
                source=label(trust),
                dry_run=dry_run,
                reset=reset,
                progress=report,
            )
        reports.show(
            found,
            json=shared.json,
            nothing="Nobody on record has a notes file. Add one with: "
            "rmb people add NAME --notes PATH",
        )
        if found.items_new and not shared.json and memory.admin.settings()["review"] == "required":
            terminal.line("In this space they wait for review before anybody else is given them.")
    reports.end(found)
