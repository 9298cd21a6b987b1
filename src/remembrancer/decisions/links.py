"""Links of decisions: stated by hand, proposed by a rule or a model, confirmed and taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from remembrancer.core.errors import Conflict, InvalidInput, NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import BODY_LENGTH_MAX
from remembrancer.core.validation import check_reason, check_text, did_you_mean, is_text
from remembrancer.decisions import policies
from remembrancer.decisions.decision import DecisionLink, LinkType
from remembrancer.decisions.port import PROPOSED
from remembrancer.graph import relations
from remembrancer.graph.registry import check_ends, check_type
from remembrancer.items import trust
from remembrancer.items.entity import label_of_kind
from remembrancer.items.item import Item, Trust
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.items.visibility import require_owner_or_admin
from remembrancer.ports import Reader, Writer

GROUNDS: Final = "grounds"  # why it was proposed
REASON: Final = "reason"
TYPES: Final = frozenset(one.value.upper() for one in LinkType)
_PROPOSED_CONFIDENCE: Final = 0.5
# Neither of two decisions that have an order in time comes before what it follows from.
_EARLIER_FIRST: Final = frozenset({LinkType.CAUSED, LinkType.PRECEDENT_FOR})
_LATER_FIRST: Final = frozenset({LinkType.SUPERSEDED})


def link_type(given: object) -> LinkType:
    """The type, in upper or lower case."""
    word = str(given).strip().lower()
    try:
        return LinkType(word)
    except ValueError:
        known = [one.value for one in LinkType]
        raise InvalidInput(
            f"A decision has no link of type {given!r}.{did_you_mean(word, known)} Use one "
            f"of: {', '.join(known)}.",
            field="type",
        ) from None


def link(
    unit: Writer,
    scope: Scope,
    source: Any,
    type: Any,
    target: Any,
    *,
    reason: Any,
    evidence: Sequence[str],
    most: Trust | None = None,
) -> DecisionLink:
    """States a link between two that the caller may see. It confirms one that was proposed.

    `most` is how far it is trusted at most.
    """
    wanted = link_type(type)
    if reason is not None:
        check_text(reason, "reason", length_max=BODY_LENGTH_MAX)
    for id in (source, target):
        if not is_text(id):
            raise relations.no_node(id)
    kinds = relations.end_kinds(unit, (source, target))
    check_ends(scope.space.preset.graph, wanted.value.upper(), kinds[source], kinds[target])
    items = unit.items.named([source, target])
    _check_order(wanted, items.get(source), items.get(target))
    if wanted is LinkType.APPLIED_POLICY and source in items:
        policies.in_force_for(unit, scope, target, items[source].occurred_at)
    known = [one for one in between(unit, source, target) if one.type == wanted]
    if known:
        act = _confirmed if known[0].is_proposed else _restated
        return act(unit, scope, known[0], reason=reason, evidence=evidence)
    made, _ = relations.state(
        unit,
        scope,
        {
            "source": source,
            "type": wanted.value.upper(),
            "target": target,
            "evidence": tuple(evidence),
            "attrs": {} if reason is None else {REASON: reason},
        },
        most=most,
    )
    return link_from(made)


def add(
    unit: Writer,
    scope: Scope,
    item: Item,
    type: LinkType,
    other: str,
    *,
    is_source: bool,
    attrs: Mapping[str, Any] | None = None,
    confidence: float = 1.0,
    most: Trust | None = None,
) -> Relation:
    """Adds a link of a decision that this unit of work stores, so that its own end is known."""
    rules, name = scope.space.preset.graph, type.value.upper()
    check_type(rules, name)
    ends = unit.items.named([other])
    kind = label_of_kind(ends[other].kind) if other in ends else _entity_kind(unit, other)
    own = label_of_kind(item.kind)
    kinds = (own, kind) if is_source else (kind, own)
    check_ends(rules, name, *kinds)
    far = ends.get(other)
    _check_order(type, item if is_source else far, far if is_source else item)
    source, target = (item.id, other) if is_source else (other, item.id)
    draft = RelationDraft(
        type=name,
        source=source,
        target=target,
        confidence=confidence,
        attrs={} if attrs is None else dict(attrs),
        observed_at=max(item.occurred_at, far.occurred_at) if far else item.occurred_at,
    )
    by = trust.lowest([trust.of_caller(scope.viewer), *(() if most is None else (most,))])
    return unit.edges.add(draft, (), trust=by)


def propose(
    unit: Writer,
    scope: Scope,
    item: Item,
    type: LinkType,
    other: str,
    *,
    is_source: bool,
    grounds: str,
) -> Relation:
    """Adds a link that a rule or a model found. It is marked until somebody confirms it."""
    attrs = {PROPOSED: True, GROUNDS: grounds}
    return add(
        unit,
        scope,
        item,
        type,
        other,
        is_source=is_source,
        attrs=attrs,
        confidence=_PROPOSED_CONFIDENCE,
    )


def confirm(unit: Writer, scope: Scope, id: Any, *, reason: Any) -> DecisionLink:
    """Says that a proposed link holds. Only a person may."""
    check_reason(reason)
    found = named(unit, id)
    if not found.is_proposed:
        raise Conflict(f"{id} is no proposal: it holds already.")
    if not scope.viewer.is_person:
        raise Conflict(
            "A proposed link is confirmed by a person, or by a person's message that states it: "
            "give its id as evidence with decisions.link()."
        )
    return _confirmed(unit, scope, found, reason=reason, evidence=())


def reject(unit: Writer, scope: Scope, id: Any, *, reason: Any) -> DecisionLink:
    """Takes a link back. It is on record, and is not proposed again."""
    found = named(unit, id)
    if not (found.is_proposed and scope.viewer.is_person):
        owner = relations.named(unit, id).owner
        require_owner_or_admin(scope.viewer, owner, "take links of decisions back")
    check_reason(reason)
    changes = {"valid_until": scope.now, "ended_at": scope.now}
    changed = unit.edges.change(found.id, changes, action=Action.EDGE_END, reason=reason)
    return link_from(changed)


def named(reader: Reader, id: Any) -> DecisionLink:
    found = relations.named(reader, id)
    if found.type.upper() not in TYPES:
        raise NotFound("link of a decision", id, "List them: memory.decisions.links().")
    return link_from(found)


def between(reader: Reader, source: Any, target: Any) -> tuple[DecisionLink, ...]:
    """The links in force from one to another."""
    if not (isinstance(source, str) and isinstance(target, str)):
        return ()
    found = reader.edges.listed(within=[source, target], types=TYPES)
    return tuple(
        link_from(one)
        for one in found
        if (one.source, one.target) == (source, target) and one.ended_at is None
    )


def link_from(one: Relation) -> DecisionLink:
    return DecisionLink(
        id=one.id,
        type=LinkType(one.type.lower()),
        source=one.source,
        target=one.target,
        reason=one.attrs.get(REASON),
        is_proposed=bool(one.attrs.get(PROPOSED)),
        grounds=one.attrs.get(GROUNDS),
        evidence=one.evidence,
        timestamp=one.timestamp,
    )


def _confirmed(
    unit: Writer, scope: Scope, found: DecisionLink, *, reason: Any, evidence: Sequence[str]
) -> DecisionLink:
    stated = unit.edges.statements(evidence) if evidence else ()
    # A program that could give its own words as evidence would confirm itself.
    is_said = any(one.trust is Trust.PERSON for one in stated)
    if not scope.viewer.is_person and not is_said:
        raise Conflict(
            f"{found.id} proposes this link already. A program confirms it with a person's "
            "message that states it: give its id as evidence."
        )
    attrs = {} if found.grounds is None else {GROUNDS: found.grounds}
    if reason is not None:
        attrs[REASON] = reason
    changed = unit.edges.change(
        found.id,
        {"attrs": attrs, "confidence": 1.0},
        action=Action.EDGE_CHANGE,
        stated=stated,
        reason=None,
    )
    return link_from(changed)


def _restated(
    unit: Writer, scope: Scope, found: DecisionLink, *, reason: Any, evidence: Sequence[str]
) -> DecisionLink:
    """The same link with more evidence, and with another reason if its owner gives one."""
    relation = relations.named(unit, found.id)
    stated = unit.edges.statements(evidence) if evidence else ()
    changes: dict[str, Any] = {}
    if reason is not None and reason != found.reason:
        require_owner_or_admin(scope.viewer, relation.owner, "give a link another reason")
        changes["attrs"] = {**relation.attrs, REASON: reason}
    new = [one for one in stated if one.id not in relation.evidence]
    if not changes and not new:
        return found
    return link_from(unit.edges.change(found.id, changes, action=Action.EDGE_CHANGE, stated=new))


def _check_order(type: LinkType, source: Item | None, target: Item | None) -> None:
    """A cause is not later than its effect, and what replaces another not earlier."""
    if source is None or target is None:
        return
    first, then = source, target
    if type in _LATER_FIRST:
        first, then = target, source
    elif type not in _EARLIER_FIRST:
        return
    if first.occurred_at > then.occurred_at:
        raise InvalidInput(
            f"{first.id} ({first.occurred_at:%Y-%m-%d}) is later than {then.id} "
            f"({then.occurred_at:%Y-%m-%d}), so that {source.id} cannot have {_said(type)} "
            f"{target.id}. Check the two times.",
            field="type",
        )


def _said(type: LinkType) -> str:
    return "been a precedent for" if type is LinkType.PRECEDENT_FOR else type.value


def _entity_kind(unit: Writer, id: str) -> str:
    kind = unit.entities.kinds([id]).get(id)
    if kind is None:
        raise relations.no_node(id)
    return kind
