"""`rmb import`: an exported space comes back, and what other memories wrote comes in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from remembrancer.cli import reports, terminal
from remembrancer.cli.opening import (
    Place,
    chosen,
    created,
    exists,
    is_elsewhere,
    opened,
    shown,
    store_place,
)
from remembrancer.cli.options import Acting, Audience, Json, Personal, Space, Subject, Url
from remembrancer.cli.place import remove_store
from remembrancer.cli.progress import progress
from remembrancer.errors import StoreUnreachable

Format = Literal["mem0", "mcp-memory", "markdown"]


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
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Show what another memory's file would add, and add none."),
    ] = False,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Fill a new space from an export, or take in what another memory knows.

    An export of ours fills a new space, which takes over everything but the name, and its ledger
    is checked; the store is made on first use. What mem0 exported, the JSON Lines of the MCP memory
    server, or a folder of Markdown goes into a space that is there: each piece as an item with its
    source and date, trusted as a document. Run twice, the second run adds nothing. URL may then be
    a server's, too.

    \b
    Example:
      rmb import northgate.jsonl --space northgate-copy
      rmb import mem0.json --dry-run
      rmb import notes/ --from markdown --subject reports
    """
    if not file.exists():
        raise StoreUnreachable(f"There is no file {file}. Give one that `rmb export` wrote.")
    if format is None:
        from remembrancer.capture.foreign_files import sniffed

        found = sniffed(file)
    else:
        found = format
    if found is not None:
        with reports.stoppable(dry_run=dry_run), opened(url, space, acting) as memory:
            with progress("Importing") as report:
                told = memory.sources.import_(
                    file,
                    format=found,
                    subject=subject,
                    audience=audience,
                    is_personal=personal,
                    dry_run=dry_run,
                    progress=report,
                )
            reports.show(told, json=json, nothing=f"There is nothing in {file} to import.")
        reports.end(told)
        return
    _restored(file, url, space, acting, json=json)


def _restored(
    file: Path, url: str | None, space: str | None, acting: str | None, *, json: bool
) -> None:
    """A whole space, as `export` wrote it."""
    if not file.is_file():
        raise StoreUnreachable(f"There is no file {file}. Give one that `rmb export` wrote.")
    settings = chosen(url)
    path: Place | str = shown(settings.url.value or "")
    was_there = True
    if not is_elsewhere(settings):
        path = store_place(settings.url.value or "")
        was_there = exists(path)
    try:
        with created(url, space, None, acting) as memory, progress("Importing") as report:
            rows = memory.import_(file, progress=report)
    except BaseException:
        if not was_there and isinstance(path, Path):
            remove_store(path)
        raise
    if json:
        terminal.as_json({"url": str(path), "rows": rows})
    else:
        terminal.line(f"Read {rows:,} rows from {file}. The ledger is whole.")
