"""The decisions that a simulation rests on: of those that every member may see, the ones that chose
what is asked for, for clients and in situations as asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from remembrancer.core.limits import (
    PAGE_ITEMS_MAX,
    SIMULATION_COMPARED_MAX,
    SIMULATION_DECISIONS_MAX,
)
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.decisions.attribute_filter import AttributeFilter
from remembrancer.decisions.context import attributes_at
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.decision_rows import decision_from
from remembrancer.decisions.part_similarity import DecisionText, likenesses
from remembrancer.decisions.precedents import decision_text
from remembrancer.decisions.shapes.space_shapes import SpaceShapes
from remembrancer.decisions.what_if.choice import Choice
from remembrancer.items.entity import ABOUT
from remembrancer.items.item import Lifecycle
from remembrancer.language.stemming import language
from remembrancer.ports import Embedder, Reader

_IN_USE = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)


@dataclass(frozen=True, kw_only=True)
class WhatIfRequest:
    """One question: choices, and which earlier decisions count."""

    choices: tuple[Choice, ...]  # one, or two to compare
    situation: str | None
    filter: AttributeFilter
    months: int


@dataclass(frozen=True, kw_only=True)
class Basis:
    """The decisions that chose one thing."""

    choice: Choice
    decisions: tuple[Decision, ...]  # the newest first
    chosen: int  # before the filters and the situation narrowed them


def read(
    reader: Reader,
    scope: Scope,
    shapes: SpaceShapes,
    request: WhatIfRequest,
    embedder: Embedder | None,
) -> tuple[tuple[Basis, ...], int]:
    """The basis of each choice, and how many decisions chose more than one and were left out."""
    preset = scope.space.preset
    known = _known(reader, preset, shapes)
    chose = {
        one.id: places
        for one in known
        if (text := _choice_of(one))
        and (places := [at for at, choice in enumerate(request.choices) if choice.is_in(text)])
    }
    wanted = [one for one in known if one.id in chose and _has_type(one, request.filter)]
    attributes: dict[str, dict[str, Any]] = {one.id: {} for one in wanted}
    if request.filter.conditions or request.situation is not None:
        attributes = _attributes(reader, preset, shapes, wanted)
        wanted = [one for one in wanted if request.filter.is_met_by(attributes[one.id])]
    if request.situation is not None:
        texts = [decision_text(preset, one, attributes[one.id]) for one in wanted]
        # How rare a word is does not depend on what was chosen.
        among = [decision_text(preset, one, {}) for one in known]
        wanted = _alike(preset, request.situation, wanted, texts, among, embedder)
    made = tuple(
        Basis(
            choice=choice,
            decisions=tuple(one for one in wanted if chose[one.id] == [at]),
            chosen=sum(places == [at] for places in chose.values()),
        )
        for at, choice in enumerate(request.choices)
    )
    return made, sum(len(chose[one.id]) > 1 for one in wanted)


def _known(reader: Reader, preset: Preset, shapes: SpaceShapes) -> list[Decision]:
    """The decisions in use that every member of the space may see, the newest first."""
    ids = shapes.decisions[::-1][:SIMULATION_DECISIONS_MAX]
    found = []
    for begin in range(0, len(ids), PAGE_ITEMS_MAX):
        page = ids[begin : begin + PAGE_ITEMS_MAX]
        items = reader.items.named(page)
        found += [
            decision_from(items[id], preset)
            for id in page
            if id in items and items[id].lifecycle in _IN_USE
        ]
    return found


def _choice_of(decision: Decision) -> str | None:
    """What was recommended, or else agreed."""
    told = decision.recommendation
    return told if told and told.strip() else decision.outcome


def _has_type(decision: Decision, filter: AttributeFilter) -> bool:
    return filter.types is None or decision.decision_type in filter.types


def _attributes(
    reader: Reader, preset: Preset, shapes: SpaceShapes, decisions: Sequence[Decision]
) -> dict[str, dict[str, Any]]:
    """By decision, what was known of its subject when it was recorded, as every member may know.

    Links and entities that only some may see take no part, whoever asks.
    """
    about = _shared_subjects(shapes)
    unlinked = {one.subject for one in decisions if one.subject and one.id not in about}
    called = {subject: tuple(_called(reader, preset, shapes, subject)) for subject in unlinked}
    ends = {
        one.id: about[one.id] if one.id in about else called.get(one.subject or "", ())
        for one in decisions
    }
    states = reader.decisions.attribute_states({end for ids in ends.values() for end in ids})
    points = reader.decisions.made_at([id for id, ids in ends.items() if ids])
    made = {}
    for id, listed in ends.items():
        own = {end: states[end] for end in listed if end in states}
        then = attributes_at(own, points[id].seq) if id in points else {}
        made[id] = {name: value for name, (value, _) in then.items()}
    return made


def _shared_subjects(shapes: SpaceShapes) -> dict[str, tuple[str, ...]]:
    """By decision, the entities that it is linked to be about."""
    graph, found = shapes.graph, dict[str, dict[str, None]]()
    for source, type, target in graph.edges:
        if type == ABOUT and graph.ids[target] in shapes.entities:
            found.setdefault(graph.ids[source], {})[graph.ids[target]] = None
    return {id: tuple(ends) for id, ends in found.items()}


def _called(reader: Reader, preset: Preset, shapes: SpaceShapes, subject: str) -> Iterator[str]:
    """The entities that a subject is called by: by external id, or else by name."""
    kind = preset.decisions.subject_kind
    for given in ({"external_id": subject}, {"name": subject}):
        found = reader.entities.called(kind, **given, or_alias=False)
        if shared := [one.id for one in found if one.id in shapes.entities]:
            yield from shared
            return


def _alike(
    preset: Preset,
    situation: str,
    wanted: Sequence[Decision],
    texts: Sequence[DecisionText],
    among: Sequence[DecisionText],
    embedder: Embedder | None,
) -> list[Decision]:
    """Those that are as close to the situation as what is told of unasked.

    By meaning only so many are compared: those with most of its words.
    """
    words = language(preset.language)
    places = list(range(len(wanted)))
    if embedder is not None and len(places) > SIMULATION_COMPARED_MAX:
        scores = [one.score for one in likenesses(situation, texts, words, None, among)]
        places.sort(key=lambda place: (-scores[place], place))
        places = sorted(places[:SIMULATION_COMPARED_MAX])
    found = likenesses(situation, [texts[place] for place in places], words, embedder, among)
    # Of a situation of one word, the word is all that can be in common.
    is_short = len(set(words.stems(situation))) == 1
    return [
        wanted[place]
        for place, one in zip(places, found, strict=True)
        if one.is_close or (is_short and one.words)
    ]
