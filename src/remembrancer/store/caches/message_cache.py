"""The message cache: the columns that recall scores for every message of a space, in memory.

Words, names and subjects are stored as numbers. The columns are dropped at the next erasure. Each
query decides which rows its caller may see before anything is scored, so hidden rows have no
influence on the results.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from remembrancer.core.calendar import microseconds
from remembrancer.language.speech_act import asking
from remembrancer.search.port import CachedMessages, QueryVector

Rights = tuple[str, str | None, bool]  # owner, audience, personal
MayRead = Callable[[str, str | None, bool], bool]
_ROWS_AT_ONCE = 4_096
_FEW = 4  # below one in so many, messages are processed one by one


class Narrowed(NamedTuple):
    """The filters of a query, in addition to what its caller may read."""

    subject: str | None
    places: frozenset[int] | None  # conversations
    since: datetime | None
    until: datetime | None
    seq: int | None


class Columns:
    """The messages of a space, in conversation order."""

    def __init__(self, erased: int) -> None:
        import numpy

        self._numpy = numpy
        self.erased = erased
        self.last = 0  # the highest document number
        self._words: dict[str, int] = {}  # stem to number
        self._authors: dict[str, int] = {}
        self._subjects: dict[str | None, int] = {}
        self._rights: dict[Rights, int] = {}
        self._stems = numpy.zeros(0, numpy.int32)  # of all messages, concatenated
        self._begins = numpy.zeros(1, numpy.int64)  # offsets of each message, by arrival
        self._rows: dict[str, Any] = {name: numpy.zeros(0, kind) for name, kind in _KINDS.items()}
        self._order = numpy.zeros(0, numpy.int64)  # conversation order: positions by arrival
        self._sorted = self._rows
        self._names: list[str] = []
        self._known_rights: list[Rights] = []

    @property
    def count(self) -> int:
        return len(self._order)

    def grown(self, rows: Iterator[Any], upto: int) -> Columns:
        """A copy with more messages, in the order of their document numbers.

        Readers of the old columns are not affected.
        """
        more = copy(self)
        more._add(rows)
        more.last = upto
        return more

    def cut(self, upto: int) -> Columns:
        """A copy that ends at the given document number."""
        less = copy(self)
        count = int(self._numpy.searchsorted(self._rows["text"], upto, side="right"))
        less.last = upto
        less._begins = self._begins[: count + 1]
        less._stems = self._stems[: self._begins[count]]
        less._rows = {name: values[:count] for name, values in self._rows.items()}
        stays = self._order < count
        less._order = self._order[stays]
        less._sorted = {name: values[stays] for name, values in self._sorted.items()}
        return less

    def _add(self, rows: Iterator[Any]) -> None:
        numpy = self._numpy
        parts: dict[str, list[Any]] = {name: [self._rows[name]] for name in _KINDS}
        stems, begins = [self._stems], [self._begins]
        filled = len(self._stems)
        while chunk := list(islice(rows, _ROWS_AT_ONCE)):
            flat = array("i")
            ends = array("q")
            for row in chunk:
                flat.extend(self._numbered(row[2]))
                ends.append(filled + len(flat))
            filled += len(flat)
            stems.append(numpy.frombuffer(flat, numpy.int32))
            begins.append(numpy.frombuffer(ends, numpy.int64))
            columns = zip(*map(self._values, chunk), strict=True)
            for (name, kind), values in zip(_KINDS.items(), columns, strict=True):
                parts[name].append(numpy.fromiter(values, kind, len(chunk)))
        self._stems, self._begins = numpy.concatenate(stems), numpy.concatenate(begins)
        self._rows = {name: numpy.concatenate(listed) for name, listed in parts.items()}
        self._order = numpy.lexsort((self._rows["key"], self._rows["place"]))
        self._sorted = {name: values[self._order] for name, values in self._rows.items()}
        self._names = list(self._authors)
        self._known_rights = list(self._rights)

    def _numbered(self, tokens: str) -> list[int]:
        words = self._words
        try:
            return [words[stem] for stem in tokens.split(" ")]
        except KeyError:
            return [words.setdefault(stem, len(words)) for stem in tokens.split(" ")]

    def _values(self, row: Any) -> tuple[Any, ...]:
        text, key, _, length, place, author, at, said, owner, audience, personal, about, seq = row
        return (
            text,
            key,
            length,
            place,
            _number(self._authors, author),
            _microseconds(at),
            said.count(" ") + 1,
            asking(said),
            _number(self._rights, (owner, audience, bool(personal))),
            _number(self._subjects, about),
            seq,
        )

    def chosen(self, may_read: MayRead, narrowed: Narrowed) -> Any:
        """The positions of messages that pass the filters, in conversation order.

        A slice if all pass, which avoids a copy.
        """
        numpy = self._numpy
        columns = self._sorted
        allowed = numpy.fromiter(
            (may_read(*rights) for rights in self._known_rights),
            numpy.bool_,
            len(self._known_rights),
        )
        conditions = [] if allowed.all() else [allowed[columns["rights"]]]
        if narrowed.subject is not None:
            conditions.append(columns["subject"] == self._subjects.get(narrowed.subject, -1))
        if narrowed.places is not None:
            conditions.append(numpy.isin(columns["place"], list(narrowed.places)))
        if narrowed.since is not None:
            conditions.append(columns["at"] >= _microseconds(narrowed.since.isoformat()))
        if narrowed.until is not None:
            conditions.append(columns["at"] < _microseconds(narrowed.until.isoformat()))
        if narrowed.seq is not None:
            conditions.append(columns["seq"] <= narrowed.seq)
        if not conditions:
            return slice(None)
        return numpy.flatnonzero(numpy.logical_and.reduce(conditions))

    def column(self, name: str, chosen: Any) -> Any:
        return self._sorted[name][chosen]

    def authors(self, chosen: Any) -> Mapping[int, str]:
        """The authors of these messages, by number."""
        numpy = self._numpy
        present = numpy.flatnonzero(numpy.bincount(self._sorted["author"][chosen])).tolist()
        names = self._names
        return {number: names[number] for number in present}

    def counts(self, terms: Sequence[str], chosen: Any) -> Any:
        """How often each word occurs in each of the messages: one row for each word."""
        numpy = self._numpy
        arrived = self._order[chosen]
        made = numpy.zeros((len(terms), len(arrived)), numpy.float32)
        wanted = [self._words.get(term, -1) for term in terms]
        if len(arrived) * _FEW < self.count:  # read only the words of these messages
            begins = self._begins[arrived]
            lengths = self._begins[arrived + 1] - begins
            owner = numpy.repeat(numpy.arange(len(arrived)), lengths)
            starts = numpy.cumsum(lengths) - lengths
            stems = self._stems[numpy.arange(len(owner)) - starts[owner] + begins[owner]]
            for place, number in enumerate(wanted):
                if number >= 0:
                    found = owner[stems == number]
                    made[place] = numpy.bincount(found, minlength=len(arrived))
            return made
        for place, number in enumerate(wanted):
            if number >= 0:
                found = numpy.flatnonzero(self._stems == number)
                holders = numpy.searchsorted(self._begins, found, side="right") - 1
                made[place] = numpy.bincount(holders, minlength=self.count)[arrived]
        return made


Likeness = Callable[[Columns, Any, QueryVector], tuple[Any, Any]]  # of chosen messages to a query


class ChosenTexts(CachedMessages):
    """Messages that a caller may recall."""

    def __init__(self, columns: Columns, chosen: Any, likeness: Likeness) -> None:
        self._columns = columns
        self._chosen = chosen
        self._likeness = likeness
        self.count = len(columns.column("key", chosen))

    def likeness(self, meaning: QueryVector) -> tuple[Any, Any]:
        return self._likeness(self._columns, self._chosen, meaning)

    def column(self, name: str) -> Any:
        return self._columns.column(name, self._chosen)

    def counts(self, terms: Sequence[str]) -> Any:
        return self._columns.counts(terms, self._chosen)

    def authors(self) -> Mapping[int, str]:
        return self._columns.authors(self._chosen)


_KINDS = {
    "text": "int64",
    "key": "int64",
    "length": "float32",
    "place": "int64",
    "author": "int32",
    "at": "int64",
    "words": "float32",
    "asking": "float32",
    "rights": "int32",
    "subject": "int32",
    "seq": "int64",
}


def _number(known: dict[Any, int], value: Any) -> int:
    return known.setdefault(value, len(known))


def _microseconds(at: str) -> int:
    return microseconds(datetime.fromisoformat(at))
