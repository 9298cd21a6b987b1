"""Superseding: a new item captured, and the old one retired for it, in one act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.capture import item as capture
from remembrancer.flows import arrive, derive
from remembrancer.flows.task import Tools
from remembrancer.govern import cascade, change, review
from remembrancer.model.cascade import Reported
from remembrancer.model.item import Review
from remembrancer.model.scope import Scope
from remembrancer.ports import Writer
from remembrancer.rules.validation import check_flag

# What a replacement has in common with what it replaces, unless the caller says otherwise.
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
    """The new item. It has its own content, source and confidence, and inherits the rest.

    With it comes what relied on the old one. Who mandates it in the same act has accepted it, so
    that the old one leaves at once.
    """
    check_flag(mandate, "mandate")
    old = change.found(unit, id)
    inherited = {name: getattr(old.state, name) for name in _INHERITED if name not in fields}
    draft = capture.draft_from({**inherited, **fields})
    made = capture.Intake(scope, is_exact=True).item(draft)
    new_item = derive.heard_by(unit, scope, Tools()).drawn(made)
    new = change.supersede(unit, scope, id, new_item, reason)
    if mandate and new.review is not Review.MANDATORY:
        new = review.mandate(unit, scope, new.id, reason, None)
    arrive.let_in(unit, scope, new)
    return cascade.reported(unit, scope, new, id)
