"""`rmb backfill`: old meetings, conversations and transcripts."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.doors.cli import reports
from remembrancer.doors.cli.options import (
    Audience,
    Personal,
    Subject,
    Trusted,
)
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options


@with_shared_options
def backfill(
    path: Annotated[
        str,
        typer.Argument(metavar="PATH", help="A file, or a folder: .json, .jsonl, .vtt, .srt, .txt"),
    ],
    subject: Subject = None,
    audience: Audience = None,
    personal: Personal = False,
    trust: Trusted = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be kept, and write nothing.")
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Bring in old meetings and exports, as often as you like and each once.

    A record with notes or a transcript is a meeting, one with messages a conversation; each line
    of a .jsonl file is a record. The exit code is 1 if a record could not be taken in; the others
    are kept all the same.

    \b
    Example:
      rmb backfill meetings-2024.jsonl --dry-run
      rmb backfill transcripts/ --subject ellen
    """
    with reports.stoppable(dry_run=dry_run), shared.opened(beside=True) as memory:
        with progress("Reading") as report:
            found = memory.sources.backfill(
                path,
                subject=subject,
                audience=audience,
                is_personal=personal,
                trust=trust,
                dry_run=dry_run,
                progress=report,
            )
        reports.show(
            found, json=shared.json, nothing=f"There is no file in {path} that could be read."
        )
    reports.end(found)
