"""`memory.notifications`: what waits for the caller, and where the caller is told."""

from __future__ import annotations

from remembrancer.build import set_up_channels
from remembrancer.core.errors import NotFound
from remembrancer.core.limits import (
    NOTIFICATIONS_COUNTED_MAX,
    NOTIFICATIONS_LISTED_MAX,
    PAGE_ITEMS_DEFAULT,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, check_name, check_whole, is_text
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.notify import contacts, waiting
from remembrancer.notify.notification import (
    Notification,
    NotificationPage,
    NotificationSettings,
)
from remembrancer.ports import Reader, Writer


@traced("notifications")
@handing_over
class Notifications:
    """What waits for a person: debates, gates, outcomes, items to review, reminders.

    A notification names what waits and quotes nothing of it.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def list(
        self,
        *,
        is_open: bool | None = None,
        limit: int = PAGE_ITEMS_DEFAULT,
        cursor: str | None = None,
    ) -> NotificationPage:
        """What waits for the caller, newest first, a page at a time; `is_open`: only what still
        waits and was not seen, or only the rest."""
        if is_open is not None:
            check_flag(is_open, "is_open")
        check_whole(limit, "limit", at_least=1, at_most=NOTIFICATIONS_LISTED_MAX)

        def read(reader: Reader, _: Scope) -> NotificationPage:
            found, next = reader.notifications.page(is_open=is_open, limit=limit, after=cursor)
            if is_open:
                found = waiting.still(reader, found)
            return NotificationPage(notifications=found, next=next)

        return self._session.read(read)

    def count(self) -> int:
        """How many things wait for the caller that were not seen, at most 100."""

        def read(reader: Reader, _: Scope) -> int:
            found, _next = reader.notifications.page(
                is_open=True, limit=NOTIFICATIONS_COUNTED_MAX + 1, after=None
            )
            return len(waiting.still(reader, found)) if found else 0

        return self._session.read(read)

    def seen(self, id: str) -> Notification:
        """Says that the caller saw what waits: it is not sent any more, and not listed as open."""

        def act(unit: Writer, _: Scope) -> Notification:
            if unit.notifications.get(id) is not None:
                unit.notifications.see(id)
            found = unit.notifications.get(id)
            if found is None:
                advice = "List them: memory.notifications.list()." if is_text(id) else None
                raise NotFound("notification", id, advice)
            return found

        return self._session.write(act)

    def settings(
        self,
        *,
        person: str | None = None,
        email: str | None = None,
        webhook: str | None = None,
    ) -> NotificationSettings:
        """Where the caller is told, after the change if an address is given; an empty one takes
        it away.

        An ADMIN may name another `person`. Without an own address, that of the space holds.
        """
        if person is not None:
            check_name(person, "person")
        if email is None and webhook is None:
            found = self._session.read(
                lambda reader, scope: contacts.settings(reader, scope, person)
            )
        else:
            found = self._session.write(
                lambda unit, scope: contacts.change(
                    unit, scope, person, email=email, webhook=webhook
                )
            )
        return found.changed(channels=set_up_channels())
