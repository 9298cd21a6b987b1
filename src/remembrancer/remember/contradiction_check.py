"""Contradiction check on add: new items are compared with existing items if the preset says so.

The check replaces nothing. It flags contradictions for a person to decide. An item that is added is
only stored and noted; the comparison is due work (`remember/comparison_due.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from remembrancer.core.limits import ARRIVALS_CHECKED_MAX
from remembrancer.core.preset import ContradictionPolicy
from remembrancer.core.scope import Scope
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.contradiction_relations import CONTRADICTS, is_out_of_use
from remembrancer.items.added import AddedItems
from remembrancer.items.item import Item
from remembrancer.items.port import NewItem
from remembrancer.items.visibility import REVIEWED
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader, Store, Writer
from remembrancer.reading.judging.judgement import Judgement
from remembrancer.remember import comparison_due, reconcile
from remembrancer.remember.comparisons import Comparisons

# Under a policy where newer replaces older, a caller who adds an exact item wants no check.
_CHECKING: Final = frozenset(
    {
        ContradictionPolicy.FLAG_ONLY,
        ContradictionPolicy.ADMIN_DECIDES,
        ContradictionPolicy.DEBATE,
        ContradictionPolicy.SUPERSEDE_AND_FLAG,
    }
)


class Arrival:
    """Notes that new items have to be compared, or flags them at once where a judge was asked."""

    def __init__(
        self, scope: Scope, told: Mapping[str, dict[str, Judgement]] | None, *, is_checked: bool
    ) -> None:
        self._scope = scope
        self._told = told  # by content, for it is not known yet which are new; None: unasked
        self._is_checked = is_checked

    def check(self, unit: Writer, added: AddedItems) -> None:
        """Makes the comparison of the new items among these due. Long lists are not compared."""
        if not self._is_checked or len(added) > ARRIVALS_CHECKED_MAX:
            return
        if self._told is None:
            fresh = [id for id in added.ids if id not in added.known]
            comparison_due.note(unit, self._scope, fresh)
            return
        items = [one for one in added if one.id not in added.known]
        told = [self._told.get(one.content, {}) for one in items]
        reconcile.check_arrivals(unit, self._scope, items, told)


def is_checking(scope: Scope) -> bool:
    """Whether the space compares items added as they are with existing items."""
    return scope.space.preset.contradiction in _CHECKING


def let_in(
    unit: Writer,
    scope: Scope,
    item: Item,
    told: Mapping[str, Judgement] | None = None,
    *,
    says_anew: bool = False,
) -> Item:
    """Flags contradictions of an item whose content or audience has changed.

    Such an item says something else now, or more people rely on it: it was personal, or it waited
    for review and its contributor may not have seen other pending items.

    Rules check the item, together with the judgements in `told`. If the item says something else
    now, settled contradictions of its old content no longer count.
    """
    _flagged(unit, scope, item, told, says_anew=says_anew)
    return item


def flag_first(unit: Writer, scope: Scope, item: Item) -> tuple[Contradiction, ...]:
    """Flags contradictions of an item that is about to be accepted.

    Returns the new contradictions with approved or mandatory items, which nobody could have seen
    before.
    """
    before = {one.id for one in unit.candidates.links([CONTRADICTS], [item.id])}
    found = _flagged(unit, scope, item)
    return tuple(
        one
        for one in found
        if one.id not in before
        and any(side.id != item.id and side.review in REVIEWED for side in one.items)
    )


def unopposed(store: Store, scope: Scope, ids: Sequence[str]) -> frozenset[str]:
    """Those of these items that contradict nothing, found before any of them is accepted; all of
    them where the space compares nothing.

    Many decisions at once need not compare each item while the store is held for writing. What
    others add or accept meanwhile is compared with these items by itself.
    """
    if not is_checking(scope):
        return frozenset(ids)
    comparisons = Comparisons(rules_only=True)

    def look(reader: Reader) -> frozenset[str]:
        compared = reader.compared.unopposed(ids)
        rest = [id for id in ids if id not in compared]
        return compared.union(
            one.id
            for one in reader.items.named(rest).values()
            if not is_out_of_use(one)
            and not reconcile.opposed_to(reader, scope, one, comparisons, only_earlier=False)
        )

    return transactions.read(store, scope, look)[0]


def _flagged(
    unit: Writer,
    scope: Scope,
    item: Item,
    told: Mapping[str, Judgement] | None = None,
    *,
    says_anew: bool = False,
) -> tuple[Contradiction, ...]:
    if not is_checking(scope) or is_out_of_use(item):
        return ()
    apart = comparison_due.decided_apart(unit, item.id)
    judged = [dict(told)] if told else ()
    return reconcile.check_arrivals(unit, scope, [item], judged, apart=apart, says_anew=says_anew)


def judged(store: Store, scope: Scope, tools: Tools, new: NewItem) -> Mapping[str, Judgement]:
    """A judge's verdict on an item whose content is about to change; empty without a judge."""
    if tools.llm is None or not is_checking(scope):
        return {}
    (found,) = reconcile.judgements_of(store, scope, _judge_of(tools), [new])
    return dict(found)


def arrival(store: Store, scope: Scope, tools: Tools, new: Sequence[NewItem]) -> Arrival:
    """Asks the judge about each item, if a judge is configured and the list is short.

    Without one, the items are stored at once and compared later, by rules.
    """
    is_checked = is_checking(scope)
    if not is_checked or tools.llm is None or not 0 < len(new) <= ARRIVALS_CHECKED_MAX:
        return Arrival(scope, None, is_checked=is_checked)
    told: dict[str, dict[str, Judgement]] = {}
    judged = reconcile.judgements_of(store, scope, _judge_of(tools), new)
    for one, found in zip(new, judged, strict=True):
        told.setdefault(one.state.content, {}).update(found)
    return Arrival(scope, told, is_checked=True)


def _judge_of(tools: Tools) -> Tools:
    """The judge alone: nothing is embedded while a caller waits for an item to be stored."""
    return Tools(llm=tools.llm).for_task()
