"""Recall: from a question to ranked hits with reasons.

Rules parse the question, several retrievers collect candidates, fusion scores them, and the best
become hits with their evidence. Filters, `as_of` and visibility are part of every retriever's
query.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from remembrancer.core.errors import InvalidInput, ModelFailed
from remembrancer.core.limits import QUERY_CHARACTERS_MAX, RECALL_HITS_MAX, RERANKED_TEXTS
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.core.texts import naming
from remembrancer.core.validation import check_text, check_whole, unknown_words
from remembrancer.items.filters import RecallFilter
from remembrancer.items.item import Item
from remembrancer.items.message import Message
from remembrancer.language.stemming import language
from remembrancer.ports import (
    SILENT,
    Attribute,
    Embedder,
    LedgerPoint,
    Reader,
    Reranker,
    Telemetry,
)
from remembrancer.reading.port import RetrievedText
from remembrancer.recall import answer, replaced_messages
from remembrancer.recall.fusion import Weighed
from remembrancer.recall.hit import Hit, LegScore, Recall, TermScore
from remembrancer.recall.question import understood
from remembrancer.recall.question_vectors import answers_of
from remembrancer.recall.recall_candidates import Kind
from remembrancer.recall.recall_search import RecallRequest, RecallSearch
from remembrancer.recall.recall_spans import Leg, leg_span
from remembrancer.recall.trust_weighting import trust_weight

INCLUDABLE = ("items", "messages")
_MOST = 0.5  # if an item quotes this share of a text, the text itself is no separate hit
_MORE = 3  # additional texts that trust may move up
_MORE_LEARNED = 20  # additional texts that learned weights may move up

log = logging.getLogger("remembrancer.recall")


class RecallOutcome:
    """An answer, and the data for its log entry."""

    def __init__(self, recall: Recall, seen: tuple[RetrievedText, ...]) -> None:
        self.recall = recall
        self.seen = seen


def check(query: object, k: object, include: object) -> tuple[str, ...]:
    """The kinds of text to search. Raises if the question is invalid."""
    check_text(query, "query", length_max=QUERY_CHARACTERS_MAX)
    check_whole(k, "k", at_least=1, at_most=RECALL_HITS_MAX)
    wanted = (include,) if isinstance(include, str) else include
    if (
        not isinstance(wanted, list | tuple | set | frozenset)
        or not wanted
        or not all(isinstance(word, str) and word in INCLUDABLE for word in wanted)
    ):
        raise InvalidInput(
            f"include names what to look through: {', '.join(INCLUDABLE)}.", field="include"
        )
    return tuple(wanted)


def recall(
    reader: Reader,
    scope: Scope,
    request: RecallRequest,
    *,
    at: LedgerPoint | None,
    embedder: Embedder | None,
    reranker: Reranker | None,
    telemetry: Telemetry = SILENT,
) -> RecallOutcome:
    """The best hits for a question."""
    today = (request.filter.until or (scope.now if at is None else at.at)).date()
    words = language(scope.space.preset.language)
    more = _MORE if request.learned is None else _MORE_LEARNED
    wanted = max(request.k + more, RERANKED_TEXTS if reranker else 0)
    question = understood(request.query, words, today)
    searching = RecallSearch(reader, request, question, at, embedder, telemetry, wanted=wanted)
    best = searching.best()
    with leg_span(telemetry, Leg.ANSWER) as span:
        found = _Hits(reader, request, at, searching, best)
        hits = found.ranked(reranker)[: request.k]
        if at is None:
            hits = replaced_messages.marked(reader, answer.flagged(reader, hits))
        span.note({Attribute.RESULTS: len(hits)})
    # More texts were scored than are returned. Those do not count as read.
    reader.only_looked_at({hit.conversation_id or hit.id for hit, _ in hits})
    return RecallOutcome(
        Recall.trusted(
            {
                "query": request.query,
                "hits": tuple(hit for hit, _ in hits),
                "terms": searching.question.terms,
                "notes": (
                    *searching.notes,
                    *found.notes,
                    *(() if hits else _unknown(scope.space.preset, request.filter)),
                ),
                "walk": None,
            }
        ),
        tuple(seen for _, seen in hits),
    )


def _unknown(preset: Preset, filter: RecallFilter) -> list[str]:
    """Notes about unknown words in the filter, which may be misspelt."""
    return [
        *unknown_words(preset.kinds, filter.kinds or (), "kind"),
        *unknown_words(preset.categories, filter.categories or (), "category"),
        *unknown_words(preset.domains, filter.domains or (), "domain"),
    ]


class _Hits:
    """Turns the best texts into hits, after trust weighting and reranking."""

    def __init__(
        self,
        reader: Reader,
        asked: RecallRequest,
        at: LedgerPoint | None,
        searching: RecallSearch,
        best: list[Weighed],
    ) -> None:
        self._request = asked
        self._searching = searching
        self._best = best
        keys: dict[Kind, list[int]] = {"item": [], "message": []}
        for entry in self._best:
            keys[entry.kind].append(entry.key)
        self._items = reader.items.by_key(keys["item"], at=at) if keys["item"] else {}
        self._messages = (
            reader.conversations.messages_by_key(keys["message"]) if keys["message"] else {}
        )
        self.notes: list[str] = []

    def ranked(self, reranker: Reranker | None) -> list[tuple[Hit, RetrievedText]]:
        made: list[tuple[float, int, Weighed, Item | Message, float, float]] = []
        for place, weighed in enumerate(self._best):
            known = self._items if weighed.kind == "item" else self._messages
            told: Item | Message | None = known.get(weighed.key)
            if told is not None:
                sure = told.confidence if isinstance(told, Item) else 1.0
                trusted, taught = trust_weight(told.trust, sure), self._taught(told)
                factor = trusted * taught
                # The factor applies before the score is scaled: near 1 all scores are similar, and
                # trust alone would decide.
                weight = weighed.total * factor if weighed.total > 0 else weighed.total / factor
                made.append((-round(weight, 4), place, weighed, told, trusted, taught))
        made.sort(key=lambda each: each[:2])
        told_by_items = _quoted_whole(each[3] for each in made)
        made = [each for each in made if not _is_one_of(each[3], told_by_items)]
        wanted = max(self._request.k, RERANKED_TEXTS) if reranker else self._request.k
        hits = [self._hit(*each[2:], answer.relevance(-each[0])) for each in made[:wanted]]
        return hits if reranker is None else self._reranked(self._request.query, hits, reranker)

    def _taught(self, told: Item | Message) -> float:
        """The learned weight of its category."""
        if not self._request.learned or not isinstance(told, Item) or told.category is None:
            return 1.0
        return self._request.learned.get(told.category, 1.0)

    def _hit(
        self, weighed: Weighed, told: Item | Message, trusted: float, taught: float, score: float
    ) -> tuple[Hit, RetrievedText]:
        terms: tuple[TermScore, ...] = ()
        legs: tuple[LegScore, ...] = ()
        if self._request.explain:
            terms = answer.terms_of(self._searching.scorer, self._searching.question, told)
            legs = answer.legs_of(weighed, trusted, taught)
        if isinstance(told, Item):
            hit = answer.item_hit(told, score, terms, legs)
            return hit, RetrievedText(told.id, None, told.is_personal)
        hit = answer.message_hit(told, score, terms, legs)
        return hit, RetrievedText(None, weighed.key, told.is_personal)

    def _reranked(
        self, query: str, hits: list[tuple[Hit, RetrievedText]], reranker: Reranker
    ) -> list[tuple[Hit, RetrievedText]]:
        """The first hits in the reranker's order. A text that it may not see keeps its rank."""
        first = hits[:RERANKED_TEXTS]
        places = [
            place
            for place, (_, seen) in enumerate(first)
            if reranker.is_local or not seen.is_personal
        ]
        try:
            texts = [first[place][0].text for place in places]
            with leg_span(self._searching.telemetry, Leg.RERANK):
                scores = answers_of(reranker.name, lambda: reranker.score(query, texts), len(texts))
        except ModelFailed as error:
            log.warning("%s could not rerank: %s", reranker.name, error)
            self.notes.append(f"Not reranked: {error}")
            return hits
        order = sorted(zip(scores, places, strict=True), key=lambda each: (-each[0], each[1]))
        moved = list(first)
        # Scores of different models are not comparable, so hits move and the scores stay at their
        # ranks.
        for place, (value, chosen) in zip(places, order, strict=True):
            hit, seen = first[chosen]
            moved[place] = (self._placed(hit, first[place][0].score, value), seen)
        return [*moved, *hits[RERANKED_TEXTS:]]

    def _placed(self, hit: Hit, score: float, value: float) -> Hit:
        update: dict[str, object] = {"score": score}
        if self._request.explain:
            leg = LegScore(leg="reranker", value=round(value, 6), share=0.0)
            update["legs"] = (*hit.legs, leg)
        return hit.model_copy(update=update)


def _quoted_whole(found: Iterable[Item | Message]) -> dict[str, int]:
    """For texts passed to `remember`, the longest quote in an item among these."""
    quoted: dict[str, int] = {}
    for one in found:
        for proof in one.evidence if isinstance(one, Item) else ():
            if proof.source_id == proof.conversation_id and naming.is_text(proof.source_id):
                length = len(proof.quote or "")
                quoted[proof.source_id] = max(length, quoted.get(proof.source_id, 0))
    return quoted


def _is_one_of(told: Item | Message, quoted: Mapping[str, int]) -> bool:
    """Whether an item among the hits already quotes most of this text."""
    if isinstance(told, Item) or told.conversation_id not in quoted:
        return False
    return quoted[told.conversation_id] >= _MOST * len(told.content)
