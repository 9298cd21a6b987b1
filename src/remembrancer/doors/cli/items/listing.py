"""`rmb list` and `rmb summary`: which items there are, of the space and of one subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.verbs.command import from_verb
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from remembrancer.items.page import Page
    from remembrancer.recall.summary import Summary


@from_verb(
    "items",
    is_empty=lambda page: not page.items,
    limit=option("How many at most.", default=50),
)
def list_(page: Page) -> None:
    """List items, newest first, in use or not, as far as every filter matches.

    A TIME is written as 2026-03-31 or 2026-03-31T14:00, and is UTC unless it says otherwise. With
    --json, `next` is the CURSOR of the next page.

    \b
    Example:
      rmb list --subject ellen --lifecycle active
      rmb list --kind decision --since 2026-03-01 --limit 20
      rmb list --as-of 2025-01-31 --json
    """
    for item in page:
        card.item(item)
    if not page.items:
        terminal.line(
            "Nothing that you may see is there. Try fewer filters or another --space, or add "
            "something: rmb remember TEXT."
        )
    elif page.next is not None:
        older = "There are older ones: give a higher --limit, up to 500, or"
        terminal.line((f"{older} --cursor {page.next}", "faint"))


@from_verb(
    "summary",
    is_empty=lambda found: not found.groups,
    subject=argument("Who or what it is about.", "SUBJECT"),
)
def summary(found: Summary) -> None:
    """Show the items about a subject, grouped by kind, newest first.

    Only what is in use and what you may see. Of a long group the newest items are shown.

    \b
    Example:
      rmb summary ellen
      rmb summary ellen --as-of 2025-01-31
    """
    for kind, items in found.groups.items():
        total = found.totals[kind]
        terminal.heading(f"{kind}: {total:,}")
        for item in items:
            card.item(item)
        if total > len(items):
            more = f"and {total - len(items):,} older: rmb list --subject {found.subject!r}"
            terminal.line((f"{more} --kind {kind}", "faint"), indent=4)
    if not found.groups:
        terminal.line(f"Nothing that you may see is known of {found.subject!r}.")
