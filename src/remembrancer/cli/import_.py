"""`rmb import`: an exported space comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from remembrancer.cli import terminal
from remembrancer.cli.opening import chosen, created, exists, store_place
from remembrancer.cli.options import Acting, Json, Space, Url
from remembrancer.cli.place import remove_store
from remembrancer.cli.progress import progress
from remembrancer.errors import StoreUnreachable


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote.")],
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Fill a new space from an export, and check its ledger.

    The space takes over everything but the name. The store is made on first use.

    \b
    Example:
      rmb import northgate.jsonl --space northgate-copy
    """
    if not file.is_file():
        raise StoreUnreachable(f"There is no file {file}. Give one that `rmb export` wrote.")
    path = store_place(chosen(url).url.value or "")
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
