"""Telling people that something waits for them, in the unit of work that causes it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import NOTIFICATION_CHARACTERS_MAX
from remembrancer.core.principal import Person, PrincipalKind, Role
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_text
from remembrancer.notify.notification import Notification, NotificationKind
from remembrancer.notify.port import NewNotification
from remembrancer.ports import Reader, Writer

_NOBODY_ON_RECORD: Final = (None,)


def tell(
    unit: Writer,
    scope: Scope,
    kind: NotificationKind | str,
    target: str,
    to: Role | str | Iterable[str],
    text: str,
    at: datetime | None = None,
    *,
    cause: str | None = None,
    is_once_at_a_time: bool = False,
) -> tuple[Notification, ...]:
    """Tells people that something waits for them, each once for each cause.

    `to` is a role, or names of people. `text` says what is asked and quotes nothing of the thing,
    for it is sent where no rights hold. `at`: from when on it waits. `cause` tells one occasion
    from another; without it a thing of this kind is one occasion. With `is_once_at_a_time`, who
    has not yet seen the last one of this kind and target is not told again.
    """
    wanted = NotificationKind(kind)
    check_name(target, "target")
    check_text(text, "text", length_max=NOTIFICATION_CHARACTERS_MAX)
    line = " ".join(text.split())
    why = f"{wanted.value} {target}" if cause is None else cause
    check_name(why, "cause")
    moment = at or scope.now
    rules = scope.space.preset.notify
    has_address = rules.email is not None or rules.webhook is not None
    new = [
        NewNotification(
            wanted,
            target,
            person,
            why,
            line,
            moment,
            is_once_at_a_time,
            is_sent=person is not None or has_address,
        )
        for person in people(unit, to)
    ]
    return unit.notifications.add(new)


def settle(unit: Writer, kind: NotificationKind | str, target: str) -> int:
    """Says that a thing needs nobody any more: what was not sent yet is not sent."""
    return unit.notifications.settle(NotificationKind(kind), target)


def people(reader: Reader, to: Role | str | Iterable[str]) -> tuple[str | None, ...]:
    """The names of those who are meant. Programs are not asked.

    A role that nobody on record has stands for whoever comes with it.
    """
    known = reader.people.all()
    role = _role(to)
    if role is not None:
        found = tuple(one.name for one in known if _has(one, role))
        return found or _NOBODY_ON_RECORD
    programs = {one.name for one in known if one.kind is not PrincipalKind.USER}
    names = (to,) if isinstance(to, str) else to
    return tuple(name for name in dict.fromkeys(names) if name not in programs)


def _role(to: Any) -> Role | None:
    if isinstance(to, Role):
        if to is Role.CONTRIBUTOR:
            raise InvalidInput("Tell an admin role, or people by their names.", field="to")
        return to
    return None


def _has(person: Person, role: Role) -> bool:
    """An ADMIN may do all that a KM_ADMIN may."""
    is_one = role in person.roles or Role.ADMIN in person.roles
    return is_one and person.kind is PrincipalKind.USER
