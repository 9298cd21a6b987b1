"""Reminds of action items that are due soon: each is delivered once to each caller.

A schedule runs in the name of its creator. A reminder is a delivery. A delivered reminder is
identified by its item and deadline, so a new deadline gives a new reminder.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from remembrancer.core.kinds import Family
from remembrancer.core.limits import TASKS_SCANNED_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import token_estimate
from remembrancer.decisions import outcomes
from remembrancer.delivery.prompting import due_reminders as due
from remembrancer.delivery.prompting.reminder import Reminder
from remembrancer.delivery.template_registry import rendered
from remembrancer.delivery.templates import Rendering
from remembrancer.delivery.visible_items import unasked
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.items.item import Item
from remembrancer.items.kinds import tasks
from remembrancer.items.kinds.kind_groups import kinds
from remembrancer.items.kinds.tasks import day_after
from remembrancer.items.visibility import may_see
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task
from remembrancer.notify import notify
from remembrancer.notify.notification import NotificationKind
from remembrancer.ports import Reader, Store, Writer

_OPERATION = "remind"
log = logging.getLogger("remembrancer.reminders")


def reminders(
    reader: Reader, scope: Scope, within_days: int, subject: str | None
) -> tuple[Reminder, ...]:
    """All open items visible to the caller that are due soon, and decisions whose outcome is,
    nearest deadline first."""
    until = day_after(scope.now.date(), within_days)
    task_kinds = kinds(scope.space.preset, (Family.ACTION, Family.UNRESOLVED))
    items: list[Item] = []
    if task_kinds:
        items += reader.tasks.due(task_kinds, subject=subject, until=until, limit=TASKS_SCANNED_MAX)
    known = {one.id for one in items}
    items += [one for one in outcomes.waiting(reader, scope, until, subject) if one.id not in known]
    return due.reminders(unasked(reader, scope, items), within_days=within_days, now=scope.now)


def new_reminders(
    store: Store, scope: Scope, within_days: int, subject: str | None
) -> tuple[Reminder, ...]:
    """The reminders that the caller has not received yet, as many as fit, nearest deadline first.

    They are not delivered again. The rest follows with the next call.
    """
    return transactions.written(
        store,
        scope,
        lambda unit: _handed_out(unit, scope, within_days, subject, deliveries_max=1),
    )


def handle(task: Task) -> None:
    """The scheduled scan."""
    scope = task.scope()
    days = scope.space.preset.reminders.within_days

    def act(unit: Writer) -> tuple[Reminder, ...]:
        handed = _handed_out(unit, scope, days, None, deliveries_max=None)
        for reminder in handed:  # whoever asks for reminders has them in hand
            _tell(unit, scope, reminder)
        task.finish(unit)
        return handed

    for reminder in transactions.written(task.store, scope, act):
        # Ids only: people who may not see the item read logs.
        log.info(
            "%s is due %s (%s)", reminder.item.id, reminder.deadline.isoformat(), reminder.receipt
        )


def _handed_out(
    unit: Writer,
    scope: Scope,
    within_days: int,
    subject: str | None,
    *,
    deliveries_max: int | None,  # None: all due items, in as many batches as needed
) -> tuple[Reminder, ...]:
    fresh = [
        one
        for one in reminders(unit, scope, within_days, subject)
        if unit.idempotency.answer_to(_OPERATION, _key(one), ()) is None
    ]
    waiting = len(fresh)
    handed: list[Reminder] = []
    tokens = scope.space.preset.reminders.tokens
    for some in due.batches(fresh, tokens=tokens)[:deliveries_max]:
        waiting -= len(some)
        for reminder in some:
            unit.idempotency.keep_answer(_OPERATION, _key(reminder), (), [reminder.item.id])
        receipt = unit.deliveries.add(_delivery(scope, subject, some, waiting))
        told = {"receipt": receipt, "left_out": waiting}
        handed += [one.model_copy(update=told) for one in some]
    return tuple(handed)


def _tell(unit: Writer, scope: Scope, reminder: Reminder) -> None:
    """Tells whoever is reminded, and whoever has to do it, if that is a person who may see it."""
    item, names = reminder.item, []
    if scope.viewer.is_person:
        names.append(scope.viewer.name)
    assigned = None if reminder.owner is None else unit.people.get(reminder.owner)
    if assigned is not None and may_see(
        assigned.as_principal(),
        owner=item.source_user,
        audience=item.audience,
        is_personal=item.is_personal,
    ):
        names.append(assigned.name)
    is_task = tasks.deadline(item) is not None and not tasks.is_done(item)
    kind = NotificationKind.REMINDER if is_task else NotificationKind.OUTCOME
    day = reminder.deadline.isoformat()
    text = f"An action item is due {day}." if is_task else f"What came of a decision? Due {day}."
    notify.tell(unit, scope, kind, item.id, names, text, cause=f"{kind.value} {_key(reminder)}")


def _key(reminder: Reminder) -> str:
    return f"{reminder.item.id} {reminder.deadline.isoformat()}"


def _delivery(
    scope: Scope, subject: str | None, fresh: Sequence[Reminder], waiting: int
) -> NewDelivery:
    parts = {due.PART: [reminder.item for reminder in fresh]}
    text = rendered(due.TEMPLATE, Rendering(parts=parts, messages=(), given={}, now=scope.now))
    return NewDelivery(
        kind="reminder",
        template=due.TEMPLATE,
        subject=subject,
        token_estimate=token_estimate(text),
        token_budget=scope.space.preset.reminders.tokens,
        told=[
            DeliveredEntry(due.PART, f"due {reminder.deadline.isoformat()}", reminder.item.id)
            for reminder in fresh
        ],
        withheld={"room": waiting} if waiting else {},
        given={},
        text=text,
    )
