"""Change items: update, supersede, dismiss, confirm, vote, share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.core.grounds import Judged
from remembrancer.core.ledger import Action
from remembrancer.core.limits import CONTENT_CHARACTERS_MAX, PAGE_ITEMS_MAX
from remembrancer.core.preset import ConfidencePolicy, ReviewPolicy
from remembrancer.core.scope import Scope
from remembrancer.core.texts import naming
from remembrancer.core.validation import check_reason, check_text, check_window, check_word, is_text
from remembrancer.governance import replacement_review
from remembrancer.governance.access.people import check_addressed
from remembrancer.governance.compressed_members import released
from remembrancer.governance.optimistic_locking import check_seen
from remembrancer.governance.pending_replacements import must_wait
from remembrancer.items import confidence, retention, trust
from remembrancer.items.evidence import Evidence, Stance
from remembrancer.items.item import Item, ItemDraft, Lifecycle, Review, Trust
from remembrancer.items.kinds.debate_kinds import check_addable, check_changeable
from remembrancer.items.kinds.trace_data import check_trace
from remembrancer.items.lifecycle import check_lifecycle
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.visibility import (
    EVERYONE,
    check_audience,
    may_renew,
    require_owner_or_admin,
)
from remembrancer.items.vote import Votes
from remembrancer.ports import Writer
from remembrancer.reading.drawn_fields import drawn_anew

_SAID = {"content", "title", "data"}  # the content: changing it makes a new statement
_COMPARED = {*_SAID, "subject", "domain", "kind", "audience", "is_personal"}  # plus its topic
_FIXED = {"source_type", "source_id", "confidence_subtype"}  # the origin does not change


def found(unit: Writer, id: str) -> StoredItem:
    stored = unit.items.stored(id)
    if stored is None:
        raise NotFound("item", id)
    return stored


def quoted_again(one: Evidence) -> NewEvidence:
    """The same evidence, for an item that is composed of others."""
    message, source = None, one.source_id
    if one.conversation_id is not None and one.message_id is not None:
        message = (one.conversation_id, one.message_id)
        if not naming.is_text(source):
            source = None  # said in a conversation, with no captured text
    return NewEvidence(source, message, one.quote, one.start, one.end, one.stance, one.principal)


def update(
    unit: Writer,
    scope: Scope,
    id: str,
    draft: ItemDraft,
    given: Mapping[str, Any],
    reason: Any,
    *,
    action: Action = Action.ITEM_UPDATE,
    seen: Any = None,
    derived: Trust | None = None,
) -> Item:
    """Changes the given fields of an item in use.

    `derived` is the trust of the material that a program was given and now rephrases.
    """
    stored = found(unit, id)
    _check_may_change(scope, stored)
    check_seen(unit, stored, seen)
    stored = released(unit, stored)
    _check_in_use(stored)
    fixed = _FIXED.intersection(given)
    if fixed:
        raise InvalidInput(
            f"{', '.join(sorted(fixed))} says where the item came from and does not change. "
            "Supersede the item to give it another source.",
            field=sorted(fixed)[0],
        )
    if not given:
        raise InvalidInput("There is nothing to update. Give at least one field.")
    if _SAID.intersection(given):
        said_by = trust.lowest([trust.of_caller(scope.viewer), *([derived] if derived else ())])
        trust.check_supersede(scope.viewer, item_id=id, old=stored.state.trust, new=said_by)
        _check_may_say(scope, stored)
    state = updated(scope, stored, draft, given)
    if derived is not None:
        state = state._replace(trust=trust.lowest([state.trust, derived]))
    if state.audience != stored.state.audience:
        check_addressed(unit, scope, state.audience)
    if state == stored.state:
        found_item = unit.items.get(id)
        assert found_item is not None
        return found_item
    return unit.items.change(stored, state, action=action, reason=check_reason(reason))


def supersede(unit: Writer, scope: Scope, id: str, new: NewItem, reason: Any) -> Item:
    """Replaces an item by a new one, in one act.

    If the new item needs review, an approved or mandatory item stays in force until the new one is
    accepted.
    """
    old = found(unit, id)
    _check_may_change(scope, old)
    old = released(unit, old)
    check_lifecycle(id, old.state.lifecycle, Lifecycle.SUPERSEDED)
    trust.check_supersede(scope.viewer, item_id=id, old=old.state.trust, new=new.state.trust)
    _check_as_wide(scope, old, new.state)
    if new.state.audience != old.state.audience:
        check_addressed(unit, scope, new.state.audience)
    why = check_reason(reason)
    if must_wait(old.state, new.state):
        return replacement_review.propose(unit, old, new, why)
    ended = old.state._replace(lifecycle=Lifecycle.SUPERSEDED)
    return unit.items.replace(old, ended, new, reason=why)


def dismiss(unit: Writer, scope: Scope, id: str, reason: Any) -> Item:
    stored = found(unit, id)
    _check_may_change(scope, stored)
    stored = released(unit, stored)
    check_lifecycle(id, stored.state.lifecycle, Lifecycle.DISMISSED)
    return unit.items.change(
        stored,
        stored.state._replace(lifecycle=Lifecycle.DISMISSED),
        action=Action.ITEM_DISMISS,
        reason=check_reason(reason),
    )


def confirm(unit: Writer, scope: Scope, id: str, quote: Any, reason: Any) -> Item:
    """Confirms that an item still holds: its term restarts, and its confidence may rise.

    The first person other than the contributor counts as a live confirmation, each further person
    as an independent verifier. The contributor and programs restart the term but do not vouch. A
    program does not renew approved or mandatory items: its statement is kept as evidence only.
    """
    stored = found(unit, id)
    _check_own(scope, stored)
    if quote is not None:
        check_text(quote, "quote", length_max=CONTENT_CHARACTERS_MAX)
    stored = released(unit, stored)
    state = stored.state
    if state.lifecycle in (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED):
        check_lifecycle(id, state.lifecycle, Lifecycle.ACTIVE)
    preset, viewer, now = scope.space.preset, scope.viewer, scope.now
    is_renewed = may_renew(viewer, state.review)
    if viewer.is_person:
        state = _vouched_for(unit, stored, viewer.name)
    if is_renewed:
        state = state._replace(
            lifecycle=Lifecycle.ACTIVE,
            last_confirmed_at=now,
            expires_at=_renewed_expiry(scope, stored),
        )
    if is_renewed and preset.confidence.policy is ConfidencePolicy.EXTRACTED:
        worth = _worth(scope, stored)
        # Programs repeat what they were given, so their confirmations add no confidence. The term
        # restarts from the current confidence, so that nothing is regained that way either.
        base = confidence.boosted(preset.confidence, worth) if viewer.is_person else worth
        state = state._replace(confidence_base=base)
    stance = Stance.CONFIRMS if viewer.is_person else Stance.SUPPORTS
    return unit.items.change(
        stored,
        state,
        action=Action.ITEM_CONFIRM,
        reason=check_reason(reason),
        evidence=(NewEvidence(None, None, quote, None, None, stance),),
    )


def reconfirm(
    unit: Writer,
    scope: Scope,
    stored: StoredItem,
    evidence: Sequence[NewEvidence],
    *,
    metadata: dict[str, Any],
    boosts: bool = True,
    verifier: str | None = None,
    judged: Judged | None = None,
    reason: str | None = None,
) -> Item:
    """Renews an item that was stated again, and stores the new evidence.

    Without a `verifier` nobody vouches for it. A verifier counts as in `confirm`, and the first
    piece of evidence is attributed to them. Without a boost the base confidence stays as it was at
    the last confirmation. `judged` says on what grounds the engine takes it for the same.
    """
    if verifier is not None and evidence:
        own = evidence[0]._replace(stance=Stance.CONFIRMS, said_by=verifier)
        evidence = (own, *evidence[1:])
        stored_state = _vouched_for(unit, stored, verifier)
    else:
        stored_state = stored.state
    state = stored_state._replace(
        lifecycle=Lifecycle.ACTIVE,
        last_confirmed_at=scope.now,
        expires_at=_renewed_expiry(scope, stored),
        metadata=metadata,
    )
    if boosts and scope.space.preset.confidence.policy is ConfidencePolicy.EXTRACTED:
        worth = _worth(scope, stored)
        boosted = confidence.boosted(scope.space.preset.confidence, worth)
        state = state._replace(confidence_base=boosted)
    return unit.items.change(
        stored,
        state,
        action=Action.ITEM_CONFIRM,
        reason=reason,
        evidence=evidence,
        judged=judged,
    )


def _vouched_for(unit: Writer, stored: StoredItem, name: str) -> ItemState:
    """The state with this person counted as a confirmer.

    The first person other than the contributor confirms the item, each further one verifies it.
    Nobody counts twice.
    """
    state = stored.state
    if name == stored.owner:
        return state
    if state.live_confirmed and name not in unit.items.confirmers(stored.id):
        state = state._replace(verifier_count=state.verifier_count + 1)
    return state._replace(live_confirmed=True)


def _worth(scope: Scope, stored: StoredItem) -> float:
    """The current effective confidence of an item."""
    state = stored.state
    return confidence.effective(
        scope.space.preset.confidence,
        base=state.confidence_base,
        source_type=state.source_type,
        admin_approved=state.admin_approved,
        live_confirmed=state.live_confirmed,
        verifier_count=state.verifier_count,
        since=state.last_confirmed_at or stored.created_at,
        now=scope.now,
        is_mandatory=state.review is Review.MANDATORY,
    )


def vote(unit: Writer, id: str, value: Any) -> Votes:
    if type(value) is not int or value not in (1, -1):
        raise InvalidInput(f"A vote is +1 or -1, not {value!r}.", field="value")
    return unit.votes.put(found(unit, id), value)


def check_voted(ids: Any) -> tuple[str, ...]:
    """The validated ids of the items whose votes are requested."""
    if isinstance(ids, str | bytes) or not isinstance(ids, Sequence):
        raise InvalidInput("Give the ids of the items as a list.", field="ids")
    if len(ids) > PAGE_ITEMS_MAX:
        raise InvalidInput(
            f"Votes are told of at most {PAGE_ITEMS_MAX:,} items. Ask in parts.", field="ids"
        )
    for id in ids:
        if not is_text(id):
            raise InvalidInput("An id is a text.", field="ids")
    return tuple(ids)


def share(
    unit: Writer, scope: Scope, id: str, first_review: Review, reason: Any, *, seen: Any = None
) -> Item:
    """Shares a personal item with the space. If review is required, the item is pending."""
    stored = found(unit, id)
    if stored.owner != scope.viewer.name:
        raise Forbidden(f"{id} is personal to its contributor, who alone may share it.")
    check_seen(unit, stored, seen)
    if not stored.state.is_personal:
        raise Conflict(f"{id} is shared already. There is nothing to do.")
    stored = released(unit, stored)
    _check_in_use(stored)
    return unit.items.change(
        stored,
        stored.state._replace(is_personal=False, review=first_review),
        action=Action.ITEM_SHARE,
        reason=check_reason(reason),
    )


def says_anew(given: Mapping[str, Any]) -> bool:
    """Whether these fields change what an item says, or what it is about."""
    return not _COMPARED.isdisjoint(given)


def updated(
    scope: Scope, stored: StoredItem, draft: ItemDraft, given: Mapping[str, Any]
) -> ItemState:
    """The state of an item after these fields are changed."""
    preset = scope.space.preset
    state = stored.state
    changes: dict[str, Any] = {
        name: getattr(draft, name) for name in given if name in ItemState._fields
    }
    if "content" in changes:
        drawn = drawn_anew(state, changes["content"])
        changes |= {name: value for name, value in drawn.items() if name not in given}
    if "kind" in given and draft.kind is None:
        changes["kind"] = preset.default_kind
    if "sensitivity" in given and draft.sensitivity is None:
        changes["sensitivity"] = preset.default_sensitivity
    if "kind" in changes:
        check_addable(changes["kind"])
    check_word(preset.kinds, changes.get("kind", state.kind), "kind")
    check_word(preset.categories, changes.get("category"), "category")
    check_word(preset.domains, changes.get("domain"), "domain")
    if {"kind", "data"} & given.keys():
        told = changes.get("data", state.data)
        check_trace(changes.get("kind", state.kind), told, beside=tuple(state.data))
    if "audience" in given:
        changes["audience"] = check_audience(scope.viewer, draft.audience)
        if changes["audience"] != state.audience:
            require_owner_or_admin(scope.viewer, stored.owner, f"change who sees {stored.id}")
    if "confidence" in given:
        changes["confidence_base"] = confidence.base(
            preset.confidence,
            source_type=state.source_type,
            subtype=state.confidence_subtype,
            given=draft.confidence,
        )
    if "is_personal" in given and draft.is_personal != state.is_personal:
        _check_may_make_personal(scope, stored, draft.is_personal)
    if "kind" in changes and "expires_at" not in given and _has_preset_expiry(scope, stored):
        since = state.last_confirmed_at or stored.created_at
        changes["expires_at"] = retention.expiry(preset, changes["kind"], since)
    changed = state._replace(**changes)
    check_window(changed.valid_from, changed.valid_until)
    return changed


def _check_may_make_personal(scope: Scope, stored: StoredItem, wanted: bool) -> None:
    if not wanted:
        raise Conflict(f"{stored.id} stays personal until its contributor calls share().")
    if stored.owner != scope.viewer.name:
        raise Forbidden(f"Only its contributor may make {stored.id} personal.")
    if stored.state.review not in (Review.PENDING, Review.NOT_REQUIRED):
        raise Conflict(
            f"{stored.id} is {stored.state.review.value}: an admin has decided on it, so it "
            "cannot be taken back. Ask an admin."
        )


def _check_may_change(scope: Scope, stored: StoredItem) -> None:
    """If the space requires review, only admins change items; contributors change pending ones."""
    viewer = scope.viewer
    check_changeable(stored.id, stored.state.kind)
    if stored.state.is_personal:
        _check_own(scope, stored)
        return
    if stored.state.review is Review.MANDATORY and not viewer.is_person:
        raise Forbidden(f"{stored.id} is mandatory, and only a person may change it.")
    if viewer.is_admin:
        return
    if scope.space.preset.review is not ReviewPolicy.REQUIRED:
        return
    if stored.owner == viewer.name and stored.state.review is Review.PENDING:
        return
    raise Forbidden(
        f"In this space only an admin may change {stored.id}. Add what you know as a new item; "
        "an admin decides which of them holds."
    )


def _check_may_say(scope: Scope, stored: StoredItem) -> None:
    """If the space requires review, a program may edit only its own pending items.

    Otherwise it could publish its own words in an item of others or in an approved item.
    """
    viewer, is_reviewed = scope.viewer, scope.space.preset.review is ReviewPolicy.REQUIRED
    is_waiting = stored.owner == viewer.name and stored.state.review is Review.PENDING
    if is_reviewed and not viewer.is_person and not is_waiting:
        raise Forbidden(
            f"{viewer.name!r} is a program and does not change what {stored.id} says: only a "
            "person may. Add what you know as a new item, for somebody to review."
        )


def check_may_settle(scope: Scope, stored: StoredItem) -> None:
    """Settling a contradiction changes both items and needs the right to change each of them."""
    _check_may_change(scope, stored)


def check_may_end(scope: Scope, old: StoredItem, new: StoredItem) -> None:
    """Accepting a replacement ends the old item and needs the same rights as superseding it."""
    _check_may_change(scope, old)
    trust.check_supersede(scope.viewer, item_id=old.id, old=old.state.trust, new=new.state.trust)
    _check_as_wide(scope, old, new.state)


def _check_as_wide(scope: Scope, old: StoredItem, new: ItemState) -> None:
    """Everybody who could see the old item can see its replacement, unless an admin decides."""
    if old.state.is_personal:
        return
    fits = new.audience in (None, EVERYONE, old.state.audience) or scope.viewer.is_admin
    if new.is_personal or not fits:
        raise Conflict(
            f"Others can see {old.id}, and the replacement would take it away from them. Give it "
            "the same audience, or add it beside."
        )


def _check_own(scope: Scope, stored: StoredItem) -> None:
    """Admins may read personal items, on record, but may not change them."""
    if stored.state.is_personal and stored.owner != scope.viewer.name:
        raise Forbidden(f"{stored.id} is personal to its contributor, who alone may change it.")


def _check_in_use(stored: StoredItem) -> None:
    state = stored.state
    if state.lifecycle is Lifecycle.SUPERSEDED:
        raise Conflict(f"{stored.id} was superseded. Change the item that replaced it instead.")
    if state.lifecycle is Lifecycle.DISMISSED:
        raise Conflict(f"{stored.id} was dismissed. Add it anew if it holds after all.")


def _renewed_expiry(scope: Scope, stored: StoredItem) -> Any:
    """A term set by the preset restarts; a term set by the caller stays."""
    if _has_preset_expiry(scope, stored):
        return retention.expiry(scope.space.preset, stored.state.kind, scope.now)
    return stored.state.expires_at


def _has_preset_expiry(scope: Scope, stored: StoredItem) -> bool:
    state = stored.state
    since = state.last_confirmed_at or stored.created_at
    return state.expires_at == retention.expiry(scope.space.preset, state.kind, since)
