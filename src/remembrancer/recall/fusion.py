"""Fusion: combines all features of a text into one score.

Every feature has a fixed scale and a fixed weight, so a score depends only on the question and on
what the caller may see. Neighbouring messages are scored together with a message, weighted by the
number of words between them: short turns use several neighbours, long ones none. The weights were
tuned on public conversations, meetings and chats, all together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import log1p
from typing import Any, NamedTuple

from remembrancer.core.limits import RECALL_CENTRES
from remembrancer.recall.features import FeatureTable
from remembrancer.recall.recall_candidates import Kind
from remembrancer.search.bm25 import Scorer


class ContextSpan(NamedTuple):
    """The range in which neighbouring messages count."""

    words: float  # at this distance in words, the weight falls by a factor of e
    messages: int  # the largest distance in messages
    least: float = 0.02  # the smallest weight that counts


class Way(NamedTuple):
    """Scoring parameters: the weight of each feature, and the range of neighbours."""

    weights: Mapping[str, float]
    words_span: ContextSpan
    meaning_span: ContextSpan
    saturation: float  # BM25 k1: how soon a repeated word stops adding
    length_weight: float  # BM25 b: how much a long text is penalised
    rarity: float  # 1: the matched share of the question counts; less: how rare its words are
    neighbours: int  # messages before and after a good one that may be hits too


# A question for a fact is answered by the one message that states it.
FACT = Way(
    {
        "words": 10.0,  # of the text and its neighbours, by BM25
        "meaning": 5.5,  # similarity of the text itself
        "meaning around": 2.5,  # similarity of the text and its neighbours
        "speaker": 2.5,  # the question names the speaker
        "elsewhere": -1.5,  # nobody whom the question names is in the talk
        "time": 4.5,  # it is from a time in the question
        "links": 2.0,  # it is linked to a name in the question
        "question": -0.5,  # a question is rarely an answer
        "long": -1.1,
        "short": -0.15,
    },
    words_span=ContextSpan(words=50.0, messages=4),
    meaning_span=ContextSpan(words=50.0, messages=4),
    saturation=1.2,
    length_weight=0.9,
    rarity=0.5,
    neighbours=4,
)
# A question about a discussion with many turns is answered by the passage about the topic.
TALK = Way(
    {
        "words": 20.0,
        "meaning": 0.0,
        "meaning around": 10.0,
        "speaker": 1.5,
        "elsewhere": -1.5,
        "time": 4.5,
        "links": 2.0,
        "question": 0.0,
        "long": 0.2,
        "short": -0.2,
    },
    words_span=ContextSpan(words=400.0, messages=30),
    meaning_span=ContextSpan(words=250.0, messages=16),
    saturation=2.5,
    length_weight=0.4,
    rarity=1.0,
    neighbours=6,
)

_ASKING_WEIGHT = 0.3  # weight of question words, relative to content words
_TEXTS_OF_A_SPACE = 2_000  # up to so many, the weights of words are those of their rarity
_NEIGHBOUR_WEIGHT = 0.8  # weight of neighbours' words, relative to the message's own
_RARITY = 20.0  # typical sum over the words of a question
_TYPICAL_WORDS = 50.0
_TURNS_OF_A_TALK = 30  # messages in range
_SHARE_OF_A_TALK = 0.6  # of the best texts that have so many around them
TALKING = 20  # rows that decide whether this is a talk


class TermWeights(NamedTuple):
    """The weight of each word of a question, and of all content words together."""

    each: Sequence[float]
    whole: float


def weights_of(scorer: Scorer, *, asking: Set[str], names: Set[str]) -> TermWeights:
    """The weights of a question's words: question words weigh less, names are no content."""
    # A word is the rarer, the more texts there are that do not have it. Without this factor, words
    # would count for more and meaning for less, the larger the space.
    texts = max(scorer.statistics.documents, _TEXTS_OF_A_SPACE)
    factor = log1p(_TEXTS_OF_A_SPACE) / log1p(texts)
    each = [
        factor * (_ASKING_WEIGHT * weight if term in asking else weight)
        for term, weight in zip(scorer.terms, scorer.weights, strict=True)
    ]
    pairs = zip(scorer.terms, each, strict=True)
    return TermWeights(each, sum(weight for term, weight in pairs if term not in names))


class Weighed(NamedTuple):
    """A text and its score."""

    kind: Kind
    key: int
    total: float
    parts: dict[str, tuple[float, float]]  # feature: its value, and its contribution
    ranks: dict[str, int]  # retriever: the rank of the text by it alone, from 1


class Fusion:
    """Scores the texts of one feature table for one question."""

    def __init__(
        self, table: FeatureTable, weights: TermWeights, mean_length: float, way: Way = FACT
    ) -> None:
        import numpy

        self._numpy = numpy
        self._way = way
        self._table = table
        self._rarity = numpy.array(weights.each, numpy.float32)
        self._whole = weights.whole**way.rarity * _RARITY ** (1 - way.rarity) or 1.0
        self._mean_length = mean_length
        self._of_talk = self._mean_of_talk()
        # The middle of each message, counted in words from the start of the table.
        self._middles = numpy.cumsum(table.words, dtype=numpy.float64) - table.words / 2

    def _mean_of_talk(self) -> Any:
        """For each message the mean length of the messages of its talk; 0 for an item."""
        numpy = self._numpy
        talks, lengths = self._table.talks, self._table.lengths
        if not len(talks):
            return lengths
        # The rows of a talk stand together.
        starts = numpy.flatnonzero(numpy.r_[True, talks[1:] != talks[:-1]])
        counts = numpy.diff(numpy.r_[starts, len(talks)])
        means = numpy.maximum(numpy.add.reduceat(lengths, starts) / counts, 1)
        return numpy.where(
            self._table.is_message, numpy.repeat(means.astype(numpy.float32), counts), 0
        )

    def _relative(self, lengths: Any, of_talk: Any, mean: float) -> Any:
        """Lengths relative to a usual one, which lies between the mean of the talk and that of all:
        a long answer among long answers is not long because others chat elsewhere."""
        return lengths / self._numpy.sqrt(self._numpy.where(of_talk > 0, of_talk, mean) * mean)

    def _alone(self) -> Any:
        """The scores of all texts by their own words."""
        relative = self._relative(self._table.lengths, self._of_talk, self._mean_length)
        return self._by_words(self._table.counts, relative)

    def best(self, *, wanted: int, unrelated: float, explained: bool) -> list[Weighed]:
        """The best texts, highest score first; ties: items first, then newest.

        If neither a text nor its neighbours share a word with the question, its similarity must
        exceed `unrelated`. `explained` adds the contribution of each feature and the rank by each
        retriever.
        """
        numpy = self._numpy
        if not len(self._table):
            return []
        rows = self._promising(wanted)
        measures = self._measured(rows)
        is_answer = (
            (measures["words"] > 0)
            | (measures["meaning"] > unrelated)
            | (measures["links"] > 0)
            | (measures["time"] > 0)
        )
        # Engines differ in the last digits of a similarity.
        total = numpy.round(self._weighed(measures), 4)
        answers = numpy.flatnonzero(is_answer)
        chosen = rows[answers]
        order = numpy.lexsort(
            (-self._table.keys[chosen], self._table.is_message[chosen], -total[answers])
        )
        return [
            Weighed(
                self._table.kind(int(rows[place])),
                int(self._table.keys[rows[place]]),
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
        """The rank of a text by words alone, and by meaning alone."""
        table = self._table
        found = {}
        if table.counts[:, row].any():
            words = self._alone()
            found["words"] = 1 + int((words > words[row]).sum())
        if table.likeness[row] > 0:
            found["meaning"] = 1 + int((table.likeness > table.likeness[row]).sum())
        return found

    def promising(self, wanted: int) -> list[tuple[Kind, int]]:
        """Kind and key of the best texts, scored without neighbours."""
        return [
            (self._table.kind(row), int(self._table.keys[row]))
            for row in self._seeds(max(RECALL_CENTRES, wanted)).tolist()
        ]

    def is_talk(self) -> bool:
        """Whether most of the best texts come from talks of many short turns.

        They are scored with their neighbours: on its own, a text of any other talk may look better.
        """
        numpy = self._numpy
        rows = self._promising(TALKING)
        if not len(rows):
            return False
        order = numpy.argsort(-self._weighed(self._measured(rows)), kind="stable")
        _, weights = self._around(rows[order[:TALKING]], TALK.words_span)
        is_in_talk = (weights > 0).sum(-1) >= _TURNS_OF_A_TALK
        return float(is_in_talk.mean()) >= _SHARE_OF_A_TALK

    def _promising(self, wanted: int) -> Any:
        """The rows to score with neighbours: the best ones on their own, and those next to them."""
        numpy = self._numpy
        count = max(RECALL_CENTRES, wanted)
        if count >= len(self._table):
            return numpy.arange(len(self._table))
        seeds = self._seeds(count)
        steps = numpy.arange(-self._way.neighbours, self._way.neighbours + 1)
        neighbours, is_near = self._neighbours(seeds, steps)
        return numpy.unique(neighbours[is_near])

    def _seeds(self, count: int) -> Any:
        """The best rows, scored without neighbours, best first."""
        numpy = self._numpy
        table = self._table
        alone = self._weighed(
            {
                "words": self._alone(),
                "meaning": table.likeness,
                "meaning around": table.likeness,
                **self._unchanging(slice(None)),
            }
        )
        if count < len(table):
            best = numpy.argpartition(-alone, count)[:count]
            return best[numpy.argsort(-alone[best], kind="stable")]
        return numpy.argsort(-alone, kind="stable")

    def _weighed(self, measures: Mapping[str, Any]) -> Any:
        return sum(self._way.weights[name] * values for name, values in measures.items())

    def _unchanging(self, rows: Any) -> dict[str, Any]:
        """The features that do not depend on neighbours."""
        numpy = self._numpy
        table = self._table
        logarithm = numpy.log((table.words[rows] + 1) / _TYPICAL_WORDS)
        return {
            "speaker": table.speaker[rows],
            "elsewhere": table.elsewhere[rows],
            "time": numpy.sqrt(table.closeness[rows]),
            "links": table.linked[rows],
            "question": table.asking[rows],
            "long": numpy.maximum(0, logarithm),
            "short": numpy.maximum(0, -logarithm),
        }

    def _measured(self, rows: Any) -> dict[str, Any]:
        table = self._table
        neighbours, weights = self._around(rows, self._way.words_span)
        share = _NEIGHBOUR_WEIGHT * weights
        counts = table.counts[:, rows] + (table.counts[:, neighbours] * share).sum(-1)
        lengths = table.lengths[rows] + (table.lengths[neighbours] * share).sum(-1)
        if self._way.meaning_span != self._way.words_span:
            neighbours, weights = self._around(rows, self._way.meaning_span)
        near = table.likeness[rows] + (table.likeness[neighbours] * weights).sum(-1)
        mean = float(lengths.mean()) or 1.0
        of_talk = self._of_talk[rows] * (1 + share.sum(-1))
        return {
            "words": self._by_words(counts, self._relative(lengths, of_talk, mean)),
            "meaning": table.likeness[rows],
            "meaning around": near / (1 + weights.sum(-1)),
            **self._unchanging(rows),
        }

    def _by_words(self, counts: Any, lengths: Any) -> Any:
        """BM25 score, normalised by the question; lengths are relative to the mean."""
        held_back = self._way.length_weight
        norm = self._way.saturation * (1 - held_back + held_back * lengths)
        return (self._rarity[:, None] * (counts / (counts + norm))).sum(0) / self._whole

    def _around(self, rows: Any, span: ContextSpan) -> tuple[Any, Any]:
        """The rows around each row, with their weights."""
        numpy = self._numpy
        steps = [step for step in range(-span.messages, span.messages + 1) if step]
        neighbours, is_near = self._neighbours(rows, numpy.array(steps))
        distance = numpy.abs(self._middles[neighbours] - self._middles[rows][:, None])
        weights = numpy.exp(-distance / span.words)
        return neighbours, numpy.where(is_near & (weights >= span.least), weights, 0).astype(
            numpy.float32
        )

    def _neighbours(self, rows: Any, steps: Any) -> tuple[Any, Any]:
        """The rows at these distances from each row, and whether they are in the same run."""
        numpy = self._numpy
        places = rows[:, None] + steps[None, :]
        inside = numpy.clip(places, 0, len(self._table) - 1)
        return inside, (inside == places) & (
            self._table.runs[inside] == self._table.runs[rows][:, None]
        )
