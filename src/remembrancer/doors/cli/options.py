"""The options that commands have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="The store: a file path, postgresql://…, or a server, https://…",
        show_default=False,
    ),
]
Space = Annotated[
    str | None,
    typer.Option("--space", metavar="NAME", help="The space in it.", show_default=False),
]
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="Rules of a space made now: adviser, companion, community, desk or corporate.",
        show_default=False,
    ),
]
Acting = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="NAME",
        help="Act as this registered person instead of the local owner.",
        show_default=False,
    ),
]
Trusted = Annotated[
    str | None,
    typer.Option(
        "--trust",
        metavar="CLASS",
        help="How far it is trusted at most: person, agent, document or outside.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
JsonFile = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", help="Also write the report to this file, as JSON."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace what is there already.")]
Subject = Annotated[
    str | None, typer.Option("--subject", metavar="NAME", help="Who or what it is about.")
]
Audience = Annotated[
    str | None,
    typer.Option("--audience", metavar="WHO", help="all, or group:NAME for one group."),
]
Personal = Annotated[
    bool, typer.Option("--personal", help="For your own eyes, and audited for admins.")
]
Reason = Annotated[
    str | None, typer.Option("--reason", metavar="WHY", help="It stands in the ledger.")
]


def label(trust: str | None) -> dict[str, str] | None:
    """The label of a source that is trusted less than who brings it; None: there is none."""
    return None if trust is None else {"trust": trust}
