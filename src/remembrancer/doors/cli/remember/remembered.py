"""What became of something that was said, on the terminal: kept, replaced, said again, closed, left
out."""

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


def show(remembered: Remembered) -> None:
    """What was stored, what it replaced or closed and why, what was said again or left out."""
    for item in remembered.items:
        card.item(item)
        _replaced(item, remembered)
    for item in remembered.reconfirmed:
        terminal.line(("said again", "good"), "  ", (item.id, "name"), f"  {item.content}")
        _because(_reason(remembered.plan, Step.RECONFIRM, item.id), indent=_WIDTH)
    closing = [planned for planned in remembered.plan if planned.closes]
    for planned in closing:
        for id in planned.closes:
            terminal.line(("closes", "good"), "  ", (id, "name"), f"  by: {planned.text}")
        _because(planned.because, indent=_WIDTH)
    for contradiction in remembered.contradictions:
        card.contradiction(contradiction)
    for before in remembered.rejected_before:
        card.rejection(before)
    if remembered.messages_new or remembered.messages_known or remembered.conflicts:
        terminal.line(
            (remembered.conversation_id or "", "name"),
            f"  messages: {remembered.messages_new:,} new, {remembered.messages_known:,} known, "
            f"{remembered.conflicts:,} with other words (kept raw)",
        )
    elif not (remembered.items or remembered.reconfirmed or closing):
        terminal.line(_NOTHING_NEW if remembered.plan else _NOTHING)
    _left_out(remembered.skipped)
    advise(remembered)


def advise(remembered: Remembered) -> None:
    """How to store a text from which nothing was extracted."""
    is_drawn = remembered.items or remembered.reconfirmed or remembered.plan
    is_meeting = remembered.messages_new or remembered.messages_known or remembered.conflicts
    if not (is_drawn or is_meeting):
        terminal.note(_KEEP_IT)


def plan(remembered: Remembered) -> None:
    """What would be done, one line for each step with its reason. Nothing was."""
    for one in remembered.plan:
        word, _, rest = str(one).partition(" " if one.item_ids else ":")
        terminal.line((word, "kind"), f"{' ' if one.item_ids else ':'}{rest}")
    if not remembered.plan and remembered.items:
        terminal.line(("add", "kind"), f": {remembered.items[0].content} (as it stands)")
    planned = {(one.text, one.because) for one in remembered.plan}
    _left_out(
        tuple(
            skipped
            for skipped in remembered.skipped
            if (skipped.text, skipped.reason) not in planned
        )
    )
    if not (remembered.plan or remembered.items):
        terminal.line("Nothing in it looks worth keeping.")
    text = f"{count(len(remembered.plan), 'step')}. " if remembered.plan else ""
    terminal.line((f"{text}This was a dry run, and nothing was stored.", "heading"))
    advise(remembered)


def _replaced(new: Item, remembered: Remembered) -> None:
    """What the new item took the place of, and why."""
    for old in remembered.superseded:
        if old.superseded_by == new.id:
            terminal.line(
                ("replaces ", "faint"), (old.id, "faint"), f"  {old.content}", indent=_MARGIN
            )
            _because(_reason(remembered.plan, Step.SUPERSEDE, old.id), indent=_MARGIN)
    if new.superseded_by is not None:
        beneath = next(
            (
                planned.because
                for planned in remembered.plan
                if planned.step is Step.BENEATH and planned.text == new.content
            ),
            None,
        )
        _because(beneath, indent=_MARGIN)


def _reason(plan: tuple[Planned, ...], step: Step, known: str) -> str | None:
    """Why this was done to something known; the last time counts."""
    lines = [
        planned.because for planned in plan if planned.step is step and known in planned.item_ids
    ]
    return lines[-1] if lines else None


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
