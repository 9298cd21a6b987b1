"""`rmb bundle`: what agents are to know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.opening import opened
from remembrancer.doors.cli.options import Acting, Json, Space, Url

if TYPE_CHECKING:
    from remembrancer.delivery.bundle.bundle import Bundle

Tokens = Annotated[
    int | None,
    typer.Option(
        "--budget",
        metavar="TOKENS",
        min=1,
        help="For approved facts, at four characters per token; else the preset's, or 6,000.",
        show_default=False,
    ),
]
Domain = Annotated[
    str | None,
    typer.Option("--domain", metavar="NAME", help="Only facts of this domain.", show_default=False),
]


def bundle(
    budget: Tokens = None,
    domain: Domain = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Print what people accepted for agents to rely on, ready for a prompt.

    It holds every mandatory fact and the best of the approved ones, for the audience of the caller.
    Nothing personal is in it. What was handed over is kept as a receipt.

    \b
    Example:
      rmb bundle
      rmb bundle --as reporter --domain finance --json
    """
    with opened(url, space, acting) as memory:
        made = memory.bundle(token_budget=budget, domain=domain)
    if json:
        terminal.as_json(made.export())
        return
    terminal.line(made.text.rstrip("\n"), wrapped=False)
    terminal.note(_sum(made))


def _sum(made: Bundle) -> str:
    words = [
        f"{len(made.mandatory)} mandatory, {len(made.approved)} approved",
        f"about {made.token_estimate:,} tokens, of a budget of {made.token_budget:,} for the "
        f"approved {made.tokens_approved:,}",
        f"receipt {made.receipt}",
    ]
    if made.left_out:
        words.insert(1, f"{made.left_out} more for which there was no room")
    return " · ".join(words)
