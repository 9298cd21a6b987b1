"""`rmb review acts` and `rmb review undo`: what the engine did by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.verbs.command import export_listed, from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.governance.act import Act, Acts

_WHICH = "Only these: superseded, confirmed, closed, flagged or merged."


@from_verb(
    "review.acts",
    to_json=export_listed,
    is_empty=lambda found: not found.acts,
    limit=option("How many at most.", default=50),
    act=option(_WHICH, "ACT"),
    omitted={"cursor": "Its JSON is a list, which names no next page."},
)
def acts(found: Acts) -> None:
    """List what the engine did by itself, newest first, and on what grounds.

    It superseded, confirmed, closed, flagged or merged something, because it judged that two
    statements are about the same. What was wrong is undone with `rmb review undo`.

    \b
    Example:
      rmb review acts
      rmb review acts --act superseded --subject ellen
    """
    for one in found:
        card.act(one)
    standing = next((one for one in found if not one.is_undone), None)
    if not found.acts:
        terminal.line("The engine did nothing by itself that you may see.")
    elif found.next is not None:
        told = f"{len(found):,} are listed. There are older ones: give a higher --limit, up to 500."
        terminal.line((told, "faint"))
    elif standing is not None:
        typed = f"rmb review undo {standing.id}"
        terminal.line((f"If one was wrong, undo it: {typed}", "faint"))


@from_verb("review.undo", id=argument("The act's, as listed.", "ID"))
def undo(undone: Act) -> None:
    """Undo what the engine did by itself, and remember that it was wrong.

    What was superseded is in use again, beside what had replaced it. What was confirmed loses the
    words that were taken for it. The same is not done again.

    \b
    Example:
      rmb review undo act_1wSxutuqrjw --reason "She has two pensions."
    """
    card.act(undone)
