"""Facts of a model, checked: what it cites must have been in the results and be on record.

A fact with the id of a relation, an item or a message is read from the store, so that its values
are exact. So is one that names a relation by its type and ends. A fact in the model's own words
must cite messages, and stay with what they say. Everything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from remembrancer.core.scope import Scope
from remembrancer.graph import neighbourhood, relations
from remembrancer.inquiry.facts import (
    MESSAGE,
    FactCandidate,
    item_fact,
    message_fact,
    relation_fact,
)
from remembrancer.inquiry.findings import CitedFact
from remembrancer.inquiry.inquiry import RelevantFact
from remembrancer.inquiry.seen import Seen, is_item, is_relation
from remembrancer.items.entity import Entity
from remembrancer.items.item import Lifecycle, Trust
from remembrancer.items.message import Message
from remembrancer.items.relation import Relation
from remembrancer.items.trust import UNTRUSTED, lowest
from remembrancer.language.stemming import Language
from remembrancer.ports import Reader

_FIRST: Final = 0.95  # relevance of the first fact, where the model gives no score
_STEP: Final = 0.02  # less for each one after it
_LEAST: Final = 0.4
_OWN_WORDS_CONFIDENCE: Final = 0.6  # of a fact in the words of a model, at most
_SHARED_WORDS: Final = 0.5  # of such a fact that the cited messages must have
_FIGURE: Final = re.compile(r"\d+(?:[.,:]\d+)*")


class Checked(NamedTuple):
    """Facts that hold, in the model's order, and why others were refused."""

    facts: tuple[FactCandidate, ...]
    refused: tuple[str, ...]


class FactCheck:
    """Checks the facts of one inquiry with one look at the store."""

    def __init__(
        self,
        reader: Reader,
        scope: Scope,
        seen: Seen,
        known: Iterable[Entity],
        language: Language,
    ) -> None:
        self._reader = reader
        self._scope = scope
        self._seen = seen
        self._known = {one.id: one for one in known}  # entities of the conversation itself
        self._language = language

    def checked(self, cited: Sequence[CitedFact]) -> Checked:
        facts: dict[str, FactCandidate] = {}
        refused: list[str] = []
        for place, one in enumerate(cited):
            found = self._resolved(one)
            if isinstance(found, str):
                refused.append(f"Refused {one.told!r}: {found}")
                continue
            for candidate in found:
                key = candidate.fact.id or candidate.fact.text
                if key not in facts:
                    facts[key] = _ranked(candidate, one, place)
        ordered = sorted(facts.values(), key=lambda one: -one.fact.relevance)
        return Checked(tuple(ordered), tuple(refused))

    def _resolved(self, one: CitedFact) -> Sequence[FactCandidate] | str:
        """The fact as it is on record, or why it is refused."""
        if one.id is not None:
            return self._by_id(one, one.id)
        if len(one.ends) >= 2:
            found = self._by_ends(one)
            if found:
                return found
        if one.evidence:
            return self._by_evidence(one)
        return "it cites no id and no message, and there is no such relation."

    def _by_id(self, one: CitedFact, id: str) -> Sequence[FactCandidate] | str:
        if id not in self._seen:
            return f"{id} was in no result."
        found: Sequence[FactCandidate]
        if is_relation(id):
            found = relation_candidates(self._reader, self._scope, [id])
        elif is_item(id):
            found = item_candidates(self._reader, [id])
        else:
            message = self._reader.conversations.messages_with_ids([id]).get(id)
            found = [] if message is None else [message_fact(message)]
        if not found:
            return f"{id} is not on record."
        return self._without_foreign(one, found[0]) or found

    def _by_ends(self, one: CitedFact) -> Sequence[FactCandidate] | str:
        """The relation between what the fact names, of which results or conversation told."""
        first = self._entities(one.ends[0])
        second = [entity for name in one.ends[1:] for entity in self._entities(name)]
        ids = {entity.id for entity in (*first, *second)}
        if not first or not second:
            return ()
        types = None if one.type is None else [_type(one.type)]
        starts, ends = {entity.id for entity in first}, {entity.id for entity in second}
        edges = [
            edge
            for edge in _between(self._reader, ids, types)
            if (edge.source in starts and edge.target in ends)
            or (edge.source in ends and edge.target in starts)
        ]
        if not edges or (types is None and len(edges) > 1):
            return ()
        best = max(edges, key=lambda edge: (_overlap(edge, one.evidence), edge.confidence))
        found = relation_candidates(self._reader, self._scope, [best.id])
        return (self._without_foreign(one, found[0]) or found) if found else ()

    def _entities(self, name: str) -> list[Entity]:
        found = {one.id: one for one in self._reader.entities.anyone(name)}
        if (by_id := self._reader.entities.get(name)) is not None:
            found[by_id.id] = by_id
        return [one for one in found.values() if self._is_told(one)]

    def _is_told(self, one: Entity) -> bool:
        """Whether a result named it, or the conversation did."""
        names = filter(None, (one.id, one.external_id, one.name, *one.aliases))
        return one.id in self._known or any(name in self._seen for name in names)

    def _without_foreign(self, one: CitedFact, found: FactCandidate) -> str | None:
        """Why its evidence is refused: each message must be of the fact, or of a result."""
        own = set(found.fact.evidence)
        strange = [id for id in one.evidence if id not in own and id not in self._seen]
        return f"it quotes {', '.join(strange[:3])}, which was in no result." if strange else None

    def _by_evidence(self, one: CitedFact) -> Sequence[FactCandidate] | str:
        """A fact in the model's own words, or the messages that it cites."""
        strange = [id for id in one.evidence if id not in self._seen]
        if strange:
            return f"it quotes {', '.join(strange[:3])}, which was in no result."
        found = self._reader.conversations.messages_with_ids(one.evidence)
        missing = [id for id in one.evidence if id not in found]
        if missing:
            return f"there is no message {', '.join(missing[:3])}."
        messages = [found[id] for id in one.evidence]
        # What comes from outside is handed over word for word, so that nobody speaks for it.
        is_outside = any(message.trust in UNTRUSTED for message in messages)
        if one.text is None or is_outside or not self._is_said(one.text, messages):
            return [message_fact(message) for message in messages]
        return [_own_words(one, one.text, messages)]

    def _is_said(self, text: str, messages: Sequence[Message]) -> bool:
        """Whether a text stays with what messages say: no other figure, and half of its words."""
        said = " ".join(f"{one.author_id} {one.content}" for one in messages)
        if not set(_FIGURE.findall(text)) <= set(_FIGURE.findall(said)):
            return False
        stems = set(self._language.stems(text))
        shared = stems & set(self._language.stems(said))
        return bool(stems) and len(shared) >= _SHARED_WORDS * len(stems)


def relation_candidates(reader: Reader, scope: Scope, ids: Collection[str]) -> list[FactCandidate]:
    """Relations by their ids, as facts."""
    found = relations.between_roots(reader, reader.edges.listed(ids=sorted(ids))) if ids else ()
    return _as_facts(reader, scope, found)


def relations_among(reader: Reader, scope: Scope, ids: Collection[str]) -> list[FactCandidate]:
    """The relations between these entities, as facts."""
    return _as_facts(reader, scope, _between(reader, ids, None))


def item_candidates(reader: Reader, ids: Collection[str]) -> list[FactCandidate]:
    """Items in use by their ids, as facts."""
    items = map(reader.items.get, ids)
    return [
        item_fact(one) for one in items if one is not None and one.lifecycle is Lifecycle.ACTIVE
    ]


def _between(
    reader: Reader, ids: Collection[str], types: Collection[str] | None
) -> Sequence[Relation]:
    within = relations.with_members(reader, ids, at=None)
    found = reader.edges.listed(within=within, types=types)
    return relations.resolved(reader, found, at=None)


def _as_facts(reader: Reader, scope: Scope, edges: Sequence[Relation]) -> list[FactCandidate]:
    ends = {end for one in edges for end in (one.source, one.target)}
    nodes = neighbourhood.nodes_of(reader, sorted(ends)) if ends else {}
    return [
        relation_fact(one, nodes, scope.now)
        for one in edges
        if one.source in nodes and one.target in nodes and one.ended_at is None
    ]


def _own_words(one: CitedFact, text: str, messages: Sequence[Message]) -> FactCandidate:
    return FactCandidate(
        fact=RelevantFact(
            id=None,
            type=_type(one.type) if one.type else MESSAGE,
            text=text,
            person=one.ends[0] if one.ends else None,
            object=one.ends[1] if len(one.ends) > 1 else None,
            confidence=_OWN_WORDS_CONFIDENCE,
            evidence=tuple(message.id for message in messages),
            trust=lowest([Trust.AGENT, *(message.trust for message in messages)]),
            timestamp=max(message.timestamp for message in messages),
        )
    )


def _ranked(candidate: FactCandidate, one: CitedFact, place: int) -> FactCandidate:
    relevance = one.relevance
    if relevance is None:
        relevance = max(_LEAST, _FIRST - _STEP * place)
    return candidate.changed(fact=candidate.fact.changed(relevance=round(relevance, 4)))


def _overlap(edge: Relation, evidence: Collection[str]) -> int:
    return len(set(edge.evidence).intersection(evidence))


def _type(word: str) -> str:
    return "_".join(word.upper().split())
