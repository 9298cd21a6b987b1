"""`rmb move`: a space goes to another store while it is in use."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from remembrancer.core.errors import InvalidInput
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import Json, Url
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.store_opening import (
    Place,
    address,
    check_space,
    chosen,
    existing,
    store_place,
)


def _is_same(source: Place, target: Place) -> bool:
    if isinstance(source, Path) and isinstance(target, Path):
        return source.resolve() == target.resolve()
    return address(source) == address(target)


def move(
    space: Annotated[str, typer.Argument(metavar="SPACE", help="The space to move.")],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="URL",
            help="The other store: a file, or postgresql://…; it is made if it is not there.",
            show_default=False,
        ),
    ] = None,
    remove: Annotated[
        bool,
        typer.Option("--remove", help="Remove what a space that was moved left in this store."),
    ] = False,
    url: Url = None,
    json: Json = False,
) -> None:
    """Move a space to another store, a file or a server, while it is in use.

    Writers wait meanwhile, and are told then where it is. Readers go on; what was there stays to be
    read until `--remove`. If it is interrupted, run it again. Tokens, private memories of agents,
    notifications and contacts are not moved, and end with `--remove`.

    \b
    Example:
      rmb move northgate --to postgresql://remembrancer@db.example/memory
      rmb move northgate --remove
    """
    from remembrancer.build import move_space, remove_moved
    from remembrancer.memory import LOCAL_OWNER

    source = existing(chosen(url))
    check_space(source, space)
    if remove is (to is not None):
        raise InvalidInput(
            "Say where the space goes with --to URL; or, of one that was moved, --remove.",
            field="to",
        )
    if to is None:
        pending = remove_moved(address(source), space)
        if json:
            terminal.as_json({"url": str(source), "space": space, "pending": list(pending)})
        else:
            terminal.line(f"Removed what the space {space} had left in {source}.", *pending)
        return
    target = store_place(to)
    if _is_same(source, target):
        raise InvalidInput(f"{target} is the store where the space is. Name another one.")
    with progress("Moving") as report:
        rows = move_space(
            address(source),
            address(target),
            space,
            str(target),
            LOCAL_OWNER,
            datetime.now(UTC),
            progress=report,
        )
    if json:
        terminal.as_json({"url": str(target), "space": space, "rows": rows})
        return
    terminal.line(f"Moved the space {space} to {target}: its {rows:,} ledger rows are whole there.")
    terminal.line(
        "Writers here are told so. Tokens, private memories of agents, notifications and contacts "
        "stay here, and end when you remove what is left: rmb move … --remove"
    )
