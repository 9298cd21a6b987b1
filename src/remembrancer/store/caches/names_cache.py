"""Which versions of a space name entities, as far as an open store has looked.

Everything that is added is searched for the names in use, and few of the newest items name any. So
only versions that are newer than the last look are read, besides those that were found before.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Final, NamedTuple

_LOOKS_MAX: Final = 1_000  # by viewers and audiences


class LookedForNames(NamedTuple):
    """How far a viewer's items were looked through."""

    upto: int = 0  # the ledger position; 0: not at all
    versions: tuple[int, ...] = ()  # the numbers of the versions that were found


class NamesCache:
    """By what the query depends on. It holds positions and numbers, no text: each use reads the
    names again, with the rights of whoever asks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looked: dict[Hashable, LookedForNames] = {}

    def get(self, key: Hashable, last: int) -> LookedForNames:
        """How far it was looked through, unless the ledger has become shorter since."""
        with self._lock:
            known = self._looked.get(key, LookedForNames())
        return known if known.upto <= last else LookedForNames()

    def put(self, key: Hashable, looked: LookedForNames) -> None:
        with self._lock:
            if len(self._looked) >= _LOOKS_MAX:
                self._looked.clear()
            self._looked[key] = looked
