"""`rmb suggestions` and `rmb reminders`: what is worth taking up next, and what is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.terminal import Part
from remembrancer.doors.cli.verbs.command import from_verb
from remembrancer.doors.cli.verbs.parameters import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remembrancer.delivery.prompting.reminder import Reminder
    from remembrancer.delivery.prompting.suggestion import Suggestions


@from_verb("suggestions")
def suggestions(found: Suggestions) -> None:
    """Offer what is worth taking up: deadlines, decisions to follow up, what was left open.

    They are prompts to choose from. Nothing is sent by itself.

    \b
    Example:
      rmb suggestions --subject ellen
    """
    for prompt in found:
        terminal.line((f"{prompt.trigger.value:<16}", "kind"), "  ", prompt.prompt)
        terminal.line(
            (" · ".join(filter(None, (prompt.item_id, prompt.related_id))), "faint"), indent=18
        )
    if not found.prompts:
        terminal.line("There is nothing to take up now.")


@from_verb(
    "reminders",
    is_empty=lambda found: not found,
    within_days=option("Due in so many days; else as the preset says.", "DAYS", "--within"),
    new=option("Only those not handed out before; each is handed out once, with a receipt."),
)
def reminders(found: Sequence[Reminder]) -> None:
    """List what has to be done soon, or is overdue, the most urgent first.

    \b
    Example:
      rmb reminders --subject ellen
      rmb reminders --within 14 --new
    """
    for reminder in found:
        words: list[Part] = [(_due(reminder.days), "bad" if reminder.days < 0 else "kind")]
        words += [f" · {reminder.deadline.isoformat()}"]
        words += [f" · {more}" for more in (reminder.owner, reminder.item.subject) if more]
        terminal.line(*words, (f" · {reminder.item.id}", "faint"))
        terminal.line(reminder.item.title or reminder.item.content, indent=4)
    if not found:
        terminal.line("Nothing is due. Look further ahead with: rmb reminders --within DAYS")
    elif found[0].left_out:
        terminal.line((f"{found[0].left_out:,} more come with the next call.", "faint"))


def _due(days: int) -> str:
    """When it is due: today, in 3 days, 2 days overdue."""
    if days == 0:
        return "today"
    return f"in {count(days, 'day')}" if days > 0 else f"{count(-days, 'day')} overdue"
