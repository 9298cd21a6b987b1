"""Webhooks: one signed HTTP POST of JSON, to an address that was looked at first.

Nothing is followed elsewhere. An address of a private network is called only where the settings
allow it: whoever may name an address could otherwise have the server call what only it can reach.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from remembrancer.core.errors import InvalidSettings, NotificationFailed
from remembrancer.core.limits import NOTIFICATION_SECONDS, SECRET_CHARACTERS_MIN
from remembrancer.notify.message import OutgoingMessage, signature
from remembrancer.notify.notification import ChannelName

ID_HEADER: Final = "Remembrancer-Notification"
TIME_HEADER: Final = "Remembrancer-Timestamp"
SIGNATURE_HEADER: Final = "Remembrancer-Signature"
Resolve = Callable[[str, int], list[str]]  # the addresses of a host


class Webhook:
    """Calls webhooks, each call signed with the secret of the settings."""

    name = ChannelName.WEBHOOK

    def __init__(
        self,
        secret: str,
        *,
        may_be_private: bool,
        seconds: float = NOTIFICATION_SECONDS,
        resolve: Resolve | None = None,
    ) -> None:
        if len(secret) < SECRET_CHARACTERS_MIN:
            raise InvalidSettings(
                f"The setting webhook_secret has {len(secret)} characters, and fewer than "
                f"{SECRET_CHARACTERS_MIN} can be guessed. Make one with: openssl rand -hex 32",
                field="webhook_secret",
            )
        self._secret = secret
        self._may_be_private = may_be_private
        self._seconds = seconds
        self._resolve = resolve or _addresses_of

    def send(self, address: str, message: OutgoingMessage) -> None:
        """Posts the message. Only an answer from 200 to 299 counts as taken."""
        parts = urlsplit(address)
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        to = self._reachable(host, port)
        if parts.scheme != "https" and ip_address(to).is_global:
            raise NotificationFailed(f"The webhook at {host} has no TLS. Give its https address.")
        body = message.body()
        timestamp = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Remembrancer",
            ID_HEADER: message.id,
            TIME_HEADER: timestamp,
            SIGNATURE_HEADER: f"sha256={signature(self._secret, timestamp, body)}",
        }
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection = _Direct(host, port, to, self._seconds, is_secure=parts.scheme == "https")
        status = self._status(connection, path, body, headers, host)
        if 300 <= status < 400:
            raise NotificationFailed(
                f"The webhook at {host} sends elsewhere ({status}), which is not followed. Give "
                "the final address."
            )
        if not 200 <= status < 300:
            raise NotificationFailed(f"The webhook at {host} answered {status}.")

    def _reachable(self, host: str, port: int) -> str:
        """An address of the host that may be called. It is the one that is called."""
        try:
            found = self._resolve(host, port)
        except OSError as error:
            raise NotificationFailed(
                f"The webhook's host {host} cannot be found: {error.strerror or error}."
            ) from error
        if not found:
            raise NotificationFailed(f"The webhook's host {host} has no address.")
        for one in found:
            if not self._may_be_private and not ip_address(one).is_global:
                raise NotificationFailed(
                    f"The webhook's host {host} is in a private network, which is not called. If "
                    "it may be, set REMEMBRANCER_WEBHOOK_PRIVATE=yes."
                )
        return found[0]

    def _status(
        self,
        connection: _Direct,
        path: str,
        body: bytes,
        headers: dict[str, str],
        host: str,
    ) -> int:
        # Each read has the time limit of its own: a slow answer is cut off as a whole.
        ends = threading.Timer(self._seconds, connection.abort)
        ends.daemon = True
        ends.start()
        try:
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        except (OSError, HTTPException) as error:
            why = getattr(error, "strerror", None) or type(error).__name__
            raise NotificationFailed(f"The webhook at {host} cannot be reached: {why}.") from error
        finally:
            ends.cancel()
            connection.close()


class _Direct(HTTPConnection):
    """A connection to one address of a host, which was looked at before, and to no proxy."""

    def __init__(
        self, host: str, port: int, address: str, seconds: float, *, is_secure: bool
    ) -> None:
        super().__init__(host, port, timeout=seconds)
        self._address = address
        self._is_secure = is_secure

    def connect(self) -> None:
        made: Any = socket.create_connection((self._address, self.port), self.timeout)
        if self._is_secure:
            made = ssl.create_default_context().wrap_socket(made, server_hostname=self.host)
        self.sock = made

    def abort(self) -> None:
        made = self.sock
        if made is not None:
            with suppress(OSError):
                made.shutdown(socket.SHUT_RDWR)


def _addresses_of(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))
