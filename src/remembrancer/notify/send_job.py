"""The job that tells people: it sends a notification by each channel that is set up.

A channel that took a message is on record before the next one is tried. A process that dies in
between sends it again: at least once, with the same id.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple

from remembrancer.core.errors import NotificationFailed
from remembrancer.core.principal import PrincipalKind, Role
from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task
from remembrancer.notify import notify, waiting
from remembrancer.notify.contacts import addresses
from remembrancer.notify.message import message_from
from remembrancer.notify.notification import (
    REVIEW_QUEUE,
    ChannelName,
    Notification,
    NotificationKind,
)
from remembrancer.notify.port import Channel
from remembrancer.ports import Reader, Writer

_ITEMS_WAIT: Final = "Items wait for your review."


class Channels(NamedTuple):
    """How people are told from this process."""

    by_name: Mapping[ChannelName, Channel]
    base_url: str | None  # of the server's pages


def handle(task: Task, channels: Channels) -> None:
    if task.job.key == REVIEW_QUEUE:
        _tell_reviewers(task)
    else:
        _send(task, channels)


def _tell_reviewers(task: Task) -> None:
    """Asks each reviewer once a day, and not while an earlier question was not seen."""
    scope = task.own_scope()

    def act(unit: Writer) -> None:
        if waiting.is_to_review(unit):
            notify.tell(
                unit,
                scope,
                NotificationKind.REVIEW,
                REVIEW_QUEUE,
                Role.KM_ADMIN,
                _ITEMS_WAIT,
                cause=f"{REVIEW_QUEUE} {scope.now.date().isoformat()}",
                is_once_at_a_time=True,
            )
        task.finish(unit)

    transactions.written(task.store, scope, act)


def _send(task: Task, channels: Channels) -> None:
    own = task.own_scope()
    found, _ = transactions.read(
        task.store, own, lambda reader: reader.notifications.get(task.job.key)
    )
    where: Mapping[ChannelName, str] = {}
    if found is not None and found.is_open:
        if _still_waits(task, found):
            where, _ = transactions.read(
                task.store, own, lambda reader: addresses(reader, own, found.person)
            )
        else:
            transactions.written(task.store, own, lambda unit: unit.notifications.close(found.id))
    failures = []
    for name, address in where.items():
        channel = channels.by_name.get(name)
        if found is None or channel is None or name.value in found.sent:
            continue
        message = message_from(found, space=task.space.name, base_url=channels.base_url)
        try:
            channel.send(address, message)
        except NotificationFailed as error:
            failures.append(str(error))
            continue
        transactions.written(task.store, own, partial(_sent, task=task, found=found, name=name))
    if failures:
        raise NotificationFailed(" ".join(failures))
    transactions.written(task.store, own, task.finish)


def _sent(unit: Writer, *, task: Task, found: Notification, name: ChannelName) -> None:
    task.keep(unit)
    unit.notifications.mark_sent(found.id, name)


def _still_waits(task: Task, found: Notification) -> bool:
    """Whether it waits for this person, who may have lost the right to see it."""

    def look(reader: Reader) -> bool:
        return bool(waiting.still(reader, [found]))

    scope: Scope = task.own_scope()
    if found.person is not None:
        person, _ = transactions.read(
            task.store, scope, lambda reader: reader.people.get(found.person or "")
        )
        if person is not None:
            if person.kind is not PrincipalKind.USER:
                return False
            scope = scope.changed(viewer=person.as_principal())
    return transactions.read(task.store, scope, look)[0]
