"""Undo: an act of the engine is taken back, and remembered as wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from remembrancer.core.errors import Conflict
from remembrancer.core.grounds import ActKind
from remembrancer.core.ledger import Action, JudgedEntry
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_reason
from remembrancer.governance import acts, change, compressed_members, contradictions
from remembrancer.governance.act import Act
from remembrancer.governance.acts import WORDS_KEY, FoundAct
from remembrancer.governance.contradiction_relations import (
    BOTH,
    CONTRADICTS,
    SETTLES,
    UNDOES,
    UNDOES_KEY,
)
from remembrancer.items import trust
from remembrancer.items.item import Lifecycle, Review
from remembrancer.items.relation import RelationDraft
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.ports import LedgerPoint, Writer
from remembrancer.reading.judging.judgement import Severity, Suggestion

_ENDED: Final = (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED)
_WITHDRAWN: Final = (Review.REJECTED, Review.REVOKED)
# What a confirmation changes. The rest of an item is what somebody says or decides.
_RENEWED: Final = frozenset(
    {
        "last_confirmed_at",
        "expires_at",
        "metadata",
        "confidence_base",
        "live_confirmed",
        "verifier_count",
    }
)


def undo(unit: Writer, scope: Scope, id: Any, reason: Any) -> Act:
    """Takes back what the engine did, and remembers that it was wrong."""
    why = check_reason(reason)
    found = acts.named(unit, scope, id)
    act = found.act
    if act.is_undone:
        raise Conflict(f"{act.id} was undone before. There is nothing left to undo.")
    for item in (act.item, *act.others):
        change.check_may_settle(scope, change.found(unit, item.id))
        trust.check_not_own(scope.viewer, item_id=item.id, owner=item.source_user)
    if act.act is ActKind.FLAGGED:
        both = Suggestion.BOTH_VALID.value
        contradictions.resolve(unit, scope, act.contradiction or "", both, None, why)
        _remember(unit, act, [one.id for one in act.others], why)
    elif act.act is ActKind.SUPERSEDED:
        _bring_back(unit, found, why)
    elif act.act is ActKind.MERGED:
        _take_apart(unit, act, why)
    elif act.act is ActKind.CONFIRMED:
        _unconfirm(unit, scope, found, why)
    else:
        _reopen(unit, scope, found, why)
    return acts.named(unit, scope, id).act


def _bring_back(unit: Writer, found: FoundAct, why: str | None) -> None:
    """What was superseded is in use again, beside what had replaced it."""
    act = found.act
    newer = compressed_members.released(unit, change.found(unit, act.item.id))
    if newer.state.lifecycle is Lifecycle.SUPERSEDED:
        raise Conflict(
            f"{newer.id} was itself superseded by {newer.state.superseded_by} since. Undo that "
            "first, or change the items themselves."
        )
    for one in act.others:
        older = change.found(unit, one.id)
        if older.state.superseded_by != newer.id or older.state.review in _WITHDRAWN:
            raise Conflict(
                f"{older.id} was changed since, and {newer.id} no longer stands in its place. "
                "Change the items themselves."
            )
        before = _before(unit, older.id, found.entry)
        was = Lifecycle.ACTIVE if before is None else before.lifecycle
        back = older.state._replace(
            lifecycle=Lifecycle.ACTIVE if was in _ENDED else was, superseded_by=None
        )
        unit.items.change(older, back, action=Action.ITEM_RESTORE, reason=why or _WRONG)
        _keep_both(unit, act, older.id, newer.id, why)
    _remember(unit, act, [one.id for one in act.others], why)


def _keep_both(unit: Writer, act: Act, older: str, newer: str, why: str | None) -> None:
    """The pair counts as settled: both are valid, and nothing flags or replaces them again."""
    links = [
        one
        for one in unit.candidates.links(BOTH, [older])
        if {one.source, one.target} == {older, newer}
    ]
    both = Suggestion.BOTH_VALID.value
    if any(one.type == SETTLES and one.attrs.get("action") == both for one in links):
        return
    settled = {one.attrs.get("contradiction") for one in links if one.type == SETTLES}
    open_ids = [one.id for one in links if one.type == CONTRADICTS and one.id not in settled]
    if not open_ids:
        made = unit.links.add_relation(
            RelationDraft(
                type=CONTRADICTS,
                source=older,
                target=newer,
                attrs={
                    "severity": Severity.LOW.value,
                    "suggestion": both,
                    "reason": act.reason or "",
                    UNDOES_KEY: act.id,
                },
            )
        )
        open_ids = [made.id]
    for id in open_ids:
        attrs: dict[str, Any] = {
            "contradiction": id,
            "action": both,
            "item_id": None,
            **({} if why is None else {"reason": why}),
        }
        unit.links.add_relation(
            RelationDraft(type=SETTLES, source=older, target=newer, attrs=attrs),
            settles=id,
            reason=why,
        )


def _take_apart(unit: Writer, act: Act, why: str | None) -> None:
    """The items that a compressed entry lists are in use again, each by itself."""
    entry = change.found(unit, act.item.id)
    if entry.state.lifecycle in _ENDED:
        raise Conflict(
            f"{entry.id} is {entry.state.lifecycle.value} by now, so it stands for nothing any "
            "more. Look at history() for what took its place."
        )
    members = compressed_members.release_all(unit, entry, why)
    if not members:
        raise Conflict(
            f"{entry.id} was edited since, and its text no longer is the list of the items it was "
            "made of. Supersede it with what holds."
        )
    _remember(unit, act, members, why)


def _unconfirm(unit: Writer, scope: Scope, found: FoundAct, why: str | None) -> None:
    """The words no longer count as evidence, and what they renewed is as it was.

    What was renewed again since then stays.
    """
    act, entry = found.act, found.entry
    stored = compressed_members.released(unit, change.found(unit, act.item.id))
    before, after = _around(unit, stored, entry)
    now = stored.state
    if now.lifecycle in _ENDED or now.review in _WITHDRAWN or now.content != after.content:
        raise Conflict(
            f"{stored.id} was changed since this act, so it cannot be undone. Change the item "
            "itself."
        )
    state = _as_before(now, before, after, _RENEWED)
    unit.items.change(
        stored,
        state,
        action=Action.ITEM_UPDATE,
        reason=why or _WRONG,
        withdrawn_seq=entry.seq,
    )
    _remember(unit, act, [stored.id], why, words=_words(scope, act))


def _reopen(unit: Writer, scope: Scope, found: FoundAct, why: str | None) -> None:
    """What was closed is open again, as it was."""
    act, entry = found.act, found.entry
    stored = change.found(unit, act.item.id)
    before, after = _around(unit, stored, entry)
    changed = _different(before, after)
    if changed & _different(after, stored.state):
        raise Conflict(
            f"{stored.id} was changed since this act, so it cannot be undone. Change the item "
            "itself."
        )
    state = _as_before(stored.state, before, after, changed)
    unit.items.change(
        stored, state, action=Action.ITEM_RESTORE, reason=why or _WRONG, withdrawn_seq=entry.seq
    )
    _remember(unit, act, [stored.id], why, words=_words(scope, act))


_WRONG: Final = "What the engine did by itself was undone."


def _remember(
    unit: Writer, act: Act, others: Sequence[str], why: str | None, *, words: Sequence[str] = ()
) -> None:
    """Writes down that the act was wrong, for each item that it concerned."""
    for id in others:
        attrs: dict[str, Any] = {UNDOES_KEY: act.id, "act": act.act.value}
        if words:
            attrs[WORDS_KEY] = list(words)
        unit.links.add_relation(
            RelationDraft(type=UNDOES, source=id, target=act.item.id, attrs=attrs),
            undoes=act.id,
            reason=why,
        )


def _words(scope: Scope, act: Act) -> list[str]:
    return [] if act.quote is None else [acts.words_hash(scope, act.quote)]


def _before(unit: Writer, id: str, entry: JudgedEntry) -> ItemState | None:
    stored = unit.items.stored(id, at=LedgerPoint(entry.seq - 1, entry.at))
    return None if stored is None else stored.state


def _around(unit: Writer, stored: StoredItem, entry: JudgedEntry) -> tuple[ItemState, ItemState]:
    """The states right before and right after an act."""
    before = _before(unit, stored.id, entry)
    after = unit.items.stored(stored.id, at=LedgerPoint(entry.seq, entry.at))
    if before is None or after is None:
        raise Conflict(f"{stored.id} is not known as it was before this act. Change it by hand.")
    return before, after.state


def _different(one: ItemState, other: ItemState) -> frozenset[str]:
    return frozenset(
        name for name in ItemState._fields if getattr(one, name) != getattr(other, name)
    )


def _as_before(
    now: ItemState, before: ItemState, after: ItemState, fields: frozenset[str]
) -> ItemState:
    """The state with these fields as they were, where nothing changed them since the act."""
    back = fields & _different(before, after) - _different(after, now)
    return now._replace(**{name: getattr(before, name) for name in back})
