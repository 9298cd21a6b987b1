"""`rmb init`: a new store, or a new space in one."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import Json, Preset, Space, Url
from remembrancer.doors.cli.store_opening import chosen, created, exists, spaces_of, store_place


def init(
    url: Url = None,
    space: Space = None,
    preset: Preset = None,
    distribute: Annotated[
        bool,
        typer.Option(
            "--distribute",
            help="Distribute the store by space over the machines of a Citus cluster. "
            "Experimental: see docs/cluster.md.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Make a store and a space in it, ready to remember.

    Done again it changes nothing. The preset decides the rules of the space: which kinds of
    knowledge there are, how long they last, and whether a person reviews them.

    \b
    Example:
      rmb init --url practice.db --space northgate --preset adviser
      rmb init --url postgresql://owner@coordinator/memory --distribute
    """
    settings = chosen(url, space)
    path, name = store_place(settings.url.value or ""), settings.space.value or ""
    was_there = exists(path) and name in spaces_of(path)
    with created(url, space, preset, distribute=distribute) as memory:
        (info,) = (entry for entry in memory.admin.spaces(archived=True) if entry.name == name)
    if json:
        terminal.as_json({"url": str(path), "created": not was_there, **info.export()})
        return
    what = "is there already" if was_there else "is ready"
    terminal.line(
        "The space ",
        (info.name, "name"),
        f" {what} in {path}, with the preset ",
        (info.preset, "name"),
        ".",
    )
    if distribute:
        terminal.line(
            "Its spaces are distributed over the machines: `rmb doctor` tells which has what. "
            "This is experimental: docs/cluster.md says what is not shown there yet."
        )
    if not was_there:
        terminal.line('Add something with: rmb remember "what you know"')
