"""Decision traces: which fields their data may have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.validation import validated
from remembrancer.items.kinds.decision_trace import DECISION_TRACE, TracePayload

# Fields of an event, in addition to the trace that is made of it.
OF_EVENTS: Final = ("event_kind", "event_id", "approved_by", "process", "before", "after")
# Fields that `items/kinds/tasks.py` reads from any item: deadline, owner, status, follow-up.
OF_TASKS: Final = ("deadline", "owner", "done", "status", "follow_up", "follow_up_done")
# What came of a decision, which is told later.
OF_OUTCOMES: Final = ("outcomes", "revisits", "outcome_due")
# What people call a decision of its sort, and who did.
OF_LABELS: Final = ("label", "labelled_by", "labelled_at")
_BESIDE: Final = frozenset({*OF_EVENTS, *OF_TASKS, *OF_OUTCOMES, *OF_LABELS})


class _Told(Value):
    """So that an error names the field within the data."""

    data: TracePayload


def check_trace(
    kind: str, data: Mapping[str, Any], *, beside: Collection[str] | None = None
) -> None:
    """Refuses the data of a decision trace if a field is invalid.

    `beside` names further allowed fields; None: any field that is not a misspelling.
    """
    if kind != DECISION_TRACE or not data:
        return
    fields = tuple(TracePayload.model_fields)
    for name in data:
        if name in fields or name in _BESIDE or name in (beside or ()):
            continue
        close = get_close_matches(name, fields, n=1)
        if close or beside is not None:
            meant = f" Did you mean {close[0]!r}?" if close else ""
            raise InvalidInput(
                f"The data of a decision trace has no field {name!r}.{meant} Its fields are: "
                f"{', '.join(fields)}. What else there is to say goes into metadata.",
                field="data",
            )
    told = {name: data[name] for name in fields if data.get(name) is not None}
    validated(_Told, {"data": told}, what="a decision trace")
