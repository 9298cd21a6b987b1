"""Decisions made of items and of the relations that they have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from remembrancer.core.errors import NotFound
from remembrancer.core.kinds import Family
from remembrancer.core.preset import Preset
from remembrancer.core.validation import is_text
from remembrancer.decisions.catalogue import category_of
from remembrancer.decisions.decision import (
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
from remembrancer.items.relation import Relation
from remembrancer.ports import Reader

HOW: Final = "how"
JUSTIFICATION: Final = "justification"
_SHOWN: Final = tuple(
    one.value.upper()
    for one in (
        LinkType.ABOUT,
        LinkType.APPLIED_POLICY,
        LinkType.GRANTED_EXCEPTION,
        LinkType.TRIGGERED,
    )
)
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
_ITEM_FIELDS: Final = (
    *("id", "kind", "title", "content", "subject", "status", "lifecycle", "review", "confidence"),
    *("trust", "audience", "is_personal", "source_type", "source_id", "evidence"),
)


def decision_kinds(preset: Preset) -> tuple[str, ...]:
    """The kinds of items that are decisions, however they were captured."""
    heard = (preset.extract.kinds.get(family) for family in (Family.DECISION, Family.TRACE))
    named = (preset.decisions.kind, preset.capture.event_kind, *heard)
    return tuple(dict.fromkeys(kind for kind in named if kind is not None))


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
    found = reader.edges.listed(sources=[one.id for one in items], types=_SHOWN)
    related: dict[str, list[Relation]] = {}
    for one in found:
        if one.ended_at is None:
            related.setdefault(one.source, []).append(one)
    ends = {one.target for listed in related.values() for one in listed}
    if not ends:
        return tuple(decision_from(one, preset) for one in items)
    policies = reader.items.named(ends)
    roots = reader.entities.roots(ends)
    entities = {one.id: one for one in reader.entities.standing(sorted(set(roots.values())))}
    known = {end: entities[root] for end, root in roots.items() if root in entities}
    return tuple(
        decision_from(one, preset, related.get(one.id, ()), policies, known) for one in items
    )


def decision_from(
    item: Item,
    preset: Preset,
    related: Iterable[Relation] = (),
    policies: Mapping[str, Item] | None = None,
    entities: Mapping[str, Entity] | None = None,
) -> Decision:
    """One item as a decision. Fields of another form than a trace has are left out."""
    told, of_item = _payload(item.data), item.__dict__
    by_type: dict[str, list[Relation]] = {name: [] for name in _SHOWN}
    for one in related:
        by_type.setdefault(one.type.upper(), []).append(one)
    known = entities or {}
    return Decision.trusted(
        {
            **{name: of_item[name] for name in _ITEM_FIELDS},
            **told,
            "category": category_of(preset.decisions, told["decision_type"]),
            "policies": tuple(
                _policy_use(one, policies or {}, known) for one in by_type["APPLIED_POLICY"]
            ),
            "exceptions": tuple(
                _exception(known[one.target])
                for one in by_type["GRANTED_EXCEPTION"]
                if one.target in known
            ),
            "escalations": tuple(
                _escalation(known[one.target])
                for one in by_type["TRIGGERED"]
                if one.target in known
            ),
            "about": tuple(
                dict.fromkeys(
                    known[one.target].id for one in by_type["ABOUT"] if one.target in known
                )
            ),
            "decided_at": item.occurred_at,
            "recorded_at": item.created_at,
            "recorded_by": item.source_user,
        }
    )


def _payload(data: Mapping[str, Any]) -> dict[str, Any]:
    """What the data tells of a decision; what has another form is left out, field by field."""
    made = dict(_NOTHING_TOLD)
    for name, value in data.items():
        form = _FORMS.get(name)
        if value is None or form is None:
            continue
        if form is _ANY or (form is _TEXT and type(value) is str):
            made[name] = value
        elif type(value) is list and (form is _LIST or not value):
            made[name] = tuple(value)
        else:
            return _checked_payload(data)
    return made


def _checked_payload(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same, with each field looked at by the type of its payload."""
    told = {name: data[name] for name in data if data[name] is not None and name in _NOTHING_TOLD}
    try:
        return DecisionPayload(**told).__dict__
    except ValidationError as error:
        wrong = {str(detail["loc"][0]) for detail in error.errors() if detail["loc"]}
        kept = {name: told[name] for name in told if name not in wrong}
        return DecisionPayload(**kept).__dict__


def _policy_use(
    one: Relation, policies: Mapping[str, Item], entities: Mapping[str, Entity]
) -> PolicyUse:
    item, entity = policies.get(one.target), entities.get(one.target)
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
