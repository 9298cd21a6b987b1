"""A cache of logged deliveries, so that reading the same text again writes no second row."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterable
from datetime import datetime, timedelta
from typing import Final

from remembrancer.core.limits import HANDED_NOTED_HOURS, HANDED_NOTED_MAX, HANDED_ROWS_MAX
from remembrancer.core.scope import Scope

_AGE: Final = timedelta(hours=HANDED_NOTED_HOURS)
_WALKS: Final = HANDED_ROWS_MAX // 10  # a margin, since other processes write walks too


class LoggedDeliveries:
    """The last texts that callers of one open memory received and that are in the log.

    An entry expires after some hours and after many other walks, because a lookup reads only
    the newest rows.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[Hashable, tuple[datetime, int]] = OrderedDict()
        self._walks: Counter[int] = Counter()  # logged so far, by the number of the space

    def put(self, scope: Scope, keys: Iterable[Hashable]) -> None:
        """Records that a walk of the caller holds these texts."""
        space = scope.space.number
        with self._lock:
            self._walks[space] += 1
            for key in keys:
                whole = (space, scope.viewer.name, key)
                self._known.pop(whole, None)
                self._known[whole] = (scope.now, self._walks[space])
            while len(self._known) > HANDED_NOTED_MAX:
                self._known.popitem(last=False)

    def has(self, scope: Scope, key: Hashable) -> bool:
        with self._lock:
            found = self._known.get((scope.space.number, scope.viewer.name, key))
            if found is None:
                return False
            at, count = found
            is_recent = timedelta() <= scope.now - at < _AGE
            return is_recent and self._walks[scope.space.number] - count < _WALKS

    def forget(self) -> None:
        """Clears the cache after an erasure, which removes walks too."""
        with self._lock:
            self._known.clear()
