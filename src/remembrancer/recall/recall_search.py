"""Recall search: from a question to its best texts, by words alone or by words and meaning."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from remembrancer.core.errors import ModelFailed
from remembrancer.items.filters import RecallFilter
from remembrancer.ports import CalibratedEmbedder, Embedder, LedgerPoint, Reader, Telemetry
from remembrancer.recall import features
from remembrancer.recall.features import Named
from remembrancer.recall.fusion import FACT, TALK, TALKING, Fusion, Weighed, weights_of
from remembrancer.recall.question import Question
from remembrancer.recall.question_vectors import meanings_of
from remembrancer.recall.recall_candidates import Gathering, Kind, Meanings
from remembrancer.recall.recall_spans import Leg, leg_span
from remembrancer.search.bm25 import Scorer

_KINDS: dict[str, Kind] = {"items": "item", "messages": "message"}

log = logging.getLogger("remembrancer.recall")


@dataclass(frozen=True, kw_only=True)
class RecallRequest:
    """One question, with its filters and options."""

    query: str
    filter: RecallFilter
    k: int
    include: tuple[str, ...]
    explain: bool = False
    learned: Mapping[str, float] | None = None  # by category, a factor for the score of an item


class RecallSearch:
    """One search: by words only, or by words and meaning."""

    def __init__(
        self,
        reader: Reader,
        asked: RecallRequest,
        question: Question,
        at: LedgerPoint | None,
        embedder: Embedder | None,
        telemetry: Telemetry,
        *,
        wanted: int,
    ) -> None:
        self.telemetry = telemetry
        self._reader = reader
        self._request = asked
        self._wanted = wanted  # texts to return; the best become hits
        self._at = at
        self._embedder = embedder
        self.question = question
        self.notes: list[str] = []
        self.scorer = Scorer(question.terms, reader.search.statistics(question.terms))

    def best(self) -> list[Weighed]:
        embedder = self._embedder
        if embedder is not None and self._reader.vector_search.has_vectors(embedder.name):
            try:
                return self._by_meaning(embedder)
            except ModelFailed as error:
                # Lexical search still finds much, and a partial answer is better than none.
                log.warning("%s could not embed a question: %s", embedder.name, error)
                self.notes.append(f"Searched by words only: {error}")
        return self._by_words()

    def _by_words(self) -> list[Weighed]:
        """Lexical search only: every result shares a word with the question."""
        gathering = self._gathering(_kinds(self._request))
        gathering.by_words(self.scorer, count=self._wanted)
        rows = sorted(gathering.rows.values(), key=lambda row: (-row.words, row.kind, -row.key))
        return [
            Weighed(row.kind, row.key, row.words, {"words": (row.words, row.words)}, row.ranks)
            for row in rows[: self._wanted]
        ]

    def _by_meaning(self, embedder: Embedder) -> list[Weighed]:
        kinds = _kinds(self._request)
        reader, question = self._reader, self.question
        texts = (
            reader.vector_search.cached_messages(self._request.filter, at=self._at)
            if "message" in kinds
            else None
        )
        gathering = self._gathering(kinds - ({"message"} if texts is not None else set()))
        gathering.by_words(self.scorer)
        authors = gathering.authors() if texts is None else texts.authors().values()
        people, named = self._named(authors)
        meanings = self._near(embedder, gathering, people, named, is_pool=texts is None)
        if texts is None:
            # Who is named may have said what is near, and nothing with the question's words.
            others, more = self._named(gathering.authors())
            if others - people:
                people, named = others, more
                meanings = self._near(embedder, gathering, people, named, is_pool=True)
        gathering.by_links()
        if texts is None and named.people:
            gathering.by_speaker(meanings, named.people)
        gathering.by_time(meanings)
        gathering.measure(meanings)
        asking = question.language.asking_words()
        weights = weights_of(self.scorer, asking=asking, names=named.stems)
        length = self.scorer.mean_length
        way = TALK if question.may_be_about_a_talk else FACT
        after: Mapping[int, int] = {}
        if texts is None and "message" in kinds:
            alone = features.of_rows(gathering.listed(), after, question, named)
            chosen = Fusion(alone, weights, length).promising(self._wanted)
            centres = [key for kind, key in chosen if kind == "message"]
            if way is TALK:
                # A talk has many turns to read, so a few centres tell first whether this is one.
                after = gathering.around(centres[:TALKING], steps=TALK.words_span.messages)
                nearby = {*centres[:TALKING], *after, *after.values()}
                rows = [
                    row for row in gathering.listed() if row.kind == "message" and row.key in nearby
                ]
                table = features.of_rows(rows, after, question, named)
                way = TALK if Fusion(table, weights, length).is_talk() else FACT
            after = {**after, **gathering.around(centres, steps=way.words_span.messages)}
            if not self._request.explain:  # which tells the rank among all that were found
                gathering.keep({*chosen, *(("message", key) for key in {*after, *after.values()})})
            gathering.measure(meanings)
        with leg_span(self.telemetry, Leg.RANKING):
            table = features.of_rows(gathering.listed(), after, question, named)
            if texts is not None:
                feature_table = features.of_texts(texts, question, named, meanings["message"])
                table = features.joined(feature_table, table)
            fusion = Fusion(table, weights, length)
            if way is TALK and fusion.is_talk():
                fusion = Fusion(table, weights, length, TALK)
            return fusion.best(
                wanted=self._wanted,
                unrelated=embedder.unrelated if isinstance(embedder, CalibratedEmbedder) else 0.0,
                explained=self._request.explain,
            )

    def _named(self, authors: Iterable[str]) -> tuple[frozenset[str], Named]:
        """The people among the authors whom the question names."""
        question = self.question
        people = question.named(authors)
        stems = frozenset(stem for name in people for stem in question.stems_of(name))
        if stems.issuperset(question.terms):  # the question is only a name
            people, stems = frozenset(), frozenset()
        return people, Named(stems, people)

    def _near(
        self,
        embedder: Embedder,
        gathering: Gathering,
        people: frozenset[str],
        named: Named,
        *,
        is_pool: bool,
    ) -> Meanings:
        """Collects what is near to the question as these people would put it."""
        if named.stems and is_pool:
            # A name is not a word of the answer here, so the other words have to find it alone.
            rest = [term for term in self.question.terms if term not in named.stems]
            gathering.by_words(Scorer(rest, self.scorer.statistics), kinds={"message"})
        meanings = meanings_of(embedder, self.question, people)
        gathering.by_meaning(meanings)
        return meanings

    def _gathering(self, kinds: frozenset[Kind]) -> Gathering:
        return Gathering(
            self._reader,
            self.question,
            self._request.filter,
            kinds=kinds,
            at=self._at,
            telemetry=self.telemetry,
        )


def _kinds(request: RecallRequest) -> frozenset[Kind]:
    """Messages have no kind, category, domain, tags or metadata; items are in no conversation."""
    kinds = {_KINDS[word] for word in request.include}
    filter = request.filter
    narrowed = (filter.kinds, filter.categories, filter.domains, filter.tags, filter.metadata)
    if any(value is not None for value in narrowed):
        kinds.discard("message")
    if filter.conversation_id is not None:
        kinds.discard("item")
    return frozenset(kinds)
