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
    only_space: Annotated[
        bool, typer.Option("--only-space", help="Copy this space alone, and no other.")
    ] = False,
    force: Force = False,
    *,
    shared: SharedOptions,
) -> None:
    """Copy the whole store, or one space, while others go on working.

    The copy holds all spaces, or with `--only-space` the one of `--space`. `rmb restore` brings it
    back.

    \b
    Example:
      rmb backup backups/2026-03-31.db
      rmb backup backups/northgate.db --space northgate --only-space
    """
    check_free(file, store_place(chosen(shared.url).url.value or ""), force=force)
    with shared.opened(beside=True) as memory, progress("Copying") as report:
        memory.backup(file, only_space=only_space, progress=report)
    size = file.stat().st_size
    if shared.json:
        terminal.as_json({"file": str(file), "bytes": size})
    else:
        what = "space" if only_space else "store"
        terminal.line(f"Copied the {what} to {file}, {size:,} bytes.")
