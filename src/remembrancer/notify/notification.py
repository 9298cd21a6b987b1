"""A notification: something waits for a person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Final
from urllib.parse import quote

from remembrancer.core.base import Value

REVIEW_QUEUE: Final = "review"  # the target of what is told to reviewers, and the key of its job


class NotificationKind(StrEnum):
    """What waits."""

    DEBATE = "debate"  # a debate that only a person can decide
    DEBATE_OUTCOME = "debate_outcome"  # what came of a settled debate should be known by now
    GATE = "gate"  # a human gate comes near
    OUTCOME = "outcome"  # what came of a decision should be known by now
    REVIEW = "review"  # items wait for review
    REMINDER = "reminder"  # an action item is due


class ChannelName(StrEnum):
    WEBHOOK = "webhook"
    EMAIL = "email"


class Notification(Value):
    """One thing that waits for one person. It names the thing and quotes nothing of it."""

    id: str  # ntf_ and 12 hex digits: the same on every channel and at every try
    kind: NotificationKind
    target: str  # the id of what waits
    text: str  # what is asked of the person, without a word of the thing itself
    page: str  # where it can be read and settled, as a path of the server
    person: str | None  # who is asked; None: whoever is an admin, for none is on record
    at: datetime  # from when on it waits
    seen_at: datetime | None = None  # when the person said that it was seen
    settled_at: datetime | None = None  # when it needed nobody any more
    sent: tuple[str, ...] = ()  # the channels that took it
    created_at: datetime

    @property
    def is_open(self) -> bool:
        return self.seen_at is None and self.settled_at is None


class NotificationPage(Value):
    """What waits for the caller, newest first."""

    notifications: tuple[Notification, ...]
    next: str | None = None  # the cursor of the next page; None: this is the last

    def __iter__(self) -> Iterator[Notification]:  # type: ignore[override]
        return iter(self.notifications)

    def __len__(self) -> int:
        return len(self.notifications)


class NotificationSettings(Value):
    """Where one person is told."""

    person: str
    email: str | None = None  # the address; None: none, or that of the space
    webhook: str | None = None
    default_email: str | None = None  # of the space, for people who have none of their own
    default_webhook: str | None = None
    channels: tuple[str, ...] = ()  # that are set up where the memory is


def page_of(kind: NotificationKind, target: str) -> str:
    """The path of the page on which a thing can be read and settled."""
    id = quote(target, safe="")
    return {
        NotificationKind.DEBATE: f"/debates/{id}",
        NotificationKind.DEBATE_OUTCOME: f"/debates/{id}",
        NotificationKind.GATE: "/desk",
        NotificationKind.OUTCOME: f"/decisions/{id}",
        NotificationKind.REVIEW: "/corporate-memory/admin",
        NotificationKind.REMINDER: f"/items/{id}",
    }[kind]
