"""`rmb bundle`: what agents are to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.verbs.command import from_verb
from remembrancer.doors.cli.verbs.parameters import option

if TYPE_CHECKING:
    from remembrancer.delivery.bundle.bundle import Bundle


@from_verb(
    "bundle",
    token_budget=option(
        "For approved facts, at four characters per token; else the preset's, or 6,000.",
        "TOKENS",
        "--budget",
        min=1,
    ),
)
def bundle(made: Bundle) -> None:
    """Print what people accepted for agents to rely on, ready for a prompt.

    It holds every mandatory fact and the best of the approved ones, for the audience of the caller.
    Nothing personal is in it. The delivery has a receipt.

    \b
    Example:
      rmb bundle
      rmb bundle --as reporter --domain finance --json
    """
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
