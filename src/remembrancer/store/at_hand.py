"""Messages at hand: what recall weighs of every message of a space, in columns in memory.

A column tells no words, only numbers. Who may see which row is decided for each question, before
anything is measured, so that what is hidden has no influence on what is found.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from remembrancer.ports import Meaning, Texts
from remembrancer.rules.said import asking

Rights = tuple[str, str | None, bool]  # owner, audience, personal
MayRead = Callable[[str, str | None, bool], bool]
_ROWS_AT_ONCE = 4_096


class Narrowed(NamedTuple):
    """What a question is narrowed to, beside what its caller may read."""

    subject: str | None
    places: frozenset[int] | None  # conversations
    since: datetime | None
    until: datetime | None
    seq: int | None


class Columns:
    """The messages of a space, in the order of their conversations."""

    def __init__(self, erased: int) -> None:
        import numpy

        self._numpy = numpy
        self.erased = erased
        self.last = 0  # the highest number of a text
        self._words: dict[str, int] = {}  # stem: its number
        self._authors: dict[str, int] = {}
        self._subjects: dict[str | None, int] = {}
        self._rights: dict[Rights, int] = {}
        self._stems = numpy.zeros(0, numpy.int32)  # of all messages, one after the other
        self._begins = numpy.zeros(1, numpy.int64)  # where those of each begin, as they came
        self._rows: dict[str, Any] = {name: numpy.zeros(0, kind) for name, kind in _KINDS.items()}
        self._order = numpy.zeros(0, numpy.int64)
        self._names: list[str] = []

    @property
    def count(self) -> int:
        return len(self._order)

    def grown(self, rows: Iterator[Any], upto: int) -> Columns:
        """With more messages, in the order of the numbers of their texts.

        Whoever reads the columns as they were is not disturbed.
        """
        more = copy(self)
        more._add(rows)
        more.last = upto
        return more

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
        self._names = list(self._authors)

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
        """The places of messages that pass, in the order of their conversations."""
        numpy = self._numpy
        rows = self._rows
        known = list(self._rights)  # which may grow meanwhile, for later columns
        allowed = numpy.fromiter((may_read(*rights) for rights in known), numpy.bool_, len(known))
        passes = allowed[rows["rights"]] if len(allowed) else numpy.zeros(0, numpy.bool_)
        if narrowed.subject is not None:
            passes &= rows["subject"] == self._subjects.get(narrowed.subject, -1)
        if narrowed.places is not None:
            passes &= numpy.isin(rows["place"], list(narrowed.places))
        if narrowed.since is not None:
            passes &= rows["at"] >= _microseconds(narrowed.since.isoformat())
        if narrowed.until is not None:
            passes &= rows["at"] < _microseconds(narrowed.until.isoformat())
        if narrowed.seq is not None:
            passes &= rows["seq"] <= narrowed.seq
        return self._order if passes.all() else self._order[passes[self._order]]

    def column(self, name: str, chosen: Any) -> Any:
        return self._rows[name][chosen]

    def authors(self, chosen: Any) -> Mapping[int, str]:
        """Those who said these messages, by number."""
        if not len(chosen):
            return {}
        numpy = self._numpy
        present = numpy.flatnonzero(numpy.bincount(self._rows["author"][chosen])).tolist()
        names = self._names
        return {number: names[number] for number in present}

    def counts(self, terms: Sequence[str], chosen: Any) -> Any:
        """How often each word stands in each of the messages: one row for each word."""
        numpy = self._numpy
        made = numpy.zeros((len(terms), len(chosen)), numpy.float32)
        wanted = [self._words.get(term, -1) for term in terms]
        if len(chosen) * 4 < self.count:  # few: their words alone are looked at
            begins, ends = self._begins[chosen], self._begins[chosen + 1]
            lengths = ends - begins
            owner = numpy.repeat(numpy.arange(len(chosen)), lengths)
            starts = numpy.cumsum(lengths) - lengths
            places = numpy.arange(len(owner)) - starts[owner] + begins[owner]
            stems = self._stems[places]
            for place, number in enumerate(wanted):
                if number >= 0:
                    found = owner[stems == number]
                    made[place] = numpy.bincount(found, minlength=len(chosen))
            return made
        for place, number in enumerate(wanted):
            if number >= 0:
                found = numpy.flatnonzero(self._stems == number)
                holders = numpy.searchsorted(self._begins, found, side="right") - 1
                made[place] = numpy.bincount(holders, minlength=self.count)[chosen]
        return made


Likeness = Callable[[Any, Meaning], tuple[Any, Any]]  # of texts, by their numbers, to a question


class ChosenTexts(Texts):
    """Messages that a caller may recall."""

    def __init__(self, columns: Columns, chosen: Any, likeness: Likeness) -> None:
        self._columns = columns
        self._chosen = chosen
        self._likeness = likeness
        self.count = len(chosen)

    def likeness(self, meaning: Meaning) -> tuple[Any, Any]:
        return self._likeness(self.column("text"), meaning)

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
    moment = datetime.fromisoformat(at)
    return int(moment.timestamp()) * 1_000_000 + moment.microsecond
