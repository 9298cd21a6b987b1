"""Labels: what people call decisions of one sort. They are on record; inferred ones never are."""

from __future__ import annotations

from typing import Any

from remembrancer.core.errors import InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name
from remembrancer.decisions import decision_rows
from remembrancer.decisions.decision import Decision
from remembrancer.governance import change
from remembrancer.items.item import ItemDraft
from remembrancer.items.kinds.trace_data import OF_LABELS
from remembrancer.ports import Writer


def label(unit: Writer, scope: Scope, id: Any, text: Any) -> Decision:
    """Calls a decision so, in place of what it was called before; None: not any more."""
    if text is not None:
        check_name(text, "text")
    preset = scope.space.preset
    known = decision_rows.named(unit, preset, id)
    if text is None and known.label is None:
        raise InvalidInput(f"{known.id} has no label that could be removed.", field="text")
    item = unit.items.get(known.id)
    assert item is not None  # it was just read
    data = {name: value for name, value in item.data.items() if name not in OF_LABELS}
    if text is not None:
        written = (" ".join(text.split()), scope.viewer.name, scope.now.isoformat())
        data |= dict(zip(OF_LABELS, written, strict=True))
    draft = ItemDraft(content=item.content, data=data)
    changed = change.update(unit, scope, known.id, draft, {"data": data}, None)
    return decision_rows.shown(unit, preset, [changed])[0]
