"""What the callers of an open store have seen: a read replica must not answer with less."""

from __future__ import annotations

import threading
from collections import OrderedDict

from remembrancer.core.limits import READERS_KNOWN_MAX


class SeenPositions:
    """Ledger positions by space and caller. It may be used from several threads."""

    def __init__(self, known_max: int = READERS_KNOWN_MAX) -> None:
        self._known_max = known_max
        self._lock = threading.Lock()
        self._positions: OrderedDict[tuple[int, str], int] = OrderedDict()
        self._floors: dict[int, int] = {}  # by space: of the callers that were dropped
        self._logged: dict[int, int] = {}  # by space: where the log of the server stood

    def note(self, space_n: int, caller: str, position: int) -> None:
        """This caller was told what the ledger held at this position."""
        key = (space_n, caller)
        with self._lock:
            self._positions[key] = max(position, self._positions.pop(key, 0))
            while len(self._positions) > self._known_max:
                (dropped, _), last = self._positions.popitem(last=False)
                # Whoever asks first again is taken for the one who has seen most.
                self._floors[dropped] = max(last, self._floors.get(dropped, 0))

    def position(self, space_n: int, caller: str) -> int:
        with self._lock:
            floor = self._floors.get(space_n, 0)
            return max(floor, self._positions.get((space_n, caller), 0))

    def note_logged(self, space_n: int, place: int) -> None:
        """This process wrote something that searches read and the ledger does not mention."""
        with self._lock:
            self._logged[space_n] = max(place, self._logged.get(space_n, 0))

    def logged(self, space_n: int) -> int:
        with self._lock:
            return self._logged.get(space_n, 0)

    def shorten(self, space_n: int, last: int) -> None:
        """The ledger ends here: a restored backup took its place, and nobody has seen more."""
        with self._lock:
            for key, position in self._positions.items():
                if key[0] == space_n and position > last:
                    self._positions[key] = last
            if self._floors.get(space_n, 0) > last:
                self._floors[space_n] = last
            self._logged.pop(space_n, None)
