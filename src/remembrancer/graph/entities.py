"""Entities: found or made, changed, merged, and taken apart again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_reason, is_text, validated
from remembrancer.governance.access.people import check_addressed
from remembrancer.graph import derived
from remembrancer.graph.registry import check_kind
from remembrancer.items import trust
from remembrancer.items.entity import ALIASES_MAX, Entity, EntityDraft, name_key
from remembrancer.items.item import Trust
from remembrancer.items.visibility import EVERYONE, check_audience, require_owner_or_admin
from remembrancer.ports import LedgerPoint, Reader, Writer


def find_or_add(unit: Writer, scope: Scope, fields: Mapping[str, Any]) -> Entity:
    """The entity of this kind with this external id or name, or a new one.

    What is given beside its name is added to an entity that was found. Only entities that the
    caller may see are looked at.
    """
    draft = validated(EntityDraft, dict(fields), what="graph.entity()")
    check_kind(scope.space.preset.graph, draft.kind)
    for field, names in (("name", (draft.name,)), ("aliases", draft.aliases)):
        for name in names:
            check_name(name, field)
    audience = check_audience(scope.viewer, draft.audience)
    check_addressed(unit, scope, audience)
    found = unit.entities.called(draft.kind, external_id=draft.external_id, name=draft.name)
    known = [one for one in found if _is_meant(one, draft, scope.viewer.name)]
    known.sort(key=lambda one: not _has_same_readers(one, draft))
    if not known:
        return unit.entities.add(draft, trust=trust.of_caller(scope.viewer))
    return completed(unit, scope, known[0], draft)


def named(reader: Reader, id: Any, *, at: LedgerPoint | None = None) -> Entity:
    """The entity that stands for this id."""
    found = reader.entities.get(id, at=at) if is_text(id) else None
    if found is None:
        advice = "List what there is: memory.graph.entities()." if is_text(id) else None
        raise NotFound("entity", id, advice)
    return found


def merge(unit: Writer, scope: Scope, keep: Any, other: Any, *, reason: Any) -> Entity:
    """Makes `other` part of `keep`, on record; it can be undone."""
    check_reason(reason, required_for="merging entities")
    kept, merged = named(unit, keep), named(unit, other)
    for one in (kept, merged):
        require_owner_or_admin(scope.viewer, one.owner, "merge entities")
    if kept.id == merged.id:
        raise Conflict(f"{keep} and {other} are one entity already.")
    if kept.kind != merged.kind:
        raise InvalidInput(
            f"{kept.id} is a {kept.kind} and {merged.id} a {merged.kind}. Only entities of one "
            "kind can be merged.",
            field="other",
        )
    if _permissions(kept) != _permissions(merged):
        raise Conflict(
            f"{kept.id} and {merged.id} are not for the same readers, so they stay apart."
        )
    unit.entities.merge(kept.id, merged.id, reason=reason)
    derived.keep_in_step(unit, scope)
    return named(unit, kept.id)


def unmerge(unit: Writer, scope: Scope, id: Any, *, reason: Any) -> Entity:
    """Makes an entity that was merged into another one stand by itself again."""
    check_reason(reason, required_for="taking entities apart")
    whole = named(unit, id)
    require_owner_or_admin(scope.viewer, whole.owner, "take entities apart")
    if unit.entities.merged_into(id) is None:
        raise Conflict(f"{id} was not merged into another entity.")
    unit.entities.unmerge(id, reason=reason)
    derived.keep_in_step(unit, scope)
    return named(unit, id)


def _is_meant(known: Entity, draft: EntityDraft, caller: str) -> bool:
    """Whether an entity that was found by name may be the one that is given.

    Two external ids are two entities. What was found is as widely visible as what is given, or the
    caller's own words would become visible to others. What is personal to somebody else is theirs,
    also where the caller is an admin who sees it.
    """
    ids = (known.external_id, draft.external_id)
    if None not in ids and ids[0] != ids[1]:
        return False
    if known.is_personal and known.owner != caller:
        return False
    says_nothing = not draft.attrs and not draft.aliases
    return _has_same_readers(known, draft) or (
        says_nothing and draft.audience is None and not draft.is_personal
    )


def _has_same_readers(known: Entity, draft: EntityDraft) -> bool:
    readers = (draft.audience or EVERYONE, draft.is_personal)
    return (known.audience or EVERYONE, known.is_personal) == readers


def completed(
    unit: Writer,
    scope: Scope,
    known: Entity,
    draft: EntityDraft,
    *,
    most: Trust | None = None,
    dry_run: bool = False,
) -> Entity:
    """The entity with what is new. It goes to its own names and attributes, not to those of the
    entities merged into it, which may be taken apart again. `most`: how far it is trusted."""
    changes: dict[str, Any] = {}
    new = {key: value for key, value in draft.attrs.items() if known.attrs.get(key) != value}
    for idle in derived.check_given(unit, scope, known, new):
        del new[idle]
    if new:
        changes["attrs"] = derived.with_given(scope, known, unit.entities.own(known.id).attrs, new)
    names = [known.name, *known.aliases]
    keys = set(map(name_key, names))
    more = [one for one in (draft.name, *draft.aliases) if name_key(one) not in keys]
    if more:
        changes["aliases"] = _joined(unit.entities.own(known.id).aliases, more)
    if known.external_id is None and draft.external_id is not None:
        changes["external_id"] = draft.external_id
    if not changes:
        return known
    if not scope.viewer.is_person and known.owner != scope.viewer.name and known.trust == "person":
        raise Forbidden(
            f"{scope.viewer.name!r} is a program and may not change {known.id}, which a person "
            "entered. Relate what you found to it instead."
        )
    if dry_run:
        return known
    if most is not None and trust.lowest([known.trust, most]) is not known.trust:
        changes["trust"] = most.value
    unit.entities.change(known.id, changes)
    return named(unit, known.id)


def _joined(aliases: tuple[str, ...], more: list[str]) -> list[str]:
    listed = [*aliases, *dict.fromkeys(more)]
    if len(listed) > ALIASES_MAX:
        raise InvalidInput(
            f"aliases would be {len(listed):,} names; the limit is {ALIASES_MAX}. Leave some out.",
            field="aliases",
        )
    return listed


def _permissions(one: Entity) -> tuple[object, ...]:
    return (one.audience or EVERYONE, one.is_personal, one.owner if one.is_personal else None)
