"""`rmb history`: how a piece of knowledge came to be what it is."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.opening import opened
from remembrancer.doors.cli.options import Acting, Json, Space, Url


def history(
    id: Annotated[str, typer.Argument(metavar="ID", help="Any item of the chain.")],
    changes: Annotated[
        bool,
        typer.Option(
            "--changes", help="Also every act: who, when, why, and each field before and after."
        ),
    ] = False,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Show the items that replaced each other, oldest first.

    \b
    Example:
      rmb history km_a3f82c119e4d --changes
    """
    with opened(url, space, acting) as memory:
        chain = memory.history(id)
        entries, changed = [], []
        if changes:
            entries = [one for link in chain for one in memory.provenance(link.id).changes]
            changed = [one for link in chain for one in memory.changes_of(link.id) if one.fields]
    # A replacement is one act on two items.
    acts = sorted(
        {entry.hash: entry for entry in entries}.values(), key=lambda one: (one.at, one.seq)
    )
    if json:
        exported = {"items": [link.export() for link in chain]}
        if changes:
            exported["changes"] = [entry.export() for entry in acts]
            exported["before_after"] = [one.export() for one in changed]
        terminal.as_json(exported)
        return
    for link in chain:
        card.item(link)
    if changes:
        terminal.blank()
        card.changes(acts)
        card.before_after(changed)
