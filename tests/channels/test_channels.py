"""Channels: what is called, what is refused, and what an error says."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from remembrancer.channels.email import Email, mail_server
from remembrancer.channels.webhook import Webhook
from remembrancer.core.errors import InvalidSettings, NotificationFailed
from remembrancer.notify.message import OutgoingMessage
from tests.notify.receivers import webhook

SECRET = "0123456789abcdef0123456789abcdef"
MESSAGE = OutgoingMessage(
    *("ntf_0123456789ab", "debate", "deb_1", "karin", "desk", "A debate waits.", None),
    datetime(2026, 3, 2, tzinfo=UTC),
)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "192.168.0.4", "169.254.169.254", "::1", "fd00::1"]
)
def test_a_private_network_is_not_called(address: str) -> None:
    """Whatever the name of the host says; the error says how to allow it."""
    channel = Webhook(SECRET, may_be_private=False, resolve=lambda _host, _port: [address])
    with pytest.raises(NotificationFailed, match="REMEMBRANCER_WEBHOOK_PRIVATE"):
        channel.send("https://hooks.example.com/x", MESSAGE)


def test_one_private_address_among_others_is_enough() -> None:
    """A host with two addresses could answer from either."""
    found = ["93.184.216.34", "10.0.0.1"]
    channel = Webhook(SECRET, may_be_private=False, resolve=lambda _host, _port: found)
    with pytest.raises(NotificationFailed, match="private network"):
        channel.send("https://hooks.example.com/x", MESSAGE)


def test_without_tls_nothing_leaves_this_machine() -> None:
    """A webhook elsewhere has an https address."""
    channel = Webhook(SECRET, may_be_private=False, resolve=lambda _host, _port: ["93.184.216.34"])
    with pytest.raises(NotificationFailed, match="https"):
        channel.send("http://hooks.example.com/x", MESSAGE)


def test_the_address_that_was_looked_at_is_the_one_that_is_called() -> None:
    """A name that means another host at the second look changes nothing."""
    with webhook() as hook:
        port = hook.url.rsplit(":", 1)[1].split("/")[0]
        looks: list[str] = []

        def resolve(host: str, _port: int) -> list[str]:
            looks.append(host)
            return ["127.0.0.1"]

        channel = Webhook(SECRET, may_be_private=True, resolve=resolve)
        channel.send(f"http://hooks.example.com:{port}/x?y=1", MESSAGE)
        assert looks == ["hooks.example.com"]
        (posted,) = hook.posted
        assert (posted.path, posted.headers["Host"]) == ("/x?y=1", f"hooks.example.com:{port}")


def test_a_receiver_that_says_nothing_is_given_up() -> None:
    """After its time, also if it goes on sending single bytes."""
    with _silent() as port:
        channel = Webhook(SECRET, may_be_private=True, seconds=0.2)
        with pytest.raises(NotificationFailed, match="cannot be reached"):
            channel.send(f"http://127.0.0.1:{port}/", MESSAGE)


def test_a_host_that_there_is_not_is_told() -> None:
    """The error names the host, and neither secret nor text."""

    def resolve(host: str, _port: int) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.raises(NotificationFailed, match=r"nowhere\.invalid") as failed:
        Webhook(SECRET, may_be_private=True, resolve=resolve).send(
            "https://nowhere.invalid/", MESSAGE
        )
    assert SECRET not in str(failed.value)


def test_a_secret_that_can_be_guessed_is_refused() -> None:
    with pytest.raises(InvalidSettings, match="openssl rand"):
        Webhook("hunter2", may_be_private=False)


@pytest.mark.parametrize("url", ["", "mail.example.com", "http://mail.example.com", "smtp://"])
def test_an_address_of_a_mail_server_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidSettings, match="smtp_url"):
        mail_server(url)


def test_a_mail_server_and_its_password_are_read_from_one_address() -> None:
    """What has a special meaning in an address is written with a percent sign."""
    found = mail_server("smtps://ada%40example.com:p%3Aw@mail.example.com")
    assert (found.host, found.port, found.is_secure) == ("mail.example.com", 465, True)
    assert (found.user, found.password) == ("ada@example.com", "p:w")


def test_a_sender_is_an_address() -> None:
    with pytest.raises(InvalidSettings, match="smtp_from"):
        Email(mail_server("smtp://127.0.0.1"), "memory")


def test_a_mail_server_that_is_not_there_is_told() -> None:
    """The error names the server, and not its password."""
    channel = Email(mail_server("smtp://ada:hunter2@127.0.0.1:1"), "memory@example.com", seconds=1)
    with pytest.raises(NotificationFailed, match=r"127\.0\.0\.1") as failed:
        channel.send("karin@example.com", MESSAGE)
    assert "hunter2" not in str(failed.value)


@contextmanager
def _silent() -> Iterator[int]:
    """A server that takes calls and sends a byte now and then, without an end."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            made, _ = server.accept()
            with made:
                while not ended.wait(0.05):
                    try:
                        made.sendall(b"H")
                    except OSError:
                        return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield int(server.getsockname()[1])
        ended.set()
        thread.join()
