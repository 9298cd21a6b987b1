"""Reminders: what has to be done soon, or should have been."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from remembrancer.model.item import Item
from remembrancer.model.reminder import Reminder
from remembrancer.rules import tasks
from remembrancer.rules.limits import BRIEFING_LINE_CHARACTERS
from remembrancer.rules.quoting import quoted

if TYPE_CHECKING:
    from remembrancer.context.templates import Rendering

TEMPLATE: Final = "reminder/1"
PART: Final = "reminder"


def reminders(items: Iterable[Item], *, within_days: int, now: datetime) -> tuple[Reminder, ...]:
    """What is due within so many days and not done, overdue things first."""
    found = []
    for item in items:
        due = tasks.deadline(item)
        if due is None or tasks.is_done(item):
            continue
        days = (due - now.date()).days
        if days <= within_days:
            found.append(Reminder(item=item, deadline=due, days=days, owner=tasks.owner(item)))
    return tuple(sorted(found, key=lambda one: (one.deadline, one.item.id)))


def text(rendering: Rendering) -> str:
    """What was handed out: each thing on a line, with its day and its source."""
    lines = []
    for item in rendering.parts.get(PART, ()):
        if item.id in rendering.gone:
            lines.append(f"- {item.content}")
            continue
        due = tasks.deadline(item)
        day = "" if due is None else f"due {due.isoformat()}: "
        words = quoted(item.content, BRIEFING_LINE_CHARACTERS)
        lines.append(f"- {day}{words} ({item.id}, {item.source_type})")
    return "\n".join(lines)
