"""Vector codes: a small copy of the vectors of a large space, in cells of similar ones.

A code has one bit for each number of a vector: whether it is above the mean. It takes a thirtieth
of the memory. A query looks only into the cells nearest to it, and returns numbers only. The exact
similarity of what it finds is computed from the stored vectors, and the query that looks the texts
up checks who may see them.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from remembrancer.core.calendar import microseconds
from remembrancer.core.limits import VECTOR_CELL_SIZE, VECTOR_CELLS_MAX, VECTORS_PROBED
from remembrancer.store.caches.vector_products import products

Load = Callable[[int], tuple[int, Iterator[Any]]]  # vectors above a number, and how many there are
Sample = Callable[[int], list[bytes]]  # about so many vectors, spread evenly over all
_ROWS_AT_ONCE = 16_384
_SAMPLED_PER_CELL = 16
_ROUNDS = 6  # of moving each centre to the middle of its vectors
_SEED = 20_261
_RANKED = 4  # for each vector wanted, so many with the most similar codes are ranked
_ESTIMATED = 3  # quarters of the vectors found that are the best by their estimate
_TAIL = 32  # at most one vector in so many is not in its cell yet
_FORMAT = 1  # of packed codes: raised when what they hold changes
_ARRAYS = ("_codes", "_numbers", "_texts", "_times", "_authors", "_places", "_begins")
_GROWTH = 2  # when there are so many times more vectors than at first, the cells are made anew


class Cells(NamedTuple):
    """Centres of similar vectors, in two levels, so that a vector is compared with few of them."""

    mean: Any
    spread: Any  # between the numbers above the mean and the others, on average
    groups: Any  # the centres of the upper level
    begins: Any  # the first cell of each group, and the end
    centres: Any


class NearVectors(NamedTuple):
    """Vectors in the order of their similarity, as far as codes tell."""

    numbers: Any
    texts: Any


class VectorCodes:
    """The codes of the vectors of one space and model."""

    def __init__(self, erased: int) -> None:
        import numpy

        self._numpy = numpy
        self.erased = erased
        self.last = 0
        self._cells: Cells | None = None
        self._size = 0  # numbers of a vector
        self._sorted = 0  # so many rows are in the order of their cells
        self._trained = 0  # vectors at the time when the cells were made
        self._codes = numpy.zeros((0, 0), numpy.uint64)  # a column for each vector
        self._numbers = numpy.zeros(0, numpy.int64)
        self._texts = numpy.zeros(0, numpy.int64)
        self._times = numpy.zeros(0, numpy.int64)  # of messages, in microseconds
        self._authors = numpy.zeros(0, numpy.int32)  # of messages, by their place in the names
        self._names: dict[str | None, int] = {}
        self._places = numpy.zeros(0, numpy.int32)  # twice the cell, plus one for a message
        self._begins = numpy.zeros(1, numpy.int64)
        self._messages = 0  # vectors of messages

    @property
    def count(self) -> int:
        return len(self._numbers)

    def packed(self) -> bytes:
        """All of it, so that another process can go on with it."""
        numpy = self._numpy
        about = [_FORMAT, self.erased, self.last, self._size, self._sorted, self._trained]
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS}
        names = json.dumps(list(self._names)).encode()
        cells = () if self._cells is None else self._cells
        buffer = io.BytesIO()
        numpy.savez(
            buffer,
            about=numpy.array(about, numpy.int64),
            names=numpy.frombuffer(names, numpy.uint8),
            **arrays,
            **dict(zip(Cells._fields, cells, strict=False)),
        )
        return buffer.getvalue()

    @classmethod
    def unpacked(cls, body: bytes) -> VectorCodes | None:
        """What was packed; None: another version did it."""
        import numpy

        with numpy.load(io.BytesIO(body), allow_pickle=False) as arrays:
            form, *about = arrays["about"].tolist()
            if form != _FORMAT:
                return None
            made = cls(about[0])
            made.last, made._size, made._sorted, made._trained = about[1:]
            for name in _ARRAYS:
                setattr(made, name, arrays[name])
            listed = json.loads(arrays["names"].tobytes())
            made._names = {name: place for place, name in enumerate(listed)}
            if Cells._fields[0] in arrays:
                made._cells = Cells(*(arrays[field] for field in Cells._fields))
        made._messages = int((made._places & 1).sum())
        return made

    def is_outgrown(self, count: int) -> bool:
        """So many vectors are too many for the cells."""
        return self._cells is None or count > _GROWTH * self._trained

    def grown(self, load: Load, sample: Sample) -> VectorCodes:
        """A copy with the vectors that are not in it yet. Readers of the old one keep theirs."""
        more = copy(self)
        expected, rows = load(self.last)
        if more.is_outgrown(self.count + expected):
            if self.count:  # they are read anew, because codes alone tell too little
                more = VectorCodes(self.erased)
                expected, rows = load(0)
            more._train(sample, expected)
        more._add(rows)
        return more

    def cut(self, upto: int) -> VectorCodes:
        """A copy that ends at the given number."""
        less = copy(self)
        less.last = upto
        less._keep(self._numpy.flatnonzero(self._numbers <= upto))
        return less

    def size(self, *, messages: bool) -> int:
        """The number of vectors of messages, or of items."""
        return self._messages if messages else self.count - self._messages

    def nearest(
        self,
        vector: Sequence[float],
        *,
        messages: bool,
        count: int,
        since: int | None = None,
        until: int | None = None,
        author: str | None = None,
    ) -> NearVectors:
        """About so many of the nearest vectors of messages, or of items.

        Times, in microseconds, and an author narrow the search of messages: then every cell is
        looked into, if it is narrow enough.
        """
        numpy = self._numpy
        value = numpy.asarray(vector, numpy.float32)
        if self._cells is None or len(value) != self._size or not self.size(messages=messages):
            return NearVectors(self._numbers[:0], self._texts[:0])
        value = value / max(float(numpy.linalg.norm(value)), 1e-12)
        parts, rows = self._looked_into(value, messages, count, since, until, author)
        differing = self._differing(parts, self._coded(value[None, :])[:, 0])
        if self._sorted < self.count:
            is_kind = (self._places[rows] & 1) == int(messages)  # the tail has both
            rows, differing = rows[is_kind], differing[is_kind]
        if _RANKED * count < len(rows):
            # Small whole numbers: counting how many there are of each is faster than sorting.
            upto = numpy.searchsorted(numpy.cumsum(numpy.bincount(differing)), _RANKED * count)
            chosen = numpy.flatnonzero(differing <= upto)
            rows, differing = rows[chosen], differing[chosen]
        rows = rows[self._best(rows, differing, value, count)]
        return NearVectors(self._numbers[rows], self._texts[rows])

    def _best(self, rows: Any, differing: Any, value: Any, count: int) -> Any:
        """The places of the best rows: most by their estimate, the others by differing bits.

        An estimate tells the order of dense vectors far better, but not of sparse ones.
        """
        numpy = self._numpy
        newest = -self._numbers[rows]
        first, other = (
            numpy.lexsort((newest, order)) for order in (-self._estimated(rows, value), differing)
        )
        first = first[: -(-count * _ESTIMATED // 4)]
        other = other[~numpy.isin(other, first)]
        return numpy.concatenate([first, other[: count - len(first)]])

    def _estimated(self, rows: Any, value: Any) -> Any:
        """The similarity of each row to the value, but for what is the same for all.

        The value is known in full, only the rows are codes.
        """
        numpy = self._numpy
        assert self._cells is not None
        codes = numpy.ascontiguousarray(self._codes[:, rows].T)
        bits = numpy.unpackbits(codes.view(numpy.uint8), axis=1, count=self._size)
        return products(bits.astype(numpy.float32), value * self._cells.spread)

    def _looked_into(
        self,
        value: Any,
        messages: bool,
        count: int,
        since: int | None,
        until: int | None,
        author: str | None,
    ) -> tuple[list[Any], Any]:
        """The rows to compare, as parts and all together."""
        numpy = self._numpy
        if messages and (since is not None or until is not None):
            rows = self._timed(since, until)
            if author is not None:
                rows = rows[self._authors[rows] == self._names.get(author, -1)]
            return [rows], rows
        by_author = None
        if messages and author is not None:
            by_author = numpy.flatnonzero(self._authors == self._names.get(author, -1))
            if len(by_author) <= VECTORS_PROBED:
                return [by_author], by_author
        parts = self._probed(value, messages, max(VECTORS_PROBED, 4 * count))
        rows = numpy.concatenate([numpy.arange(part.start, part.stop) for part in parts])
        if by_author is not None:
            rows = rows[self._authors[rows] == self._names[author]]
            parts = [rows]
        return parts, rows

    def _timed(self, since: int | None, until: int | None) -> Any:
        """The rows of messages from these times."""
        numpy = self._numpy
        is_within = (self._places & 1).astype(numpy.bool_)
        if since is not None:
            is_within &= self._times >= since
        if until is not None:
            is_within &= self._times < until
        return numpy.flatnonzero(is_within)

    def _probed(self, value: Any, messages: bool, count: int) -> list[Any]:
        """The rows of the nearest cells, at least so many if there are, and the tail."""
        numpy = self._numpy
        assert self._cells is not None
        near = numpy.argsort(-products(self._cells.centres, value), kind="stable") * 2 + int(
            messages
        )
        near = near[self._begins[near] < self._begins[near + 1]]  # most may have none of the kind
        first, last = self._begins[near], self._begins[near + 1]
        enough = int(numpy.searchsorted(numpy.cumsum(last - first), count)) + 1
        pairs = zip(first[:enough].tolist(), last[:enough].tolist(), strict=True)
        return [*(slice(*pair) for pair in pairs), slice(self._sorted, self.count)]

    def _differing(self, parts: list[Any], wanted: Any) -> Any:
        """In how many bits the code of each row differs from the wanted one."""
        numpy = self._numpy
        total: Any = None
        for codes, word in zip(self._codes, wanted, strict=True):
            bits = numpy.concatenate([codes[part] for part in parts])
            count = numpy.bitwise_count(numpy.bitwise_xor(bits, word, out=bits))
            total = count.astype(numpy.uint16) if total is None else numpy.add(total, count, total)
        return total

    def _add(self, rows: Iterator[Any]) -> None:
        """Adds (number, text, message or None, vector, its time and author), by their numbers."""
        numpy = self._numpy
        codes, places = [self._codes], [self._places]
        numbers, texts, times = [self._numbers], [self._texts], [self._times]
        authors, names = [self._authors], dict(self._names)
        while chunk := list(islice(rows, _ROWS_AT_ONCE)):
            self.last = chunk[-1][0]
            # A vector of another length cannot be compared.
            chunk = [row for row in chunk if len(row[3]) == 4 * self._size]
            if not chunk:
                continue
            values = _normalised(numpy, [row[3] for row in chunk], self._size)
            codes.append(self._coded(values))
            numbers.append(numpy.array([row[0] for row in chunk], numpy.int64))
            texts.append(numpy.array([row[1] for row in chunk], numpy.int64))
            times.append(numpy.array([_time(row[4]) for row in chunk], numpy.int64))
            found = [names.setdefault(row[5], len(names)) for row in chunk]
            authors.append(numpy.array(found, numpy.int32))
            is_message = numpy.array([row[2] is not None for row in chunk], numpy.int32)
            places.append(2 * self._cells_of(values) + is_message)
        self._codes = numpy.concatenate([one for one in codes if one.size] or codes, axis=1)
        self._numbers, self._texts = numpy.concatenate(numbers), numpy.concatenate(texts)
        self._times, self._places = numpy.concatenate(times), numpy.concatenate(places)
        self._authors, self._names = numpy.concatenate(authors), names
        self._messages = int((self._places & 1).sum())
        if (self.count - self._sorted) * _TAIL > self.count:
            self._keep(numpy.argsort(self._places, kind="stable"))

    def _keep(self, rows: Any) -> None:
        """Only these rows, sorted by their cells."""
        numpy = self._numpy
        rows = rows[numpy.argsort(self._places[rows], kind="stable")]
        self._codes, self._numbers = self._codes[:, rows], self._numbers[rows]
        self._texts, self._times = self._texts[rows], self._times[rows]
        self._places, self._authors = self._places[rows], self._authors[rows]
        self._sorted = len(rows)
        self._messages = int((self._places & 1).sum())
        count = 0 if self._cells is None else len(self._cells.centres)
        self._begins = numpy.searchsorted(self._places, numpy.arange(2 * count + 1))

    def _coded(self, values: Any) -> Any:
        numpy = self._numpy
        assert self._cells is not None
        bits = numpy.packbits(values > self._cells.mean, axis=1)
        whole = -(-bits.shape[1] // 8) * 8
        padded = numpy.zeros((len(bits), whole), numpy.uint8)
        padded[:, : bits.shape[1]] = bits
        return numpy.ascontiguousarray(padded.view(numpy.uint64).T)

    def _cells_of(self, values: Any) -> Any:
        numpy = self._numpy
        assert self._cells is not None
        _, _, groups, begins, centres = self._cells
        group = numpy.argmax(values @ groups.T, axis=1)
        found = numpy.zeros(len(values), numpy.int32)
        for place in numpy.unique(group).tolist():
            rows = numpy.flatnonzero(group == place)
            first, last = begins[place], begins[place + 1]
            found[rows] = first + numpy.argmax(values[rows] @ centres[first:last].T, axis=1)
        return found

    def _train(self, sample: Sample, count: int) -> None:
        """Makes the cells. The same vectors give the same cells."""
        numpy = self._numpy
        cells = min(VECTOR_CELLS_MAX, max(1, count // VECTOR_CELL_SIZE))
        listed = sample(cells * _SAMPLED_PER_CELL)
        self._trained = count
        if not listed:
            return
        self._size = len(listed[0]) // 4
        values = _normalised(
            numpy, [one for one in listed if len(one) == 4 * self._size], self._size
        )
        groups, group = _clustered(numpy, values, max(1, round(cells**0.5)))
        centres, begins = [], [0]
        for place in range(len(groups)):
            members = values[group == place]
            share = max(1, round(cells * len(members) / len(values)))
            made = _clustered(numpy, members, share)[0] if len(members) else groups[place][None, :]
            centres.append(made)
            begins.append(begins[-1] + len(made))
        mean = values.mean(0)
        few = values[:: max(1, len(values) // _ROWS_AT_ONCE)] - mean
        share = (few > 0).mean(0)
        # Both sides are equally far from the mean in sum, so one of them tells the other.
        above = numpy.maximum(few, 0).mean(0)
        spread = above / numpy.maximum(share * (1 - share), 1e-12)
        self._cells = Cells(mean, spread, groups, numpy.array(begins), numpy.concatenate(centres))


def is_outdated(count: int, more: int) -> bool:
    """Codes of so many vectors are worth packing anew, because so many more have come."""
    return more * _TAIL > count


def _clustered(numpy: Any, values: Any, count: int) -> tuple[Any, Any]:
    """The centres of so many clusters, and the cluster of each vector."""
    chance = numpy.random.default_rng(_SEED)
    count = min(count, len(values))
    centres = values[numpy.sort(chance.choice(len(values), count, replace=False))]
    for _ in range(_ROUNDS):
        nearest = numpy.argmax(values @ centres.T, axis=1)
        order = numpy.argsort(nearest, kind="stable")
        present, begins = numpy.unique(nearest[order], return_index=True)
        sums = numpy.add.reduceat(values[order], begins, axis=0)
        lengths = numpy.linalg.norm(sums, axis=1, keepdims=True)
        centres = centres.copy()  # a centre without vectors stays where it is
        centres[present] = sums / numpy.maximum(lengths, 1e-12)
    return centres, numpy.argmax(values @ centres.T, axis=1)


def _time(at: str | None) -> int:
    return 0 if at is None else microseconds(datetime.fromisoformat(at))


def _normalised(numpy: Any, stored: Sequence[bytes], size: int) -> Any:
    values = numpy.frombuffer(b"".join(stored), numpy.float32).reshape(len(stored), size)
    lengths = numpy.linalg.norm(values, axis=1, keepdims=True)
    return values / numpy.maximum(lengths, 1e-12)
