"""Decisions made of items and of the relations that they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from remembrancer.core.errors import NotFound
from remembrancer.core.preset import DecisionRules, Preset
from remembrancer.core.validation import is_text
from remembrancer.decisions.catalogue import category_of
from remembrancer.decisions.decision import (
    ITEM_FIELDS,
    UNTOLD,
    Decision,
    DecisionPayload,
    Escalation,
    GrantedException,
    LinkType,
    PolicyAct,
    PolicyUse,
)
from remembrancer.items.entity import Entity
from remembrancer.items.item import Item
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.items.relation import Relation
from remembrancer.ports import Reader

HOW: Final = "how"
JUSTIFICATION: Final = "justification"
_NOTHING_TOLD: Final[Mapping[str, Any]] = DecisionPayload().__dict__
# The plain forms of most fields, which a chain of hundreds of decisions reads at once. Items are
# checked when they are stored; what has another form is looked at by its type.
_ANY, _TEXT, _LIST, _OTHER = "any", "text", "list", "other"
_FORMS: Final[Mapping[str, str]] = {
    **dict.fromkeys(DecisionPayload.model_fields, _OTHER),
    **dict.fromkeys(("trigger", "before", "after"), _ANY),
    **dict.fromkeys(("recommendation", "reasoning", "outcome", "decision_type"), _TEXT),
    **dict.fromkeys(("approved_by", "process", "event_kind", "event_id"), _TEXT),
    **dict.fromkeys(("label", "labelled_by"), _TEXT),
    **dict.fromkeys(("context_gathered",), _LIST),
}


@dataclass(frozen=True, kw_only=True)
class Linked:
    """What some decisions are linked to besides other decisions."""

    related: Mapping[str, Sequence[Relation]]  # by the ids of the decisions
    policies: Mapping[str, Item]
    entities: Mapping[str, Entity]  # the one that stands for each, by the id that is linked


_NOTHING_LINKED: Final = Linked(related={}, policies={}, entities={})


def named(reader: Reader, preset: Preset, id: Any) -> Decision:
    """One decision. What is hidden, unknown or no decision is not found."""
    found = reader.items.get(id) if is_text(id) else None
    if found is None or found.kind not in decision_kinds(preset):
        advice = "List what there is: memory.decisions.list()." if is_text(id) else None
        raise NotFound("decision", id, advice)
    return shown(reader, preset, [found])[0]


def shown(reader: Reader, preset: Preset, items: Sequence[Item]) -> tuple[Decision, ...]:
    """The items as decisions, with policies, exceptions, escalations and whom they concern."""
    if not items:
        return ()
    known = linked(reader, [one.id for one in items])
    return tuple(decision_from(one, preset, known) for one in items)


def linked(reader: Reader, ids: Sequence[str]) -> Linked:
    """Policies, exceptions, escalations and entities that these decisions are linked to."""
    related: dict[str, list[Relation]] = {}
    for one in reader.decisions.told_links(ids):
        related.setdefault(one.source, []).append(one)
    ends = {one.target for listed in related.values() for one in listed}
    if not ends:
        return _NOTHING_LINKED
    roots = reader.entities.roots(ends)
    entities = {one.id: one for one in reader.entities.standing(sorted(set(roots.values())))}
    return Linked(
        related=related,
        policies=reader.items.named(ends),
        entities={end: entities[root] for end, root in roots.items() if root in entities},
    )


def decision_from(item: Item, preset: Preset, known: Linked = _NOTHING_LINKED) -> Decision:
    """One item as a decision. Fields of another form than a trace has are left out."""
    of_item, values = item.__dict__, UNTOLD.copy()
    for name in ITEM_FIELDS:
        values[name] = of_item[name]
    values["decided_at"] = item.occurred_at
    values["recorded_at"] = item.created_at
    values["recorded_by"] = item.source_user
    tell(values, item.data)
    return told_decision(values, preset.decisions, known)


def told_decision(values: dict[str, Any], rules: DecisionRules, known: Linked) -> Decision:
    """A decision of what its item tells. It keeps `values`."""
    values["category"] = category_of(rules, values["decision_type"])
    related = known.related.get(values["id"])
    if related:
        _link(values, related, known)
    return Decision.trusted(values)


def _link(values: dict[str, Any], related: Sequence[Relation], known: Linked) -> None:
    by_type: dict[str, list[Relation]] = {}
    for one in related:
        by_type.setdefault(one.type.lower(), []).append(one)
    entities = known.entities

    def ends(type: LinkType) -> list[Entity]:
        return [entities[one.target] for one in by_type.get(type, ()) if one.target in entities]

    applied = by_type.get(LinkType.APPLIED_POLICY, ())
    values["policies"] = tuple(_policy_use(one, known) for one in applied)
    values["exceptions"] = tuple(map(_exception, ends(LinkType.GRANTED_EXCEPTION)))
    values["escalations"] = tuple(map(_escalation, ends(LinkType.TRIGGERED)))
    values["about"] = tuple(dict.fromkeys(one.id for one in ends(LinkType.ABOUT)))


def tell(values: dict[str, Any], data: Mapping[str, Any]) -> None:
    """Adds what an item's data tells of a decision; what has another form is left out, field by
    field."""
    for name, value in data.items():
        form = _FORMS.get(name)
        if value is None or form is None:
            continue
        if form is _ANY or (form is _TEXT and type(value) is str):
            values[name] = value
        elif type(value) is list and (form is _LIST or not value):
            values[name] = tuple(value)
        else:
            values.update(_checked_payload(data))
            return


def _checked_payload(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same, with each field looked at by the type of its payload."""
    told = {name: data[name] for name in data if data[name] is not None and name in _NOTHING_TOLD}
    try:
        return DecisionPayload(**told).__dict__
    except ValidationError as error:
        wrong = {str(detail["loc"][0]) for detail in error.errors() if detail["loc"]}
        kept = {name: told[name] for name in told if name not in wrong}
        return DecisionPayload(**kept).__dict__


def _policy_use(one: Relation, known: Linked) -> PolicyUse:
    item, entity = known.policies.get(one.target), known.entities.get(one.target)
    if item is not None:
        name = item.title or item.content
    else:
        name = one.target if entity is None else entity.name
    how = one.attrs.get(HOW)
    return PolicyUse(
        policy_id=one.target,
        name=name,
        how=PolicyAct(how) if how in set(PolicyAct) else PolicyAct.APPLIED,
        justification=one.attrs.get(JUSTIFICATION),
        link_id=one.id,
    )


def _exception(one: Entity) -> GrantedException:
    return GrantedException(
        id=one.id,
        justification=one.attrs.get(JUSTIFICATION) or one.name,
        granted_by=one.attrs.get("granted_by"),
        policy_id=one.attrs.get("policy"),
    )


def _escalation(one: Entity) -> Escalation:
    return Escalation(
        id=one.id,
        reason=one.attrs.get("reason") or one.name,
        to=one.attrs.get("to"),
        decided_by=one.attrs.get("decided_by"),
        decision=one.attrs.get("decision"),
    )
