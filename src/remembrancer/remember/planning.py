"""The plan: what to do with a new statement, based on how it relates to existing items.

The result is a pure value. It can be shown, tested and explained before anything changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from remembrancer.core.preset import ConfidencePolicy, ContradictionPolicy, Preset, ReviewPolicy
from remembrancer.core.principal import Principal
from remembrancer.items import visibility
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.state import ItemState
from remembrancer.items.trust import RANK
from remembrancer.language.restrictions import restricts
from remembrancer.reading.judging.judgement import StatementRelation, Suggestion
from remembrancer.reading.judging.verdict import Verdict
from remembrancer.reading.plan import Flag, Planned, Step

_CLOSER: Final = 0.005  # smaller differences of confidence do not count
_DECIDED: Final = frozenset({Review.APPROVED, Review.MANDATORY})  # a person vouched for it
_WITHDRAWN: Final = frozenset({Review.REJECTED, Review.REVOKED})
AGAINST: Final = frozenset({StatementRelation.UPDATE, StatementRelation.CONTRADICTION})
_REPLACING: Final = frozenset(
    {ContradictionPolicy.SUPERSEDE, ContradictionPolicy.SUPERSEDE_AND_FLAG}
)


class NewStatement(NamedTuple):
    """An extracted statement that is about to be stored."""

    state: ItemState
    said_at: datetime
    said_by_program: bool  # an agent said it, or a program submitted it
    verifier: str | None = None  # the person who vouches for it here
    is_nod: bool = False  # True: the verifier only agrees
    only_acts: bool = False  # True: it is worth nothing but for what it changes


class KnownItem(NamedTuple):
    """An existing item, with the verdict on how the new statement relates to it."""

    item: Item
    said_at: datetime
    verdict: Verdict


def planned(
    new: NewStatement, known: Sequence[KnownItem], preset: Preset, viewer: Principal
) -> Planned:
    """The plan for a new statement.

    It confirms or replaces only items with the same audience. An item for a group never replaces an
    item for everybody, nor the other way round. If two such items contradict each other, a person
    decides.
    """
    own = [one for one in known if one.item.audience == new.state.audience]
    found = _among(new, own, preset, viewer)
    beyond = [
        _flag_beyond(new, one)
        for one in known
        if one.item.audience != new.state.audience
        and one.verdict.relation in AGAINST
        and is_live(one.item)
    ]
    if not beyond or found.step not in (Step.ADD, Step.SUPERSEDE):
        return found
    return found.model_copy(update={"flags": (*found.flags, *beyond)})


def _among(
    new: NewStatement, known: Sequence[KnownItem], preset: Preset, viewer: Principal
) -> Planned:
    live = [one for one in known if is_live(one.item)]
    closed = [one for one in live if _is_closed(new, one, preset, viewer)]
    found = _filed(new, known, live, preset, viewer)
    if not closed:
        return found
    why = "; ".join(dict.fromkeys(one.verdict.reason for one in closed))
    ids = tuple(one.item.id for one in closed)
    if found.step is Step.ADD and not found.flags:
        step = Step.CLOSE if new.only_acts else Step.ADD
        found = _planned(new, step, why if new.only_acts else f"{found.because}; {why}", closed)
    return found.model_copy(update={"closes": ids})


def _is_closed(new: NewStatement, one: KnownItem, preset: Preset, viewer: Principal) -> bool:
    """Whether the statement closes the known task without asking a person."""
    if one.verdict.relation is not StatementRelation.CLOSES or _older(new, one):
        return False
    is_sure = one.verdict.grade.reaches(preset.judgement.acts_at)
    return is_sure and _may_replace(new, one.item, preset, viewer)


def _filed(
    new: NewStatement,
    known: Sequence[KnownItem],
    live: Sequence[KnownItem],
    preset: Preset,
    viewer: Principal,
) -> Planned:
    again = [one for one in live if one.verdict.relation is StatementRelation.SAME]
    same = [one for one in again if not one.verdict.is_of_part or new.only_acts]
    if same:
        return _again(new, same, viewer, preset)
    for one in known:
        if one.verdict.relation is StatementRelation.SAME and _binds(one.item, new, viewer):
            return _planned(new, Step.SKIP, _turned_down(one.item), [one])
    against = [
        one
        for one in live
        if one.verdict.relation in (StatementRelation.UPDATE, StatementRelation.CONTRADICTION)
    ]
    if against:
        return _against(new, against, preset, viewer)
    return _beside(new, again, viewer) if again else _planned(new, Step.ADD, "new")


def _beside(new: NewStatement, again: Sequence[KnownItem], viewer: Principal) -> Planned:
    """A statement that says again what is known, and more: both stand, and the known is renewed."""
    best = max(again, key=lambda one: one.item.confidence_base)
    is_heard = not new.said_by_program and RANK[new.state.trust] >= RANK[best.item.trust]
    if not is_heard or not visibility.may_renew(viewer, best.item.review):
        return _planned(new, Step.ADD, "new")
    made = _planned(new, Step.ADD, f"new; a part of it: {best.verdict.reason}", [best])
    return made.model_copy(update={"is_mention": True})


def is_rejected(one: KnownItem) -> bool:
    """Whether the same statement was dismissed, rejected or revoked before."""
    return is_withdrawn(one.item) and one.verdict.relation is StatementRelation.SAME


def is_withdrawn(item: Item) -> bool:
    """Whether the item was dismissed, rejected or revoked, whatever its kind."""
    return item.lifecycle is Lifecycle.DISMISSED or item.review in _WITHDRAWN


def is_live(item: Item) -> bool:
    """Whether the item is in use or pending. Rejected and withdrawn items are not."""
    in_use = item.lifecycle in (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)
    return in_use and item.review not in _WITHDRAWN


# -- the same statement again


def _again(new: NewStatement, same: list[KnownItem], viewer: Principal, preset: Preset) -> Planned:
    best = max(same, key=lambda one: (one.item.review in _DECIDED, one.item.confidence_base))
    found = _repeated(new, best, viewer, preset)
    if new.only_acts and found.step is Step.SUPERSEDE:
        found = _planned(new, Step.RECONFIRM, best.verdict.reason, [best])
    if new.verifier is None:
        return found
    if new.is_nod and restricts(new.state.content, best.item.content):
        why = f"{best.verdict.reason}; but it holds only in part or at times"
        return _planned(new, Step.SKIP, why, [best])
    is_trusted_more = RANK[new.state.trust] > RANK[best.item.trust]
    if found.step is Step.SUPERSEDE and (is_trusted_more or not new.is_nod):
        return found
    # A person who agrees vouches for the existing item and adds no new statement.
    why = f"{best.verdict.reason}; {new.verifier} confirms it"
    return _planned(new, Step.RECONFIRM, why, [best])


def _repeated(new: NewStatement, best: KnownItem, viewer: Principal, preset: Preset) -> Planned:
    why = best.verdict.reason
    if new.said_by_program:
        return _planned(new, Step.SKIP, f"{why}; a program repeats what it was told", [best])
    if RANK[new.state.trust] > RANK[best.item.trust] and _may_replace(
        new, best.item, preset, viewer
    ):
        # Otherwise the less trusted source that said it first could retract it.
        return _planned(new, Step.SUPERSEDE, f"{why}; its source is trusted more", [best])
    if best.verdict.is_reopened and RANK[new.state.trust] == RANK[best.item.trust]:
        return _planned(new, Step.RECONFIRM, why, [best])
    gained = new.state.confidence_base - best.item.confidence_base
    if gained < -_CLOSER:
        skipped = _planned(new, Step.SKIP, f"{why}; known with more confidence", [best])
        return skipped.model_copy(update={"is_mention": _is_mention(new, best.item, preset)})
    if gained > _CLOSER and not _older(new, best) and _may_replace(new, best.item, preset, viewer):
        return _planned(new, Step.SUPERSEDE, f"{why}; said with more confidence", [best])
    if RANK[new.state.trust] < RANK[best.item.trust]:
        return _planned(new, Step.SKIP, f"{why}; its source is trusted less", [best])
    return _planned(new, Step.RECONFIRM, why, [best])


def _is_mention(new: NewStatement, item: Item, preset: Preset) -> bool:
    """Whether a less certain statement keeps the item in use: only if unmentioned items fade.

    Under other presets a source counts by its trust, and a lesser source does not refresh a better
    one.
    """
    is_passive = preset.confidence.policy is ConfidencePolicy.EXTRACTED
    return is_passive and RANK[new.state.trust] >= RANK[item.trust]


def _binds(item: Item, new: NewStatement, viewer: Principal) -> bool:
    """Whether an earlier rejection keeps the new statement out.

    It does for the same contributor and audience, until a more trusted source says it later.
    """
    if not is_withdrawn(item):
        return False
    if item.source_user != viewer.name:
        return False
    is_lifted = (
        RANK[new.state.trust] > RANK[item.trust] or _is_vouched_for(new.state)
    ) and new.said_at > item.updated_at
    return not is_lifted


def _is_vouched_for(state: ItemState) -> bool:
    return state.source_type in ("admin_mandate", "user_verification")


def _turned_down(item: Item) -> str:
    how = item.lifecycle if item.lifecycle is Lifecycle.DISMISSED else item.review
    return f"it was {how.value} before, and is not learned again"


# -- statements that differ from existing items


def _against(
    new: NewStatement, against: list[KnownItem], preset: Preset, viewer: Principal
) -> Planned:
    newer = [one for one in against if _is_replaced(new, one, preset, viewer)]
    if newer and any(_older(new, one) for one in newer):
        later = max(newer, key=lambda one: one.said_at)
        why = f"{later.item.id} was said later: {later.verdict.reason}"
        return _planned(new, Step.BENEATH, why, [later], _flags_beside(new, [later], preset))
    rest = [one for one in against if one not in newer]
    flags = [*(_flag(new, one) for one in rest), *_flags_beside(new, newer, preset)]
    if newer:
        why = "; ".join(one.verdict.reason for one in newer)
        return _planned(new, Step.SUPERSEDE, why, newer, flags)
    why = "; ".join(one.verdict.reason for one in rest)
    return _planned(new, Step.ADD, f"new, and a person decides: {why}", (), flags)


def _flags_beside(new: NewStatement, ended: Sequence[KnownItem], preset: Preset) -> list[Flag]:
    """Flags for a person to see, although one item has replaced the other."""
    if preset.contradiction is not ContradictionPolicy.SUPERSEDE_AND_FLAG:
        return []
    return [
        _flag(new, one)
        for one in ended
        if one.verdict.relation is StatementRelation.CONTRADICTION and not one.verdict.states_change
    ]


def _is_replaced(new: NewStatement, one: KnownItem, preset: Preset, viewer: Principal) -> bool:
    """Whether the later statement replaces the earlier one without asking a person."""
    if not one.verdict.replaces or not one.verdict.grade.reaches(preset.judgement.acts_at):
        return False
    if _older(new, one):
        if not _may_go_beneath(new, one.item, preset, viewer):
            return False
    elif not _may_replace(new, one.item, preset, viewer):
        return False
    if preset.contradiction in _REPLACING:
        return True
    if preset.contradiction is ContradictionPolicy.ADMIN_DECIDES:
        return False
    # Under other policies both may hold, unless the contributor says that the old one is over.
    return one.verdict.states_change and one.item.source_user == viewer.name


def _may_replace(new: NewStatement, old: Item, preset: Preset, viewer: Principal) -> bool:
    """Whether the new statement may replace the old item.

    A less trusted statement never replaces an item, and nothing replaces an approved or mandatory
    item automatically. A person decides those cases.
    """
    if RANK[new.state.trust] < RANK[old.trust] or old.review in _DECIDED:
        return False
    if preset.review is ReviewPolicy.REQUIRED and not viewer.is_admin:
        return old.source_user == viewer.name and old.review is Review.PENDING
    return True


def _may_go_beneath(new: NewStatement, later: Item, preset: Preset, viewer: Principal) -> bool:
    """The same check in the other direction, for a statement that arrives late."""
    if RANK[later.trust] < RANK[new.state.trust] or new.state.review in _DECIDED:
        return False
    if preset.review is ReviewPolicy.REQUIRED and not viewer.is_admin:
        return later.source_user == viewer.name and new.state.review is Review.PENDING
    return True


def _flag(new: NewStatement, one: KnownItem) -> Flag:
    verdict = one.verdict
    suggestion = verdict.suggestion
    if RANK[new.state.trust] < RANK[one.item.trust]:
        suggestion = Suggestion.KEPT_A  # the more trusted source is more likely right
    merged = verdict.merged_content if suggestion is Suggestion.MERGE else None
    return Flag(
        item_id=one.item.id,
        severity=verdict.severity,
        suggestion=suggestion,
        merged_content=merged,
        reason=verdict.reason,
        grounds=verdict.grounds,
        grade=verdict.grade,
    )


def _flag_beyond(new: NewStatement, one: KnownItem) -> Flag:
    """A flag between a group and everybody. The group's item may be an exception."""
    flag = _flag(new, one)
    of_group = Suggestion.KEPT_A if new.state.audience is None else Suggestion.KEPT_B
    if flag.suggestion is not of_group:
        return flag
    return flag.model_copy(update={"suggestion": Suggestion.BOTH_VALID})


def _older(new: NewStatement, one: KnownItem) -> bool:
    return new.said_at < one.said_at


def _planned(
    new: NewStatement,
    step: Step,
    because: str,
    known: Sequence[KnownItem] = (),
    flags: Sequence[Flag] = (),
) -> Planned:
    return Planned(
        step=step,
        text=new.state.content,
        because=because,
        item_ids=tuple(one.item.id for one in known),
        flags=tuple(flags),
        grounds=tuple(dict.fromkeys(ground for one in known for ground in one.verdict.grounds)),
        grade=min((one.verdict.grade for one in known), key=lambda one: one.rank, default=None),
    )
