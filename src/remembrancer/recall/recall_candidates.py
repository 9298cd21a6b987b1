"""The pool: texts that a question may be about, gathered by several legs.

Each leg brings the best it finds: by words, by meaning, by links to whom the question names, and
by the time it names. Whichever leg found a text, its words and its meaning are both measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from operator import itemgetter
from typing import Literal

from remembrancer.core.limits import RECALL_CANDIDATES_MAX, RECALL_LINKED_TEXTS, RECALL_POOL_TEXTS
from remembrancer.items.filters import RecallFilter
from remembrancer.ports import LedgerPoint, Reader
from remembrancer.recall.question import Question
from remembrancer.search.bm25 import Scorer
from remembrancer.search.port import Candidate, QueryVector, VectorMatch

Kind = Literal["item", "message"]
Meanings = Mapping[Kind, QueryVector]  # items speak of people, who in messages speak of themselves


@dataclass
class CandidateRow:
    """One text of the pool, and how each leg found it."""

    kind: Kind
    candidate: Candidate
    words: float = 0.0  # by the words that it shares with the question
    whole: float = 0.0  # how near it is to the question as a whole; 0: it has no vector
    nearest: float = 0.0  # and in its nearest part
    ranks: dict[str, int] = field(default_factory=dict)  # leg: place in it, from 1

    @property
    def key(self) -> int:
        return self.candidate.key


class Gathering:
    """Fills a pool through one reader: everything in it passed the caller's filters."""

    def __init__(
        self,
        reader: Reader,
        question: Question,
        filter: RecallFilter,
        *,
        kinds: frozenset[Kind],
        at: LedgerPoint | None,
    ) -> None:
        self._reader = reader
        self._question = question
        self._filter = filter
        self._kinds = kinds
        self._at = at
        self.rows: dict[tuple[Kind, int], CandidateRow] = {}

    def listed(self) -> list[CandidateRow]:
        return list(self.rows.values())

    def authors(self) -> frozenset[str]:
        """Those who said the messages of the pool."""
        authors = {row.candidate.author for row in self.rows.values()}
        return frozenset(author for author in authors if author is not None)

    def by_words(self, scorer: Scorer, *, count: int = RECALL_POOL_TEXTS) -> None:
        """Texts that share words with the question: the best of each kind."""
        if not scorer.terms:
            return
        reader = self._reader
        searches = {"item": reader.search.items, "message": reader.search.messages}
        for kind in self._kinds:
            found = searches[kind](
                scorer.terms,
                scorer.statistics,
                self._filter,
                limit=RECALL_CANDIDATES_MAX,
                at=self._at,
            )
            scored = [(scorer.score(one.tokens, one.length), one.key, one) for one in found]
            best = nlargest(count, scored, key=itemgetter(0, 1))
            for rank, (score, _, one) in enumerate(best, start=1):
                row = self._row(kind, one)
                row.words = score
                row.ranks["words"] = rank

    def by_links(self) -> None:
        """Items that are linked to what the question names."""
        if "item" not in self._kinds or not self._question.phrases:
            return
        found = self._reader.context_window.linked_items(
            self._question.phrases, self._filter, limit=RECALL_LINKED_TEXTS, at=self._at
        )
        for rank, one in enumerate(found, start=1):
            self._row("item", one).ranks["links"] = rank

    def by_meaning(self, meanings: Meanings) -> None:
        """Texts that mean much the same, whatever their words."""
        self._near("meaning", meanings, self._filter, RECALL_POOL_TEXTS)

    def by_time(self, meanings: Meanings) -> None:
        """Of the time that the question names, the texts that come nearest to it."""
        for when in self._question.times:
            span = when.span()
            filter = None if span is None else self._filter.within(*span)
            if filter is not None:
                self._near("time", meanings, filter, RECALL_LINKED_TEXTS)

    def around(self, keys: Sequence[int], *, steps: int) -> Mapping[int, int]:
        """Takes in what was said right before and after messages; what follows on what."""
        found = self._reader.context_window.around(keys, self._filter, steps=steps, at=self._at)
        for one in found.candidates.values():
            self._row("message", one)
        return found.after

    def measure(self, meanings: Meanings) -> None:
        """How near each text is, whichever leg found it."""
        for kind in self._kinds:
            rows = {row.candidate.text: row for row in self.rows.values() if row.kind == kind}
            for text, near in self._reader.vector_search.similarity(
                meanings[kind], list(rows)
            ).items():
                rows[text].whole, rows[text].nearest = near

    def _near(self, leg: str, meanings: Meanings, filter: RecallFilter, limit: int) -> None:
        reader = self._reader
        searches = {"item": reader.vector_search.items, "message": reader.vector_search.messages}
        for kind in self._kinds:
            self._add(leg, kind, searches[kind](meanings[kind], filter, limit=limit, at=self._at))

    def _add(self, leg: str, kind: Kind, found: Iterable[VectorMatch]) -> None:
        for rank, near in enumerate(found, start=1):
            self._row(kind, near.candidate).ranks.setdefault(leg, rank)

    def _row(self, kind: Kind, candidate: Candidate) -> CandidateRow:
        place = (kind, candidate.key)
        found = self.rows.get(place)
        if found is None:
            found = self.rows[place] = CandidateRow(kind, candidate)
        return found
