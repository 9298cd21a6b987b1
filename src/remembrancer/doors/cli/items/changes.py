"""What a person says of one item: it is outdated, wrong, still true, good or bad, or for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.verbs.command import from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.governance.cascade_report import Reported
    from remembrancer.items.item import Item
    from remembrancer.items.vote import Votes

_VOTES = {"up": 1, "+1": 1, "1": 1, "down": -1, "-1": -1}


def _vote(typed: str) -> int:
    if typed.lower() not in _VOTES:
        raise typer.BadParameter(f"{typed!r} is no vote. Write up or down.")
    return _VOTES[typed.lower()]


@from_verb(
    "supersede",
    mandate=option("Make it binding in the same act; needs --reason. For admins."),
)
def supersede(made: Reported) -> None:
    """Replace an item by a new one, which inherits what you leave open.

    The old item stays readable by its id, and `rmb history` shows both. What was approved stays in
    use until a replacement that waits for review is accepted.

    \b
    Example:
      rmb supersede km_a3f82c119e4d "Ellen wants to retire at 60." --reason "By phone."
    """
    card.item(made)
    terminal.line(f"It takes the place of {', '.join(made.supersedes)}.")
    if made.review.value == "pending":
        terminal.line("It waits for review; what was approved stays in use until then.")
    relied = made.relied_on
    # The new item itself relies on the old one, and has been shown.
    if relied is not None and (len(relied.items) > 1 or relied.decisions or relied.deliveries):
        card.cascade(relied)


@from_verb("dismiss")
def dismiss(item: Item) -> None:
    """Put an item aside, so that nobody is given it any more. It stays readable by its id.

    What has to be gone for good is removed with `rmb erase`.

    \b
    Example:
      rmb dismiss km_a3f82c119e4d --reason "It was about another Ellen."
    """
    card.item(item)


@from_verb("confirm", quote=option("The words that say so.", "TEXT"))
def confirm(item: Item) -> None:
    """Say that an item is still true.

    It is in use for longer then, and worth more if you are not the one who contributed it.

    \b
    Example:
      rmb confirm km_a3f82c119e4d --quote "Yes, still 58." --reason "Annual review."
    """
    card.item(item)
    terminal.line(f"Confidence {item.confidence:.2f}.", indent=4)


@from_verb("vote", value=argument("up or down.", "up|down", parser=_vote))
def vote(votes: Votes) -> None:
    """Vote an item up or down. The last vote of each person counts.

    \b
    Example:
      rmb vote km_a3f82c119e4d up
    """
    own = "" if votes.mine is None else f", yours {'up' if votes.mine > 0 else 'down'}"
    terminal.line((votes.item_id, "name"), f"  {votes.up:,} up, {votes.down:,} down{own}")


@from_verb("share")
def share(item: Item) -> None:
    """Make your own personal item common knowledge. It waits for review where the space asks so.

    \b
    Example:
      rmb share km_a3f82c119e4d --reason "The whole team needs it."
    """
    card.item(item)
