"""The arguments and options of `rmb remember`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from remembrancer.doors.cli.time_parsing import moment

Transcript = Annotated[
    Path | None,
    typer.Option(
        "--transcript",
        metavar="FILE",
        help="Instead of TEXT, what was said in a meeting: .vtt, .srt, or text with names.",
    ),
]
Meeting = Annotated[
    str | None, typer.Option("--meeting", metavar="ID", help="Your own id of that meeting.")
]
Outside = Annotated[
    list[str] | None,
    typer.Option(
        "--outside",
        metavar="NAME",
        help="One who spoke there and does not belong to the space; may be repeated.",
    ),
]
At = Annotated[
    datetime | None,
    typer.Option("--at", metavar="TIME", parser=moment, help="When that meeting began."),
]
Text = Annotated[
    str | None,
    typer.Argument(
        metavar="TEXT", help="What was said; - reads it from stdin.", show_default=False
    ),
]
Kind = Annotated[
    str | None,
    typer.Option("--kind", metavar="KIND", help="fact, decision, …, for all that is drawn."),
]
Domain = Annotated[
    str | None,
    typer.Option("--domain", metavar="NAME", help="The field it belongs to, such as finance."),
]
Category = Annotated[
    str | None, typer.Option("--category", metavar="NAME", help="A shelf to put it on.")
]
Title = Annotated[
    str | None, typer.Option("--title", metavar="LINE", help="One line above the text.")
]
Tags = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="WORD", help="A word to find it by; may be repeated."),
]
Fields = Annotated[
    list[str] | None,
    typer.Option(
        "--field",
        metavar="NAME=VALUE",
        help="Any other field of an item, as a text or JSON; may be repeated.",
    ),
]
Source = Annotated[
    str | None,
    typer.Option(
        "--source",
        metavar="ID",
        help="Your own id of where it stands; the same text from there is kept once.",
    ),
]
Mandate = Annotated[
    bool,
    typer.Option(
        "--mandate",
        help="Keep it --as-is, and make it binding for every agent of its audience. For admins.",
    ),
]
WhyBinding = Annotated[
    str | None,
    typer.Option("--reason", metavar="WHY", help="Why it is binding; needed with --mandate."),
]
AsIs = Annotated[
    bool, typer.Option("--as-is", help="Keep TEXT as one item, word for word, and draw nothing.")
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Show what would be done with TEXT, and why. Store nothing."),
]
LiveState = Annotated[
    Path | None,
    typer.Option(
        "--live-state",
        metavar="FILE",
        help="JSON of what live data holds already: it is not remembered again.",
    ),
]
