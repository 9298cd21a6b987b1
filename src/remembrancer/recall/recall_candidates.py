"""Candidates: texts that may answer a question, collected by several retrievers.

Each retriever returns its best texts: by words, by meaning, by links to names in the question, and
by the times in it. Every candidate then gets a score for both its words and its meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from heapq import nlargest
from operator import itemgetter
from typing import Literal

from remembrancer.core.limits import (
    RECALL_CANDIDATES_MAX,
    RECALL_LINKED_TEXTS,
    RECALL_RETRIEVER_TEXTS,
    RECALL_SPEAKER_TEXTS,
)
from remembrancer.items.filters import RecallFilter
from remembrancer.ports import LedgerPoint, Reader, Telemetry
from remembrancer.recall.question import Question
from remembrancer.recall.recall_spans import Leg, is_leg
from remembrancer.search.bm25 import Scorer
from remembrancer.search.port import Candidate, QueryVector, VectorMatch

Kind = Literal["item", "message"]
Meanings = Mapping[Kind, QueryVector]  # items are in the third person, messages in the first


@dataclass
class CandidateRow:
    """One candidate, and how each retriever found it."""

    kind: Kind
    candidate: Candidate
    words: float = 0.0  # the lexical score
    whole: float = 0.0  # similarity of the whole text; 0: it has no vector
    nearest: float = 0.0  # similarity of its best part
    ranks: dict[str, int] = field(default_factory=dict)  # retriever: rank in it, from 1

    @property
    def key(self) -> int:
        return self.candidate.key


class Gathering:
    """Collects candidates through one reader. All of them match the caller's filters."""

    def __init__(
        self,
        reader: Reader,
        question: Question,
        filter: RecallFilter,
        *,
        kinds: frozenset[Kind],
        at: LedgerPoint | None,
        telemetry: Telemetry,
    ) -> None:
        self.telemetry = telemetry
        self._reader = reader
        self._question = question
        self._filter = filter
        self._kinds = kinds
        self._at = at
        self.rows: dict[tuple[Kind, int], CandidateRow] = {}

    def listed(self) -> list[CandidateRow]:
        return list(self.rows.values())

    def authors(self) -> frozenset[str]:
        """The authors of the candidate messages."""
        authors = {row.candidate.author for row in self.rows.values()}
        return frozenset(author for author in authors if author is not None)

    @is_leg(Leg.WORDS)
    def by_words(
        self,
        scorer: Scorer,
        *,
        count: int = RECALL_RETRIEVER_TEXTS,
        kinds: Set[Kind] | None = None,
    ) -> None:
        """Adds texts that share words with the question: the best of each kind."""
        if not scorer.terms:
            return
        reader = self._reader
        searches = {"item": reader.search.items, "message": reader.search.messages}
        for kind in self._kinds if kinds is None else self._kinds & kinds:
            found = searches[kind](
                scorer.terms,
                scorer.statistics,
                self._filter,
                limit=RECALL_CANDIDATES_MAX,
                at=self._at,
            )
            scored = [
                (scorer.score(candidate.tokens, candidate.length), candidate.key, candidate)
                for candidate in found
            ]
            best = nlargest(count, scored, key=itemgetter(0, 1))
            for rank, (score, _, one) in enumerate(best, start=1):
                row = self._row(kind, one)
                row.words = score
                row.ranks["words"] = rank

    @is_leg(Leg.LINKS)
    def by_links(self) -> None:
        """Adds items linked to names in the question."""
        if "item" not in self._kinds or not self._question.phrases:
            return
        candidates = self._reader.context_window.linked_items(
            self._question.phrases, self._filter, limit=RECALL_LINKED_TEXTS, at=self._at
        )
        for rank, one in enumerate(candidates, start=1):
            self._row("item", one).ranks["links"] = rank

    @is_leg(Leg.VECTORS)
    def by_meaning(self, meanings: Meanings) -> None:
        """Adds texts with a similar meaning, whatever their words."""
        self._near("meaning", meanings, self._filter, RECALL_RETRIEVER_TEXTS)

    @is_leg(Leg.VECTORS)
    def by_speaker(self, meanings: Meanings, speakers: Set[str]) -> None:
        """Adds what those whom the question names said, the most similar messages."""
        if "message" not in self._kinds:
            return
        for speaker in sorted(speakers):
            near = self._reader.vector_search.messages(
                meanings["message"],
                self._filter,
                limit=RECALL_SPEAKER_TEXTS,
                at=self._at,
                author=speaker,
            )
            self._add("speaker", "message", near)

    @is_leg(Leg.TIME)
    def by_time(self, meanings: Meanings) -> None:
        """Adds texts from the times in the question, the most similar ones."""
        for when in self._question.times:
            span = when.span()
            filter = None if span is None else self._filter.within(*span)
            if filter is not None:
                self._near("time", meanings, filter, RECALL_LINKED_TEXTS)

    @is_leg(Leg.CONTEXT)
    def around(self, keys: Sequence[int], *, steps: int) -> Mapping[int, int]:
        """Adds the messages before and after; returns which message follows which."""
        known = {key for kind, key in self.rows if kind == "message"}
        context = self._reader.context_window.around(
            keys, self._filter, steps=steps, at=self._at, known=known
        )
        for candidate in context.candidates.values():
            self._row("message", candidate)
        return context.after

    def keep(self, places: Set[tuple[Kind, int]]) -> None:
        """Drops all candidates but these."""
        self.rows = {place: row for place, row in self.rows.items() if place in places}

    @is_leg(Leg.SIMILARITY)
    def measure(self, meanings: Meanings) -> None:
        """Measures the similarity of each candidate, whichever retriever found it."""
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

    def _add(self, leg: str, kind: Kind, matches: Iterable[VectorMatch]) -> None:
        for rank, near in enumerate(matches, start=1):
            self._row(kind, near.candidate).ranks.setdefault(leg, rank)

    def _row(self, kind: Kind, candidate: Candidate) -> CandidateRow:
        place = (kind, candidate.key)
        row = self.rows.get(place)
        if row is None:
            row = self.rows[place] = CandidateRow(kind, candidate)
        return row
