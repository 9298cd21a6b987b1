"""Superseding: a new item captured, and the old one retired for it, in one act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.capture import item as capture
from remembrancer.flows import handed
from remembrancer.flows.task import Tools
from remembrancer.govern import cascade, change
from remembrancer.model.cascade import Reported
from remembrancer.model.scope import Scope
from remembrancer.ports import Writer

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
    unit: Writer, scope: Scope, id: str, fields: Mapping[str, Any], reason: str | None
) -> Reported:
    """The new item. It has its own content, source and confidence, and inherits the rest.

    With it comes what relied on the old one.
    """
    old = change.found(unit, id)
    inherited = {name: getattr(old.state, name) for name in _INHERITED if name not in fields}
    draft = capture.draft_from({**inherited, **fields})
    new_item = handed.heard_by(unit, scope, Tools()).drawn(capture.Intake(scope).item(draft))
    new = change.supersede(unit, scope, id, new_item, reason)
    return cascade.reported(unit, scope, new, id)
