"""`rmb review`: what waits for a person, and what people decide."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.options import Acting, Reason, Space, Url
from remembrancer.doors.cli.review import triage
from remembrancer.doors.cli.review.acts import acts, undo
from remembrancer.doors.cli.review.clashes import clashes
from remembrancer.doors.cli.review.contradictions import contradictions, resolve
from remembrancer.doors.cli.review.review_options import (
    Act,
    AllFrom,
    BatchDecision,
    BatchReason,
    Content,
    EachSeen,
    Id,
    Ids,
    Listed,
    NeededReason,
    Seen,
    Source,
    Title,
    Withdrawn,
)
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.store_opening import opened
from remembrancer.doors.cli.verbs.command import VerbCommand, export_listed, from_verb
from remembrancer.doors.cli.verbs.parameters import option

if TYPE_CHECKING:
    from remembrancer.governance.cascade_report import Cascade
    from remembrancer.governance.rejection import Queue
    from remembrancer.items.item import Item
    from remembrancer.memory import Memory


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
      rmb review acts
    """,
)


@review.callback()
def by_keyboard(
    context: typer.Context, url: Url = None, space: Space = None, acting: Acting = None
) -> None:
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)
    from remembrancer.doors.cli.review.reviewing import ReviewSession, TerminalKeyboard

    with opened(url, space, acting) as memory:
        ReviewSession(memory, TerminalKeyboard()).run()


@review.command(cls=VerbCommand)
@from_verb(
    "review.queue",
    to_json=export_listed,
    limit=option("How many at most.", default=50),
    omitted={
        "review": "The queue holds what is pending.",
        "lifecycle": "The queue holds what is active.",
        "cursor": "Its JSON is a list, which names no next page.",
    },
)
def queue(found: Queue) -> None:
    """List what waits for a person, newest first.

    \b
    Example:
      rmb review queue
    """
    for value in found:
        card.item(value, with_version=True)
    if not found.items:
        terminal.line("Nothing that you may see waits for review.")
    elif found.next is not None:
        text = f"{len(found):,} are listed. There are older ones: give a higher --limit, up to 500."
        terminal.line((text, "faint"))
    else:
        text = f"{triage.waiting(len(found))}. Let one through with: rmb review approve ID"
        terminal.line((text, "faint"))


@review.command()
@with_shared_options
def approve(
    ids: Ids,
    reason: Reason = None,
    seen: EachSeen = None,
    *,
    shared: SharedOptions,
) -> None:
    """Let pending items through to agents. For admins.

    \b
    Example:
      rmb review approve km_a3f82c119e4d --reason "Checked with finance."
    """
    versions = _versions(ids, seen)
    with shared.opened() as memory:
        act = memory.review.approve
        _each(ids, lambda id: act(id, reason=reason, seen=versions.get(id)), json=shared.json)


@review.command()
@with_shared_options
def reject(
    ids: Ids,
    reason: Reason = None,
    seen: EachSeen = None,
    *,
    shared: SharedOptions,
) -> None:
    """Reject pending items. A rejected statement is not learned again. For admins.

    \b
    Example:
      rmb review reject km_a3f82c119e4d --reason "That was the old warehouse."
    """
    versions = _versions(ids, seen)
    with shared.opened() as memory:
        act = memory.review.reject
        _each(ids, lambda id: act(id, reason=reason, seen=versions.get(id)), json=shared.json)


@review.command(cls=VerbCommand)
@from_verb(
    "review.mandate",
    to_json=lambda decided: [decided.export()],
    reason=option("Why; needed.", "WHY"),
)
def mandate(decided: Item) -> None:
    """Make an item binding for every agent of its audience. For admins.

    \b
    Example:
      rmb review mandate km_a3f82c119e4d --reason "Two decks went out with the wrong day."
    """
    card.item(decided)


@review.command()
@with_shared_options
def edit(
    id: Id,
    content: Content = None,
    title: Title = None,
    reason: Reason = None,
    seen: Seen = None,
    *,
    shared: SharedOptions,
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
    with shared.opened() as memory:
        edited = memory.review.edit(id, reason=reason, seen=seen, **fields)
    _told([edited], json=shared.json)


@review.command()
@with_shared_options
def batch(
    action: Act,
    ids: Listed = None,
    all_from: AllFrom = None,
    reason: BatchReason = None,
    seen: EachSeen = None,
    *,
    shared: SharedOptions,
) -> None:
    """Decide on many items in one go, each by itself. For admins.

    A refusal of one is printed, and changes nothing for the others.

    \b
    Example:
      rmb review batch approve km_a3f82c119e4d km_5d0e11b7c2aa --reason "Checked."
      rmb review batch reject --all-from wiki-44 --reason "About the old system."
    """
    if bool(ids) == (all_from is not None):
        raise typer.BadParameter("Give either the IDs of items, or --all-from SOURCE.")
    listed = list(ids or ())
    versions = _versions(listed, seen)
    with shared.opened() as memory:
        if all_from is not None:
            states = ("approved", "mandatory") if action is BatchDecision.REVOKE else ("pending",)
            listed = _all_of(memory, all_from, states)
            if not listed:
                terminal.note(f"Nothing from {all_from} is {' or '.join(states)}.")
        act = memory.review.batch
        done = act(listed, action.value, reason=reason, seen=versions).results if listed else ()
    if shared.json:
        terminal.as_json([one.export() for one in done])
    else:
        decided = [one.item for one in done if one.item is not None]
        _told(decided, json=False)
        _reliance(decided)
    refused = [one for one in done if not one.ok]
    for entry in refused:
        terminal.note(f"{entry.id}: {entry.error}")
    if refused:
        terminal.error(f"{len(refused):,} of {len(done):,} refused, each for the reason named.")
        raise typer.Exit(1)


@review.command()
@with_shared_options
def revoke(
    reason: NeededReason,
    id: Withdrawn = None,
    source: Source = None,
    seen: Seen = None,
    *,
    shared: SharedOptions,
) -> None:
    """Withdraw an active item, or all items based on one source. For admins.

    It says what relied on the item. With --source, what those items had replaced comes back.

    \b
    Example:
      rmb review revoke km_a3f82c119e4d --reason "Settlement is immediate since May."
      rmb review revoke --source wiki-44 --reason "The page was about the old system."
    """
    if (id is None) == (source is None):
        raise typer.BadParameter("Give either the ID of an item, or --source ID.")
    if source is not None and seen is not None:
        raise typer.BadParameter("--seen goes with the ID of an item, not with --source.")
    with shared.opened() as memory:
        if source is not None:
            withdrawn = list(memory.review.revoke(source=source, reason=reason))
        else:
            withdrawn = [memory.review.revoke(id or "", reason=reason, seen=seen)]
    _told(withdrawn, json=shared.json)
    if not shared.json:
        _reliance(withdrawn)
    if not withdrawn and not shared.json:
        terminal.line("Nothing that rests on it is in use.")


@review.command("relied-on", cls=VerbCommand)
@from_verb("review.relied_on")
def relied_on(found: Cascade) -> None:
    """Show which items, decisions and deliveries relied on an item. For admins.

    \b
    Example:
      rmb review relied-on km_a3f82c119e4d
    """
    if found.is_empty:
        terminal.line("Nothing that you may see relied on it.")
    else:
        card.cascade(found)


review.command(cls=VerbCommand)(contradictions)
review.command()(resolve)
review.command(cls=VerbCommand)(acts)
review.command(cls=VerbCommand)(undo)
review.command(cls=VerbCommand)(clashes)


def _versions(ids: list[str], seen: list[int] | None) -> dict[str, int]:
    """The version that was seen of each item."""
    if seen and len(seen) != len(ids):
        raise typer.BadParameter("Give --seen once for each ID, in the same order, or not at all.")
    return dict(zip(ids, seen or (), strict=False))


def _all_of(memory: Memory, source: str, states: tuple[str, ...]) -> list[str]:
    """The items of a source in these states, as many as one batch takes."""
    from remembrancer.core.limits import BATCH_ITEMS_MAX, PAGE_ITEMS_MAX

    result: list[str] = []
    cursor = None
    while len(result) < BATCH_ITEMS_MAX:
        page = memory.items(
            source_id=source,
            review=states,
            lifecycle="active",
            is_personal=False,
            limit=PAGE_ITEMS_MAX,
            cursor=cursor,
        )
        result += [item.id for item in page]
        cursor = page.next
        if cursor is None:
            break
    return result[:BATCH_ITEMS_MAX]


def _each(ids: list[str], act: Callable[[str], Item], *, json: bool) -> None:
    """Does it to one after the other. What was done before one is refused stays done, and shows."""
    decided: list[Item] = []
    try:
        decided.extend(act(id) for id in ids)
    finally:
        _told(decided, json=json)
        untried = ids[len(decided) + 1 :]
        if untried:
            terminal.note(f"Not tried after the one that was refused: {' '.join(untried)}")


def _reliance(decided: Sequence[Item]) -> None:
    """What relied on each of them that was withdrawn."""
    for item in decided:
        relied: Cascade | None = getattr(item, "relied_on", None)
        if relied is not None and not relied.is_empty:
            if len(decided) > 1:
                terminal.line(f"Of {item.id}:")
            card.cascade(relied)


def _told(decided: Sequence[Item], *, json: bool) -> None:
    if json:
        terminal.as_json([other.export() for other in decided])
        return
    for item in decided:
        card.item(item)
    if len(decided) > 1:
        counted = Counter(other.status for other in decided)
        words = ", ".join(f"{many:,} {status}" for status, many in counted.items())
        terminal.line((f"{words}.", "heading"))
