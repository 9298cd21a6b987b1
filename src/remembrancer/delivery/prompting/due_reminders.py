"""Reminders: action items that are due soon or overdue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from remembrancer.core.limits import BRIEFING_LINE_CHARACTERS
from remembrancer.core.texts.quoting import quoted
from remembrancer.core.token_budget import CHARACTERS_PER_TOKEN
from remembrancer.delivery.prompting.reminder import Reminder
from remembrancer.items.delivered_text import trust_words
from remembrancer.items.item import Item
from remembrancer.items.kinds import tasks

if TYPE_CHECKING:
    from remembrancer.delivery.templates import Rendering

TEMPLATE: Final = "reminder/2"
PART: Final = "reminder"


def reminders(items: Iterable[Item], *, within_days: int, now: datetime) -> tuple[Reminder, ...]:
    """Open items that are due within a number of days, and decisions whose outcome is, overdue
    ones first."""
    result = []
    for item in items:
        due = None if tasks.is_done(item) else tasks.deadline(item)
        due = due or tasks.outcome_due(item)
        if due is None:
            continue
        days = (due - now.date()).days
        if days <= within_days:
            result.append(Reminder(item=item, deadline=due, days=days, owner=tasks.owner(item)))
    return tuple(sorted(result, key=lambda reminder: (reminder.deadline, reminder.item.id)))


def batches(due: Sequence[Reminder], *, tokens: int) -> tuple[tuple[Reminder, ...], ...]:
    """All reminders in order, in batches that each fit into a number of tokens."""
    made: list[list[Reminder]] = []
    room = 0
    for reminder in due:
        size = len(_line(reminder.item)) + 1
        if size > room:
            made.append([])
            room = tokens * CHARACTERS_PER_TOKEN
        room -= size
        made[-1].append(reminder)
    return tuple(tuple(some) for some in made)


def text(rendering: Rendering) -> str:
    """The text of the reminders: one line for each item, with its day and its source."""
    items = rendering.parts.get(PART, ())
    gone = rendering.gone
    return "\n".join(f"- {item.content}" if item.id in gone else _line(item) for item in items)


def _line(item: Item) -> str:
    due, outcome = tasks.deadline(item), tasks.outcome_due(item)
    day = "" if due is None else f"due {due.isoformat()}: "
    if due is None and outcome is not None:
        day = f"what came of it, due {outcome.isoformat()}: "
    words = quoted(item.content, BRIEFING_LINE_CHARACTERS)
    return f"- {day}{words} ({item.id}, {item.source_type}, {trust_words(item.trust)})"
