"""Summaries of people, kept in memory for callers who see the same.

A summary holds as long as nothing changed in its space, and for a minute at most: confidence and
what holds now change with the clock alone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from datetime import timedelta
from typing import NamedTuple

from remembrancer.core.limits import PEOPLE_KEPT_MAX, PEOPLE_KEPT_SECONDS
from remembrancer.core.scope import Scope
from remembrancer.core.validation import is_text
from remembrancer.graph import person
from remembrancer.graph.person import PersonSummary
from remembrancer.graph.projections import same_sight
from remembrancer.ports import Reader, Store

_Key = tuple[object, ...]


class _Kept(NamedTuple):
    summary: PersonSummary
    position: int  # of the ledger, that it was made at
    seal: str | None  # the ledger's hash there
    scope: Scope  # of the call that made it


class KeptPeople:
    """The summaries of one process, the least used dropped. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._forgotten = 0  # grows with each erasure, so that none made before it is kept
        self.hits = 0  # answers from memory

    def summary(self, reader: Reader, scope: Scope, person_id: str) -> PersonSummary:
        """As `person.summary`, from memory if nothing changed since.

        What an admin sees of things personal to others is never kept: each look goes on record.
        """
        if not is_text(person_id):
            return person.summary(reader, person_id)  # which refuses it
        key = (*same_sight(scope), person_id)
        position = reader.last_position()
        seal = reader.projection.seal_at(position)
        with self._lock:
            kept, forgotten = self._kept.get(key), self._forgotten
            if kept is not None and _is_current(kept, position, seal, scope):
                self._kept.move_to_end(key)
                self.hits += 1
                return kept.summary.model_copy(deep=True)
        before = len(reader.looks)
        made = person.summary(reader, person_id)
        with self._lock:
            if forgotten == self._forgotten and len(reader.looks) == before:
                self._kept[key] = _Kept(made.model_copy(deep=True), position, seal, scope)
                self._kept.move_to_end(key)
                while len(self._kept) > PEOPLE_KEPT_MAX:
                    self._kept.popitem(last=False)
        return made

    def forget(self, space: str | None = None) -> None:
        """Drops what it holds of a space, or all."""
        with self._lock:
            self._forgotten += 1
            for key in [key for key in self._kept if space in (None, key[0])]:
                del self._kept[key]

    def drop_unsettled(self, store: Store) -> bool:
        """Drops what was made before something was erased, by whomever. Whether some is left."""
        with self._lock:
            oldest: dict[str, _Kept] = {}
            for one in self._kept.values():
                known = oldest.get(one.scope.space.uid)
                if known is None or one.position < known.position:
                    oldest[one.scope.space.uid] = one
        for space, one in oldest.items():
            with store.reading(one.scope) as reader:
                is_another = reader.last_position() < one.position
                if is_another or reader.projection.is_unsettled_since(one.position):
                    self.forget(space)
        with self._lock:
            return bool(self._kept)


def _is_current(kept: _Kept, position: int, seal: str | None, scope: Scope) -> bool:
    age = scope.now - kept.scope.now
    is_fresh = timedelta() <= age < timedelta(seconds=PEOPLE_KEPT_SECONDS)
    return is_fresh and (kept.position, kept.seal) == (position, seal)
