"""The arguments and options of `rmb review`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class BatchDecision(StrEnum):
    """What can be decided on many items at once."""

    APPROVE = "approve"
    REJECT = "reject"
    MANDATE = "mandate"
    REVOKE = "revoke"


Id = Annotated[str, typer.Argument(metavar="ID", help="An item.")]
Ids = Annotated[list[str], typer.Argument(metavar="ID", help="One or more items.")]
Listed = Annotated[
    list[str] | None, typer.Argument(metavar="ID", help="Items.", show_default=False)
]
Withdrawn = Annotated[str | None, typer.Argument(metavar="ID", help="An item.", show_default=False)]
Act = Annotated[
    BatchDecision, typer.Argument(metavar="ACTION", help="approve, reject, mandate or revoke.")
]
NeededReason = Annotated[str, typer.Option("--reason", metavar="WHY", help="Why; needed.")]
BatchReason = Annotated[
    str | None, typer.Option("--reason", metavar="WHY", help="Needed to mandate and to revoke.")
]
Content = Annotated[
    str | None, typer.Option("--content", metavar="TEXT", help="What it says from now on.")
]
Title = Annotated[
    str | None, typer.Option("--title", metavar="TEXT", help="Its title, in one line.")
]
AllFrom = Annotated[
    str | None,
    typer.Option("--all-from", metavar="SOURCE", help="Instead, all items of this source."),
]
Source = Annotated[
    str | None,
    typer.Option("--source", metavar="ID", help="Instead, all items based on this source."),
]
Seen = Annotated[
    int | None,
    typer.Option(
        "--seen", metavar="N", help="The version you looked at; refused if it changed since."
    ),
]
EachSeen = Annotated[
    list[int] | None,
    typer.Option(
        "--seen",
        metavar="N",
        help="The version you looked at, for each ID in turn; refused if it changed since.",
        show_default=False,
    ),
]
