"""The feature table: the features of each candidate text, in columns.

Messages are in conversation order. Consecutive messages have the same `run`, so the messages around
a row are in the rows around it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from remembrancer.core.calendar import EPOCH, microseconds
from remembrancer.language.speech_act import asking
from remembrancer.recall.question import Question
from remembrancer.recall.recall_candidates import CandidateRow, Kind
from remembrancer.search.port import CachedMessages, QueryVector

_ITEM_WORDS = 49.0  # makes an item neither long nor short
_SCORED_WHOLE = 40.0  # from this number of words on, the best part stands for the whole message
_MICROSECONDS_OF_A_DAY = 86_400_000_000
_NO_TALK = -1


@dataclass
class FeatureTable:
    """Columns of one length, as NumPy arrays."""

    is_message: Any
    keys: Any
    runs: Any
    talks: Any  # the conversation of a message; all items have one number
    counts: Any  # one row for each word of the question
    lengths: Any  # in stems
    words: Any
    likeness: Any
    asking: Any
    speaker: Any  # 1: the question names the speaker
    elsewhere: Any  # 1: it is from a talk without anybody whom the question names, nor names them
    closeness: Any  # to a time in the question
    linked: Any

    def __len__(self) -> int:
        return len(self.keys)

    def kind(self, row: int) -> Kind:
        return "message" if self.is_message[row] else "item"


class Named(NamedTuple):
    """Speakers that the question names.

    In a message, a name is usually the person spoken to, so names are matched with the speakers.
    Items are about people, so a name in an item is an ordinary word.
    """

    stems: frozenset[str]  # stems of the question that are only names
    people: frozenset[str]

    @property
    def speakers(self) -> frozenset[str]:
        """Possible speakers of the answer; empty if the question names two."""
        return self.people if len(self.people) == 1 else frozenset()


def of_texts(
    texts: CachedMessages, question: Question, named: Named, meaning: QueryVector
) -> FeatureTable:
    """All cached messages."""
    import numpy

    count = texts.count
    none = numpy.zeros(count, numpy.float32)
    speaker = elsewhere = none
    counts = texts.counts(question.terms)
    if named.people:
        names = [place for place, term in enumerate(question.terms) if term in named.stems]
        numbers = [number for number, name in texts.authors().items() if name in named.people]
        by_named = numpy.isin(texts.column("author"), numbers)
        talks = texts.column("place")
        is_apart = ~numpy.isin(talks, talks[by_named]) & (counts[names].sum(0) == 0)
        elsewhere = is_apart.astype(numpy.float32)
        if named.speakers:
            speaker = by_named.astype(numpy.float32)
        counts[names] = 0
    whole, nearest = texts.likeness(meaning)
    # In a long message one sentence may be the answer; a short one is scored as a whole.
    likeness = whole + numpy.minimum(1, texts.column("words") / _SCORED_WHOLE) * (nearest - whole)
    return FeatureTable(
        is_message=numpy.ones(count, numpy.bool_),
        keys=texts.column("key"),
        runs=texts.column("place"),
        talks=texts.column("place"),
        counts=counts,
        lengths=texts.column("length"),
        words=texts.column("words"),
        likeness=likeness,
        asking=texts.column("asking"),
        speaker=speaker,
        elsewhere=elsewhere,
        closeness=_closeness(question, texts.column("at")),
        linked=none,
    )


def of_rows(
    rows: Sequence[CandidateRow], after: Mapping[int, int], question: Question, named: Named
) -> FeatureTable:
    """Candidates that were collected one by one."""
    import numpy

    ordered = sorted(rows, key=lambda row: (row.kind, row.candidate.place or 0, row.candidate.key))
    runs: list[int] = []
    before: CandidateRow | None = None
    for row in ordered:
        is_next = (
            before is not None
            and row.kind == before.kind == "message"
            and after.get(before.key) == row.key
        )
        runs.append(runs[-1] if is_next else -1 - len(runs))
        before = row

    def column(values: Sequence[Any], kind: str = "float32") -> Any:
        return numpy.array(values, kind)

    words = [
        row.candidate.said.count(" ") + 1 if row.kind == "message" else _ITEM_WORDS
        for row in ordered
    ]
    return FeatureTable(
        is_message=column([row.kind == "message" for row in ordered], "bool"),
        keys=column([row.candidate.key for row in ordered], "int64"),
        runs=column(runs, "int64"),
        talks=column([_talk(row) for row in ordered], "int64"),
        counts=_counts(ordered, question.terms, named),
        lengths=column([row.candidate.length for row in ordered]),
        words=column(words),
        likeness=column([_likeness(*each) for each in zip(ordered, words, strict=True)]),
        asking=column([asking(row.candidate.said) for row in ordered]),
        speaker=column([row.candidate.author in named.speakers for row in ordered]),
        elsewhere=column(_elsewhere(ordered, named)),
        closeness=_closeness(
            question,
            column(
                [
                    microseconds(datetime.fromisoformat(row.candidate.at)) if question.times else 0
                    for row in ordered
                ],
                "int64",
            ),
        ),
        linked=column(["links" in row.ranks for row in ordered]),
    )


def _talk(row: CandidateRow) -> int:
    place = row.candidate.place if row.kind == "message" else None
    return _NO_TALK if place is None else place


def _elsewhere(rows: Sequence[CandidateRow], named: Named) -> list[bool]:
    """For each row, whether nobody whom the question names is in its talk, as far as that was
    collected, nor in its words."""
    if not named.people:
        return [False] * len(rows)
    talks = {row.candidate.place for row in rows if row.candidate.author in named.people}
    return [
        row.kind == "message"
        and row.candidate.place not in talks
        and named.stems.isdisjoint(row.candidate.tokens.split(" "))
        for row in rows
    ]


def _counts(rows: Sequence[CandidateRow], terms: Sequence[str], named: Named) -> Any:
    """How often each word of the question occurs in each text."""
    import numpy

    made = numpy.zeros((len(terms), len(rows)), numpy.float32)
    places = list(enumerate(terms))
    said = [(place, term) for place, term in places if term not in named.stems]
    for column, row in enumerate(rows):
        tokens = row.candidate.tokens
        # Most texts around a good one have none of the words, and are not split.
        found = [pair for pair in (said if row.kind == "message" else places) if pair[1] in tokens]
        if found:
            count = tokens.split(" ").count
            for place, term in found:
                made[place, column] = count(term)
    return made


def _likeness(row: CandidateRow, words: float) -> float:
    if row.kind == "item":
        return row.nearest
    return row.whole + min(1.0, words / _SCORED_WHOLE) * (row.nearest - row.whole)


def joined(first: FeatureTable, second: FeatureTable) -> FeatureTable:
    """Both tables, one after the other."""
    import numpy

    if not len(second):
        return first
    columns = {
        field.name: numpy.concatenate(
            (getattr(first, field.name), getattr(second, field.name)), axis=-1
        )
        for field in fields(FeatureTable)
    }
    return FeatureTable(**columns)


def _closeness(question: Question, at: Any) -> Any:
    """Computed per day, since many messages share one."""
    import numpy

    if not question.times or not len(at):
        return numpy.zeros(len(at), numpy.float32)
    days, places = numpy.unique(at // _MICROSECONDS_OF_A_DAY, return_inverse=True)
    by_day = [
        max((when.closeness(_day(int(day))) for when in question.times), default=0.0)
        for day in days
    ]
    return numpy.array(by_day, numpy.float32)[places]


def _day(number: int) -> date:
    return (EPOCH + timedelta(days=number)).date()
