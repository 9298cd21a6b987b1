"""E-mail by SMTP, with TLS unless the server is on this machine."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import format_datetime
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from remembrancer.core.errors import InvalidSettings, NotificationFailed
from remembrancer.core.limits import NOTIFICATION_SECONDS
from remembrancer.notify.message import OutgoingMessage
from remembrancer.notify.notification import ChannelName

_PORTS: Final = {"smtp": 587, "smtps": 465}


class MailServer(NamedTuple):
    """The server that takes e-mail."""

    host: str
    port: int
    user: str | None
    password: str
    is_secure: bool  # True: TLS from the start; False: after STARTTLS

    @property
    def is_here(self) -> bool:
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def mail_server(url: str) -> MailServer:
    """The server of the setting smtp_url. An error quotes nothing of it: it has a password."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = urlsplit(""), None, None
    if parts.scheme not in _PORTS or not host:
        raise InvalidSettings(
            "The setting smtp_url is an address such as smtp://user:password@mail.example.com:587, "
            "or smtps:// for TLS from the start.",
            field="smtp_url",
        )
    return MailServer(
        host,
        port or _PORTS[parts.scheme],
        None if parts.username is None else unquote(parts.username),
        unquote(parts.password or ""),
        parts.scheme == "smtps",
    )


class Email:
    """Sends e-mail through one server."""

    name = ChannelName.EMAIL

    def __init__(
        self, server: MailServer, sender: str, *, seconds: float = NOTIFICATION_SECONDS
    ) -> None:
        if "@" not in sender or any(one in sender for one in "\r\n"):
            raise InvalidSettings(
                "The setting smtp_from is the address that e-mail comes from, such as "
                "memory@example.com.",
                field="smtp_from",
            )
        self._server = server
        self._sender = sender
        self._seconds = seconds

    def send(self, address: str, message: OutgoingMessage) -> None:
        server = self._server
        try:
            with self._connected() as link:
                if server.user is not None:
                    link.login(server.user, server.password)
                link.send_message(self._written(address, message))
        except smtplib.SMTPAuthenticationError as error:
            raise self._failed("does not accept the user and password") from error
        except (smtplib.SMTPException, OSError) as error:
            code = getattr(error, "smtp_code", None)
            why = f"answered {code}" if code else f"failed ({type(error).__name__})"
            raise self._failed(why) from error

    def _connected(self) -> smtplib.SMTP:
        server, context = self._server, ssl.create_default_context()
        if server.is_secure:
            return smtplib.SMTP_SSL(
                server.host, server.port, timeout=self._seconds, context=context
            )
        link = smtplib.SMTP(server.host, server.port, timeout=self._seconds)
        link.ehlo()
        if link.has_extn("starttls"):
            link.starttls(context=context)
            link.ehlo()
        elif not server.is_here:
            link.close()
            raise self._failed("offers no TLS, without which nothing is sent")
        return link

    def _written(self, address: str, message: OutgoingMessage) -> EmailMessage:
        written = EmailMessage()
        written["From"], written["To"] = self._sender, address
        written["Subject"] = message.subject()
        written["Date"] = format_datetime(message.at)
        # The same at every try, so that a mail server can drop doubles.
        written["Message-ID"] = f"<{message.id}@{self._sender.rpartition('@')[2].strip('<> ')}>"
        written["Auto-Submitted"] = "auto-generated"
        written.set_content(message.lines())
        return written

    def _failed(self, why: str) -> NotificationFailed:
        return NotificationFailed(
            f"The mail server at {self._server.host} {why}. Check REMEMBRANCER_SMTP_URL."
        )
