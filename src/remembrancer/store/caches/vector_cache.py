"""The vector cache: all vectors of one space and model as one matrix, compared in one step.

It returns numbers only. The query that looks them up checks who may see them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from remembrancer.core.limits import (
    MESSAGES_CACHED_MAX,
    VECTOR_CODES_CACHED_MAX,
    VECTORS_CACHED_MAX,
)
from remembrancer.store.caches.message_cache import Columns
from remembrancer.store.caches.vector_codes import Sample, VectorCodes
from remembrancer.store.caches.vector_products import products

if TYPE_CHECKING:
    import numpy

Load = Callable[[int], tuple[int, Iterator[Any]]]
_ROWS_AT_ONCE = 4_096
_FEW = 8  # below one in so many, vectors are compared one by one
_ROOM = 1.25  # growth factor of a full matrix


class VectorState(NamedTuple):
    """How far a space's vectors of a model go, as a reader sees them."""

    last: int  # the highest vector number
    erased: int  # the last erasure of the space: it may have removed vectors


class VectorMatrix:
    """The vectors of one space and model, each normalised to length one."""

    def __init__(self, erased: int) -> None:
        import numpy

        self._numpy = numpy
        self.erased = erased
        self.last = 0
        self.count = 0
        self._numbers = numpy.zeros(0, numpy.int64)
        self._texts = numpy.zeros(0, numpy.int64)
        self._is_message = numpy.zeros(0, numpy.bool_)
        self._matrix = numpy.zeros((0, 0), numpy.float32)
        self._is_sorted = True  # texts are embedded in order, unless some are embedded again
        self._known_places: dict[str, tuple[Columns, int, Any, Any]] = {}

    def add(self, rows: Iterator[Any], expected: int) -> None:
        """Adds (number, text, message or None, vector), in the order of their numbers."""
        numpy = self._numpy
        while chunk := list(islice(rows, _ROWS_AT_ONCE)):
            self.last = chunk[-1][0]
            size = self._matrix.shape[1] or len(chunk[0][3]) // 4
            # A vector of another length cannot be compared.
            chunk = [row for row in chunk if len(row[3]) == 4 * size]
            if not chunk:
                continue
            self._make_room(max(expected, self.count + len(chunk)), size)
            values = numpy.frombuffer(b"".join(row[3] for row in chunk), numpy.float32)
            values = values.reshape(len(chunk), size)
            lengths = numpy.linalg.norm(values, axis=1, keepdims=True)
            place = slice(self.count, self.count + len(chunk))
            numpy.divide(values, numpy.maximum(lengths, 1e-12), out=self._matrix[place])
            self._numbers[place] = [row[0] for row in chunk]
            self._texts[place] = [row[1] for row in chunk]
            self._is_message[place] = [row[2] is not None for row in chunk]
            added = self._texts[max(0, self.count - 1) : place.stop]
            self._is_sorted = self._is_sorted and bool((added[1:] >= added[:-1]).all())
            self.count += len(chunk)

    def _make_room(self, count: int, size: int) -> None:
        numpy = self._numpy
        if self._matrix.shape[1] not in (0, size) or count <= len(self._texts):
            return
        room = count if not self.count else max(count, int(self.count * _ROOM))
        matrix = numpy.empty((room, size), numpy.float32)
        numbers = numpy.zeros(room, numpy.int64)
        texts = numpy.zeros(room, numpy.int64)
        is_message = numpy.zeros(room, numpy.bool_)
        if self.count:
            matrix[: self.count] = self._matrix[: self.count]
            numbers[: self.count] = self._numbers[: self.count]
            texts[: self.count] = self._texts[: self.count]
            is_message[: self.count] = self._is_message[: self.count]
        self._matrix, self._numbers = matrix, numbers
        self._texts, self._is_message = texts, is_message

    def cut(self, upto: int) -> VectorMatrix:
        """A copy that ends at the given number. Its rows have no spare room, so that adding to it
        does not affect readers of the longer matrix."""
        less = copy(self)
        count = int(self._numpy.searchsorted(self._numbers[: self.count], upto, side="right"))
        less.count, less.last = count, upto
        less._matrix, less._numbers = self._matrix[:count], self._numbers[:count]
        less._texts, less._is_message = self._texts[:count], self._is_message[:count]
        less._known_places = {}
        return less

    def measured(self, vector: Sequence[float]) -> Similarities | None:
        """The similarity of each text; None: there are no vectors of this length."""
        numpy = self._numpy
        value = numpy.asarray(vector, numpy.float32)
        if not self.count or self._matrix.shape[1] != len(value):
            return None
        value = value / max(float(numpy.linalg.norm(value)), 1e-12)
        count = self.count
        return Similarities(
            products(self._matrix[:count], value),
            self._texts[:count],
            self._is_message[:count],
            is_sorted=self._is_sorted,
        )

    def likeness_of(
        self, texts: Sequence[int], vector: Sequence[float]
    ) -> dict[int, tuple[float, float]]:
        """The similarity of each whole text and of its nearest part, for texts with vectors."""
        numbers = self._numpy.asarray(texts, self._numpy.int64)
        first, last = self._places(numbers)
        there = last > first
        whole, nearest = self._likeness(first[there], last[there], vector)
        pairs = zip(whole.tolist(), nearest.tolist(), strict=True)
        return dict(zip(numbers[there].tolist(), pairs, strict=True))

    def likeness_in(
        self, columns: Columns, chosen: Any, vector: Sequence[float]
    ) -> tuple[Any, Any]:
        """The similarity of each chosen message as a whole, and of its nearest part."""
        known = self._known_places.get("messages")
        if known is None or known[0] is not columns or known[1] != self.count:
            places = self._places(columns.column("text", slice(None)))
            known = self._known_places["messages"] = (columns, self.count, *places)
        return self._likeness(known[2][chosen], known[3][chosen], vector)

    def _places(self, texts: Any) -> tuple[Any, Any]:
        """Where the vectors of each text begin and end."""
        numpy = self._numpy
        ordered = self._texts[: self.count]
        if not self._is_sorted:
            ordered = numpy.sort(ordered)
        first = numpy.searchsorted(ordered, texts, side="left")
        return first, numpy.searchsorted(ordered, texts, side="right")

    def _likeness(self, first: Any, last: Any, vector: Sequence[float]) -> tuple[Any, Any]:
        """0 for a text without a vector. The first part of a text is the whole text."""
        numpy = self._numpy
        found = numpy.zeros(len(first), numpy.float32)
        whole = found
        value = numpy.asarray(vector, numpy.float32)
        if not self.count or self._matrix.shape[1] != len(value):
            return whole, found
        value = value / max(float(numpy.linalg.norm(value)), 1e-12)
        matrix = self._matrix[: self.count]
        order = None
        if not self._is_sorted:
            order = numpy.argsort(self._texts[: self.count], kind="stable")
        is_wide = len(first) * _FEW > self.count
        measured = products(matrix, value) if is_wide else None
        part = 0
        while True:  # a text of several parts scores as its nearest part
            rows = numpy.flatnonzero(first + part < last)
            if not len(rows):
                return whole, found
            places = first[rows] + part
            if order is not None:
                places = order[places]
            near = measured[places] if measured is not None else products(matrix[places], value)
            found[rows] = near if not part else numpy.maximum(found[rows], near)
            if not part:
                whole = found.copy()
            part += 1


class Similarities:
    """The similarity of each text of a space to a query. A text of several parts scores as its
    nearest part."""

    def __init__(
        self,
        likeness: numpy.ndarray[Any, Any],
        texts: numpy.ndarray[Any, Any],
        is_message: numpy.ndarray[Any, Any],
        *,
        is_sorted: bool,
    ) -> None:
        self._likeness = likeness
        self._texts = texts
        self._is_message = is_message
        self._is_sorted = is_sorted

    def nearest(self, *, messages: bool, count: int) -> dict[int, float]:
        """The texts of the given number of nearest vectors with their similarity, nearest first."""
        import numpy

        places = numpy.flatnonzero(self._is_message == messages)
        likeness = self._likeness[places]
        if count < len(places):
            chosen = numpy.argpartition(-likeness, count - 1)[:count]
            places, likeness = places[chosen], likeness[chosen]
        order = numpy.argsort(-likeness, kind="stable")
        result: dict[int, float] = {}
        for text, near in zip(
            self._texts[places[order]].tolist(), likeness[order].tolist(), strict=True
        ):
            result.setdefault(text, near)
        return result

    def size(self, *, messages: bool) -> int:
        """The number of vectors of messages, or of items."""
        count = int(self._is_message.sum())
        return count if messages else len(self._texts) - count

    def of(self, texts: Sequence[int]) -> dict[int, float]:
        """The similarity of these texts, for texts with a vector."""
        import numpy

        ordered, likeness = self._texts, self._likeness
        if not self._is_sorted:
            places = numpy.argsort(ordered, kind="stable")
            ordered, likeness = ordered[places], likeness[places]
        wanted = numpy.asarray(sorted(set(texts)), numpy.int64)
        first = numpy.searchsorted(ordered, wanted, side="left")
        last = numpy.searchsorted(ordered, wanted, side="right")
        result: dict[int, float] = {}
        for text, begin, end in zip(wanted.tolist(), first.tolist(), last.tolist(), strict=True):
            if begin < end:
                result[text] = float(likeness[begin:end].max())
        return result


class VectorCache:
    """The matrices and columns of a store. It evicts the least recently used when it is full."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._matrices: OrderedDict[tuple[int, str], VectorMatrix] = OrderedDict()
        self._columns: OrderedDict[int, Columns] = OrderedDict()
        self._codes_lock = threading.Lock()  # of its own: making the cells takes seconds
        self._codes: OrderedDict[tuple[int, str], VectorCodes] = OrderedDict()
        self._counted: dict[tuple[int, str | None], tuple[VectorState, int]] = {}

    def is_above(
        self,
        key: tuple[int, str | None],
        state: VectorState,
        limit: int,
        count: Callable[[], int],
    ) -> bool:
        """There are more rows than the limit. They are counted only when that can have changed.

        There are never more rows than the highest number, and only an erasure or a restored backup
        makes them fewer.
        """
        if state.last <= limit:
            return False
        known = self._counted.get(key)
        if known is not None and known[0].erased == state.erased and known[0].last <= state.last:
            if known[1] > limit:
                return True
            if known[1] + state.last - known[0].last <= limit:
                return False
        found = count()
        self._counted[key] = (state, found)
        return found > limit

    def measured(
        self, key: tuple[int, str], state: VectorState, load: Load, vector: Sequence[float]
    ) -> Similarities | None:
        """The similarity of each text."""
        return self.matrix(key, state, load).measured(vector)

    def matrix(self, key: tuple[int, str], state: VectorState, load: Load) -> VectorMatrix:
        """The vectors of a space and model. `load` reads and counts those above a number."""
        with self._lock:
            matrix = self._matrices.get(key)
            if matrix is None or not _fits(matrix, state):
                matrix = VectorMatrix(state.erased)
            if _is_longer(matrix, state):
                matrix = matrix.cut(state.last)
            if matrix.last < state.last:
                count, rows = load(matrix.last)
                matrix.add(rows, matrix.count + count)
            self._matrices[key] = matrix
            self._matrices.move_to_end(key)
            self._drop_least_used()
            return copy(matrix)  # a snapshot: the original may grow while it is read

    def codes(
        self,
        key: tuple[int, str],
        state: VectorState,
        load: Load,
        sample: Sample,
        kept: Callable[[], VectorCodes | None],
    ) -> VectorCodes:
        """The codes of a space's vectors. `load` reads and counts those above a number, `kept`
        reads the codes that another process has made."""
        with self._codes_lock:
            codes = self._codes.get(key)
            if codes is None or not _fits(codes, state):
                codes = kept() or VectorCodes(state.erased)
            if _is_longer(codes, state):
                codes = codes.cut(state.last)
            if codes.last < state.last:
                codes = codes.grown(load, sample)
            self._codes[key] = codes
            self._codes.move_to_end(key)
            while len(self._codes) > 1 and (
                sum(one.count for one in self._codes.values()) > VECTOR_CODES_CACHED_MAX
            ):
                self._codes.popitem(last=False)
            return codes

    def columns(
        self, space_n: int, state: VectorState, load: Callable[[int], Iterator[Any]]
    ) -> Columns:
        """The messages of a space. `load` reads those whose document number is above a number."""
        with self._lock:
            columns = self._columns.get(space_n)
            if columns is None or not _fits(columns, state):
                columns = Columns(state.erased)
            if _is_longer(columns, state):
                columns = columns.cut(state.last)
            if columns.last < state.last:
                columns = columns.grown(load(columns.last), state.last)
            self._columns[space_n] = columns
            self._columns.move_to_end(space_n)
            while len(self._columns) > 1 and (
                sum(one.count for one in self._columns.values()) > MESSAGES_CACHED_MAX
            ):
                self._columns.popitem(last=False)
            return columns

    def _drop_least_used(self) -> None:
        while len(self._matrices) > 1 and (
            sum(matrix.count for matrix in self._matrices.values()) > VECTORS_CACHED_MAX
        ):
            self._matrices.popitem(last=False)

    def forget(self, space_n: int) -> None:
        """Drops a space's vectors and messages, because some of them may have been erased."""
        with self._lock:
            for key in [key for key in self._matrices if key[0] == space_n]:
                del self._matrices[key]
            self._columns.pop(space_n, None)
        with self._codes_lock:
            for key in [key for key in self._codes if key[0] == space_n]:
                del self._codes[key]


def _fits(held: VectorMatrix | VectorCodes | Columns, state: VectorState) -> bool:
    """The cached rows are valid for this reader: no erasure came after they were loaded.

    After an erasure the cache must be reloaded, because erased rows must go.
    """
    return held.erased >= state.erased


def _is_longer(held: VectorMatrix | VectorCodes | Columns, state: VectorState) -> bool:
    """The cache has more rows than the reader sees: the reader started before the last rows came,
    or a restored backup has fewer rows."""
    return held.erased == state.erased and held.last > state.last
