"""Complexity: how much a decision touches, counted, and to whom a complex one goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.core.limits import CHAIN_STEPS_MAX
from remembrancer.core.preset import Preset, RoutingRules
from remembrancer.core.scope import Scope
from remembrancer.decisions import chain, decision_rows
from remembrancer.decisions.decision import ChainStep, Decision, LinkType
from remembrancer.decisions.shapes import structure
from remembrancer.decisions.shapes.structure import Structure
from remembrancer.graph.port import GraphNode, ProjectionReader
from remembrancer.items.entity import label_of_kind
from remembrancer.ports import Reader

_DEPTH: Final = 5  # steps in each direction, in which types of decisions are counted
_CAUSAL: Final = frozenset(one.value.upper() for one in chain.CAUSAL)
_TOUCHING: Final = frozenset(
    one.value.upper()
    for one in (
        LinkType.ABOUT,
        LinkType.APPLIED_POLICY,
        LinkType.GRANTED_EXCEPTION,
        LinkType.TRIGGERED,
    )
)
_RELATED: Final = "related_entries"


class Complexity(Value):
    """How much a decision touches. The score is the sum of the counts, so it grows with each."""

    score: int
    related_entities: int  # entities and items that it is linked with or names
    decision_types: int  # types of decisions in its chain, its own included
    by_kind: dict[str, int] = {}  # of what it is linked with or names: policies, exceptions, …
    causes: int = 0  # what led to it directly
    effects: int = 0  # what it led to directly
    routed_to: str | None = None  # who looks at it by the preset; None: nobody in particular


def complexity(reader: Reader, scope: Scope, id: Any) -> Complexity:
    """How complex a decision is, by what everybody may see of it, so that all are told the same.

    A decision that not everybody may see is counted as its reader sees it.
    """
    preset = scope.space.preset
    decision = decision_rows.named(reader, preset, id)
    shared = reader.projection.shared()
    if shared.nodes([decision.id]):
        return _of_graph(shared, preset, decision.id)
    return _as_seen(reader, scope, decision)


def routed_to(rules: RoutingRules, score: int) -> str | None:
    """Who looks at a decision of this score."""
    return rules.to if rules.at_least is not None and score >= rules.at_least else None


def _counted(
    preset: Preset, touched: Iterable[str], types: Iterable[str | None], causes: int, effects: int
) -> Complexity:
    by_kind = Counter(touched)
    different = set(types) - {None}
    score = by_kind.total() + len(different) + causes + effects
    return Complexity(
        score=score,
        related_entities=by_kind.total(),
        decision_types=len(different),
        by_kind=dict(sorted(by_kind.items())),
        causes=causes,
        effects=effects,
        routed_to=routed_to(preset.decisions.routing, score),
    )


def _of_graph(shared: ProjectionReader, preset: Preset, id: str) -> Complexity:
    nodes, graph = structure.read(shared, preset, [id])
    kinds = dict(zip(graph.ids, graph.kinds, strict=True))
    touched = {end for end, type, is_out in _links(graph, id) if is_out and type in _TOUCHING}
    causal = [(end, is_out) for end, type, is_out in _links(graph, id) if type in _CAUSAL]
    own = next(node for node in nodes if node.key == id)
    named = _named(own)
    more = [one for one in shared.nodes(named) if one.key not in touched] if named else []
    return _counted(
        preset,
        [*(kinds[end] for end in touched), *(node.labels[-1] for node in more)],
        _types(shared, preset, id, graph),
        causes=len({end for end, is_out in causal if not is_out}),
        effects=len({end for end, is_out in causal if is_out}),
    )


def _links(graph: Structure, id: str) -> Iterator[tuple[str, str, bool]]:
    """The other end, the type, and whether it leads from the node."""
    for source, type, target in graph.edges:
        if graph.ids[source] == id:
            yield graph.ids[target], type, True
        elif graph.ids[target] == id:
            yield graph.ids[source], type, False


def _named(node: GraphNode) -> list[str]:
    """The ids of the items that a decision names as what it rests on."""
    listed = node.properties.get(_RELATED)
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []


def _types(shared: ProjectionReader, preset: Preset, id: str, graph: Structure) -> set[str | None]:
    """The types of the decision, of what led to it and of what it led to, step by step from the
    graph next to it."""
    found: set[str | None] = set()
    seen = {False: {id}, True: {id}}  # by whether it leads forward
    frontiers = {False: {id}, True: {id}}
    for step in range(_DEPTH + 1):
        around = frontiers[False] | frontiers[True]
        if not around:
            break
        if step:
            _, graph = structure.read(shared, preset, around)
        known = (place for place in graph.decisions if graph.ids[place] in around)
        found.update(graph.decision_types[place] for place in known)
        for is_forward, frontier in frontiers.items():
            following = _following(graph, frontier, is_forward=is_forward) - seen[is_forward]
            most = max(0, CHAIN_STEPS_MAX - len(seen[is_forward]))
            frontiers[is_forward] = set(sorted(following)[:most])
            seen[is_forward] |= frontiers[is_forward]
    return found


def _following(graph: Structure, frontier: set[str], *, is_forward: bool) -> set[str]:
    """What these led to, or what led to them."""
    found = set()
    for source, type, target in graph.edges:
        here, there = (source, target) if is_forward else (target, source)
        if type in _CAUSAL and graph.ids[here] in frontier:
            found.add(graph.ids[there])
    return found


def _as_seen(reader: Reader, scope: Scope, decision: Decision) -> Complexity:
    steps = chain.chain(
        reader,
        scope,
        decision.id,
        directions=chain.checked_direction("both"),
        types=chain.CAUSAL,
        depth=_DEPTH,
    )
    causes, effects = _stated(decision.id, steps.causes), _stated(decision.id, steps.effects)
    listed = [*causes, *effects]
    related = reader.items.named(decision.related_entries).values()
    kinds = {
        **{one.id: one.kind for one in reader.entities.standing(sorted(decision.about))},
        **{
            one.policy_id: label_of_kind(scope.space.preset.decisions.policy_kind)
            for one in decision.policies
        },
        **{one.id: "Exception" for one in decision.exceptions},
        **{one.id: "Escalation" for one in decision.escalations},
        **{one.id: label_of_kind(one.kind) for one in related},
    }
    return _counted(
        scope.space.preset,
        kinds.values(),
        [decision.decision_type, *(one.decision.decision_type for one in listed if one.decision)],
        causes=sum(one.depth == 1 for one in causes),
        effects=sum(one.depth == 1 for one in effects),
    )


def _stated(id: str, steps: Iterable[ChainStep]) -> list[ChainStep]:
    """The steps that somebody stated all the way; nearest first, as they are given."""
    known, made = {id}, []
    for step in steps:
        if not step.is_proposed and step.towards in known:
            known.add(step.id)
            made.append(step)
    return made
