"""Taint tracking: compares what a program writes with the low-trust texts it received."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from remembrancer.core.limits import (
    DERIVED_FROM_MAX,
    HANDED_CHARACTERS_MAX,
    HANDED_DAYS_MAX,
    HANDED_TEXTS_MAX,
)
from remembrancer.core.principal import PrincipalKind
from remembrancer.core.scope import Scope
from remembrancer.items import trust
from remembrancer.items.evidence import Stance
from remembrancer.items.item import Trust
from remembrancer.items.message import MessageDraft
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader, Store
from remembrancer.reading import paraphrase
from remembrancer.reading.paraphrase import ComparedSentence
from remembrancer.reading.port import HandedText
from remembrancer.reading.taint_check import Near, SimilarityLookup, TaintCheck, text_lines
from remembrancer.search.port import QueryVector

log = logging.getLogger("remembrancer.work")


class _Origin(NamedTuple):
    """A low-trust text that something new may be derived from, and the matching sentence."""

    handed: HandedText
    sentence: ComparedSentence


class DerivedTaintCheck(TaintCheck):
    """Lowers the trust of whatever one program may have derived from low-trust texts."""

    def __init__(
        self, scope: Scope, tools: Tools, handed: Sequence[HandedText], near: SimilarityLookup
    ) -> None:
        self._language = scope.space.preset.language
        self._is_agent = scope.viewer.kind is PrincipalKind.AGENT
        self._tools = tools
        self._handed = handed
        self._near = near
        self._handed_sentences: dict[str | None, list[tuple[ComparedSentence, ...]]] = {}
        self._indexes: dict[str | None, paraphrase.SentenceIndex] = {}

    def item(self, new: NewItem) -> NewItem:
        return self._with_lowered_trust(new, by_meaning=True)

    def drawn(self, new: NewItem) -> NewItem:
        return self._with_lowered_trust(new, by_meaning=False)

    def _with_lowered_trust(self, new: NewItem, *, by_meaning: bool) -> NewItem:
        state = new.state
        # Content before title: only the first characters are compared by vectors.
        text = text_lines(state.content, state.title, state.data)
        origins = self._origins(text, state.subject, state.trust, by_meaning=by_meaning)
        if not origins:
            return new
        weakest = trust.lowest(one.handed.trust for one in origins)
        named = list(dict.fromkeys(one.handed.id for one in origins))[:DERIVED_FROM_MAX]
        state = state._replace(
            trust=weakest, metadata={**state.metadata, trust.DERIVED_FROM: list(named)}
        )
        known = {one.message for one in new.evidence}
        quoted = [
            _evidence_of(one)
            for one in origins[:DERIVED_FROM_MAX]
            if one.handed.conversation_id is not None
            and (one.handed.conversation_id, one.handed.id) not in known
        ]
        return new._replace(state=state, evidence=(*new.evidence, *quoted))

    def label(self, text: str, subject: str | None) -> Trust | None:
        origins = self._origins(text, subject, Trust.AGENT, by_meaning=True)
        return trust.lowest(one.handed.trust for one in origins) if origins else None

    def messages(self, drafts: Sequence[MessageDraft], subject: str | None) -> list[MessageDraft]:
        """The messages, each with the trust of the text that it may repeat.

        Messages of people that a service passes on keep their trust, since people may have read
        the same text themselves. Messages of an agent do not.
        """
        return [self._message(one, subject) for one in drafts]

    def _message(self, draft: MessageDraft, subject: str | None) -> MessageDraft:
        if not self._is_agent and trust.of_role(draft.role) is Trust.PERSON:
            return draft
        found = self.label(draft.content, subject)
        if found is None:
            return draft
        declared = (found, *(() if draft.trust is None else (draft.trust,)))
        return draft.model_copy(update={"trust": trust.lowest(declared)})

    def _origins(
        self, text: str, subject: str | None, trusted: Trust, *, by_meaning: bool
    ) -> list[_Origin]:
        if trusted is Trust.OUTSIDE:
            return []
        said = self._sentences(text, subject)
        told = self._sentence_index(subject)
        found: dict[int, _Origin] = {}
        for one in said:
            for number, sentence in told.find_origins(one).items():
                found.setdefault(number, _Origin(self._handed[number], sentence))
        origins = [one for one in found.values() if _is_less_trusted(one.handed.trust, trusted)]
        if not origins and by_meaning:
            origins = self._by_meaning(text[:HANDED_CHARACTERS_MAX], said, subject, trusted)
        return sorted(origins, key=lambda one: trust.RANK[one.handed.trust])

    def _sentences(self, text: str, subject: str | None) -> tuple[ComparedSentence, ...]:
        return paraphrase.split_compared(
            text[:HANDED_CHARACTERS_MAX], self._language, about=subject
        )

    def _sentence_index(self, subject: str | None) -> paraphrase.SentenceIndex:
        if subject not in self._indexes:
            read = [self._sentences(one.text, subject) for one in self._handed]
            self._handed_sentences[subject], self._indexes[subject] = (
                read,
                paraphrase.SentenceIndex(read),
            )
        return self._indexes[subject]

    # -- by vectors, if there is a local embedder

    def _by_meaning(
        self, text: str, said: Sequence[ComparedSentence], subject: str | None, trusted: Trust
    ) -> list[_Origin]:
        """The handed texts that are similar as a whole, of those that are embedded already."""
        embedder = self._tools.embedder
        texts = {one.document: number for number, one in enumerate(self._handed) if one.document}
        if embedder is None or not embedder.is_local or not said or not texts:
            return []
        try:
            (vector,) = embedder.embed([text])
        except Exception as error:  # third-party code; comparing by words covers most cases
            log.warning("What was handed over is compared by words: %s", type(error).__name__)
            return []
        near = self._near(QueryVector(embedder.name, tuple(vector)), list(texts))
        return [
            _Origin(self._handed[texts[key]], self._handed_sentences[subject][texts[key]][0])
            for key, (whole, part) in near.items()
            if _is_less_trusted(self._handed[texts[key]].trust, trusted)
            and paraphrase.is_same_meaning(
                max(whole, part), said, self._handed_sentences[subject][texts[key]]
            )
        ]


def _evidence_of(origin: _Origin) -> NewEvidence:
    handed, sentence = origin.handed, origin.sentence
    assert handed.conversation_id is not None
    return NewEvidence(
        None,
        (handed.conversation_id, handed.id),
        sentence.text,
        sentence.start,
        sentence.start + len(sentence.text),
        Stance.SUPPORTS,
        handed.author,
    )


def _is_less_trusted(one: Trust, other: Trust) -> bool:
    return trust.RANK[one] < trust.RANK[other]


def taint_check(store: Store, scope: Scope, tools: Tools) -> TaintCheck:
    """The taint check of the caller. People are not checked: they may repeat what they read."""
    if scope.viewer.is_person:
        return TaintCheck()
    found, _ = transactions.read(store, scope, lambda reader: _handed(reader, scope))

    def near(meaning: QueryVector, texts: Sequence[int]) -> Near:
        return transactions.read(
            store, scope, lambda reader: reader.vector_search.similarity(meaning, texts)
        )[0]

    return _check_for(scope, tools, found, near)


def taint_check_with(reader: Reader, scope: Scope, tools: Tools) -> TaintCheck:
    """The same check within a reader or a unit of work that is open already."""
    if scope.viewer.is_person:
        return TaintCheck()
    return _check_for(scope, tools, _handed(reader, scope), reader.vector_search.similarity)


def _handed(reader: Reader, scope: Scope) -> tuple[HandedText, ...]:
    since = scope.now - timedelta(days=HANDED_DAYS_MAX)
    return reader.handed.texts(since=since, limit=HANDED_TEXTS_MAX)


def _check_for(
    scope: Scope, tools: Tools, handed: tuple[HandedText, ...], near: SimilarityLookup
) -> TaintCheck:
    if not handed:
        return TaintCheck()
    return DerivedTaintCheck(scope, tools, handed, near)
