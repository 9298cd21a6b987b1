"""Contradictions: two items that cannot both hold, flagged for a person and settled by one.

A contradiction is a relation between the two items, so a viewer must see both items to see it, and
erasing one of them removes it. Settling it adds a second relation. If a side was made personal
since, an admin sees only its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.core.grounds import ActKind, Judged
from remembrancer.core.ledger import Action
from remembrancer.core.limits import CONTENT_CHARACTERS_MAX, TITLE_CHARACTERS_MAX
from remembrancer.core.preset import ContradictionPolicy
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_reason, check_text
from remembrancer.governance import change, replacement_review
from remembrancer.governance.contradiction import Contradiction, Hidden, Resolution
from remembrancer.governance.contradiction_relations import (
    BOTH,
    CONTRADICTS,
    SETTLES,
    is_out_of_use,
    overlap,
    unsettled,
)
from remembrancer.items import lifecycle, trust
from remembrancer.items.item import Item, Lifecycle, Review, Trust
from remembrancer.items.port import NewItem
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.visibility import require_admin
from remembrancer.jobs.schedule import DEBATE
from remembrancer.ports import Reader, Writer
from remembrancer.reading.judging.judgement import Severity, Suggestion
from remembrancer.reading.plan import Flag

_TURNED: Final = {Suggestion.KEPT_A: Suggestion.KEPT_B, Suggestion.KEPT_B: Suggestion.KEPT_A}
_NOW_HOLDS: Final = frozenset({Review.APPROVED, Review.MANDATORY})


class _Pair(NamedTuple):
    """A contradiction with both items, before anything is hidden from a viewer."""

    link: Relation
    a: Item
    b: Item
    resolution: Resolution | None = None


def flag(unit: Writer, given: Flag, new: Item, *, says_anew: bool = False) -> Contradiction:
    """Records that a new item contradicts an existing one.

    The same two items are flagged once, and again if the item changed after the contradiction was
    settled.
    """
    links = unit.candidates.links(BOTH, [given.item_id])
    for one in unsettled(links) if says_anew else links:
        if one.type == CONTRADICTS and {one.source, one.target} == {given.item_id, new.id}:
            return _shown(_pair(_items_of(unit, [one]), one, []), None)
    known = unit.items.get(given.item_id)
    if known is None:
        raise NotFound("item", given.item_id)
    attrs: dict[str, Any] = {
        "severity": given.severity.value,
        "suggestion": given.suggestion.value,
        "reason": given.reason,
        "grounds": [one.value for one in given.grounds],
        "grade": given.grade.value,
    }
    if given.merged_content is not None:
        attrs["merged_content"] = given.merged_content
    first, second = known, new
    if new.superseded_by == known.id:  # it arrived late, but was said before the existing item
        first, second = new, known
        attrs["suggestion"] = _TURNED.get(given.suggestion, given.suggestion).value
    if first.lifecycle is Lifecycle.SUPERSEDED:
        attrs["was_replaced"] = True  # flagged although one replaced the other
    made = unit.links.add_relation(
        RelationDraft(type=CONTRADICTS, source=first.id, target=second.id, attrs=attrs),
        judged=Judged(
            act=ActKind.FLAGGED,
            item=second.id,
            others=(first.id,),
            grounds=given.grounds,
            grade=given.grade,
        ),
    )
    if unit.space.preset.contradiction is ContradictionPolicy.DEBATE:
        unit.jobs.make_due_once(DEBATE, made.id)
    return _shown(_Pair(made, first, second), None)


def listed(
    reader: Reader,
    scope: Scope,
    *,
    include_resolved: bool = False,
    of: str | Sequence[str] | None = None,
) -> tuple[Contradiction, ...]:
    """Open contradictions of some items or of all, oldest first; settled ones too on request."""
    links = reader.candidates.links(BOTH, [of] if isinstance(of, str) else of)
    settled = [one for one in links if one.type == SETTLES]
    told = [one for one in links if one.type == CONTRADICTS]
    before = set(reader.looks)
    items = _items_of(reader, told)
    reader.only_looked_at(before)  # items personal to others are hidden below
    viewer = scope.viewer
    found = [_pair(items, one, settled) for one in told if _has_ends(items, one)]
    return tuple(
        _shown(one, viewer)
        for one in found
        if not (_is_hidden(one.a, viewer) and _is_hidden(one.b, viewer))
        and (include_resolved or _is_open(one) or _is_half_hidden(one, viewer))
    )


def resolve(
    unit: Writer,
    scope: Scope,
    id: str,
    action: Any,
    merged_content: Any,
    reason: Any,
    *,
    derived: Trust | None = None,
) -> Contradiction:
    """An admin decides: the existing item, the new item, a merged text, or both.

    `derived` is the trust of the material that a program was given and uses in the merged text.
    """
    require_admin(scope.viewer, "settle contradictions")
    chosen = _action(action)
    why = check_reason(reason)
    open_one = _found(unit, id)
    _check_open(scope, open_one, chosen)
    for end in (open_one.a, open_one.b):
        if not _is_hidden(end, scope.viewer):
            change.check_may_settle(scope, change.found(unit, end.id))
            trust.check_not_own(scope.viewer, item_id=end.id, owner=end.source_user)
    if chosen is Suggestion.MERGE:
        suggested = open_one.link.attrs.get("merged_content")
        merged_content = suggested if merged_content is None else merged_content
        if merged_content is None or (
            isinstance(merged_content, str) and not merged_content.strip()
        ):
            raise InvalidInput(
                "A merge needs merged_content: the text that holds what is right in both.",
                field="merged_content",
            )
        check_text(merged_content, "merged_content", length_max=CONTENT_CHARACTERS_MAX)
    elif merged_content is not None:
        raise InvalidInput(
            f"merged_content goes with the action merge, not with {chosen.value}.",
            field="merged_content",
        )
    _settle(unit, scope, open_one, chosen, merged_content, why, derived)
    return _shown(_found(unit, id), scope.viewer)


def settle_debated(
    unit: Writer, scope: Scope, id: str, position: str, why: str, *, by_person: bool
) -> bool:
    """Settles a contradiction as the debate about it ended. Whether it did.

    The item that states the position stays; where neither does, the position takes the place of
    both. Without a person nothing more trusted gives way: then it stays open for one.
    """
    links = unit.candidates.links(BOTH, None)
    if not any(one.type == CONTRADICTS and one.id == id for one in links):
        return False
    found = _found(unit, id)
    if not _is_open(found):
        return False
    kept = {found.a.content: Suggestion.KEPT_A, found.b.content: Suggestion.KEPT_B}
    chosen = kept.get(position, Suggestion.MERGE)
    loser = found.b if chosen is Suggestion.KEPT_A else found.a
    winner = found.a if chosen is Suggestion.KEPT_A else found.b
    if not by_person:
        is_less = trust.RANK[winner.trust] < trust.RANK[loser.trust]
        is_reviewed = loser.review in _NOW_HOLDS or chosen is Suggestion.MERGE
        if is_less or is_reviewed:
            return False
    merged = position if chosen is Suggestion.MERGE else None
    _settle(unit, scope, found, chosen, merged, why, None)
    return True


def _settle(
    unit: Writer,
    scope: Scope,
    open_one: _Pair,
    chosen: Suggestion,
    merged_content: str | None,
    why: str | None,
    derived: Trust | None,
) -> None:
    """Carries out a decision, and puts it on record."""
    holds = _settled(unit, scope, open_one, chosen, merged_content, why, derived)
    unit.links.add_relation(
        RelationDraft(
            type=SETTLES,
            source=open_one.a.id,
            target=open_one.b.id,
            attrs={
                "contradiction": open_one.link.id,
                "action": chosen.value,
                "item_id": holds,
                # Whoever may see both items may know the reason; the ledger is only for admins.
                **({} if why is None else {"reason": why}),
            },
        ),
        settles=open_one.link.id,
        reason=why,
    )


# -- deciding


def _check_open(scope: Scope, found: _Pair, chosen: Suggestion) -> None:
    """Passes if the contradiction is still open and can be settled this way."""
    id = found.link.id
    if found.resolution is not None:
        raise Conflict(
            f"The contradiction {id} was settled before, as {found.resolution.action.value}. "
            "Change the items themselves if that was wrong."
        )
    if _is_half_hidden(found, scope.viewer):
        if chosen is Suggestion.BOTH_VALID:
            return
        raise Conflict(
            f"The contradiction {id} has settled itself: one of its items was made personal, and "
            "nobody else decides on that. Say both_valid to have it off the list."
        )
    if not _is_open(found):
        raise Conflict(
            f"The contradiction {id} has settled itself: one of its items is no longer in use, or "
            "is no longer for the same people. There is nothing left to decide."
        )


def _action(given: Any) -> Suggestion:
    try:
        return Suggestion(given)
    except ValueError:
        known = ", ".join(one.value for one in Suggestion)
        raise InvalidInput(
            f"A contradiction cannot be settled by {given!r}. Say one of: {known}.", field="action"
        ) from None


def _settled(
    unit: Writer,
    scope: Scope,
    open_one: _Pair,
    chosen: Suggestion,
    merged_content: str | None,
    why: str | None,
    derived: Trust | None,
) -> str | None:
    """The id of the item that holds now; None if both do."""
    a, b = change.found(unit, open_one.a.id), change.found(unit, open_one.b.id)
    if chosen is Suggestion.BOTH_VALID:
        return None
    if chosen is Suggestion.MERGE:
        assert merged_content is not None
        said_by = trust.lowest([trust.of_caller(scope.viewer), *([derived] if derived else ())])
        sides = (open_one.a, open_one.b)
        return _merged(unit, scope, sides, (a, b), merged_content, why, said_by)
    if chosen is Suggestion.KEPT_B:
        lifecycle.check_not_expired(b, scope.now)
        _vouched(unit, scope, b, a, why)
        if a.state.lifecycle not in (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED):
            replacement_review.end(unit, [a], b.id, why)
        return b.id
    if a.state.lifecycle is Lifecycle.SUPERSEDED:  # the new item had replaced it
        back = a.state._replace(lifecycle=Lifecycle.ACTIVE, superseded_by=None)
        unit.items.change(a, back, action=Action.ITEM_RESTORE, reason=why)
    _turned_down(unit, b, why)
    return a.id


def _turned_down(unit: Writer, stored: StoredItem, why: str | None) -> None:
    """Rejects a pending item, revokes an approved one, dismisses one that needs no review."""
    state = stored.state
    if state.review is Review.PENDING:
        changed, action = state._replace(review=Review.REJECTED), Action.REVIEW_REJECT
    elif state.review in _NOW_HOLDS:
        changed, action = state._replace(review=Review.REVOKED), Action.REVIEW_REVOKE
    elif state.lifecycle in (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED):
        return
    else:
        changed, action = state._replace(lifecycle=Lifecycle.DISMISSED), Action.ITEM_DISMISS
    unit.items.change(stored, changed, action=action, reason=why)


def _vouched(
    unit: Writer, scope: Scope, stored: StoredItem, known: StoredItem, why: str | None
) -> None:
    """Approves a pending item that an admin decided for, and ends what it was to replace.

    It becomes mandatory if one of the items that it replaces was mandatory.
    """
    waiting = stored.state.review is Review.PENDING
    ended = [
        one for one in replacement_review.leaving(unit, stored.id) if waiting and one.id != known.id
    ]
    for one in ended:
        change.check_may_end(scope, one, stored)
    binding = replacement_review.is_binding(stored, [known, *ended])
    if binding and stored.state.review is not Review.MANDATORY:
        state = stored.state._replace(review=Review.MANDATORY, admin_approved=True)
        handed_on = why or replacement_review.HANDED_ON.format(ids=known.id)
        unit.items.change(stored, state, action=Action.REVIEW_MANDATE, reason=handed_on)
    elif waiting:
        state = stored.state._replace(review=Review.APPROVED, admin_approved=True)
        unit.items.change(stored, state, action=Action.REVIEW_APPROVE, reason=why)
    replacement_review.end(unit, ended, stored.id, why)


def _merged(
    unit: Writer,
    scope: Scope,
    items: tuple[Item, Item],
    stored: tuple[StoredItem, StoredItem],
    content: str,
    why: str | None,
    said_by: Trust,
) -> str:
    """One item that replaces both. It has the lowest trust of both items and of the writer."""
    a, b = stored
    review = _review_of_merged(a.state, b.state)
    if review is Review.APPROVED and not scope.viewer.is_person:
        raise Forbidden(
            "A merged text is a new one, and what a program writes waits for review. Keep one of "
            "the two, or ask a person who is an admin."
        )
    state = b.state._replace(
        content=content,
        audience=b.state.audience or a.state.audience,  # a group's content stays within the group
        title=_title_of_merged(a.state.title, b.state.title),
        data={},
        tags=tuple(dict.fromkeys((*a.state.tags, *b.state.tags))),
        entities=tuple(dict.fromkeys((*a.state.entities, *b.state.entities))),
        lifecycle=Lifecycle.ACTIVE,
        review=review,
        admin_approved=True,
        trust=trust.lowest((a.state.trust, b.state.trust, said_by)),
        confidence_base=max(a.state.confidence_base, b.state.confidence_base),
        source_id=None,
        superseded_by=None,
    )
    new = NewItem(state, tuple(map(change.quoted_again, (*items[0].evidence, *items[1].evidence))))
    in_use = [
        one
        for one in stored
        if one.state.lifecycle not in (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED)
    ]
    if not in_use:
        return unit.items.add([new])[0].id
    first, *others = in_use
    ended = first.state._replace(lifecycle=Lifecycle.SUPERSEDED)
    made = unit.items.replace(first, ended, new, reason=why)
    replacement_review.end(unit, others, made.id, why)
    return made.id


def _title_of_merged(first: str | None, second: str | None) -> str | None:
    """Both titles, each once; if they do not fit together, the title of the newer item."""
    both = " / ".join(dict.fromkeys(one for one in (first, second) if one is not None))
    return (both if len(both) <= TITLE_CHARACTERS_MAX else second) or None


def _review_of_merged(a: ItemState, b: ItemState) -> Review:
    """An admin wrote the text, so it needs no review. Only a separate act makes it mandatory."""
    if Review.NOT_REQUIRED in (a.review, b.review):
        return Review.NOT_REQUIRED
    return Review.APPROVED


# -- reading


def _found(reader: Reader, id: str) -> _Pair:
    links = reader.candidates.links(BOTH, None)
    found = next((one for one in links if one.type == CONTRADICTS and one.id == id), None)
    items = {} if found is None else _items_of(reader, [found])
    if found is None or not _has_ends(items, found):
        raise NotFound("contradiction", id)
    return _pair(items, found, [one for one in links if one.type == SETTLES])


def _pair(items: Mapping[str, Item], link: Relation, settled: Sequence[Relation]) -> _Pair:
    resolution = next((one for one in settled if one.attrs.get("contradiction") == link.id), None)
    return _Pair(
        link,
        items[link.source],
        items[link.target],
        None if resolution is None else _resolution(resolution),
    )


def _shown(pair: _Pair, viewer: Principal | None) -> Contradiction:
    """The contradiction as the viewer may see it; viewer None: nothing is hidden."""
    attrs = pair.link.attrs
    a, b = (
        Hidden(id=one.id) if viewer is not None and _is_hidden(one, viewer) else one
        for one in (pair.a, pair.b)
    )
    is_whole = isinstance(a, Item) and isinstance(b, Item)
    return Contradiction(
        id=pair.link.id,
        a=a,
        b=b,
        severity=Severity(attrs.get("severity", Severity.LOW)),
        # With a hidden side nothing else is possible, and the reason could reveal its content.
        suggestion=Suggestion(attrs.get("suggestion", Suggestion.BOTH_VALID))
        if is_whole
        else Suggestion.BOTH_VALID,
        merged_content=attrs.get("merged_content") if is_whole else None,
        reason=str(attrs.get("reason", "")) if is_whole else "",
        found_at=pair.link.created_at,
        resolution=pair.resolution if is_whole else _without_reason(pair.resolution),
    )


def _resolution(link: Relation) -> Resolution:
    return Resolution(
        action=Suggestion(link.attrs["action"]),
        by=link.owner,
        at=link.created_at,
        item_id=link.attrs.get("item_id"),
        reason=link.attrs.get("reason"),
    )


def _without_reason(given: Resolution | None) -> Resolution | None:
    return None if given is None else given.model_copy(update={"reason": None})


def _items_of(reader: Reader, links: Iterable[Relation]) -> dict[str, Item]:
    return reader.items.named({end for link in links for end in (link.source, link.target)})


def _has_ends(items: Mapping[str, Item], link: Relation) -> bool:
    return link.source in items and link.target in items


def _is_hidden(item: Item, viewer: Principal) -> bool:
    """Whether it is personal to somebody else. Admins read such an item by its id, on record."""
    return item.is_personal and item.source_user != viewer.name


def _is_half_hidden(one: _Pair, viewer: Principal) -> bool:
    """Whether it is unsettled, and one of its two items in use was made personal since."""
    if one.resolution is not None or is_out_of_use(one.a) or is_out_of_use(one.b):
        return False
    return _is_hidden(one.a, viewer) is not _is_hidden(one.b, viewer)


def _is_open(one: _Pair) -> bool:
    """Whether nobody has settled it and both items are still in use.

    If it was flagged when the new item replaced the old one, it stays open while the new item is in
    use.
    """
    if one.resolution is not None or is_out_of_use(one.b):
        return False
    if one.a.is_personal is not one.b.is_personal or not overlap(one.a.audience, one.b.audience):
        return False  # nobody is given both any more
    return not is_out_of_use(one.a) or one.a.superseded_by == one.b.id
