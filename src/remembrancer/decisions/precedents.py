"""Precedents: earlier decisions for situations like one at hand.

Filters choose first, by what a client was like when the decision was made. Then the words of the
situation are compared with the parts of each decision, and what walks taught moves it a little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from remembrancer.core.limits import (
    PAGE_ITEMS_MAX,
    PRECEDENT_CANDIDATES_MAX,
    PRECEDENTS_COMPARED,
    RECALL_HITS_MAX,
)
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.decisions import catalogue
from remembrancer.decisions.attribute_filter import ANY, AttributeFilter, as_number, is_same
from remembrancer.decisions.context import attributes_at
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.decision_rows import named, shown
from remembrancer.decisions.draft import value_in_words
from remembrancer.decisions.hybrid_precedents import ShapeAtHand
from remembrancer.decisions.listing import entities_of
from remembrancer.decisions.part_similarity import DecisionText, Likeness, Part, likenesses
from remembrancer.decisions.port import DecisionQuery
from remembrancer.decisions.precedent import Precedent
from remembrancer.decisions.shapes.similar import around_both
from remembrancer.items.filters import RecallFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.items.visibility import may_recall_review
from remembrancer.language.stemming import language
from remembrancer.ports import Embedder, Reader
from remembrancer.recall import recall
from remembrancer.recall.recall_search import RecallRequest

_IN_USE: Final = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)
_ATTRIBUTES_WEIGHT: Final = 0.1  # of attributes in common with the client before us, in all
_NEAR: Final = 0.1  # numbers that differ by no more than this share of the larger are alike
_EVER: Final = 2**62  # a ledger position after all there are
_DECIMALS: Final = 6
_TOLD_CHARACTERS: Final = 160  # of a part that a reason quotes
_ATTRIBUTES_TOLD: Final = 6


@dataclass(frozen=True, kw_only=True)
class PrecedentRequest:
    """One question for precedents."""

    situation: str
    subject: str | None = None  # the client before us
    filter: AttributeFilter = ANY
    k: int
    learned: Mapping[str, float] = field(default_factory=dict)  # factors, by category and type
    statements: tuple[str, ...] = ()  # of the situation: each is compared, the best counts
    is_unasked: bool = False  # nobody asked: only what is surely alike
    shape: ShapeAtHand | None = None  # set: its shape counts as well
    compared: int = PRECEDENTS_COMPARED  # decisions whose parts are compared, if k is no more


@dataclass(frozen=True, kw_only=True)
class _Candidate:
    item: Item
    decision: Decision
    attributes: Mapping[str, Any]  # of its subject, as they were


def precedents(
    reader: Reader, scope: Scope, request: PrecedentRequest, *, embedder: Embedder | None
) -> tuple[Precedent, ...]:
    """The decisions that are most alike, of those that the caller may see."""
    own = () if request.subject is None else entities_of(reader, scope, request.subject)
    ranked = _recalled(reader, scope, request, embedder)
    pool = list(_candidates(reader, scope, request, ranked, frozenset(own)))
    place = {id: rank for rank, id in enumerate(ranked)}
    pool.sort(key=lambda one: place.get(one.item.id, len(place)))  # the newest first otherwise
    most = max(request.k, request.compared)
    chosen = pool[:most]
    if request.shape is not None:
        chosen = _with_shapes(reader, scope, request, request.shape, pool, frozenset(own))
    ours = attributes_now(reader, own)
    found = _ranked(scope.space.preset, request, chosen, ours, embedder)[: request.k]
    if request.shape is not None:
        found = _with_reasons(reader, scope.space.preset, request.shape, found)
    return tuple(found)


def _with_shapes(
    reader: Reader,
    scope: Scope,
    request: PrecedentRequest,
    shape: ShapeAtHand,
    pool: Sequence[_Candidate],
    own: frozenset[str],
) -> list[_Candidate]:
    """The first of the pool and as many of the most similar shape, without the one at hand."""
    named(reader, scope.space.preset, shape.decision)  # what is hidden has no shape to ask for
    most = max(request.k, request.compared)
    chosen = [one for one in pool if one.item.id != shape.decision][:most]
    known = {one.item.id for one in chosen}
    near = [id for id in shape.nearest(most) if id not in known]
    items = reader.items.named(near)
    types = request.filter.types
    wanted = [items[id] for id in near if id in items]
    more = _met(reader, scope, request, wanted, own)
    chosen += [one for one in more if types is None or one.decision.decision_type in types]
    return chosen


def _with_reasons(
    reader: Reader, preset: Preset, shape: ShapeAtHand, found: Sequence[Precedent]
) -> list[Precedent]:
    """What is around both is told of those that have a shape."""
    asked = named(reader, preset, shape.decision)
    formed = [one.decision for one in found if shape.scores([one.decision.id])]
    around = around_both(reader, preset, asked, formed) if formed else {}
    return [one.changed(why=(*one.why, *around.get(one.decision.id, ()))) for one in found]


def attributes_now(reader: Reader, entities: Sequence[str]) -> dict[str, Any]:
    """The attributes of entities that stand for one subject."""
    states = reader.decisions.attribute_states(entities)
    return {name: value for name, (value, _) in attributes_at(states, _EVER).items()}


def _recalled(
    reader: Reader, scope: Scope, request: PrecedentRequest, embedder: Embedder | None
) -> list[str]:
    """Decisions that recall finds for the situation, the best first."""
    count = RECALL_HITS_MAX if request.filter else max(request.k, request.compared)
    asked = RecallRequest(
        query=request.situation,
        filter=RecallFilter(kinds=decision_kinds(scope.space.preset)),
        k=min(count, RECALL_HITS_MAX),
        include=("items",),
    )
    result = recall.recall(reader, scope, asked, at=None, embedder=embedder, reranker=None)
    return [hit.id for hit in result.recall.hits]


def _candidates(
    reader: Reader,
    scope: Scope,
    request: PrecedentRequest,
    ranked: Sequence[str],
    own: frozenset[str],
) -> Iterator[_Candidate]:
    """Decisions to compare: all that meet the filters; without any, what recall found and the
    newest."""
    preset = scope.space.preset
    # Without a filter the newest fill up what recall found: it may not have their vectors yet.
    most = PRECEDENT_CANDIDATES_MAX if request.filter else max(request.k, request.compared)
    if not request.filter:
        known = reader.items.named(ranked)
        yield from _met(reader, scope, request, [known[id] for id in ranked if id in known], own)
    seen = frozenset(() if request.filter else ranked)
    query = DecisionQuery(kinds=decision_kinds(preset), types=request.filter.types)
    cursor, left = None, most
    while left > 0:
        page = reader.decisions.page(query, limit=min(left, PAGE_ITEMS_MAX), after=cursor)
        fresh = [one for one in page.items if one.id not in seen]
        yield from _met(reader, scope, request, fresh, own)
        left, cursor = left - len(page.items), page.next
        if cursor is None:
            return


def _met(
    reader: Reader,
    scope: Scope,
    request: PrecedentRequest,
    items: Sequence[Item],
    own: frozenset[str],
) -> Iterator[_Candidate]:
    """Of these items, the decisions in use that meet the filters and are not the subject's own."""
    rules = scope.space.preset.recall
    in_use = [
        one
        for one in items
        if one.lifecycle in _IN_USE
        and may_recall_review(scope.viewer, rules, owner=one.source_user, review=one.review)
        and (request.subject is None or one.subject != request.subject)
    ]
    listed = [
        one for one in shown(reader, scope.space.preset, in_use) if not own.intersection(one.about)
    ]
    attributes = attributes_then(reader, scope.space.preset, listed)
    by_id = {one.id: one for one in in_use}
    for one in listed:
        if request.filter.is_met_by(attributes[one.id]):
            yield _Candidate(item=by_id[one.id], decision=one, attributes=attributes[one.id])


def attributes_then(
    reader: Reader, preset: Preset, decisions: Sequence[Decision]
) -> dict[str, dict[str, Any]]:
    """By decision, the attributes of its subject as they were known when it was recorded."""
    ends = {one.id: _entities(reader, preset, one) for one in decisions}
    states = reader.decisions.attribute_states({end for ids in ends.values() for end in ids})
    points = reader.decisions.made_at(ends)
    return {
        id: {
            name: value
            for name, (value, _) in attributes_at(
                {end: states[end] for end in listed if end in states}, points[id].seq
            ).items()
        }
        if id in points
        else {}
        for id, listed in ends.items()
    }


def _entities(reader: Reader, preset: Preset, decision: Decision) -> tuple[str, ...]:
    """The entities of the subject: those that it is linked to, else those that are called so."""
    if decision.about or decision.subject is None:
        return decision.about
    kind = preset.decisions.subject_kind
    called = reader.entities.called(kind, external_id=decision.subject, name=decision.subject)
    return tuple(one.id for one in called)


def _ranked(
    preset: Preset,
    request: PrecedentRequest,
    pool: Sequence[_Candidate],
    ours: Mapping[str, Any],
    embedder: Embedder | None,
) -> list[Precedent]:
    texts = [decision_text(preset, one.decision, one.attributes) for one in pool]
    by_statement = [
        likenesses(statement, texts, language(preset.language), embedder)
        for statement in request.statements or (request.situation,)
    ]
    found = [max(each, key=lambda one: one.score) for each in zip(*by_statement, strict=True)]
    shape = request.shape
    shapes = {} if shape is None else shape.scores(one.item.id for one in pool)
    made: list[tuple[float, Precedent]] = []
    for one, text, likeness in zip(pool, texts, found, strict=True):
        structure = shapes.get(one.item.id, 0.0)
        if not likeness.score and not structure and not request.filter:
            continue  # nothing of it is alike
        if request.is_unasked and not likeness.is_close:
            continue
        alike = _alike(ours, one.attributes)
        share = len(alike) / len(ours) if ours else 0.0
        taught = _taught(request.learned, one)
        score = likeness.score * taught[1] * (1 + _ATTRIBUTES_WEIGHT * share)
        told = round(min(1.0, score), _DECIMALS)
        why = tuple(_why(request, one, text, likeness, alike, taught))
        if shape is not None:
            why = (shape.sentence(told, structure), *why)
            score = shape.combined(told, structure)
            if not score and not request.filter:
                continue  # what is alike counts for nothing here
        precedent = Precedent(
            decision=one.decision,
            score=round(min(1.0, score), _DECIMALS),
            text_score=told,
            structure_score=None if shape is None else structure,
            why=why,
            outcome=_outcome(one.decision),
            outcomes=one.decision.outcomes,
            attributes=dict(one.attributes),
        )
        made.append((-round(score, _DECIMALS), precedent))
    made.sort(key=lambda one: one[0])  # of equals, the one that recall found first
    return [one for _, one in made]


def _taught(learned: Mapping[str, float], one: _Candidate) -> tuple[str, float]:
    """The category or the type that walks taught something of, and its weight."""
    names = (one.item.category, one.decision.decision_type, one.decision.category)
    weights = [(name, learned[name]) for name in names if name is not None and name in learned]
    return weights[0] if weights else ("", 1.0)


def _alike(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """The attributes that two clients have in common."""
    return sorted(name for name in ours if name in theirs and _is_alike(ours[name], theirs[name]))


def _is_alike(a: Any, b: Any) -> bool:
    one, other = as_number(a), as_number(b)
    if one is None or other is None:
        return is_same(a, b)
    return abs(one - other) <= _NEAR * max(abs(one), abs(other))


def _outcome(decision: Decision) -> str | None:
    return decision.outcomes[-1].text if decision.outcomes else decision.outcome


def decision_text(
    preset: Preset, decision: Decision, attributes: Mapping[str, Any]
) -> DecisionText:
    """The words of a decision, with what its subject was like."""
    rules = preset.decisions
    known = [value_in_words(value) for value in decision.context_gathered]
    words = {
        Part.TRIGGER: "" if decision.trigger is None else value_in_words(decision.trigger),
        Part.KNOWN: "; ".join(known),
        Part.CHOICE: _joined([decision.recommendation, decision.reasoning]),
        Part.ALTERNATIVES: "; ".join(decision.alternatives_considered),
    }
    parts = {part: text for part, text in words.items() if text.strip()}
    if not parts.keys() - {Part.ALTERNATIVES}:
        parts[Part.TEXT] = decision.content
    type = decision.decision_type
    entry = None if type is None else rules.types.get(type)
    head = None if type is None else catalogue.title_of(rules, type)
    whole = _joined(
        [
            head if entry is None else f"{entry.title}: {entry.captures}",
            ", ".join(_attribute(name, value) for name, value in sorted(attributes.items())),
            *(
                parts[part]
                for part in (Part.TRIGGER, Part.KNOWN, Part.ALTERNATIVES, Part.CHOICE)
                if part in parts
            ),
            parts.get(Part.TEXT),
            "; ".join(decision.concerns),
            decision.outcome,
            *(told.text for told in decision.outcomes),
        ]
    )
    return DecisionText(parts=parts, whole=whole, is_personal=decision.is_personal)


def _joined(texts: Iterable[str | None]) -> str:
    """Texts as sentences, one after the other."""
    lines = [" ".join(text.split()) for text in texts if text and text.strip()]
    return " ".join(text if text.endswith((".", "!", "?", "…")) else f"{text}." for text in lines)


def _attribute(name: str, value: Any) -> str:
    return f"{name.replace('_', ' ')} {value_in_words(value)}"


def _why(
    request: PrecedentRequest,
    one: _Candidate,
    text: DecisionText,
    likeness: Likeness,
    alike: Sequence[str],
    taught: tuple[str, float],
) -> Iterator[str]:
    """Sentences that tell what the score is made of."""
    if likeness.part is not None:
        yield f"Most alike is {likeness.part.value}: “{_short(text.parts[likeness.part])}”"
    if likeness.words:
        yield f"Words in common: {', '.join(likeness.words)}."
    met = [each.name for each in request.filter.conditions]
    if met:
        known = {catalogue.normal_type(name): value for name, value in one.attributes.items()}
        told = [_attribute(name, known[catalogue.normal_type(name)]) for name in met]
        yield f"The filters hold for what was known then: {', '.join(told)}."
    if alike:
        told = [_attribute(name, one.attributes[name]) for name in alike[:_ATTRIBUTES_TOLD]]
        yield f"Like {request.subject}: {', '.join(told)}."
    name, weight = taught
    if weight != 1.0:
        course = "more" if weight > 1 else "less"
        yield (
            f"Decisions of {name} were used {course} than others in earlier answers: its score "
            f"is multiplied by {weight:.2f}."
        )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TOLD_CHARACTERS else line[: _TOLD_CHARACTERS - 1].rstrip() + "…"
