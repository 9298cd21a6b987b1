"""Relations: stated, listed and ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from remembrancer.core.errors import Conflict, InvalidInput, NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_reason, check_window, is_text, validated
from remembrancer.governance.access.people import check_addressed
from remembrancer.graph.narrowing import narrowest
from remembrancer.graph.registry import check_ends, check_type, is_both_ways
from remembrancer.graph.stand_ins import StandIns, stand_ins
from remembrancer.items import trust
from remembrancer.items.entity import label_of_kind
from remembrancer.items.graph_port import StatingMessage
from remembrancer.items.item import Trust
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.items.visibility import EVERYONE, check_audience, require_owner_or_admin
from remembrancer.ports import LedgerPoint, Reader, Writer

_NAMED_APART: Final = {"evidence", "confidence", "timestamp", "id", "type", "source", "target"}


def relate(unit: Writer, scope: Scope, fields: Mapping[str, Any]) -> Relation:
    """States that one thing relates to another.

    If the same is on record already, its evidence is added and the higher confidence counts.
    """
    return state(unit, scope, fields)[0]


def state(
    unit: Writer,
    scope: Scope,
    fields: Mapping[str, Any],
    *,
    most: Trust | None = None,
    or_ended: bool = False,
) -> tuple[Relation, bool]:
    """The same, and whether it is new.

    `most` is how far the statement is trusted at most. `or_ended`: what somebody ended since counts
    as on record, too.
    """
    draft = checked(unit, scope, fields)
    standing = stand_ins(unit, {draft.source, draft.target})
    source, target = (standing.roots.get(end, end) for end in (draft.source, draft.target))
    if source == target:
        raise InvalidInput(f"{draft.source} cannot be related to itself.", field="target")
    rules = scope.space.preset.graph
    kinds = _kinds(unit, standing, (source, target))
    check_ends(rules, draft.type, kinds[source], kinds[target])
    stated = unit.edges.statements(draft.evidence) if draft.evidence else ()
    audience, is_personal = narrowest(
        scope.viewer, (draft.audience, draft.is_personal), _places(unit, stated)
    )
    draft = draft.model_copy(
        update={
            "source": source,
            "target": target,
            "audience": audience,
            "is_personal": is_personal,
            "observed_at": draft.observed_at or max((one.said_at for one in stated), default=None),
        }
    )
    trusts = [trust.of_caller(scope.viewer), *(one.trust for one in stated)]
    by = trust.lowest([*trusts, *(() if most is None else (most,))])
    both_ways = is_both_ways(rules, draft.type)
    known = _same(unit, scope, draft, standing, both_ways=both_ways, or_ended=or_ended)
    if known is not None:
        is_ended = known.ended_at is not None
        return (known if is_ended else _confirmed(unit, known, draft, stated, by)), False
    return unit.edges.add(draft, stated, trust=by), True


def checked(unit: Reader, scope: Scope, fields: Mapping[str, Any]) -> RelationDraft:
    """A relation as it is given, if it may be stated so between some two ends."""
    draft = validated(RelationDraft, dict(fields), what="graph.relate()")
    check_type(scope.space.preset.graph, draft.type)
    if shadowed := sorted(_NAMED_APART & draft.attrs.keys()):
        raise InvalidInput(
            f"{', '.join(shadowed)} is a field of its own. Give it beside attrs.", field="attrs"
        )
    check_window(draft.valid_from, draft.valid_until)
    check_addressed(unit, scope, check_audience(scope.viewer, draft.audience))
    return draft


def end(unit: Writer, scope: Scope, id: Any, *, reason: Any, at: datetime | None) -> Relation:
    """Says that a relation holds no longer. One that had ended in the world keeps that end, unless
    another is named."""
    check_reason(reason)
    known = named(unit, id)
    require_owner_or_admin(scope.viewer, known.owner, "end relations")
    if known.ended_at is not None:
        raise Conflict(f"{id} was ended already.")
    if at is not None and known.valid_from is not None and at < known.valid_from:
        raise InvalidInput(
            f"at ({at.isoformat()}) lies before {id} began ({known.valid_from.isoformat()}). "
            "Give a later time.",
            field="at",
        )
    until = at or min(scope.now, known.valid_until or scope.now)
    changes = {"valid_until": until, "ended_at": scope.now}
    changed = unit.edges.change(known.id, changes, action=Action.EDGE_END, reason=reason)
    return between_roots(unit, [changed])[0]


def named(reader: Reader, id: Any, *, at: LedgerPoint | None = None) -> Relation:
    """One relation by its id."""
    found = reader.edges.listed(ids=[id], at=at) if is_text(id) else ()
    if not found:
        advice = "List what there is: memory.graph.relations()." if is_text(id) else None
        raise NotFound("relation", id, advice)
    return between_roots(reader, found, at=at)[0]


def listed(
    reader: Reader,
    *,
    of: Collection[str] | None,
    types: Collection[str] | None,
    at: LedgerPoint | None,
    holds_at: datetime | None,
    limit: int | None = None,
) -> tuple[Relation, ...]:
    """Relations of these nodes or of all. `holds_at`: only those that hold then in the world."""
    found = reader.edges.listed(
        ends=None if of is None else with_members(reader, of, at=at),
        types=None if types is None else [one.upper() for one in types],
        at=at,
        holds_at=holds_at,
        limit=limit,
    )
    return resolved(reader, found, at=at)


def page(
    reader: Reader,
    *,
    of: str | None,
    types: Collection[str] | None,
    at: LedgerPoint | None,
    holds_at: datetime | None,
    after: str | None,
    limit: int,
) -> tuple[tuple[Relation, ...], str | None]:
    """A page of the same, and the cursor of the next one if there is one."""
    ends = None if of is None else with_members(reader, [of], at=at)
    wanted = None if types is None else [one.upper() for one in types]
    shown: list[Relation] = []
    while True:
        found, after = reader.edges.page(
            ends=ends,
            types=wanted,
            at=at,
            holds_at=holds_at,
            after=after,
            limit=limit - len(shown),
        )
        shown += resolved(reader, found, at=at)
        if after is None or len(shown) == limit:
            return tuple(shown), after


def with_members(
    reader: Reader, ids: Collection[str], *, at: LedgerPoint | None = None
) -> tuple[str, ...]:
    """These ids, and those of the entities merged with them."""
    return stand_ins(reader, ids, at=at).with_members(ids)


def resolved(
    reader: Reader, relations: Sequence[Relation], *, at: LedgerPoint | None = None
) -> tuple[Relation, ...]:
    """The same relations between the entities that stand for their ends.

    A relation between two entities that were merged since is one with itself, and is left out.
    """
    shown = between_roots(reader, relations, at=at)
    return tuple(one for one in shown if one.source != one.target)


def between_roots(
    reader: Reader, relations: Sequence[Relation], *, at: LedgerPoint | None = None
) -> tuple[Relation, ...]:
    """The same with those that lead from an entity to itself."""
    ends = {end for one in relations for end in (one.source, one.target)}
    roots = reader.entities.roots(ends, at=at) if ends else {}
    shown = []
    for one in relations:
        source, target = (roots.get(end, end) for end in (one.source, one.target))
        is_same = (source, target) == (one.source, one.target)
        ends_now = {"source": source, "target": target}
        shown.append(one if is_same else one.model_copy(update=ends_now))
    return tuple(shown)


def end_kinds(reader: Reader, ids: Iterable[str]) -> dict[str, str]:
    """The kind of each entity, and the label of each item. Unknown and hidden are the same."""
    wanted = list(dict.fromkeys(ids))
    return _with_items(reader, reader.entities.kinds(wanted), wanted)


def _kinds(reader: Reader, standing: StandIns, ids: Iterable[str]) -> dict[str, str]:
    """The same of entities that stand for themselves, as far as they were read before."""
    wanted = list(dict.fromkeys(ids))
    found = {id: known.kind for id in wanted if (known := standing.own(id)) is not None}
    return _with_items(reader, found, wanted)


def _with_items(reader: Reader, kinds: dict[str, str], wanted: Sequence[str]) -> dict[str, str]:
    items = reader.items.named([id for id in wanted if id not in kinds])
    kinds |= {id: label_of_kind(item.kind) for id, item in items.items()}
    for id in wanted:
        if id not in kinds:
            raise no_node(id)
    return kinds


def no_node(id: Any) -> NotFound:
    """What is said of an id that names no entity and no item, or one that is hidden."""
    advice = "Give the id of an entity or of an item." if is_text(id) else None
    return NotFound("entity or item", id, advice)


def _places(unit: Writer, stated: Sequence[StatingMessage]) -> list[tuple[str | None, bool, str]]:
    return [(one.audience, one.is_personal, one.owner) for one in stated]


def _same(
    unit: Writer,
    scope: Scope,
    draft: RelationDraft,
    standing: StandIns,
    *,
    both_ways: bool,
    or_ended: bool,
) -> Relation | None:
    """The relation on record that says the same, with the same particulars, to the same readers.

    What is personal to somebody else is not added to, also by an admin who sees it.
    """
    found = unit.edges.listed(
        within=standing.with_members((draft.source, draft.target)), types=[draft.type.upper()]
    )
    # One that holds is confirmed rather than one that was ended.
    for one in sorted(standing.between(found), key=lambda known: known.ended_at is not None):
        ends = [(one.source, one.target)] + ([(one.target, one.source)] if both_ways else [])
        if (
            (draft.source, draft.target) in ends
            and (or_ended or one.ended_at is None)
            and (one.valid_from, one.valid_until) == (draft.valid_from, draft.valid_until)
            and one.attrs == draft.attrs
            and (one.audience or EVERYONE, one.is_personal)
            == (draft.audience or EVERYONE, draft.is_personal)
            and not (one.is_personal and one.owner != scope.viewer.name)
        ):
            return one
    return None


def _confirmed(
    unit: Writer, known: Relation, draft: RelationDraft, stated: Sequence[StatingMessage], by: Trust
) -> Relation:
    """The known relation with more evidence. Who is trusted less does not make it more certain."""
    new = [one for one in stated if one.id not in known.evidence]
    is_heard = trust.RANK[by] >= trust.RANK[known.trust]
    confidence = max(known.confidence, draft.confidence) if is_heard else known.confidence
    if not new and confidence == known.confidence:
        return known
    changes: dict[str, Any] = {"confidence": confidence}
    if new and draft.observed_at is not None:
        changes["observed_at"] = max(known.timestamp, draft.observed_at)
    changed = unit.edges.change(known.id, changes, action=Action.EDGE_CHANGE, stated=new)
    return resolved(unit, [changed])[0]
