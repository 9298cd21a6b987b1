"""Reading and writing notifications. What somebody is told of is written by others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select, update

from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.ledger import Action
from remembrancer.core.principal import WorkerPrincipal
from remembrancer.core.validation import is_text
from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import NOTIFY, WORKER
from remembrancer.notify.notification import (
    ChannelName,
    Notification,
    NotificationKind,
    page_of,
)
from remembrancer.notify.port import Contact, NewNotification
from remembrancer.store.jobs.job_writes import JobWrites
from remembrancer.store.rows import in_order, iso, moment
from remembrancer.store.schema import contact, notification
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork

_COLUMNS: Final = tuple(
    notification.c[name]
    for name in (
        *("number", "id", "person", "kind", "target", "text", "at"),
        *("seen_at", "settled_at", "sent", "created_at"),
    )
)


class NotificationReads:
    """What waits for the viewer. The memory itself reads everybody's, to tell them."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view
        viewer = view.scope.viewer
        self._is_worker = isinstance(viewer, WorkerPrincipal)
        self._is_admin = viewer.is_admin and viewer.is_person

    def get(self, id: str) -> Notification | None:
        if not is_text(id):
            return None
        row = self._view.one(
            lambda: self._own().where(notification.c.id == bindparam("id")), *self._rights, id=id
        )
        return None if row is None else _notification(row)

    def page(
        self, *, is_open: bool | None, limit: int, after: str | None
    ) -> tuple[tuple[Notification, ...], str | None]:
        """Those whose time has come, newest first, and the cursor of the next page."""
        key = self._view.space.key
        values: dict[str, Any] = {"now": iso(self._view.scope.now), "count": limit + 1}
        if after is not None:
            values["after"] = open_position(key, after)
        rows = self._view.all(
            lambda: self._listing(is_open, is_first=after is None),
            *self._rights,
            is_open,
            after is None,
            **values,
        )
        shown = rows[:limit]
        cursor = None if len(rows) <= limit else seal_position(key, shown[-1][0])
        return tuple(map(_notification, shown)), cursor

    def contact(self, person: str) -> Contact | None:
        row = self._view.one(
            lambda: select(contact.c.person, contact.c.email, contact.c.webhook).where(
                contact.c.space_n == bindparam("space_n"), contact.c.person == bindparam("person")
            ),
            person=person,
        )
        return None if row is None else Contact(*row)

    @property
    def _rights(self) -> tuple[bool, bool]:
        return self._is_worker, self._is_admin

    def _own(self, *columns: Any) -> Select[Any]:
        return select(*(columns or _COLUMNS)).where(self._is_own())

    def _is_own(self) -> ColumnElement[bool]:
        columns = notification.c
        in_space = columns.space_n == bindparam("space_n")
        if self._is_worker:
            return in_space
        is_named = columns.person == bindparam("viewer")
        return and_(in_space, or_(is_named, columns.person == "") if self._is_admin else is_named)

    def _listing(self, is_open: bool | None, *, is_first: bool) -> Select[Any]:
        columns = notification.c
        query = self._own().where(columns.at <= bindparam("now"))
        if is_open is not None:
            is_waiting = and_(columns.seen_at.is_(None), columns.settled_at.is_(None))
            query = query.where(is_waiting if is_open else ~is_waiting)
        if not is_first:
            query = query.where(columns.number < bindparam("after"))
        return query.order_by(columns.number.desc()).limit(bindparam("count"))


class NotificationWrites(NotificationReads):
    """Writes what waits, once per person and cause, with the job that tells them."""

    def __init__(self, work: UnitOfWork, jobs: JobWrites) -> None:
        super().__init__(work)
        self._work = work
        self._jobs = jobs

    def add(self, new: Sequence[NewNotification]) -> tuple[Notification, ...]:
        """Those that nobody was told of yet, each with a job that sends it."""
        if not new:
            return ()
        self._work.touch()
        made = []
        with self._work.connection.entered(self._work.space.number):  # rows of other people
            for one in new:
                row = None if self._is_known(one) else self._put(one)
                if row is not None:
                    made.append(row)
        return tuple(made)

    def see(self, id: str) -> None:
        """Says that the viewer saw it."""
        self._work.run(
            lambda: (
                update(notification)
                .where(self._is_own(), notification.c.id == bindparam("known"), _is_null("seen_at"))
                .values(seen_at=bindparam("new_at"))
            ),
            *self._rights,
            known=id,
            new_at=self._work.now_text,
        )

    def settle(self, kind: NotificationKind, target: str) -> int:
        """Closes what waits for anybody because of a thing. Returns how many."""
        self._work.touch()
        self._work.flush()
        with self._work.connection.entered(self._work.space.number):
            return self._work.run(
                lambda: (
                    update(notification)
                    .where(
                        notification.c.space_n == bindparam("space_n"),
                        notification.c.kind == bindparam("of_kind"),
                        notification.c.target == bindparam("of_target"),
                        _is_null("settled_at"),
                    )
                    .values(settled_at=bindparam("new_at"))
                ),
                of_kind=kind.value,
                of_target=target,
                new_at=self._work.now_text,
            )

    def close(self, id: str) -> None:
        """Closes one that needs nobody any more."""
        self._change(id, "settled_at", self._work.now_text)

    def mark_sent(self, id: str, channel: ChannelName) -> None:
        """Notes that a channel took it."""
        known = self.get(id)
        if known is not None:
            sent = sorted({*known.sent, channel.value})
            self._change(id, "sent", json.dumps(sent))

    def put_contact(self, new: Contact) -> None:
        """Sets where somebody is told. That it was set is on record, not where."""
        row = {**new._asdict(), "changed_at": self._work.now_text}
        self._work.touch()
        with self._work.connection.entered(self._work.space.number):
            if self.contact(new.person) is None:
                whole = {"number": self._work.number("contact"), "space_n": self._work.space.number}
                self._work.pending.add("contact", in_order(contact, {**whole, **row}))
                self._work.flush()
            else:
                self._work.run(
                    lambda: (
                        update(contact)
                        .where(
                            contact.c.space_n == bindparam("space_n"),
                            contact.c.person == bindparam("new_person"),
                        )
                        .values({name: bindparam(f"new_{name}") for name in row})
                    ),
                    **{f"new_{name}": value for name, value in row.items()},
                )
        self._work.append(Action.CONTACT_PUT, new.person, {}, [], None)
        self._work.flush()

    def _change(self, id: str, column: str, value: str) -> None:
        self._work.run(
            lambda: (
                update(notification)
                .where(self._is_own(), notification.c.id == bindparam("known"))
                .values({column: bindparam("new_value")})
            ),
            *self._rights,
            column,
            known=id,
            new_value=value,
        )

    def _is_known(self, new: NewNotification) -> bool:
        """Whether this person was told of this cause, or has the last one of its kind to see."""
        columns = notification.c
        is_told = columns.cause == bindparam("of_cause")
        is_unseen = and_(
            columns.kind == bindparam("of_kind"),
            columns.target == bindparam("of_target"),
            _is_null("seen_at"),
            _is_null("settled_at"),
        )
        is_once = new.is_once_at_a_time
        row = self._work.one(
            lambda: (
                select(columns.number)
                .where(
                    columns.space_n == bindparam("space_n"),
                    columns.person == bindparam("of_person"),
                    or_(is_told, is_unseen) if is_once else is_told,
                )
                .limit(1)
            ),
            is_once,
            of_person=new.person or "",
            of_cause=new.cause,
            **({"of_kind": new.kind.value, "of_target": new.target} if is_once else {}),
        )
        return row is not None

    def _put(self, new: NewNotification) -> Notification:
        row: dict[str, Any] = {
            "number": self._work.number("notification"),
            "space_n": self._work.space.number,
            "id": self._work.chance.id("ntf"),
            "person": new.person or "",
            "kind": new.kind.value,
            "target": new.target,
            "cause": new.cause,
            "text": new.text,
            "at": iso(new.at),
            "seen_at": None,
            "settled_at": None,
            "sent": "[]",
            "created_at": self._work.now_text,
        }
        self._work.pending.add("notification", in_order(notification, row))
        self._work.flush()
        if new.is_sent:
            self._jobs.put(NewJob(NOTIFY, str(row["id"]), WORKER, new.at))
        return _notification([row[column.name] for column in _COLUMNS])


def _is_null(column: str) -> ColumnElement[bool]:
    is_null: ColumnElement[bool] = notification.c[column].is_(None)
    return is_null


def _notification(row: Sequence[Any]) -> Notification:
    _, id, person, kind, target, text, at, seen_at, settled_at, sent, created_at = row
    known = NotificationKind(kind)
    return Notification.trusted(
        {
            "id": id,
            "kind": known,
            "target": target,
            "text": text,
            "page": page_of(known, target),
            "person": person or None,
            "at": moment(at),
            "seen_at": None if seen_at is None else moment(seen_at),
            "settled_at": None if settled_at is None else moment(settled_at),
            "sent": tuple(json.loads(sent)),
            "created_at": moment(created_at),
        }
    )
