"""`rmb decisions link` and its like: how decisions are linked, by hand or by proposal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.decisions import cards
from remembrancer.doors.cli.decisions.decisions import decisions
from remembrancer.doors.cli.graph.nodes import by_name
from remembrancer.doors.cli.verbs.command import VerbCommand, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.decisions.decision import DecisionLink

__all__ = ["decisions"]


@decisions.command("link", cls=VerbCommand)
@from_verb(
    "decisions.link",
    prepare=by_name("source", "target"),
    source=argument("A decision or a fact.", "ID"),
    type=argument("caused, influenced, precedent_for, superseded, about, …", "TYPE"),
    target=argument("Another one, an entity or a policy.", "ID"),
    reason=option("Why they are linked.", "WHY"),
    evidence=option("The id of a message that says so; may be repeated.", "ID"),
)
def link(found: DecisionLink) -> None:
    """Link a decision with another one, with whom it concerns, or with a policy.

    \b
    Example:
      rmb decisions link km_5d0c77a1e2b9 caused km_a3f82c119e4d --reason "told at the review"
    """
    cards.link(found)


@decisions.command("links", cls=VerbCommand)
@from_verb(
    "decisions.links",
    id=argument("A decision; without one, all links.", "ID", default=None),
    proposed=option("Only what waits for you, or only what holds.", None, "--proposed/--confirmed"),
)
def links(found: tuple[DecisionLink, ...]) -> None:
    """List links, newest first, and those that a rule proposed.

    \b
    Example:
      rmb decisions links --proposed
    """
    for one in found:
        cards.link(one)
    if not found:
        terminal.line("There are none.")


@decisions.command("propose-links", cls=VerbCommand)
@from_verb("decisions.propose_links", id=argument("A decision.", "ID"))
def propose_links(found: tuple[DecisionLink, ...]) -> None:
    """Look for earlier decisions that one follows from, by rule and by a language model.

    \b
    Example:
      rmb decisions propose-links km_5d0c77a1e2b9
    """
    for one in found:
        cards.link(one)
    if not found:
        terminal.line("Nothing new was found.")


@decisions.command("confirm-link", cls=VerbCommand)
@from_verb("decisions.confirm_link", id=argument("A proposed link.", "REL_ID"))
def confirm_link(found: DecisionLink) -> None:
    """Say that a proposed link holds.

    \b
    Example:
      rmb decisions confirm-link rel_4c1d20b7a9e3
    """
    cards.link(found)


@decisions.command("reject-link", cls=VerbCommand)
@from_verb("decisions.reject_link", id=argument("A link.", "REL_ID"))
def reject_link(found: DecisionLink) -> None:
    """Take a link back: a proposed one that is wrong, or your own.

    \b
    Example:
      rmb decisions reject-link rel_4c1d20b7a9e3 --reason "By chance."
    """
    cards.link(found)
