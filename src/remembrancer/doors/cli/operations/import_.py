"""`rmb import`: an exported space comes back, and what other memories wrote comes in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from remembrancer.core.errors import StoreUnreachable
from remembrancer.doors.cli import reports, terminal
from remembrancer.doors.cli.file_placement import remove_store
from remembrancer.doors.cli.options import (
    Audience,
    Personal,
    Subject,
    Trusted,
    label,
)
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.store_opening import (
    Place,
    chosen,
    exists,
    is_elsewhere,
    shown,
    store_place,
)

Format = Literal["mem0", "mcp-memory", "markdown", "remembrancer", "discord", "slack"]


@with_shared_options
def import_(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A file that `export` or another memory wrote."),
    ],
    format: Annotated[
        Format | None,
        typer.Option("--from", help="Which memory wrote it, where the file does not show it."),
    ] = None,
    subject: Subject = None,
    audience: Audience = None,
    personal: Personal = False,
    trust: Trusted = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Show what another memory's file would add, and add none."),
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Fill a new space from an export, or take in what another memory knows.

    An export of ours fills a new space, which takes over everything but the name, and its ledger
    is checked. What mem0 exported, the JSON Lines of the MCP memory server, or a folder of Markdown
    goes into a space that is there: each piece as an item with its source and date, trusted as a
    document; with --from remembrancer, the items of an export of ours as well, without what is
    personal, people and history. Channels of Discord (as JSON) and Slack (a zip or its folder)
    become conversations. Where there is no store, one is made. Run twice, the second run
    adds nothing. URL may then be a server's, too.

    \b
    Example:
      rmb import northgate.jsonl --space northgate-copy
      rmb import mem0.json --dry-run
      rmb import notes/ --from markdown --subject reports
      rmb import slack-export.zip --dry-run
    """
    if not file.exists():
        raise StoreUnreachable(f"There is no file {file}. Give one that `rmb export` wrote.")
    from remembrancer.capture.other_memory_files import check_ours, sniffed

    found = sniffed(file) if format is None else format
    if found is not None:
        with (
            reports.stoppable(dry_run=dry_run),
            _kept_if_used(shared.url, is_used=not dry_run) as was_there,
            shared.opened() if was_there else shared.created() as memory,
        ):
            with progress("Importing") as report:
                told = memory.sources.import_(
                    file,
                    format=found,
                    subject=subject,
                    audience=audience,
                    is_personal=personal,
                    source=label(trust),
                    dry_run=dry_run,
                    progress=report,
                )
            reports.show(told, json=shared.json, nothing=f"There is nothing in {file} to import.")
        reports.end(told)
        return
    check_ours(file)
    _restored(file, shared)


def _restored(file: Path, shared: SharedOptions) -> None:
    """A whole space, as `export` wrote it."""
    if not file.is_file():
        raise StoreUnreachable(f"There is no file {file}. Give one that `rmb export` wrote.")
    with (
        _kept_if_used(shared.url),
        shared.created() as memory,
        progress("Importing") as report,
    ):
        rows = memory.import_(file, progress=report)
    if shared.json:
        terminal.as_json({"url": str(_place(shared.url)), "rows": rows})
    else:
        terminal.line(f"Read {rows:,} rows from {file}. The ledger is whole.")


@contextmanager
def _kept_if_used(url: str | None, *, is_used: bool = True) -> Iterator[bool]:
    """Whether there is a store. One that is made meanwhile goes again if nothing came into it."""
    place = _place(url)
    was_there = isinstance(place, str) or exists(place)
    is_kept = False
    try:
        # What could not be taken away again is not made for a dry run.
        yield was_there or not (is_used or isinstance(place, Path))
        is_kept = is_used
    finally:
        if not was_there and not is_kept and isinstance(place, Path):
            remove_store(place)


def _place(url: str | None) -> Place | str:
    """Where the store is; of one behind a server, its address."""
    settings = chosen(url)
    named = settings.url.value or ""
    return shown(named) if is_elsewhere(settings) else store_place(named)
