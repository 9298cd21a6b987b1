"""`rmb review clashes`: what is mandatory, and live state says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.verbs.command import from_verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remembrancer.governance.clash import Clash


@from_verb("review.clashes")
def clashes(found: Sequence[Clash]) -> None:
    """List mandatory items that live state says otherwise, as requests came upon them. For admins.

    Live state counts until then; each stays here until the item is edited or revoked.

    \b
    Example:
      rmb review clashes
    """
    for clash in found:
        card.clash(clash)
    if found:
        id = found[0].item.id
        terminal.line(
            (f"If it holds no more: rmb review edit {id} --content TEXT, or revoke {id}", "faint")
        )
    else:
        terminal.line("Live state says nothing against what is mandatory.")
