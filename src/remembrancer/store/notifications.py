"""Change notifications: a change wakes the threads that wait for one."""

from __future__ import annotations

import threading
from weakref import WeakSet


class SpaceNotifications:
    """Waits for a change in one space."""

    def __init__(self, space_n: int, patience: float) -> None:
        self.space_n = space_n
        self.patience = patience  # polling interval in seconds, without a notification
        self._rung = threading.Event()

    def wait(self, seconds: float) -> None:
        """Waits for a notification, for the polling interval, or for the given timeout."""
        self._rung.wait(min(seconds, self.patience))
        self._rung.clear()

    def ring(self) -> None:
        self._rung.set()


class Bells:
    """The notifications of one store."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: WeakSet[SpaceNotifications] = WeakSet()

    def add(self, space_n: int, patience: float) -> SpaceNotifications:
        bell = SpaceNotifications(space_n, patience)
        with self._lock:
            self._known.add(bell)
        return bell

    def ring(self, space_n: int | None = None) -> None:
        """Notifies the waiters of one space, or all."""
        with self._lock:
            listed = list(self._known)
        for bell in listed:
            if space_n is None or bell.space_n == space_n:
                bell.ring()

    def be_patient(self, seconds: float) -> None:
        """Sets the polling interval, from the next wait on."""
        with self._lock:
            listed = list(self._known)
        for bell in listed:
            bell.patience = seconds
