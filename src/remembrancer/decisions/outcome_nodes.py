"""Outcomes as nodes of the graph, where the preset has a kind for them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from remembrancer.core.scope import Scope
from remembrancer.graph.registry import check_ends
from remembrancer.items import trust
from remembrancer.items.entity import (
    DRAWN_FROM,
    HAS_OUTCOME,
    EntityDraft,
    label_of_kind,
    outcome_external_id,
)
from remembrancer.items.item import Item, Trust
from remembrancer.items.relation import RelationDraft
from remembrancer.ports import Writer

_NAME_CHARACTERS_MAX: Final = 200


def add(
    unit: Writer,
    scope: Scope,
    item: Item,
    *,
    number: int,
    note: str,
    value: Any,
    at: datetime,
    derived: Trust | None,
) -> None:
    """Adds the node of an outcome, related to its decision; it has the decision's readers.

    Attributes that are derived from outcomes follow in the same unit of work.
    """
    kind = scope.space.preset.decisions.outcome_kind
    if kind is None:
        return
    check_ends(scope.space.preset.graph, HAS_OUTCOME, label_of_kind(item.kind), kind)
    by = trust.lowest([trust.of_caller(scope.viewer), *(() if derived is None else (derived,))])
    attrs = {"value": value, "date": at.isoformat(), "note": note, DRAWN_FROM: item.id}
    node = unit.entities.add(
        EntityDraft(
            kind=kind,
            name=" ".join(note.split())[:_NAME_CHARACTERS_MAX],
            external_id=outcome_external_id(item.id, number),
            attrs=attrs,
            audience=item.audience,
            is_personal=item.is_personal,
        ),
        trust=by,
    )
    relation = RelationDraft(type=HAS_OUTCOME, source=item.id, target=node.id, observed_at=at)
    unit.edges.add(relation, (), trust=by)
