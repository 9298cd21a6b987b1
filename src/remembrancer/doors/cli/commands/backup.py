"""`rmb backup`: a copy of the whole store while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.file_placement import check_free
from remembrancer.doors.cli.options import Force
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.store_opening import chosen, store_place


@with_shared_options
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    force: Force = False,
    *,
    shared: SharedOptions,
) -> None:
    """Copy the whole store while others go on working.

    The copy holds all spaces. `rmb restore` brings it back.

    \b
    Example:
      rmb backup backups/2026-03-31.db
    """
    check_free(file, store_place(chosen(shared.url).url.value or ""), force=force)
    with shared.opened(beside=True) as memory, progress("Copying") as report:
        memory.backup(file, progress=report)
    size = file.stat().st_size
    if shared.json:
        terminal.as_json({"file": str(file), "bytes": size})
    else:
        terminal.line(f"Copied the store to {file}, {size:,} bytes.")
