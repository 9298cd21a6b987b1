"""Watches the ledger for erasures by other processes, for as long as this one has projections."""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable

from remembrancer.core.errors import StoreClosed, StoreError
from remembrancer.core.limits import JOB_POLL_SECONDS

log = logging.getLogger("remembrancer.graph")


class ErasureWatch:
    """A thread that looks every second, and ends once there is nothing to look after."""

    def __init__(self, look: Callable[[], bool]) -> None:
        self._look = look  # drops what has to go; whether something is left
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_wanted = False  # somebody made a projection since the last look
        self._ended = threading.Event()

    def begin(self) -> None:
        """Has the thread run from now on."""
        with self._lock:
            self._is_wanted = True
            if self._thread is None or not self._thread.is_alive():  # or it is of a parent process
                self._ended = threading.Event()
                weakref.finalize(self, self._ended.set)  # also when the interpreter ends
                self._thread = threading.Thread(
                    target=_run,
                    args=(weakref.ref(self), self._ended),
                    name="remembrancer-erasures",
                    daemon=True,
                )
                self._thread.start()

    def end(self) -> None:
        with self._lock:
            self._ended.set()

    def goes_on(self) -> bool:
        """Looks once; whether there is something left to look after."""
        with self._lock:
            self._is_wanted = False
        try:
            is_left = self._look()
        except StoreClosed:
            return False
        except StoreError as error:  # it comes back, and what was erased is looked for then
            log.warning("The ledger cannot be looked at for erasures just now: %s", error)
            return True
        with self._lock:
            if not is_left and not self._is_wanted:
                self._thread = None
                return False
        return True


def _run(watch: weakref.ref[ErasureWatch], ended: threading.Event) -> None:
    """Keeps nothing alive: a memory that nobody closed goes with all that it holds."""
    while not ended.wait(JOB_POLL_SECONDS):
        found = watch()
        if found is None or not found.goes_on():
            return
        del found
