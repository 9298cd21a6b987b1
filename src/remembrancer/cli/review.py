"""`rmb review`: what waits for a person, and what people decide."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from remembrancer.cli import card, terminal
from remembrancer.cli.contradictions import contradictions, resolve
from remembrancer.cli.opening import opened
from remembrancer.cli.options import Acting, Json, Reason, Space, Url

if TYPE_CHECKING:
    from remembrancer.memory import Memory
    from remembrancer.model.item import Item


class Verdict(StrEnum):
    """What can be decided on many items at once."""

    APPROVE = "approve"
    REJECT = "reject"
    MANDATE = "mandate"
    REVOKE = "revoke"


review = typer.Typer(
    invoke_without_command=True,
    help="""Decide what agents may rely on, and what holds of two things that contradict.

    On a terminal, without a command, it goes through what waits, one card at a time: a approves,
    r rejects, m mandates, e edits, s skips, u takes the last step back, q quits.

    \b
    Example:
      rmb review
      rmb review queue
      rmb review approve km_a3f82c119e4d --reason "Checked with finance."
      rmb review contradictions
      rmb review resolve rel_4c1d20b7a9e3 kept_b
    """,
)

Ids = Annotated[list[str], typer.Argument(metavar="ID", help="One or more items.")]
NeededReason = Annotated[str, typer.Option("--reason", metavar="WHY", help="Why; needed.")]


@review.callback()
def by_keyboard(
    context: typer.Context, url: Url = None, space: Space = None, acting: Acting = None
) -> None:
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)
    from remembrancer.cli.reviewing import Review, TerminalKeyboard

    with opened(url, space, acting) as memory:
        Review(memory, TerminalKeyboard()).run()


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
def edit(
    id: Annotated[str, typer.Argument(metavar="ID", help="An item.")],
    content: Annotated[
        str | None, typer.Option("--content", metavar="TEXT", help="What it says from now on.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Its title, in one line.")
    ] = None,
    reason: Reason = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Change what an item says. Its review stays as it is. For admins.

    `rmb history ID --changes` shows it before and after.

    \b
    Example:
      rmb review edit km_a3f82c119e4d --content "Orders settle after four days."
    """
    given = {"content": content, "title": title}
    fields = {name: value for name, value in given.items() if value is not None}
    if not fields:
        raise typer.BadParameter("Give --content or --title.")
    with opened(url, space, acting) as memory:
        edited = memory.review.edit(id, reason=reason, **fields)
    _told([edited], json=json)


@review.command()
def batch(
    action: Annotated[
        Verdict, typer.Argument(metavar="ACTION", help="approve, reject, mandate or revoke.")
    ],
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Items.", show_default=False)
    ] = None,
    all_from: Annotated[
        str | None,
        typer.Option("--all-from", metavar="SOURCE", help="Instead, all items of this source."),
    ] = None,
    reason: Annotated[
        str | None,
        typer.Option("--reason", metavar="WHY", help="Needed to mandate and to revoke."),
    ] = None,
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Decide on many items in one go, each by itself. For admins.

    What is refused for one of them is told, and changes nothing for the others.

    \b
    Example:
      rmb review batch approve km_a3f82c119e4d km_5d0e11b7c2aa --reason "Checked."
      rmb review batch reject --all-from wiki-44 --reason "About the old system."
    """
    if bool(ids) == (all_from is not None):
        raise typer.BadParameter("Give either the IDs of items, or --all-from SOURCE.")
    with opened(url, space, acting) as memory:
        listed = list(ids or ())
        if all_from is not None:
            states = ("approved", "mandatory") if action is Verdict.REVOKE else ("pending",)
            listed = _all_of(memory, all_from, states)
            if not listed:
                terminal.note(f"Nothing from {all_from} is {' or '.join(states)}.")
        done = memory.review.batch(listed, action.value, reason=reason).results if listed else ()
    if json:
        terminal.as_json([one.export() for one in done])
    else:
        _told([one.item for one in done if one.item is not None], json=False)
    refused = [one for one in done if not one.ok]
    for one in refused:
        terminal.note(f"{one.id}: {one.error}")
    if refused:
        raise typer.Exit(1)


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

    It says what relied on the item. With --source, what those items had replaced comes back.

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
        relied = [] if json else [memory.review.relied_on(one.id) for one in withdrawn]
    _told(withdrawn, json=json)
    for one in relied:
        if not one.is_empty:
            card.cascade(one)
    if not withdrawn and not json:
        terminal.line("Nothing that rests on it is in use.")


@review.command("relied-on")
def relied_on(
    id: Annotated[str, typer.Argument(metavar="ID", help="An item.")],
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Show which items, decisions and deliveries relied on an item. For admins.

    \b
    Example:
      rmb review relied-on km_a3f82c119e4d
    """
    with opened(url, space, acting) as memory:
        found = memory.review.relied_on(id)
    if json:
        terminal.as_json(found.export())
    elif found.is_empty:
        terminal.line("Nothing that you may see relied on it.")
    else:
        card.cascade(found)


review.command()(contradictions)
review.command()(resolve)


def _all_of(memory: Memory, source: str, states: tuple[str, ...]) -> list[str]:
    """The items of a source in these states, as many as one batch takes."""
    from remembrancer.rules.limits import BATCH_ITEMS_MAX, PAGE_ITEMS_MAX

    found: list[str] = []
    cursor = None
    while len(found) < BATCH_ITEMS_MAX:
        page = memory.items(
            source_id=source,
            review=states,
            lifecycle="active",
            is_personal=False,
            limit=PAGE_ITEMS_MAX,
            cursor=cursor,
        )
        found += [one.id for one in page]
        cursor = page.next
        if cursor is None:
            break
    return found[:BATCH_ITEMS_MAX]


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
