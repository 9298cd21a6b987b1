"""The shapes of spaces, kept in memory with the state of the ledger that they were made of.

There are two things for each space: the graph, which communities and statistics are made of, and
the vectors. The graph is read anew once it has changed. Vectors of many decisions take long to
make, so they are stored as well, and what was added since joins them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from remembrancer.core.limits import SHAPES_JOINED_PART, SHAPES_KEPT_MAX, SHAPES_REMADE_MAX
from remembrancer.core.scope import Scope
from remembrancer.decisions.shapes import structure
from remembrancer.decisions.shapes.port import ShapesMark
from remembrancer.decisions.shapes.space_shapes import ShapeMaking, SpaceShapes
from remembrancer.graph.port import ChangedNodes
from remembrancer.ports import Reader, Store

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept(Generic[T]):
    """What was made of a space, and of which state of it."""

    value: T
    mark: ShapesMark  # the state that it is at
    made_at: int  # the position of the ledger at which all of it was made together
    scope: Scope  # of the call that made it


class KeptShapes:
    """The shapes of one process, the least used spaces dropped. Thread-safe."""

    def __init__(self, making: ShapeMaking) -> None:
        self._making = making
        self._graphs: _KeptBySpace[SpaceShapes] = _KeptBySpace()
        self._indexes: _KeptBySpace[ShapeIndex] = _KeptBySpace()

    def of_space(self, reader: Reader, scope: Scope) -> SpaceShapes:
        """The graph of the space as this reader knows it, read anew if it has changed."""

        def current(kept: _Kept[SpaceShapes] | None) -> _Kept[SpaceShapes]:
            changed = None if kept is None else _changes(kept.mark, reader, scope)
            if kept is not None and changed == ChangedNodes():
                return replace(kept, mark=_mark_after(kept.mark, changed, reader))
            preset = scope.space.preset
            nodes, graph = structure.read(reader.projection.shared(), preset)
            made = SpaceShapes(nodes, graph, self._making, preset.decisions.subject_kind)
            return _made(made, reader, scope)

        return self._graphs.up_to_date(scope, current)

    def at_hand(self, reader: Reader, scope: Scope) -> SpaceShapes | None:
        """The graph of the space if it is kept and has not changed since; nothing is made."""
        kept = self._graphs.get(scope.space.uid)
        is_current = kept is not None and _changes(kept.mark, reader, scope) == ChangedNodes()
        return kept.value if kept is not None and is_current else None

    def index(self, reader: Reader, scope: Scope) -> ShapeIndex:
        """The vectors of the space's decisions as this reader knows them.

        Of a few decisions, all are made anew with each change of the graph. Those of many are taken
        from the store, where due work puts them, and what was added since joins them.
        """

        def current(kept: _Kept[ShapeIndex] | None) -> _Kept[ShapeIndex]:
            if kept is None or _is_much_joined(kept.value):
                kept = self._stored(reader, scope, kept)
            followed = None if kept is None else self._followed(kept, reader, scope)
            if followed is not None:
                return followed
            graph = self.of_space(reader, scope).graph
            return _made(self._making.index(graph), reader, scope)

        return self._indexes.up_to_date(scope, current)

    def is_remaking_due(self, reader: Reader, space: str) -> bool:
        """Whether the vectors of many decisions are to be made anew and stored: there are none in
        the store, they are out of date, or enough has joined them."""
        kept = self._indexes.get(space)
        if kept is None or len(kept.value) <= SHAPES_REMADE_MAX:
            return False
        stored = reader.shapes.mark()
        if stored is None or stored.position < kept.made_at or not _is_known(stored, reader):
            return True
        return stored.position == kept.made_at and _is_much_joined(kept.value)

    def forget(self, space: str | None = None) -> None:
        """Drops what it holds of a space, or all."""
        self._graphs.forget(space)
        self._indexes.forget(space)

    def drop_unsettled(self, store: Store) -> bool:
        """Drops what was made before something was erased, by whomever. Whether some is left."""
        left = [one.drop_unsettled(store) for one in (self._graphs, self._indexes)]
        return any(left)

    def _stored(
        self, reader: Reader, scope: Scope, kept: _Kept[ShapeIndex] | None
    ) -> _Kept[ShapeIndex] | None:
        """What the store has, if it was made later than what is kept."""
        mark = reader.shapes.mark()
        if mark is None or (kept is not None and mark.position <= kept.made_at):
            return kept
        found = self._making.load(reader.shapes.body())
        if found is None:
            return kept
        return _Kept(value=found, mark=mark, made_at=mark.position, scope=scope)

    def _followed(
        self, kept: _Kept[ShapeIndex], reader: Reader, scope: Scope
    ) -> _Kept[ShapeIndex] | None:
        """What is kept, with what was added since; None: all has to be made anew."""
        changed = _changes(kept.mark, reader, scope)
        if changed is None:
            return None
        value: ShapeIndex | None = kept.value
        if changed != ChangedNodes():
            if len(kept.value) <= SHAPES_REMADE_MAX:
                return None
            shared = reader.projection.shared()
            value = self._making.join(kept.value, shared, scope.space.preset, changed)
        if value is None:
            return None
        return replace(kept, value=value, mark=_mark_after(kept.mark, changed, reader))


class _KeptBySpace(Generic[T]):
    """One thing for each of a few spaces, made by one thread at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Kept[T]] = OrderedDict()
        self._making: dict[str, threading.Lock] = {}
        self._forgotten = 0  # grows with each erasure, so that none made before it is kept

    def __contains__(self, space: str) -> bool:
        return space in self._kept

    def get(self, space: str) -> _Kept[T] | None:
        with self._lock:
            return self._kept.get(space)

    def up_to_date(self, scope: Scope, current: Callable[[_Kept[T] | None], _Kept[T]]) -> T:
        """What `current` makes of what is kept of the space."""
        space = scope.space.uid
        with self._lock:
            making = self._making.setdefault(space, threading.Lock())
        with making:
            with self._lock:
                kept, forgotten = self._kept.get(space), self._forgotten
            made = current(kept)
            with self._lock:
                if forgotten == self._forgotten:
                    self._kept[space] = made
                    self._kept.move_to_end(space)
                    while len(self._kept) > SHAPES_KEPT_MAX:
                        self._kept.popitem(last=False)
            return made.value

    def forget(self, space: str | None) -> None:
        with self._lock:
            self._forgotten += 1
            for uid in [uid for uid in self._kept if space in (None, uid)]:
                del self._kept[uid]

    def drop_unsettled(self, store: Store) -> bool:
        with self._lock:
            kept = dict(self._kept)
        for space, one in kept.items():
            with store.reading(one.scope) as reader:
                if reader.last_position() < one.mark.position or (
                    reader.projection.shared().is_unsettled_since(one.mark.position)
                ):  # erased; or another history was put in its place
                    self.forget(space)
        with self._lock:
            return bool(self._kept)


def mark_of(reader: Reader) -> ShapesMark:
    """The state of the space that this reader sees."""
    head, shared = reader.last_position(), reader.projection.shared()
    return ShapesMark(head, shared.seal_at(head), shared.next_change_at())


def _mark_after(mark: ShapesMark, changed: ChangedNodes, reader: Reader) -> ShapesMark:
    """The state that this reader sees, where this is all that changed in the graph since."""
    head, shared = reader.last_position(), reader.projection.shared()
    if head == mark.position:
        return mark
    new = shared.next_change_at(items=changed.items, edges=changed.edges)
    moments = [moment for moment in (mark.next_change_at, new) if moment is not None]
    return ShapesMark(head, shared.seal_at(head), min(moments, default=None))


def _made(value: T, reader: Reader, scope: Scope) -> _Kept[T]:
    mark = mark_of(reader)
    return _Kept(value=value, mark=mark, made_at=mark.position, scope=scope)


def _changes(mark: ShapesMark, reader: Reader, scope: Scope) -> ChangedNodes | None:
    """What changed in the graph since; None: the clock changed it, or it is another history."""
    is_time = mark.next_change_at is not None and mark.next_change_at <= scope.now
    if is_time or not _is_known(mark, reader):
        return None
    if reader.last_position() == mark.position:
        return ChangedNodes()
    return reader.projection.shared().changed_since(mark.position)


def _is_known(mark: ShapesMark, reader: Reader) -> bool:
    """Whether that state is one of this history."""
    if reader.last_position() < mark.position:
        return False
    return reader.projection.shared().seal_at(mark.position) == mark.seal


def _is_much_joined(index: ShapeIndex) -> bool:
    return index.joined * SHAPES_JOINED_PART >= max(len(index), 1)
