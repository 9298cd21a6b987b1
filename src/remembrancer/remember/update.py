"""Update: an item whose content changes is compared with existing items in the same act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from remembrancer.core.errors import RemembrancerError
from remembrancer.core.scope import Scope
from remembrancer.governance import change
from remembrancer.items.item import Item, ItemDraft
from remembrancer.items.port import NewItem
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader, Store, Writer
from remembrancer.reading.judging.judgement import Judgement
from remembrancer.remember import contradiction_check


def update(
    store: Store,
    scope: Scope,
    tools: Tools,
    act: Callable[[Writer], Item],
    told: transactions.Told | None = None,
    *,
    id: str,
    draft: ItemDraft,
    given: Mapping[str, Any],
) -> Item:
    """Applies the change and flags contradictions of the new content.

    If a judge is configured, it is asked before the write transaction starts.
    """
    says_anew = change.says_anew(given)
    judged = _judged(store, scope, tools, id, draft, given) if says_anew else {}

    def changed(unit: Writer) -> Item:
        return contradiction_check.let_in(unit, scope, act(unit), judged, says_anew=says_anew)

    return transactions.written(store, scope, changed, told=told)


def _judged(
    store: Store, scope: Scope, tools: Tools, id: str, draft: ItemDraft, given: Mapping[str, Any]
) -> Mapping[str, Judgement]:
    if tools.llm is None or not contradiction_check.is_checking(scope):
        return {}

    def look(reader: Reader) -> NewItem | None:
        stored = reader.items.stored(id)
        if stored is None:
            return None
        try:
            return NewItem(change.updated(scope, stored, draft, given))
        except RemembrancerError:
            return None  # the change itself is refused, with a reason

    new, _ = transactions.read(store, scope, look)
    return {} if new is None else contradiction_check.judged(store, scope, tools, new)
