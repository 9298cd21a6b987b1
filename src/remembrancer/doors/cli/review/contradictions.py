"""`rmb review contradictions` and `rmb review resolve`: what contradicts each other."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.options import Reason
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.verbs.command import from_verb
from remembrancer.doors.cli.verbs.parameters import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remembrancer.governance.contradiction import Contradiction


class SettlementChoice(StrEnum):
    """How a contradiction is settled. The model has the same, which is too heavy for a help."""

    KEPT_A = "kept_a"
    KEPT_B = "kept_b"
    MERGE = "merge"
    BOTH_VALID = "both_valid"


@from_verb(
    "review.contradictions",
    include_resolved=option("Those that were settled, too.", None, "--all"),
)
def contradictions(found: Sequence[Contradiction]) -> None:
    """List what contradicts each other, oldest first.

    Each has a severity and a suggestion, which is never carried out by itself.

    \b
    Example:
      rmb review contradictions
      rmb review contradictions --all --json
    """
    for contradiction in found:
        card.contradiction(contradiction)
    still_open = [one for one in found if one.resolution is None]
    if still_open:
        _how(still_open[0])
    elif not found:
        terminal.line("Nothing that you may see contradicts each other.")


@with_shared_options
def resolve(
    id: Annotated[str, typer.Argument(metavar="ID", help="The contradiction's, as listed.")],
    action: Annotated[
        SettlementChoice,
        typer.Argument(
            metavar="ACTION",
            help="kept_a (what was known), kept_b (what came after it), merge or both_valid.",
        ),
    ],
    merged: Annotated[
        str | None,
        typer.Option(
            "--merged",
            metavar="TEXT",
            help="With merge: the text in the place of both, unless one was suggested.",
        ),
    ] = None,
    reason: Reason = None,
    *,
    shared: SharedOptions,
) -> None:
    """Settle a contradiction. For admins.

    What loses is superseded, dismissed, rejected or revoked, and stays readable by its id.

    \b
    Example:
      rmb review resolve rel_4c1d20b7a9e3 kept_b --reason "Asked her on the phone."
      rmb review resolve rel_4c1d20b7a9e3 merge --merged "Email, and by phone when it is urgent."
    """
    if merged is not None and action is not SettlementChoice.MERGE:
        raise typer.BadParameter(f"--merged goes with merge, not with {action.value}.")
    with shared.opened() as memory:
        settled = memory.review.resolve(id, action.value, merged_content=merged, reason=reason)
        holds = settled.resolution.item_id if settled.resolution is not None else None
        held = None if holds is None else memory.get(holds)
    if shared.json:
        terminal.as_json(settled.export())
        return
    card.contradiction(settled)
    if held is None:
        terminal.line("Both hold.")
    else:
        terminal.line("This holds now:")
        card.item(held)
    for cascade in settled.relied_on:
        if cascade.is_told_beyond:
            card.cascade(cascade)


def _how(contradiction: Contradiction) -> None:
    typed = f"rmb review resolve {contradiction.id} {contradiction.suggestion.value}"
    terminal.line((f"Settle the first as suggested with: {typed}", "faint"))
