"""Debates in the graph: who took part, who won, who decided, and what is alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.items import trust
from remembrancer.items.entity import Entity, EntityDraft
from remembrancer.items.relation import RelationDraft
from remembrancer.items.visibility import EVERYONE
from remembrancer.ports import Reader, Writer
from remembrancer.team.debates.debate_rows import is_for

AGENT: Final = "Agent"
HUMAN: Final = "Human"
PATTERN: Final = "Pattern"
ANALYSIS: Final = "Analysis"
DOMAIN: Final = "Domain"
CREDIBILITY: Final = "AgentCredibility"

RESOLVED_BY: Final = "RESOLVED_BY"
WINNING_POSITION: Final = "WINNING_POSITION"
HAS_RESOLUTION: Final = "HAS_RESOLUTION"
IMPACTED_ANALYSIS: Final = "IMPACTED_ANALYSIS"
HAS_CREDIBILITY_IN: Final = "HAS_CREDIBILITY_IN"
SIMILAR_TO: Final = "SIMILAR_TO"
SUPPORTS_POSITION: Final = "SUPPORTS_POSITION"
OVERRODE: Final = "OVERRODE"
DISPUTES: Final = "DISPUTES"


def node(unit: Writer, scope: Scope, kind: str, name: str, audience: str | None) -> Entity | None:
    """The entity of this kind and name that all readers of the debate may see, or a new one.

    None: the space keeps no entities of this kind.
    """
    kinds = scope.space.preset.graph.kinds
    if kinds.strict and kind not in kinds.values:
        return None
    found = visible_node(unit, kind, name, audience)
    if found is not None:
        return found
    draft = EntityDraft(kind=kind, name=name, audience=audience)
    return unit.entities.add(draft, trust=trust.of_caller(scope.viewer))


def visible_node(reader: Reader, kind: str, name: str, audience: str | None) -> Entity | None:
    """The entity of this kind that all readers may see; those for everybody first."""
    found = reader.entities.called(kind, external_id=name, name=name)
    fitting = [one for one in found if not one.is_personal and is_for(one.audience, audience)]
    fitting.sort(key=lambda one: (one.audience or EVERYONE) != EVERYONE)
    return fitting[0] if fitting else None


def relate(
    unit: Writer,
    scope: Scope,
    source: str,
    type: str,
    target: str,
    *,
    audience: str | None,
    attrs: Mapping[str, Any] | None = None,
) -> None:
    """Adds a relation, unless the space keeps none of this type."""
    rules = scope.space.preset.graph
    known = {*map(str.upper, rules.types.values), *(one.type.upper() for one in rules.relations)}
    if rules.types.strict and type not in known:
        return
    draft = RelationDraft(
        type=type, source=source, target=target, attrs=dict(attrs or {}), audience=audience
    )
    unit.edges.add(draft, (), trust=trust.of_caller(scope.viewer))


def relate_to_nodes(
    unit: Writer,
    scope: Scope,
    item: str,
    type: str,
    nodes: Sequence[tuple[str, str]],
    *,
    audience: str | None,
    is_source: bool = True,
) -> None:
    """Relations between an item and entities, each by kind and name."""
    for kind, name in nodes:
        found = node(unit, scope, kind, name, audience)
        if found is not None:
            ends = (item, found.id) if is_source else (found.id, item)
            relate(unit, scope, ends[0], type, ends[1], audience=audience)


def end(unit: Writer, scope: Scope, item: str, types: Sequence[str]) -> None:
    """Ends the relations of these types that start from an item."""
    for one in unit.edges.listed(sources=[item], types=types):
        if one.ended_at is None:
            changes = {"valid_until": scope.now, "ended_at": scope.now}
            unit.edges.change(one.id, changes, action=Action.EDGE_END)


def impacted(
    reader: Reader, names: Sequence[str], disputed_item: str | None, audience: str | None
) -> tuple[Entity, ...]:
    """The analyses that depend on a debate: those it names, and those related to the finding."""
    found = [visible_node(reader, ANALYSIS, name, audience) for name in names]
    listed = [one for one in found if one is not None]
    if disputed_item is not None:
        edges = reader.edges.listed(ends=[disputed_item])
        ends = {end for one in edges if one.ended_at is None for end in (one.source, one.target)}
        roots = reader.entities.roots(ends - {disputed_item})
        listed += [
            one
            for one in reader.entities.standing(sorted(set(roots.values())))
            if one.kind == ANALYSIS and not one.is_personal and is_for(one.audience, audience)
        ]
    return tuple({one.id: one for one in listed}.values())


def public_id(entity: Entity) -> str:
    """What the graph calls it: the id in the caller's own system, if there is one."""
    return entity.external_id or entity.id
