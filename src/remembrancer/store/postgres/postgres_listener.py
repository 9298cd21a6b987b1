"""Listens for change notifications from other processes."""

from __future__ import annotations

import threading

import psycopg

from remembrancer.core.limits import (
    LISTEN_PATIENCE_SECONDS,
    RECONNECT_SECONDS,
    SUBSCRIBE_POLL_SECONDS,
)
from remembrancer.store.notifications import NotificationHub

CHANNEL = "remembrancer"  # the notification channel


class Listener:
    """Waits for notifications on its own connection and thread, and wakes local waiters."""

    def __init__(self, url: str, notifications: NotificationHub) -> None:
        self.poll_seconds = SUBSCRIBE_POLL_SECONDS
        self._url = url
        self._notifications = notifications
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True, name="rmb-listener")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._ended.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as raw:
                    raw.execute(f"LISTEN {CHANNEL}")
                    self._be_patient(LISTEN_PATIENCE_SECONDS)
                    while not self._ended.is_set():
                        for heard in raw.notifies(timeout=SUBSCRIBE_POLL_SECONDS):
                            self._notifications.notify(
                                int(heard.payload) if heard.payload else None
                            )
            except psycopg.Error:
                # Nothing is lost: waiters poll more often until the server is back.
                self._be_patient(SUBSCRIBE_POLL_SECONDS)
                self._ended.wait(RECONNECT_SECONDS / 10)

    def _be_patient(self, seconds: float) -> None:
        self.poll_seconds = seconds
        self._notifications.set_poll_seconds(seconds)
        self._notifications.notify()


def announcement(space_n: int) -> str:
    """Wakes subscribers, including those of other processes.

    It is sent after the write: inside it, all writers of the database would wait for each other. A
    subscriber that misses it polls a little later.
    """
    return f"BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {CHANNEL}, '{space_n}'; COMMIT"
