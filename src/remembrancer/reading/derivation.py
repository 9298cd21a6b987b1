"""Deriving: what a program says is compared with the texts of low trust that it was handed."""

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
from remembrancer.reading import derived_text
from remembrancer.reading.derived_text import Sentence
from remembrancer.reading.handed_texts import Heard, Likeness, Near, words_of
from remembrancer.reading.port import Handed
from remembrancer.search.port import Meaning

log = logging.getLogger("remembrancer.work")


class _Origin(NamedTuple):
    """A text that something new may be taken from, and the sentence of it."""

    handed: Handed
    sentence: Sentence


class Derived(Heard):
    """The texts of low trust that one program was handed, and what may come of them."""

    def __init__(
        self, scope: Scope, tools: Tools, handed: Sequence[Handed], near: Likeness
    ) -> None:
        self._tongue = scope.space.preset.language
        self._is_agent = scope.viewer.kind is PrincipalKind.AGENT
        self._tools = tools
        self._handed = handed
        self._near = near
        self._read: dict[str | None, list[tuple[Sentence, ...]]] = {}
        self._texts: dict[str | None, derived_text.Texts] = {}

    def item(self, new: NewItem) -> NewItem:
        return self._lowered(new, by_meaning=True)

    def drawn(self, new: NewItem) -> NewItem:
        return self._lowered(new, by_meaning=False)

    def _lowered(self, new: NewItem, *, by_meaning: bool) -> NewItem:
        state = new.state
        # What it says comes before what it is called: that much is compared by meaning.
        text = words_of(state.content, state.title, state.data)
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
            _quoted(one)
            for one in origins[:DERIVED_FROM_MAX]
            if one.handed.conversation_id is not None
            and (one.handed.conversation_id, one.handed.id) not in known
        ]
        return new._replace(state=state, evidence=(*new.evidence, *quoted))

    def label(self, text: str, subject: str | None) -> Trust | None:
        origins = self._origins(text, subject, Trust.AGENT, by_meaning=True)
        return trust.lowest(one.handed.trust for one in origins) if origins else None

    def messages(self, drafts: Sequence[MessageDraft], subject: str | None) -> list[MessageDraft]:
        """The messages, each with the trust of what it may repeat.

        A service that runs a chat hands in what people say, who may have read the same. An agent
        has no such excuse.
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
        told = self._told(subject)
        found: dict[int, _Origin] = {}
        for one in said:
            for number, sentence in told.behind(one).items():
                found.setdefault(number, _Origin(self._handed[number], sentence))
        origins = [one for one in found.values() if _is_less(one.handed.trust, trusted)]
        if not origins and by_meaning:
            origins = self._by_meaning(text[:HANDED_CHARACTERS_MAX], said, subject, trusted)
        return sorted(origins, key=lambda one: trust.RANK[one.handed.trust])

    def _sentences(self, text: str, subject: str | None) -> tuple[Sentence, ...]:
        return derived_text.read(text[:HANDED_CHARACTERS_MAX], self._tongue, about=subject)

    def _told(self, subject: str | None) -> derived_text.Texts:
        if subject not in self._texts:
            read = [self._sentences(one.text, subject) for one in self._handed]
            self._read[subject], self._texts[subject] = read, derived_text.Texts(read)
        return self._texts[subject]

    # -- by meaning, where there is an embedder on this machine

    def _by_meaning(
        self, text: str, said: Sequence[Sentence], subject: str | None, trusted: Trust
    ) -> list[_Origin]:
        """Texts that are near as a whole, of those whose vectors are stored by now."""
        embedder = self._tools.embedder
        texts = {one.document: number for number, one in enumerate(self._handed) if one.document}
        if embedder is None or not embedder.is_local or not said or not texts:
            return []
        try:
            (vector,) = embedder.embed([text])
        except Exception as error:  # of somebody else's code: words tell most of it without it
            log.warning("What was handed over is compared by words: %s", type(error).__name__)
            return []
        near = self._near(Meaning(embedder.name, tuple(vector)), list(texts))
        return [
            _Origin(self._handed[texts[key]], self._read[subject][texts[key]][0])
            for key, (whole, part) in near.items()
            if _is_less(self._handed[texts[key]].trust, trusted)
            and derived_text.means_the_same(max(whole, part), said, self._read[subject][texts[key]])
        ]


def _quoted(origin: _Origin) -> NewEvidence:
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


def _is_less(one: Trust, other: Trust) -> bool:
    return trust.RANK[one] < trust.RANK[other]


def heard(store: Store, scope: Scope, tools: Tools) -> Heard:
    """What the caller was handed. A person may say what they have read: nothing is looked up."""
    if scope.viewer.is_person:
        return Heard()
    found, _ = transactions.read(store, scope, lambda reader: _handed(reader, scope))

    def near(meaning: Meaning, texts: Sequence[int]) -> Near:
        return transactions.read(
            store, scope, lambda reader: reader.vector_search.similarity(meaning, texts)
        )[0]

    return _heard(scope, tools, found, near)


def heard_by(reader: Reader, scope: Scope, tools: Tools) -> Heard:
    """The same, of a store that is being read or written."""
    if scope.viewer.is_person:
        return Heard()
    return _heard(scope, tools, _handed(reader, scope), reader.vector_search.similarity)


def _handed(reader: Reader, scope: Scope) -> tuple[Handed, ...]:
    since = scope.now - timedelta(days=HANDED_DAYS_MAX)
    return reader.handed.texts(since=since, limit=HANDED_TEXTS_MAX)


def _heard(scope: Scope, tools: Tools, handed: tuple[Handed, ...], near: Likeness) -> Heard:
    if not handed:
        return Heard()
    return Derived(scope, tools, handed, near)
