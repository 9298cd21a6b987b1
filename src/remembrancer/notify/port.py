"""Store interface for notifications, and the port of a channel."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from remembrancer.notify.message import OutgoingMessage
from remembrancer.notify.notification import ChannelName, Notification, NotificationKind


class NewNotification(NamedTuple):
    """A notification to write."""

    kind: NotificationKind
    target: str
    person: str | None  # None: whoever is an admin
    cause: str  # what it is about, exactly: a person is told once of each
    text: str
    at: datetime
    # Set: not while this person has not yet seen another one of this kind and target.
    is_once_at_a_time: bool = False
    is_sent: bool = True  # False: it is on the page alone, for there is nobody to send it to


class Contact(NamedTuple):
    """Where one person is told, as the person or an admin said."""

    person: str
    email: str | None
    webhook: str | None


class NotificationsReader(Protocol):
    """Notifications for the viewer; for the memory itself, everybody's."""

    def get(self, id: str) -> Notification | None: ...

    def page(
        self, *, is_open: bool | None, limit: int, after: str | None
    ) -> tuple[tuple[Notification, ...], str | None]:
        """Those whose time has come, newest first, and the cursor of the next page."""
        ...

    def contact(self, person: str) -> Contact | None: ...


class NotificationsWriter(NotificationsReader, Protocol):
    """Writes notifications, for whomever they are."""

    def add(self, new: Sequence[NewNotification]) -> tuple[Notification, ...]:
        """Those that nobody was told of yet, each with a job that sends it."""
        ...

    def see(self, id: str) -> None: ...

    def settle(self, kind: NotificationKind, target: str) -> int:
        """Closes what waits for anybody because of a thing. Returns how many."""
        ...

    def close(self, id: str) -> None:
        """Closes one that needs nobody any more."""
        ...

    def mark_sent(self, id: str, channel: ChannelName) -> None: ...

    def put_contact(self, contact: Contact) -> None: ...


class Channel(Protocol):
    """A way to tell somebody. It raises `NotificationFailed` if nobody took the message."""

    @property
    def name(self) -> ChannelName: ...

    def send(self, address: str, message: OutgoingMessage) -> None: ...
