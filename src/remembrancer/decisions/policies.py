"""Policies: added, looked up by date, ended, and what decisions did with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import POLICY_DECISIONS_MAX, POLICY_LIST_MAX
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.core.validation import is_text, validated
from remembrancer.decisions.decision import LinkType, PolicyAct
from remembrancer.decisions.decision_rows import shown
from remembrancer.decisions.policy import (
    Compliance,
    Policy,
    PolicyDecision,
    PolicyDecisions,
    PolicyDraft,
    PolicyMonth,
)
from remembrancer.decisions.port import DecisionQuery
from remembrancer.governance import change
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, ItemDraft, Lifecycle, Review
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.ports import Reader, Writer

_APPLIED: Final = LinkType.APPLIED_POLICY.value.upper()
_GONE: Final = (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED)
_WITHDRAWN: Final = (Review.REJECTED, Review.REVOKED)


def as_day(value: Any, field: str) -> date:
    """A day, from one, from a time or from ISO 8601 text."""
    if isinstance(value, datetime):
        return (value.astimezone(UTC) if value.tzinfo else value).date()
    if isinstance(value, date):
        return value
    try:
        return datetime.fromisoformat(value).date()
    except (TypeError, ValueError):
        raise InvalidInput(
            f"{field} is a day, as a date or as 2026-03-31, not {value!r}.", field=field
        ) from None


def item_fields(preset: Preset, given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the item that holds a policy."""
    draft = validated(PolicyDraft, given, what="policies.add()")
    for name in ("name", "description", "category"):
        if not getattr(draft, name).strip():
            raise InvalidInput(f"{name} is empty. Put it in words.", field=name)
    begin, end = draft.effective_from, draft.effective_to
    if end is not None and end <= begin:
        raise InvalidInput(
            f"effective_to ({end}) is not after effective_from ({begin}). It is the first day on "
            "which the policy is no longer in force.",
            field="effective_to",
        )
    return {
        "kind": preset.decisions.policy_kind,
        "title": draft.name,
        "content": draft.description,
        "data": {
            "category": draft.category,
            "effective_from": begin.isoformat(),
            "effective_to": None if end is None else end.isoformat(),
        },
        "valid_from": _begin_of(begin),
        "valid_until": None if end is None else _begin_of(end),
        "audience": draft.audience,
    }


def check_id(id: Any) -> None:
    """What is no text names no policy."""
    if not is_text(id):
        raise NotFound("policy", id)


def named(reader: Reader, scope: Scope, id: Any) -> Item:
    """The item of a policy. What is hidden, unknown or no policy is not found."""
    found = reader.items.get(id) if is_text(id) else None
    if found is None or found.kind != scope.space.preset.decisions.policy_kind:
        advice = "List what there is: memory.policies.list()." if is_text(id) else None
        raise NotFound("policy", id, advice)
    return found


def in_force_for(unit: Reader, scope: Scope, id: str, moment: datetime) -> Item | None:
    """The policy, if it was in force when a decision was made. None: an entity of that kind."""
    if unit.entities.kinds([id]).get(id) == "Policy":
        return None
    found = named(unit, scope, id)
    policy = policy_from(found)
    if not policy.is_in_force(moment.date()):
        if policy.effective_to is not None and policy.effective_to <= moment.date():
            when = f"ended on {policy.effective_to}"
        else:
            when = f"begins on {policy.effective_from}"
        raise InvalidInput(
            f"Policy {policy.name!r} {when} and was not in force on {moment:%Y-%m-%d}. "
            "memory.policies.list(on=…) lists those that were.",
            field="policies",
        )
    return found


def policy_from(item: Item) -> Policy:
    return Policy(
        id=item.id,
        name=item.title or item.content,
        description=item.content,
        category=_text(item.data.get("category")),
        effective_from=_day(item.data.get("effective_from")),
        effective_to=_day(item.data.get("effective_to")),
        status=item.status,
        review=item.review,
        recorded_at=item.created_at,
        recorded_by=item.source_user,
        audience=item.audience,
    )


def listed(
    reader: Reader, scope: Scope, *, on: date | None, category: str | None
) -> tuple[Policy, ...]:
    """Policies by category and name; those in force on a day, or all."""
    kind = scope.space.preset.decisions.policy_kind
    found: list[Policy] = []
    after: str | None = None
    while len(found) < POLICY_LIST_MAX:
        page = reader.items.page(ItemFilter(kind=(kind,)), limit=POLICY_LIST_MAX, after=after)
        found += [
            policy_from(one)
            for one in page.items
            if one.lifecycle not in _GONE and one.review not in _WITHDRAWN
        ]
        after = page.next
        if after is None:
            break
    wanted = [
        one
        for one in found
        if (on is None or one.is_in_force(on))
        and (category is None or (one.category or "").casefold() == category.casefold())
    ]
    return tuple(sorted(wanted, key=lambda one: (one.category or "", one.name, one.id)))


def end(unit: Writer, scope: Scope, id: Any, day: date) -> Policy:
    """Sets the first day on which a policy is no longer in force."""
    found = named(unit, scope, id)
    policy = policy_from(found)
    if policy.effective_from is not None and day < policy.effective_from:
        raise InvalidInput(
            f"effective_to ({day}) lies before the policy begins ({policy.effective_from}).",
            field="effective_to",
        )
    begin = None if policy.effective_from is None else _begin_of(policy.effective_from)
    data = {**found.data, "effective_to": day.isoformat()}
    until = _begin_of(day)
    draft = ItemDraft(content=found.content, data=data, valid_from=begin, valid_until=until)
    given = {name: getattr(draft, name) for name in ("data", "valid_from", "valid_until")}
    changed = change.update(unit, scope, found.id, draft, given, None)
    return policy_from(changed)


def decisions(reader: Reader, scope: Scope, id: Any) -> PolicyDecisions:
    """All decisions that applied, skipped or overrode a policy."""
    found = named(reader, scope, id)
    uses, is_cut = _uses(reader, scope, found.id, since=None, until=None)
    clients = dict.fromkeys(one.decision.subject for one in uses if one.decision.subject)
    return PolicyDecisions(
        policy=policy_from(found), uses=uses, clients=tuple(clients), is_cut=is_cut
    )


def compliance(
    reader: Reader, scope: Scope, id: Any, *, since: datetime, until: datetime
) -> Compliance:
    """How often a policy was applied, skipped and overridden between two times."""
    if until <= since:
        raise InvalidInput("until is not after since.", field="until")
    found = named(reader, scope, id)
    uses, is_cut = _uses(reader, scope, found.id, since=since, until=until)
    by_act = {act: tuple(one for one in uses if one.how is act) for act in PolicyAct}
    skipped = by_act[PolicyAct.SKIPPED]
    return Compliance(
        policy=policy_from(found),
        since=since,
        until=until,
        applied=len(by_act[PolicyAct.APPLIED]),
        skipped=len(skipped),
        overridden=len(by_act[PolicyAct.OVERRIDDEN]),
        skip_rate=len(skipped) / len(uses) if uses else 0.0,
        skipped_decisions=skipped,
        skipped_without_justification=sum(not one.justification for one in skipped),
        overridden_decisions=by_act[PolicyAct.OVERRIDDEN],
        months=_months(uses),
        is_cut=is_cut,
    )


def _uses(
    reader: Reader, scope: Scope, id: str, *, since: datetime | None, until: datetime | None
) -> tuple[tuple[PolicyDecision, ...], bool]:
    preset = scope.space.preset
    edges = reader.edges.listed(ends=[id], types=[_APPLIED])
    sources = {one.source for one in edges if one.target == id and one.ended_at is None}
    if not sources:
        return (), False
    asked = DecisionQuery(
        kinds=decision_kinds(preset), ids=tuple(sources), since=since, until=until
    )
    page = reader.decisions.page(asked, limit=POLICY_DECISIONS_MAX, after=None)
    made = shown(reader, preset, page.items)
    uses = tuple(
        PolicyDecision(decision=one, how=use.how, justification=use.justification)
        for one in sorted(made, key=lambda each: (each.decided_at, each.id), reverse=True)
        for use in one.policies
        if use.policy_id == id
    )
    return uses, page.next is not None


def _months(uses: Sequence[PolicyDecision]) -> tuple[PolicyMonth, ...]:
    counts: dict[str, dict[PolicyAct, int]] = {}
    for one in uses:
        month = counts.setdefault(f"{one.decision.decided_at:%Y-%m}", dict.fromkeys(PolicyAct, 0))
        month[one.how] += 1
    return tuple(
        PolicyMonth(month=month, **{act.value: count for act, count in by_act.items()})
        for month, by_act in sorted(counts.items())
    )


def _begin_of(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def _day(value: Any) -> date | None:
    try:
        return datetime.fromisoformat(value).date() if isinstance(value, str) else None
    except ValueError:
        return None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
