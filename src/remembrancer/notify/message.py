"""A message: what a channel carries. It says what waits and where, and quotes nothing."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import datetime
from typing import NamedTuple

from remembrancer.notify.notification import Notification


class OutgoingMessage(NamedTuple):
    """What is sent of a notification. Its text is read where the reader's rights hold."""

    id: str  # the same at every try, so that a receiver can drop doubles
    kind: str
    target: str
    person: str | None
    space: str
    text: str
    url: str | None  # of the page; None: the server's address is not set
    at: datetime

    def body(self) -> bytes:
        """The message as JSON."""
        fields = {**self._asdict(), "at": self.at.isoformat()}
        return json.dumps(fields, ensure_ascii=False, sort_keys=True).encode()

    def lines(self) -> str:
        """The message as an e-mail has it."""
        where = self.url or "Open the page “Notifications” of your memory."
        return f"{self.text}\n\n{where}\n\n{self.kind} {self.target} · {self.space} · {self.id}\n"

    def subject(self) -> str:
        return f"Remembrancer: {self.text.rstrip('.')}"


def message_from(one: Notification, *, space: str, base_url: str | None) -> OutgoingMessage:
    url = None if base_url is None else f"{base_url.rstrip('/')}{one.page}"
    return OutgoingMessage(
        one.id, one.kind.value, one.target, one.person, space, one.text, url, one.at
    )


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """The signature of a webhook: a receiver that knows the secret computes the same."""
    text = timestamp.encode() + b"." + body
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
