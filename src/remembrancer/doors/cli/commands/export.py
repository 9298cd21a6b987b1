"""`rmb export`: a whole space as JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.opening import chosen, is_elsewhere, opened, store_place
from remembrancer.doors.cli.options import Acting, Force, Json, Space, Url
from remembrancer.doors.cli.place import check_free
from remembrancer.doors.cli.progress import progress


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    force: Force = False,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Write everything a space holds, ledger included, as JSON Lines.

    Personal items are in it, and so are the keys of the space: keep the file as safe as the store.

    \b
    Example:
      rmb export northgate.jsonl --space northgate
    """
    settings = chosen(url)
    store = None if is_elsewhere(settings) else store_place(settings.url.value or "")
    check_free(file, store, force=force)
    with opened(url, space, acting) as memory, progress("Exporting") as report:
        rows = memory.export(file, progress=report)
    if json:
        terminal.as_json({"file": str(file), "rows": rows})
    else:
        terminal.line(f"Wrote {rows:,} rows to {file}.")
