"""The vectors of a space's decisions, kept in memory with the state that they were made of."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import numpy as np

from remembrancer.core.limits import SHAPES_KEPT_MAX
from remembrancer.core.scope import Scope
from remembrancer.decisions.shapes import fastrp, structure
from remembrancer.decisions.shapes.structure import Structure
from remembrancer.graph.port import ProjectionReader
from remembrancer.ports import Reader, Store

_DECIMALS: Final = 5  # of a score; what differs less is the same


class ShapeIndex:
    """The vectors of the decisions that everybody in a space may see."""

    def __init__(self, graph: Structure) -> None:
        places = np.array(graph.decisions, dtype=np.int64)
        self.vectors: Any = fastrp.vectors(graph)[places]
        self._ids = tuple(graph.ids[place] for place in graph.decisions)
        self._places = {id: place for place, id in enumerate(self._ids)}

    def __contains__(self, id: str) -> bool:
        return id in self._places

    def nearest(self, id: str, k: int) -> list[tuple[str, float]]:
        """The decisions of the most similar shape with the cosine, from 0 to 1. Of equal ones the
        latest is first."""
        own = self._places[id]
        scores = np.clip(np.round(self.vectors @ self.vectors[own], _DECIMALS), 0.0, 1.0)
        latest = np.arange(len(self._ids))
        order = np.lexsort((-latest, -scores))
        chosen = order[order != own][:k]
        return [(self._ids[place], round(float(scores[place]), _DECIMALS)) for place in chosen]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    index: ShapeIndex
    scope: Scope  # of the call that made it
    position: int  # of the ledger, that it is at
    seal: str | None  # the ledger's hash there, and the settings
    next_change_at: datetime | None  # when the clock alone changes the graph


class ShapeIndexes:
    """The indexes of one process, one per space, the least used dropped. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._making: dict[str, threading.Lock] = {}
        self._forgotten = 0  # grows with each erasure, so that none made before it is kept

    def index(self, reader: Reader, scope: Scope) -> ShapeIndex:
        """The index of the space as this reader knows it, made anew if the graph has changed."""
        space = scope.space.uid
        with self._lock:
            making = self._making.setdefault(space, threading.Lock())
        with making:
            with self._lock:
                kept, forgotten = self._kept.get(space), self._forgotten
            current = None if kept is None else _up_to_date(kept, reader, scope)
            if current is None:
                current = _made(reader, scope)
            with self._lock:
                if forgotten == self._forgotten:
                    self._kept[space] = current
                    self._kept.move_to_end(space)
                    while len(self._kept) > SHAPES_KEPT_MAX:
                        self._kept.popitem(last=False)
            return current.index

    def forget(self, space: str | None = None) -> None:
        """Drops what it holds of a space, or all."""
        with self._lock:
            self._forgotten += 1
            for uid in [uid for uid in self._kept if space in (None, uid)]:
                del self._kept[uid]

    def drop_unsettled(self, store: Store) -> bool:
        """Drops what was made before something was erased, by whomever. Whether some is left."""
        with self._lock:
            kept = dict(self._kept)
        for space, one in kept.items():
            with store.reading(one.scope) as reader:
                head = reader.last_position()
                shared = reader.projection.shared()
                # A lower head: another history was put in its place.
                is_gone = head < one.position or shared.is_unsettled_since(one.position)
            if is_gone:
                self.forget(space)
        with self._lock:
            return bool(self._kept)


def _made(reader: Reader, scope: Scope) -> _Kept:
    head, shared = reader.last_position(), reader.projection.shared()
    return _Kept(
        index=ShapeIndex(structure.read(shared, scope.space.preset)),
        scope=scope,
        position=head,
        seal=shared.seal_at(head),
        next_change_at=shared.next_change_at(),
    )


def _up_to_date(kept: _Kept, reader: Reader, scope: Scope) -> _Kept | None:
    """What is kept, at the reader's position; None: the graph has changed since."""
    head, shared = reader.last_position(), reader.projection.shared()
    is_time = kept.next_change_at is not None and kept.next_change_at <= scope.now
    if head < kept.position or is_time or shared.seal_at(kept.position) != kept.seal:
        return None
    if head == kept.position:
        return kept
    if _has_changed(shared, kept.position):
        return None
    return replace(kept, position=head, seal=shared.seal_at(head))


def _has_changed(shared: ProjectionReader, position: int) -> bool:
    changed = shared.changed_since(position)
    return changed.is_anew or bool(changed.entities or changed.items or changed.edges)
