"""Review: a person decides which items agents may rely on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from remembrancer.core.errors import Conflict, InvalidInput, NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.limits import BATCH_ITEMS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_reason
from remembrancer.governance import replacement_review
from remembrancer.governance.access.people import check_addressed
from remembrancer.governance.change import check_may_end, found, update
from remembrancer.governance.compressed_members import released
from remembrancer.governance.optimistic_locking import check_seen
from remembrancer.items import trust
from remembrancer.items.item import Item, ItemDraft, Lifecycle, Review, Trust
from remembrancer.items.lifecycle import REVIEW_MOVES, check_not_expired, check_review
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.visibility import REVIEWED, check_audience, require_admin
from remembrancer.ports import Writer


def check_may_accept(
    unit: Writer,
    scope: Scope,
    id: str,
    act: str,
    wanted: Review,
    *,
    reason: Any = None,
    seen: Any = None,
) -> None:
    """Passes if the viewer may accept this item in its current state."""
    stored = _reviewable(unit, scope, id, act, wanted, seen)
    if wanted is Review.MANDATORY:
        trust.check_mandate(scope.viewer, item_id=id, trust=stored.state.trust)
        check_reason(reason, required_for="mandate an item")
    check_not_expired(stored, scope.now)


def approve(unit: Writer, scope: Scope, id: str, reason: Any, *, seen: Any = None) -> Item:
    """Approves an item. Agents may rely on it, and no longer on what it replaces.

    If the replaced item was mandatory, this one becomes mandatory too; otherwise no rule would
    remain.
    """
    stored = _reviewable(unit, scope, id, "approve items", Review.APPROVED, seen)
    why = check_reason(reason)
    ended = replacement_review.leaving(unit, id)
    if replacement_review.is_binding(stored, ended):
        trust.check_mandate(scope.viewer, item_id=id, trust=stored.state.trust)
        state = stored.state._replace(review=Review.MANDATORY, admin_approved=True)
        handed_on = why or replacement_review.HANDED_ON.format(
            ids=", ".join(one.id for one in ended)
        )
        return _accepted(unit, scope, stored, state, ended, Action.REVIEW_MANDATE, handed_on)
    state = stored.state._replace(review=Review.APPROVED, admin_approved=True)
    return _accepted(unit, scope, stored, state, ended, Action.REVIEW_APPROVE, why)


def reject(unit: Writer, scope: Scope, id: str, reason: Any, *, seen: Any = None) -> Item:
    stored = _reviewable(unit, scope, id, "reject items", Review.REJECTED, seen)
    state = stored.state._replace(review=Review.REJECTED)
    return _decided(unit, stored, state, Action.REVIEW_REJECT, check_reason(reason))


def mandate(
    unit: Writer, scope: Scope, id: str, reason: Any, audience: str | None, *, seen: Any = None
) -> Item:
    """Makes an item mandatory: every agent of its audience must follow it."""
    stored = _reviewable(unit, scope, id, "mandate items", Review.MANDATORY, seen)
    trust.check_mandate(scope.viewer, item_id=id, trust=stored.state.trust)
    state = stored.state._replace(review=Review.MANDATORY, admin_approved=True)
    if audience is not None:
        state = state._replace(audience=check_audience(scope.viewer, audience))
        if audience != stored.state.audience:
            check_addressed(unit, scope, audience)
    why = check_reason(reason, required_for="mandate an item")
    ended = replacement_review.leaving(unit, id)
    return _accepted(unit, scope, stored, state, ended, Action.REVIEW_MANDATE, why)


def revoke(unit: Writer, scope: Scope, id: str, reason: Any, *, seen: Any = None) -> Item:
    stored = _reviewable(unit, scope, id, "revoke items", Review.REVOKED, seen)
    state = stored.state._replace(review=Review.REVOKED)
    why = check_reason(reason, required_for="revoke an item")
    return _decided(unit, stored, state, Action.REVIEW_REVOKE, why)


def edit(
    unit: Writer,
    scope: Scope,
    id: str,
    draft: ItemDraft,
    given: Mapping[str, Any],
    reason: Any,
    *,
    seen: Any = None,
    derived: Trust | None = None,
) -> Item:
    """An admin changes the content of an item. Its review state stays."""
    require_admin(scope.viewer, "edit items under review")
    act = Action.REVIEW_EDIT
    return update(unit, scope, id, draft, given, reason, action=act, seen=seen, derived=derived)


def check_is_shared(stored: StoredItem) -> None:
    if stored.state.is_personal:
        raise Conflict(
            f"{stored.id} is personal and not up for review. Its contributor may share() it first."
        )


def check_batch(
    scope: Scope, ids: Iterable[str], action: Any, actions: Sequence[str]
) -> tuple[str, ...]:
    """The validated ids of a batch."""
    require_admin(scope.viewer, "decide on many items")
    if action not in actions:
        raise InvalidInput(
            f"A batch cannot {action!r}. Say one of: {', '.join(actions)}.", field="action"
        )
    if isinstance(ids, str | bytes) or not isinstance(ids, Iterable):
        raise InvalidInput("Give the ids of the items as a list.", field="ids")
    listed = tuple(islice(ids, BATCH_ITEMS_MAX + 1))
    if not listed:
        raise InvalidInput("The list of items is empty. Give at least one id.", field="ids")
    if len(listed) > BATCH_ITEMS_MAX:
        raise InvalidInput(
            f"A batch takes at most {BATCH_ITEMS_MAX:,} items. Give them in parts.", field="ids"
        )
    for id in listed:
        if not isinstance(id, str):
            raise InvalidInput(f"An id is a text, not {type(id).__name__}.", field="ids")
    return listed


def revoke_source(unit: Writer, scope: Scope, source: str, reason: Any) -> tuple[Item, ...]:
    """Withdraws every item in use that is based on a source, in one act.

    Items that they had replaced are restored, unless these are based on the same source. Nothing
    more is extracted from what the source has said so far.
    """
    require_admin(scope.viewer, "revoke items")
    why = check_reason(reason, required_for="revoke an item")
    derived = unit.affected_rows.derived_from(source)
    states = {
        id: known.state for id in derived.items if (known := unit.items.stored(id)) is not None
    }
    if not states and not derived.is_known:
        raise NotFound("source", source)
    revoked = tuple(
        _withdrawn(unit, scope, id, before, why)
        for id, before in states.items()
        if _is_revocable(before)
    )
    for id, before in states.items():
        if before.lifecycle is Lifecycle.SUPERSEDED and not before.is_personal:
            # Otherwise it would be in use again once its replacement is withdrawn.
            stored = found(unit, id)
            state = stored.state._replace(review=Review.REVOKED)
            unit.items.change(stored, state, action=Action.REVIEW_REVOKE, reason=why)
    # A source may have replaced its own items. The items before those are restored too.
    ended = [id for id in states if _is_replaced_within(states, id)]
    for one in (*revoked, *(item for id in ended if (item := unit.items.get(id)) is not None)):
        for id in one.supersedes:
            if id not in states:
                restore(unit, scope, id, one.id, why)
    unit.conversation_state.revoke(derived.conversations, why)
    return revoked


def _withdrawn(unit: Writer, scope: Scope, id: str, before: ItemState, why: str | None) -> Item:
    """Revokes an item, or rejects it if it is still pending."""
    act = reject if before.review is Review.PENDING else revoke
    return act(unit, scope, id, why)


def restore(
    unit: Writer,
    scope: Scope,
    id: str,
    replaced_by: str,
    reason: str | None,
    *,
    by_itself: bool = False,
) -> None:
    """Restores an item whose replacement is now withdrawn or erased.

    A personal item is restored only by an act of its owner. With `by_itself`, the memory had
    replaced it automatically, and anybody's act restores it.
    """
    stored = unit.items.stored(id)
    if stored is None or stored.state.superseded_by != replaced_by:
        return
    if stored.state.is_personal and stored.owner != scope.viewer.name and not by_itself:
        return
    if stored.state.review in (Review.REVOKED, Review.REJECTED):
        # It was withdrawn itself since then. Restore what it had replaced instead.
        item = unit.items.get(id)
        for older in () if item is None else item.supersedes:
            restore(unit, scope, older, id, reason)
        return
    state = stored.state._replace(lifecycle=Lifecycle.ACTIVE, superseded_by=None)
    unit.items.change(stored, state, action=Action.ITEM_RESTORE, reason=reason)


def pass_on(unit: Writer, id: str, replaced_by: str, heir: str, reason: str | None) -> None:
    """Points an item to the successor of its replacement, which is erased now."""
    stored = unit.items.stored(id)
    if stored is None or stored.state.superseded_by != replaced_by:
        return
    state = stored.state._replace(superseded_by=heir)
    unit.items.change(stored, state, action=Action.ITEM_SUPERSEDE, reason=reason)


def _is_replaced_within(states: Mapping[str, ItemState], id: str) -> bool:
    """Whether an item was replaced only by items of the same source."""
    newer = states[id].superseded_by
    if newer is None:
        return False
    while newer is not None and newer in states:
        newer = states[newer].superseded_by
    return newer is None


def _is_revocable(state: ItemState) -> bool:
    is_in_use = state.lifecycle not in (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED)
    moves = REVIEW_MOVES[state.review]
    is_open = Review.REVOKED in moves or state.review is Review.PENDING
    return is_in_use and not state.is_personal and is_open


def _reviewable(
    unit: Writer, scope: Scope, id: str, act: str, wanted: Review, seen: Any
) -> StoredItem:
    require_admin(scope.viewer, act)
    stored = found(unit, id)
    check_is_shared(stored)
    check_seen(unit, stored, seen)
    stored = released(unit, stored)
    _check_decidable(scope, stored, wanted)
    return stored


def check_reviewable(
    unit: Writer, scope: Scope, stored: StoredItem, act: str, wanted: Review, seen: Any
) -> None:
    """Passes if the viewer may decide this of the item, which no compressed entry quotes."""
    require_admin(scope.viewer, act)
    check_is_shared(stored)
    check_seen(unit, stored, seen)
    _check_decidable(scope, stored, wanted)


def _check_decidable(scope: Scope, stored: StoredItem, wanted: Review) -> None:
    if stored.state.lifecycle in (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED):
        raise Conflict(
            f"{stored.id} is {stored.state.lifecycle.value} and no longer in use, so there is "
            "nothing to review. Look at history() for what replaced it."
        )
    check_review(stored.id, stored.state.review, wanted)
    if wanted in REVIEWED:
        trust.check_not_own(scope.viewer, item_id=stored.id, owner=stored.owner)


def _accepted(
    unit: Writer,
    scope: Scope,
    stored: StoredItem,
    state: ItemState,
    ended: Sequence[StoredItem],
    action: Action,
    reason: str | None,
) -> Item:
    """Puts the item in force and supersedes what it replaces, in one act."""
    check_not_expired(stored, scope.now)
    changed = stored._replace(state=state)
    for one in ended:
        check_may_end(scope, one, changed)
    item = _decided(unit, stored, state, action, reason)
    unit.compared.keep([stored.number])
    if not ended:
        return item
    replacement_review.end(unit, ended, item.id, reason)
    found_item = unit.items.get(item.id)
    return item if found_item is None else found_item


def _decided(
    unit: Writer, stored: StoredItem, state: ItemState, action: Action, reason: str | None
) -> Item:
    return unit.items.change(stored, state, action=action, reason=reason)
