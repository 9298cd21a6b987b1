"""`rmb export`: a whole space as JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.file_placement import check_free
from remembrancer.doors.cli.options import Force
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.store_opening import chosen, is_elsewhere, store_place


@with_shared_options
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    force: Force = False,
    *,
    shared: SharedOptions,
) -> None:
    """Write everything a space holds, ledger included, as JSON Lines.

    Personal items are in it, and so are the keys of the space: keep the file as safe as the store.

    \b
    Example:
      rmb export northgate.jsonl --space northgate
    """
    settings = chosen(shared.url)
    store = None if is_elsewhere(settings) else store_place(settings.url.value or "")
    check_free(file, store, force=force)
    with shared.opened() as memory, progress("Exporting") as report:
        rows = memory.export(file, progress=report)
    if shared.json:
        terminal.as_json({"file": str(file), "rows": rows})
    else:
        terminal.line(f"Wrote {rows:,} rows to {file}.")
