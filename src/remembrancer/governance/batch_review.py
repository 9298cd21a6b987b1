"""Batch review: one decision on many items in one unit of work, with few statements for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from remembrancer.core.errors import NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_reason
from remembrancer.governance import cascade, review
from remembrancer.governance.pending_replacements import REPLACES
from remembrancer.items import trust
from remembrancer.items.item import Item, Review
from remembrancer.items.lifecycle import check_not_expired
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.visibility import REVIEWED
from remembrancer.ports import Writer


class _Decision(NamedTuple):
    """What a decision makes of an item that replaces nothing."""

    act: str  # as refusals name it
    review: Review
    action: Action
    reason_for: str | None = None  # what a reason must be given for


_DECISIONS: Final = {
    "approve": _Decision("approve items", Review.APPROVED, Action.REVIEW_APPROVE),
    "mandate": _Decision(
        "mandate items", Review.MANDATORY, Action.REVIEW_MANDATE, "mandate an item"
    ),
    "reject": _Decision("reject items", Review.REJECTED, Action.REVIEW_REJECT),
}


def decide(
    unit: Writer,
    scope: Scope,
    ids: Sequence[str],
    action: str,
    reason: str | None,
    seen: Mapping[str, int],
) -> list[Item]:
    """Decides on different items, in their order. If one of them is refused, all of them are.

    Items that replace others, or that others replaced, are decided one by one.
    """
    decision = _DECISIONS.get(action)
    alone = _one_by_one(action, reason, seen)
    if decision is None:
        return [alone(unit, scope, id) for id in ids]
    replacing = {link.source for link in unit.candidates.links([REPLACES], ids)}
    replacing |= unit.items.superseding(ids)
    done: list[Item] = []
    for is_replacing, run in groupby(ids, key=replacing.__contains__):
        some = list(run)
        if is_replacing:
            done += [alone(unit, scope, id) for id in some]
        else:
            done += _decided(unit, scope, some, decision, reason, seen, alone)
    return done


def _decided(
    unit: Writer,
    scope: Scope,
    ids: Sequence[str],
    decision: _Decision,
    reason: str | None,
    seen: Mapping[str, int],
    alone: Callable[[Writer, Scope, str], Item],
) -> list[Item]:
    stored = unit.items.stored_many(ids)
    changes: dict[str, tuple[StoredItem, ItemState]] = {}
    for id in ids:
        if id not in stored:
            raise NotFound("item", id)
        if stored[id].state.superseded_by is None:
            changes[id] = stored[id], _state(unit, scope, stored[id], decision, seen.get(id))
    why = check_reason(reason, required_for=decision.reason_for)
    made = unit.items.change_many(list(changes.values()), action=decision.action, reason=why)
    if decision.review in REVIEWED:
        unit.compared.keep([one.number for one, _ in changes.values()])
    found = dict(zip(changes, made, strict=True))
    return [found[id] if id in found else alone(unit, scope, id) for id in ids]


def _state(
    unit: Writer, scope: Scope, stored: StoredItem, decision: _Decision, seen: int | None
) -> ItemState:
    review.check_reviewable(unit, scope, stored, decision.act, decision.review, seen)
    if decision.review not in REVIEWED:
        return stored.state._replace(review=decision.review)
    if decision.review is Review.MANDATORY:
        trust.check_mandate(scope.viewer, item_id=stored.id, trust=stored.state.trust)
    check_not_expired(stored, scope.now)
    return stored.state._replace(review=decision.review, admin_approved=True)


def _one_by_one(
    action: str, reason: str | None, seen: Mapping[str, int]
) -> Callable[[Writer, Scope, str], Item]:
    def decided(unit: Writer, scope: Scope, id: str) -> Item:
        version = seen.get(id)
        if action == "approve":
            return review.approve(unit, scope, id, reason, seen=version)
        if action == "reject":
            return review.reject(unit, scope, id, reason, seen=version)
        if action == "mandate":
            return review.mandate(unit, scope, id, reason, None, seen=version)
        revoked = review.revoke(unit, scope, id, reason, seen=version)
        return cascade.reported(unit, scope, revoked, id)

    return decided
