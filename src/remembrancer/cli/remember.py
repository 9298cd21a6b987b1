"""`rmb remember`: put something in."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from remembrancer.cli import card, terminal
from remembrancer.cli.opening import chosen, created, exists, spaces_of, store_place
from remembrancer.cli.options import Acting, Json, Preset, Space, Url
from remembrancer.errors import InvalidInput

STDIN = "-"


def remember(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="What to keep; - reads it from stdin.")
    ],
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="NAME", help="Who or what it is about.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="fact, decision, preference, …")
    ] = None,
    category: Annotated[
        str | None, typer.Option("--category", metavar="NAME", help="A shelf to put it on.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="LINE", help="One line above the text.")
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option("--tag", metavar="WORD", help="A word to find it by; may be repeated."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--source",
            metavar="ID",
            help="Your own id of where it stands; the same text from there is kept once.",
        ),
    ] = None,
    audience: Annotated[
        str | None,
        typer.Option("--audience", metavar="WHO", help="all, or group:NAME for one group."),
    ] = None,
    personal: Annotated[
        bool, typer.Option("--personal", help="For your own eyes, and audited for admins.")
    ] = False,
    url: Url = None,
    space: Space = None,
    preset: Preset = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Keep a text as one item, as it stands.

    The text itself is its evidence. The store and the space are made on first use.

    \b
    Example:
      rmb remember "Ellen wants to retire at 58." --subject ellen --kind life_goal
      cat minutes.txt | rmb remember - --source meeting-12
    """
    fields: dict[str, Any] = {
        "kind": kind,
        "category": category,
        "title": title,
        "tags": tag or None,
        "audience": audience,
        "is_personal": personal or None,
    }
    given = {name: value for name, value in fields.items() if value is not None}
    words = _read() if text == STDIN else text
    if not words.strip():
        raise InvalidInput("There is nothing to remember: the text is empty.", field="text")
    settings = chosen(url, space)
    path, name = store_place(settings.url.value or ""), settings.space.value or ""
    was_there = exists(path) and name in spaces_of(path)
    with created(url, space, preset, acting) as memory:
        if not was_there:
            terminal.note(f"Made the space {name!r} in {path}.")
        kept = memory.remember(words, subject=subject, source=source, infer=False, **given)
    if json:
        terminal.as_json(kept.export())
        return
    for one in kept.items:
        card.item(one)


def _read() -> str:
    try:
        text = sys.stdin.read().rstrip("\n")
        text.encode()  # Python hides bytes that are no text in halves of surrogate pairs
    except UnicodeError as error:
        raise InvalidInput("What came in on stdin is not UTF-8 text. Convert it first.") from error
    return text
