"""Change notifications: a change wakes the threads that wait for one."""

from __future__ import annotations

import threading
from weakref import WeakSet


class SpaceNotifications:
    """Waits for a change in one space."""

    def __init__(self, space_n: int, poll_seconds: float) -> None:
        self.space_n = space_n
        self.poll_seconds = poll_seconds  # polling interval in seconds, without a notification
        self._notified = threading.Event()

    def wait(self, seconds: float) -> None:
        """Waits for a notification, for the polling interval, or for the given timeout."""
        self._notified.wait(min(seconds, self.poll_seconds))
        self._notified.clear()

    def notify(self) -> None:
        self._notified.set()


class NotificationHub:
    """The notifications of one store."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: WeakSet[SpaceNotifications] = WeakSet()

    def add(self, space_n: int, poll_seconds: float) -> SpaceNotifications:
        waiter = SpaceNotifications(space_n, poll_seconds)
        with self._lock:
            self._known.add(waiter)
        return waiter

    def notify(self, space_n: int | None = None) -> None:
        """Notifies the waiters of one space, or all."""
        with self._lock:
            listed = list(self._known)
        for waiter in listed:
            if space_n is None or waiter.space_n == space_n:
                waiter.notify()

    def set_poll_seconds(self, seconds: float) -> None:
        """Sets the polling interval, from the next wait on."""
        with self._lock:
            listed = list(self._known)
        for waiter in listed:
            waiter.poll_seconds = seconds
