"""Supersede: adds a new item and retires the old one in one act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag
from remembrancer.governance import cascade, change, review
from remembrancer.governance.cascade_report import Reported
from remembrancer.items import item_intake as capture
from remembrancer.items.item import Review
from remembrancer.jobs.task import Tools
from remembrancer.ports import Writer
from remembrancer.reading import taint_tracking
from remembrancer.reading.drawn_fields import has_drawn_title
from remembrancer.remember import contradiction_check

# Fields that a replacement takes over from the old item, unless the caller sets them.
_INHERITED = (
    "kind",
    "category",
    "domain",
    "title",
    "subject",
    "tags",
    "audience",
    "is_personal",
    "sensitivity",
    "importance",
)


def supersede(
    unit: Writer,
    scope: Scope,
    id: str,
    fields: Mapping[str, Any],
    reason: str | None,
    *,
    mandate: bool = False,
) -> Reported:
    """Adds the new item. It has its own content, source and confidence, and inherits the rest.

    The result lists what relied on the old item. A caller who makes the new item mandatory in the
    same act has accepted it, so the old one is retired at once.
    """
    check_flag(mandate, "mandate")
    old = change.found(unit, id)
    inherited = {name: getattr(old.state, name) for name in _INHERITED if name not in fields}
    if has_drawn_title(old.state):
        inherited.pop("title", None)  # it tells the old value
    draft = capture.draft_from({**inherited, **fields})
    made = capture.Intake(scope, is_exact=True).item(draft)
    new_item = taint_tracking.taint_check_with(unit, scope, Tools()).drawn(made)
    new = change.supersede(unit, scope, id, new_item, reason)
    if mandate and new.review is not Review.MANDATORY:
        new = review.mandate(unit, scope, new.id, reason, None)
    contradiction_check.let_in(unit, scope, new)
    return cascade.reported(unit, scope, new, id)
