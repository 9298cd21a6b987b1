"""Whether a space holds withdrawn items, as far as an open store has looked.

Most spaces rejected, revoked or dismissed nothing. Everything that is added asks for it, so only
versions that are newer than the last look are read.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

from remembrancer.core.space import Space


class Looked(NamedTuple):
    """How far a space was looked through."""

    upto: int = 0  # the ledger position
    found: bool = False  # a withdrawn item was found


class WithdrawnCache:
    """By space. It holds positions and no text."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looked: dict[str, Looked] = {}

    def get(self, space: Space, last: int) -> Looked:
        """How far it was looked through, unless its ledger has become shorter since."""
        with self._lock:
            known = self._looked.get(space.uid, Looked())
        return known if known.upto <= last else Looked()

    def put(self, space: Space, looked: Looked) -> None:
        with self._lock:
            self._looked[space.uid] = looked
