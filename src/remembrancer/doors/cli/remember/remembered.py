"""What became of something that was said, on the terminal: kept, replaced, said again, left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.reports import count
from remembrancer.reading.plan import Step

if TYPE_CHECKING:
    from remembrancer.items.item import Item
    from remembrancer.reading.plan import Planned, Skipped
    from remembrancer.remember.remembered import Remembered

_NOTHING = "Nothing in it looked worth keeping; the text itself is kept and can be found."
_KEEP_IT = "To keep it as an item all the same, say it again with --as-is."
_NOTHING_NEW = "Nothing in it is new; the text itself is kept and can be found."
_MARGIN = 4
_WIDTH = 12  # of the word in front of what was not stored


def show(kept: Remembered) -> None:
    """What was stored, what it replaced and why, what was said again, and what was left out."""
    for one in kept.items:
        card.item(one)
        _replaced(one, kept)
    for one in kept.reconfirmed:
        terminal.line(("said again", "good"), "  ", (one.id, "name"), f"  {one.content}")
        _because(_reason(kept.plan, Step.RECONFIRM, one.id), indent=_WIDTH)
    for found in kept.contradictions:
        card.contradiction(found)
    for before in kept.rejected_before:
        card.rejection(before)
    if kept.messages_new or kept.messages_known or kept.conflicts:
        terminal.line(
            (kept.conversation_id or "", "name"),
            f"  messages: {kept.messages_new:,} new, {kept.messages_known:,} known, "
            f"{kept.conflicts:,} with other words (kept raw)",
        )
    elif not (kept.items or kept.reconfirmed):
        terminal.line(_NOTHING_NEW if kept.plan else _NOTHING)
    _left_out(kept.skipped)
    advise(kept)


def advise(kept: Remembered) -> None:
    """Where nothing was drawn out of a text, how to keep it all the same."""
    is_drawn = kept.items or kept.reconfirmed or kept.plan
    is_meeting = kept.messages_new or kept.messages_known or kept.conflicts
    if not (is_drawn or is_meeting):
        terminal.note(_KEEP_IT)


def plan(kept: Remembered) -> None:
    """What would be done, one line for each step with its reason. Nothing was."""
    for one in kept.plan:
        word, _, rest = str(one).partition(" " if one.item_ids else ":")
        terminal.line((word, "kind"), f"{' ' if one.item_ids else ':'}{rest}")
    if not kept.plan and kept.items:
        terminal.line(("add", "kind"), f": {kept.items[0].content} (as it stands)")
    planned = {(one.text, one.because) for one in kept.plan}
    _left_out(tuple(one for one in kept.skipped if (one.text, one.reason) not in planned))
    if not (kept.plan or kept.items):
        terminal.line("Nothing in it looks worth keeping.")
    told = f"{count(len(kept.plan), 'step')}. " if kept.plan else ""
    terminal.line((f"{told}This was a dry run, and nothing was stored.", "heading"))
    advise(kept)


def _replaced(new: Item, kept: Remembered) -> None:
    """What the new item took the place of, and why."""
    for old in kept.superseded:
        if old.superseded_by == new.id:
            terminal.line(
                ("replaces ", "faint"), (old.id, "faint"), f"  {old.content}", indent=_MARGIN
            )
            _because(_reason(kept.plan, Step.SUPERSEDE, old.id), indent=_MARGIN)
    if new.superseded_by is not None:
        beneath = next(
            (
                one.because
                for one in kept.plan
                if one.step is Step.BENEATH and one.text == new.content
            ),
            None,
        )
        _because(beneath, indent=_MARGIN)


def _reason(plan: tuple[Planned, ...], step: Step, known: str) -> str | None:
    """Why this was done to something known; the last time counts."""
    told = [one.because for one in plan if one.step is step and known in one.item_ids]
    return told[-1] if told else None


def _because(reason: str | None, *, indent: int) -> None:
    if reason is not None:
        terminal.line((f"because {reason}", "faint"), indent=indent)


def _left_out(skipped: tuple[Skipped, ...]) -> None:
    for one in skipped:
        if one.text:
            terminal.line(("skipped  ", "faint"), one.text)
            terminal.line((one.reason, "faint"), indent=9)
        else:
            terminal.line((one.reason, "faint"))
