"""`rmb suggestions`: what is worth taking up next."""

from __future__ import annotations

from typing import Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.opening import opened
from remembrancer.doors.cli.options import Acting, Json, Space, Subject, Url


def suggestions(
    subject: Subject = None,
    locale: Annotated[
        str | None,
        typer.Option("--locale", metavar="LOCALE", help="en or sv.", show_default=False),
    ] = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Offer what is worth taking up: deadlines, decisions to follow up, what was left open.

    They are prompts to choose from. Nothing is sent by itself.

    \b
    Example:
      rmb suggestions --subject ellen
    """
    with opened(url, space, acting) as memory:
        found = memory.suggestions(subject, locale=locale)
    if json:
        terminal.as_json(found.export())
        return
    for one in found:
        terminal.line((f"{one.trigger.value:<16}", "kind"), "  ", one.prompt)
        terminal.line((" · ".join(filter(None, (one.item_id, one.related_id))), "faint"), indent=18)
    if not found.prompts:
        terminal.line("There is nothing to take up now.")
