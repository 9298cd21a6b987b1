"""Fusion: what was measured of each text becomes one order.

Every measure has a fixed scale and a fixed weight, so that a score depends on the question and on
what the caller may see, and on nothing else. What was said right before and after a message counts
with it, by how many words lie between: short turns lean on several neighbours, long ones on none.
The weights were found on public conversations, meetings and chats, all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from remembrancer.core.limits import RECALL_CENTRES
from remembrancer.recall.features import Sheet
from remembrancer.recall.recall_candidates import Kind


class ContextReach(NamedTuple):
    """How far from a message what was said still counts with it."""

    words: float  # so many words away, it counts e times less
    messages: int  # no further than this
    least: float = 0.02  # no less than this


class Way(NamedTuple):
    """A way of weighing: what counts how much, and how far around a message."""

    weights: Mapping[str, float]
    words_reach: ContextReach
    meaning_reach: ContextReach
    saturation: float  # of BM25: how soon a repeated word stops adding
    length_weight: float  # of BM25: how much a long text is held back
    rarity: float  # 1: what counts is the share of the question that is said; less: how rare it is
    beside: int  # messages before and after a good one that may be hits too


# Who asks for a fact wants the one message that tells it.
FACT = Way(
    {
        "words": 10.0,  # of the text and around it, as BM25 counts them
        "meaning": 5.5,  # likeness of the text itself
        "meaning around": 2.5,  # likeness of what was said here
        "speaker": 2.5,  # it is said by whom the question names
        "time": 4.5,  # it is of a time that the question names
        "links": 2.0,  # it is linked to what the question names
        "question": -0.5,  # who asks does not tell
        "long": -1.1,
        "short": -0.15,
    },
    words_reach=ContextReach(words=50.0, messages=4),
    meaning_reach=ContextReach(words=50.0, messages=4),
    saturation=1.2,
    length_weight=0.9,
    rarity=0.5,
    beside=4,
)
# Who asks what was said on something, in a talk of many turns, wants the stretch that is about it.
TALK = Way(
    {
        "words": 20.0,
        "meaning": 0.0,
        "meaning around": 10.0,
        "speaker": 1.5,
        "time": 4.5,
        "links": 2.0,
        "question": 0.0,
        "long": 0.2,
        "short": -0.2,
    },
    words_reach=ContextReach(words=400.0, messages=30),
    meaning_reach=ContextReach(words=250.0, messages=16),
    saturation=2.5,
    length_weight=0.4,
    rarity=1.0,
    beside=6,
)

_NEIGHBOUR_WEIGHT = 0.8  # of words that neighbours said, against a message's own
_RARITY = 20.0  # of all words of a question, as a rule
_TYPICAL_WORDS = 50.0
_TURNS_OF_A_TALK = 30.0  # that stand within reach of a message, on average
_TALKING = 20  # rows that tell whether this is one


class TermWeights(NamedTuple):
    """What each word of a question weighs, and all of those that it is about."""

    each: Sequence[float]
    whole: float


class Weighed(NamedTuple):
    """A text and what it weighs."""

    kind: Kind
    key: int
    total: float
    parts: dict[str, tuple[float, float]]  # measure: its value, and what it added
    ranks: dict[str, int]  # leg: the place at which it found the text alone, from 1


class Fusion:
    """Weighs the texts of one sheet against one question."""

    def __init__(
        self, sheet: Sheet, weights: TermWeights, mean_length: float, way: Way = FACT
    ) -> None:
        import numpy

        self._numpy = numpy
        self._way = way
        self._sheet = sheet
        self._rarity = numpy.array(weights.each, numpy.float32)
        self._whole = weights.whole**way.rarity * _RARITY ** (1 - way.rarity) or 1.0
        self._mean_length = mean_length
        # Where the middle of each message lies, counted in words from the beginning of all.
        self._middles = numpy.cumsum(sheet.words, dtype=numpy.float64) - sheet.words / 2

    def best(self, *, wanted: int, unrelated: float, explained: bool) -> list[Weighed]:
        """The heaviest first; among equals items first, and then the newest.

        A text that shares no word with the question, nor do its neighbours, has to be nearer to
        it than `unrelated`. `explained` tells of each what weighed, and how each leg found it.
        """
        numpy = self._numpy
        if not len(self._sheet):
            return []
        rows = self._promising(wanted)
        measures = self._measured(rows)
        is_answer = (
            (measures["words"] > 0)
            | (measures["meaning"] > unrelated)
            | (measures["links"] > 0)
            | (measures["time"] > 0)
        )
        # Engines differ in the last digits of a likeness.
        total = numpy.round(self._weighed(measures), 4)
        answers = numpy.flatnonzero(is_answer)
        chosen = rows[answers]
        order = numpy.lexsort(
            (-self._sheet.keys[chosen], self._sheet.is_message[chosen], -total[answers])
        )
        return [
            Weighed(
                self._sheet.kind(int(rows[place])),
                int(self._sheet.keys[rows[place]]),
                float(total[place]),
                *(self._told(measures, place, int(rows[place])) if explained else ({}, {})),
            )
            for place in answers[order[:wanted]].tolist()
        ]

    def _told(
        self, measures: Mapping[str, Any], place: int, row: int
    ) -> tuple[dict[str, tuple[float, float]], dict[str, int]]:
        parts = {
            name: (float(values[place]), self._way.weights[name] * float(values[place]))
            for name, values in measures.items()
        }
        return parts, self._ranks(row)

    def _ranks(self, row: int) -> dict[str, int]:
        """At which place words alone, and meaning alone, would have found a text."""
        sheet = self._sheet
        found = {}
        if sheet.counts[:, row].any():
            words = self._by_words(sheet.counts, sheet.lengths / self._mean_length)
            found["words"] = 1 + int((words > words[row]).sum())
        if sheet.likeness[row] > 0:
            found["meaning"] = 1 + int((sheet.likeness > sheet.likeness[row]).sum())
        return found

    def promising(self, wanted: int) -> list[tuple[Kind, int]]:
        """Kind and key of the texts that are the best by themselves."""
        return [
            (self._sheet.kind(row), int(self._sheet.keys[row]))
            for row in self._seeds(max(RECALL_CENTRES, wanted)).tolist()
        ]

    def is_talk(self) -> bool:
        """Whether what the question may be about was said in talks of many short turns."""
        rows = self._seeds(_TALKING)
        _, weights = self._around(rows, TALK.words_reach)
        return bool(len(rows)) and float((weights > 0).sum(-1).mean()) >= _TURNS_OF_A_TALK

    def _promising(self, wanted: int) -> Any:
        """The rows worth a closer look: the best by themselves, and those right beside them."""
        numpy = self._numpy
        count = max(RECALL_CENTRES, wanted)
        if count >= len(self._sheet):
            return numpy.arange(len(self._sheet))
        seeds = self._seeds(count)
        steps = numpy.arange(-self._way.beside, self._way.beside + 1)
        beside, is_near = self._beside(seeds, steps)
        return numpy.unique(beside[is_near])

    def _seeds(self, count: int) -> Any:
        """The rows that are the best by themselves, the very best first."""
        numpy = self._numpy
        sheet = self._sheet
        alone = self._weighed(
            {
                "words": self._by_words(sheet.counts, sheet.lengths / self._mean_length),
                "meaning": sheet.likeness,
                "meaning around": sheet.likeness,
                **self._unchanging(slice(None)),
            }
        )
        if count < len(sheet):
            best = numpy.argpartition(-alone, count)[:count]
            return best[numpy.argsort(-alone[best], kind="stable")]
        return numpy.argsort(-alone, kind="stable")

    def _weighed(self, measures: Mapping[str, Any]) -> Any:
        return sum(self._way.weights[name] * values for name, values in measures.items())

    def _unchanging(self, rows: Any) -> dict[str, Any]:
        """What is measured of a text alone, whatever was said around it."""
        numpy = self._numpy
        sheet = self._sheet
        logarithm = numpy.log((sheet.words[rows] + 1) / _TYPICAL_WORDS)
        return {
            "speaker": sheet.speaker[rows],
            "time": numpy.sqrt(sheet.closeness[rows]),
            "links": sheet.linked[rows],
            "question": sheet.asking[rows],
            "long": numpy.maximum(0, logarithm),
            "short": numpy.maximum(0, -logarithm),
        }

    def _measured(self, rows: Any) -> dict[str, Any]:
        sheet = self._sheet
        beside, weights = self._around(rows, self._way.words_reach)
        share = _NEIGHBOUR_WEIGHT * weights
        counts = sheet.counts[:, rows] + (sheet.counts[:, beside] * share).sum(-1)
        lengths = sheet.lengths[rows] + (sheet.lengths[beside] * share).sum(-1)
        if self._way.meaning_reach != self._way.words_reach:
            beside, weights = self._around(rows, self._way.meaning_reach)
        near = sheet.likeness[rows] + (sheet.likeness[beside] * weights).sum(-1)
        return {
            "words": self._by_words(counts, lengths / (float(lengths.mean()) or 1.0)),
            "meaning": sheet.likeness[rows],
            "meaning around": near / (1 + weights.sum(-1)),
            **self._unchanging(rows),
        }

    def _by_words(self, counts: Any, lengths: Any) -> Any:
        """How much of the question texts say; lengths as shares of the usual one."""
        held_back = self._way.length_weight
        norm = self._way.saturation * (1 - held_back + held_back * lengths)
        return (self._rarity[:, None] * (counts / (counts + norm))).sum(0) / self._whole

    def _around(self, rows: Any, reach: ContextReach) -> tuple[Any, Any]:
        """The rows around each, and how much each of them counts."""
        numpy = self._numpy
        steps = [step for step in range(-reach.messages, reach.messages + 1) if step]
        beside, is_near = self._beside(rows, numpy.array(steps))
        distance = numpy.abs(self._middles[beside] - self._middles[rows][:, None])
        weights = numpy.exp(-distance / reach.words)
        return beside, numpy.where(is_near & (weights >= reach.least), weights, 0).astype(
            numpy.float32
        )

    def _beside(self, rows: Any, steps: Any) -> tuple[Any, Any]:
        """The rows so many steps from each, and whether they are of the same run."""
        numpy = self._numpy
        places = rows[:, None] + steps[None, :]
        inside = numpy.clip(places, 0, len(self._sheet) - 1)
        return inside, (inside == places) & (
            self._sheet.runs[inside] == self._sheet.runs[rows][:, None]
        )
