"""What stands around a node, and how two nodes are connected."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from remembrancer.core.base import Value
from remembrancer.core.limits import GRAPH_BESIDE_RELATIONS, GRAPH_EDGES_MAX
from remembrancer.core.validation import is_text
from remembrancer.graph import relations
from remembrancer.graph.stand_ins import StandIns, stand_ins
from remembrancer.items.entity import Entity, label_of_kind
from remembrancer.items.item import Item
from remembrancer.items.relation import Relation
from remembrancer.ports import LedgerPoint, Reader


class Node(Value):
    """An entity or an item as a node of the graph."""

    id: str
    kind: str  # of an item the label of its kind: DecisionTrace
    name: str  # of an item its title
    external_id: str | None = None
    is_item: bool = False
    depth: int = 0  # steps from where one looked


class Neighbourhood(Value):
    """The nodes around a node, nearest first, and the relations that lead to them."""

    center: Node
    nodes: tuple[Node, ...]
    relations: tuple[Relation, ...]
    left_out: int = 0  # nodes that were too many

    def __iter__(self) -> Iterator[Node]:  # type: ignore[override]
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)


class GraphPath(Value):
    """The shortest way from one node to another; no nodes: there is none."""

    nodes: tuple[Node, ...] = ()
    relations: tuple[Relation, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.nodes)

    def __len__(self) -> int:
        return len(self.relations)


def neighbours(
    reader: Reader,
    id: str,
    *,
    depth: int,
    types: Collection[str] | None,
    limit: int,
    at: LedgerPoint | None,
    holds_at: datetime | None,
) -> Neighbourhood:
    """The nodes that can be reached from a node in so many steps, whatever the direction."""
    if depth == 1:
        wanted = None if types is None else [one.upper() for one in types]
        return _beside(reader, id, types=wanted, limit=limit, at=at, holds_at=holds_at)
    start = root_of(reader, id, at=at)
    depths = {start: 0}
    found: dict[str, Relation] = {}
    frontier = [start]
    for step in range(1, depth + 1):
        edges = relations.listed(
            reader, of=frontier, types=types, at=at, holds_at=holds_at, limit=GRAPH_EDGES_MAX
        )
        reached: dict[str, None] = {}
        for one in sorted(edges, key=_weight, reverse=True):
            found[one.id] = one
            for end in (one.source, one.target):
                if end not in depths:
                    depths[end] = step
                    reached[end] = None
        frontier = list(reached)
        if not frontier or len(depths) > limit:
            break
    shown = list(depths)[: limit + 1]
    nodes = nodes_of(reader, shown, at=at)
    listed = tuple(
        nodes[id].model_copy(update={"depth": depths[id]}) for id in shown[1:] if id in nodes
    )
    inside = {start, *(one.id for one in listed)}
    return Neighbourhood(
        center=nodes[start],
        nodes=listed,
        relations=tuple(one for one in found.values() if {one.source, one.target} <= inside),
        left_out=len(depths) - len(shown),
    )


def _beside(
    reader: Reader,
    id: Any,
    *,
    types: Collection[str] | None,
    limit: int,
    at: LedgerPoint | None,
    holds_at: datetime | None,
) -> Neighbourhood:
    """The nodes one step away."""
    if not is_text(id):
        raise relations.no_node(id)
    known = stand_ins(reader, [id], at=at)
    start = known.roots.get(id) or root_of(reader, id, at=at)
    own = known.with_members([start])
    most = min(limit, GRAPH_BESIDE_RELATIONS)
    few = reader.edges.few(own, types=types, at=at, holds_at=holds_at, most=most)
    if few is None:
        return _ranked(reader, start, own, types=types, limit=limit, at=at, holds_at=holds_at)
    ends = {start, *(one.source for one in few), *(one.target for one in few)}
    standing = stand_ins(reader, ends, at=at, is_shown=True)
    between = sorted(standing.between(few), key=_weight, reverse=True)
    found = dict.fromkeys(one.target if one.source == start else one.source for one in between)
    nodes = _standing_nodes(reader, standing, [start, *found])
    return Neighbourhood.trusted(
        {
            "center": nodes[start].changed(depth=0),
            "nodes": tuple(nodes[id] for id in found if id in nodes),
            "relations": tuple(
                one for one in between if one.source in nodes and one.target in nodes
            ),
            "left_out": 0,
        }
    )


def _ranked(
    reader: Reader,
    start: str,
    own: Collection[str],
    *,
    types: Collection[str] | None,
    limit: int,
    at: LedgerPoint | None,
    holds_at: datetime | None,
) -> Neighbourhood:
    """The same of a node with many. The store ranks them, so that only what is shown is read."""
    ids = reader.outline.nearest(own, types=types, at=at, holds_at=holds_at, limit=GRAPH_EDGES_MAX)
    roots = reader.entities.roots(ids, at=at) if ids else {}
    found = [one for one in dict.fromkeys(roots.get(id, id) for id in ids) if one != start]
    shown = found[:limit]
    standing = stand_ins(reader, [start, *shown], at=at, is_shown=True)
    nodes = _standing_nodes(reader, standing, [start, *shown])
    inside = {*own, *standing.with_members(shown)}
    edges = reader.edges.listed(ends=own, within=inside, types=types, at=at, holds_at=holds_at)
    return Neighbourhood(
        center=nodes[start].changed(depth=0),
        nodes=tuple(nodes[id] for id in shown if id in nodes),
        relations=tuple(
            one
            for one in sorted(standing.between(edges), key=_weight, reverse=True)
            if one.source in nodes and one.target in nodes
        ),
        left_out=len(found) - len(shown),
    )


def _standing_nodes(reader: Reader, standing: StandIns, ids: Collection[str]) -> dict[str, Node]:
    """These entities and items as nodes one step away, as far as the viewer may see them."""
    found = {}
    for id in ids:
        own = standing.own(id)
        if own is None:
            continue
        external = own.external_id
        if external is None:
            others = (one.external_id for one in standing.members[id])
            external = next((one for one in others if one is not None), None)
        found[id] = Node.trusted(
            {
                "id": id,
                "kind": own.kind,
                "name": own.name,
                "external_id": external,
                "is_item": False,
                "depth": 1,
            }
        )
    rest = [id for id in ids if id not in found]
    if rest:
        items = reader.items.named(rest)
        found |= {id: of_item(item).changed(depth=1) for id, item in items.items()}
    return found


def path(
    reader: Reader, a: str, b: str, *, depth: int, at: LedgerPoint | None, holds_at: datetime | None
) -> GraphPath:
    """The shortest way from `a` to `b`, whatever the direction of the relations."""
    start, goal = root_of(reader, a, at=at), root_of(reader, b, at=at)
    came_by: dict[str, Relation | None] = {start: None}
    frontier, looked_at = [start], 0
    for _ in range(depth):
        if goal in came_by or not frontier or looked_at >= GRAPH_EDGES_MAX:
            break
        edges = relations.listed(
            reader, of=frontier, types=None, at=at, holds_at=holds_at, limit=GRAPH_EDGES_MAX
        )
        looked_at += len(edges)
        reached = []
        for one in sorted(edges, key=_weight, reverse=True):
            for end in (one.source, one.target):
                if end not in came_by:
                    came_by[end] = one
                    reached.append(end)
        frontier = reached
    if goal not in came_by:
        return GraphPath()
    steps: list[Relation] = []
    ids = [goal]
    while (step := came_by[ids[-1]]) is not None:
        steps.append(step)
        ids.append(step.source if step.target == ids[-1] else step.target)
    nodes = nodes_of(reader, ids, at=at)
    ordered = tuple(
        nodes[id].model_copy(update={"depth": place}) for place, id in enumerate(reversed(ids))
    )
    return GraphPath(nodes=ordered, relations=tuple(reversed(steps)))


def nodes_of(
    reader: Reader, ids: Collection[str], *, at: LedgerPoint | None = None
) -> dict[str, Node]:
    """The entities and items with these ids that the viewer may see, as nodes."""
    found = {one.id: _of_entity(one) for one in reader.entities.standing(list(ids), at=at)}
    rest = [id for id in ids if id not in found]
    found |= {id: of_item(item) for id, item in reader.items.named(rest).items()}
    return found


def of_item(item: Item) -> Node:
    """An item as a node."""
    kind = label_of_kind(item.kind)
    return Node(id=item.id, kind=kind, name=item.title or item.content, is_item=True)


def _of_entity(entity: Entity) -> Node:
    return Node(id=entity.id, kind=entity.kind, name=entity.name, external_id=entity.external_id)


def root_of(reader: Reader, id: Any, *, at: LedgerPoint | None) -> str:
    """The node that stands for this id, if it was on record then and may be seen."""
    if is_text(id):
        root = reader.entities.roots([id], at=at).get(id)
        if root is not None:
            return root
        if reader.items.stored(id, at=at) is not None and reader.items.named([id]):
            return str(id)
    raise relations.no_node(id)


def _weight(one: Relation) -> tuple[bool, float, datetime]:
    return (one.is_proven, one.confidence, one.timestamp)
