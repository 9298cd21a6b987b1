"""`rmb review`: what waits for a person, and what contradicts each other."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.cli import card, terminal
from remembrancer.cli.opening import opened
from remembrancer.cli.options import Acting, Json, Space, Url

if TYPE_CHECKING:
    from remembrancer.model.contradiction import Contradiction
    from remembrancer.model.item import Item


class Decision(StrEnum):
    """How a contradiction is settled. The model has the same, which is too heavy for a help."""

    KEPT_A = "kept_a"
    KEPT_B = "kept_b"
    MERGE = "merge"
    BOTH_VALID = "both_valid"


review = typer.Typer(
    no_args_is_help=True,
    help="""Decide what agents may rely on, and what holds of two things that contradict.

    \b
    Example:
      rmb review queue
      rmb review approve km_a3f82c119e4d --reason "Checked with finance."
      rmb review contradictions
      rmb review resolve rel_4c1d20b7a9e3 kept_b
    """,
)

Ids = Annotated[list[str], typer.Argument(metavar="ID", help="One or more items.")]
Reason = Annotated[
    str | None, typer.Option("--reason", metavar="WHY", help="It stands in the ledger.")
]
NeededReason = Annotated[str, typer.Option("--reason", metavar="WHY", help="Why; needed.")]


@review.command()
def queue(
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")] = 50,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """List what waits for a person, newest first.

    \b
    Example:
      rmb review queue
    """
    with opened(url, space, acting) as memory:
        found = memory.review.queue(limit=limit)
    if json:
        terminal.as_json([one.export() for one in found])
        return
    for one in found:
        card.item(one)
    if not found.items:
        terminal.line("Nothing that you may see waits for review.")
    elif found.next is not None:
        terminal.line(("There are older ones: give a higher --limit.", "faint"))
    else:
        terminal.line(("Let one through with: rmb review approve ID", "faint"))


@review.command()
def approve(
    ids: Ids,
    reason: Reason = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Let pending items through to agents. For admins.

    \b
    Example:
      rmb review approve km_a3f82c119e4d --reason "Checked with finance."
    """
    with opened(url, space, acting) as memory:
        _each(ids, lambda id: memory.review.approve(id, reason=reason), json=json)


@review.command()
def reject(
    ids: Ids,
    reason: Reason = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Turn pending items down. What was turned down is not learned again. For admins.

    \b
    Example:
      rmb review reject km_a3f82c119e4d --reason "That was the old warehouse."
    """
    with opened(url, space, acting) as memory:
        _each(ids, lambda id: memory.review.reject(id, reason=reason), json=json)


@review.command()
def mandate(
    id: Annotated[str, typer.Argument(metavar="ID", help="An item.")],
    reason: NeededReason,
    audience: Annotated[
        str | None,
        typer.Option("--audience", metavar="WHO", help="For whom: all, or group:NAME."),
    ] = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Make an item binding for every agent of its audience. For admins.

    \b
    Example:
      rmb review mandate km_a3f82c119e4d --reason "Two decks went out with the wrong day."
    """
    with opened(url, space, acting) as memory:
        decided = memory.review.mandate(id, reason=reason, audience=audience)
    _told([decided], json=json)


@review.command()
def revoke(
    reason: NeededReason,
    id: Annotated[
        str | None, typer.Argument(metavar="ID", help="An item.", show_default=False)
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="ID", help="Instead, all that rests on this source."),
    ] = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Withdraw an item in use, or all that rests on one source. For admins.

    With --source, what those items had replaced comes back.

    \b
    Example:
      rmb review revoke km_a3f82c119e4d --reason "Settlement is immediate since May."
      rmb review revoke --source wiki-44 --reason "The page was about the old system."
    """
    if (id is None) == (source is None):
        raise typer.BadParameter("Give either the ID of an item, or --source ID.")
    with opened(url, space, acting) as memory:
        if source is not None:
            withdrawn = list(memory.review.revoke(source=source, reason=reason))
        else:
            withdrawn = [memory.review.revoke(id or "", reason=reason)]
    _told(withdrawn, json=json)
    if not withdrawn and not json:
        terminal.line("Nothing that rests on it is in use.")


@review.command()
def contradictions(
    all_: Annotated[bool, typer.Option("--all", help="Those that were settled, too.")] = False,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """List what contradicts each other, oldest first.

    Each has a severity and a suggestion, which is never carried out by itself.

    \b
    Example:
      rmb review contradictions
      rmb review contradictions --all --json
    """
    with opened(url, space, acting) as memory:
        found = memory.review.contradictions(include_resolved=all_)
    if json:
        terminal.as_json([one.export() for one in found])
        return
    for one in found:
        card.contradiction(one)
    still_open = [one for one in found if one.resolution is None]
    if still_open:
        _how(still_open[0])
    elif not found:
        terminal.line("Nothing that you may see contradicts each other.")


@review.command()
def resolve(
    id: Annotated[str, typer.Argument(metavar="ID", help="The contradiction's, as listed.")],
    action: Annotated[
        Decision,
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
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Settle a contradiction. For admins.

    What loses is superseded, dismissed, rejected or revoked, and stays readable by its id.

    \b
    Example:
      rmb review resolve rel_4c1d20b7a9e3 kept_b --reason "Asked her on the phone."
      rmb review resolve rel_4c1d20b7a9e3 merge --merged "Email, and by phone when it is urgent."
    """
    if merged is not None and action is not Decision.MERGE:
        raise typer.BadParameter(f"--merged goes with merge, not with {action.value}.")
    with opened(url, space, acting) as memory:
        settled = memory.review.resolve(id, action.value, merged_content=merged, reason=reason)
        holds = settled.resolution.item_id if settled.resolution is not None else None
        held = None if holds is None else memory.get(holds)
    if json:
        terminal.as_json(settled.export())
        return
    card.contradiction(settled)
    if held is None:
        terminal.line("Both hold.")
    else:
        terminal.line("This holds now:")
        card.item(held)


def _each(ids: list[str], act: Callable[[str], Item], *, json: bool) -> None:
    """Does it to one after the other. What was done before one is refused stays done, and shows."""
    decided: list[Item] = []
    try:
        decided.extend(act(id) for id in ids)
    finally:
        _told(decided, json=json)


def _told(decided: list[Item], *, json: bool) -> None:
    if json:
        terminal.as_json([one.export() for one in decided])
        return
    for one in decided:
        card.item(one)


def _how(found: Contradiction) -> None:
    typed = f"rmb review resolve {found.id} {found.suggestion.value}"
    terminal.line((f"Settle the first as suggested with: {typed}", "faint"))
