"""`rmb history`: how a piece of knowledge came to be what it is."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options


@with_shared_options
def history(
    id: Annotated[str, typer.Argument(metavar="ID", help="Any item of the chain.")],
    changes: Annotated[
        bool,
        typer.Option(
            "--changes", help="Also every act: who, when, why, and each field before and after."
        ),
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Show the items that replaced each other, oldest first.

    \b
    Example:
      rmb history km_a3f82c119e4d --changes
    """
    with shared.opened() as memory:
        chain = memory.history(id)
        entries, changed = [], []
        if changes:
            entries = [entry for link in chain for entry in memory.provenance(link.id).changes]
            changed = [
                change for link in chain for change in memory.changes_of(link.id) if change.fields
            ]
    # A replacement is one act on two items.
    acts = sorted(
        {entry.hash: entry for entry in entries}.values(), key=lambda entry: (entry.at, entry.seq)
    )
    if shared.json:
        exported = {"items": [link.export() for link in chain]}
        if changes:
            exported["changes"] = [entry.export() for entry in acts]
            exported["before_after"] = [change.export() for change in changed]
        terminal.as_json(exported)
        return
    for link in chain:
        card.item(link)
    if changes:
        terminal.blank()
        card.changes(acts)
        card.before_after(changed)
