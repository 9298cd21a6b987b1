"""Contradiction check on add: new items are compared with existing items if the preset says so.

The check replaces nothing. It flags contradictions for a person to decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from remembrancer.core.limits import ARRIVALS_CHECKED_MAX
from remembrancer.core.preset import ContradictionPolicy
from remembrancer.core.scope import Scope
from remembrancer.governance import replacement_review
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.contradiction_relations import CONTRADICTS, is_out_of_use
from remembrancer.items.added import AddedItems
from remembrancer.items.item import Item
from remembrancer.items.port import NewItem
from remembrancer.items.visibility import REVIEWED
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store, Writer
from remembrancer.reading.judging.judgement import Judgement
from remembrancer.remember import reconcile
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
    """Judgements about new items, made before the write transaction starts."""

    def __init__(
        self,
        scope: Scope,
        tools: Tools,
        told: Mapping[str, dict[str, Judgement]],
        *,
        is_checked: bool,
    ) -> None:
        self._scope = scope
        self._tools = tools
        self._told = told  # keyed by content: which items are new is known only once stored
        self._is_checked = is_checked
        self._comparisons: Comparisons | None = None  # kept when a unit of work is retried

    def check(self, unit: Writer, added: AddedItems) -> None:
        """Flags contradictions of the new items among these. Long lists are stored unchecked."""
        if not self._is_checked or len(added) > ARRIVALS_CHECKED_MAX:
            return
        fresh = [one for one in added if one.id not in added.known]
        told = [self._told.get(one.content, {}) for one in fresh]
        if self._comparisons is None:
            self._comparisons = Comparisons()
        reconcile.check_arrivals(unit, self._scope, self._tools, fresh, told, self._comparisons)


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
    # Whoever accepts or rejects a replacement has already decided between it and the old item.
    apart = {
        *(one.id for one in replacement_review.leaving(unit, item.id)),
        *(one.id for one in replacement_review.waiting_for(unit, item.id)),
    }
    judged = [dict(told)] if told else ()
    return reconcile.check_arrivals(
        unit, scope, Tools(), [item], judged, apart=apart, says_anew=says_anew
    )


def judged(store: Store, scope: Scope, tools: Tools, new: NewItem) -> Mapping[str, Judgement]:
    """A judge's verdict on an item whose content is about to change; empty without a judge."""
    if tools.llm is None or not is_checking(scope):
        return {}
    (found,) = reconcile.judgements_of(store, scope, tools.for_task(), [new])
    return dict(found)


def arrival(store: Store, scope: Scope, tools: Tools, new: Sequence[NewItem]) -> Arrival:
    """Asks the judge about each item, if a judge is configured and the list is short."""
    is_checked = is_checking(scope)
    told: dict[str, dict[str, Judgement]] = {}
    if is_checked and tools.llm is not None and 0 < len(new) <= ARRIVALS_CHECKED_MAX:
        judged = reconcile.judgements_of(store, scope, tools.for_task(), new)
        for one, found in zip(new, judged, strict=True):
            told.setdefault(one.state.content, {}).update(found)
    return Arrival(scope, tools, told, is_checked=is_checked)
