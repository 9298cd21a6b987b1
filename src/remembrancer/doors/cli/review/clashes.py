"""`rmb review clashes`: what is mandatory, and live state says otherwise."""

from __future__ import annotations

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.options import Json
from remembrancer.doors.cli.where import Where, located


@located
def clashes(*, where: Where, json: Json = False) -> None:
    """List mandatory items that live state says otherwise, as requests came upon them. For admins.

    Live state counts until then; each stays here until the item is edited or revoked.

    \b
    Example:
      rmb review clashes
    """
    with where.opened() as memory:
        found = memory.review.clashes()
    if json:
        terminal.as_json([one.export() for one in found])
        return
    for one in found:
        card.clash(one)
    if found:
        id = found[0].item.id
        terminal.line(
            (f"If it holds no more: rmb review edit {id} --content TEXT, or revoke {id}", "faint")
        )
    else:
        terminal.line("Live state says nothing against what is mandatory.")
