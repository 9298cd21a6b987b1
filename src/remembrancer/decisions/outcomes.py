"""Outcomes: what came of a decision, and that it was looked at again."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

from pydantic import JsonValue

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import OUTCOMES_DUE_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import BODY_LENGTH_MAX
from remembrancer.core.validation import check_json, check_text
from remembrancer.decisions import decision_rows, outcome_nodes
from remembrancer.decisions.decision import OUTCOMES_MAX, Decision
from remembrancer.decisions.port import DecisionQuery
from remembrancer.governance import change
from remembrancer.items.item import Item, ItemDraft, Lifecycle, Trust
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.ports import Reader, Writer

_IN_USE: Final = (Lifecycle.ACTIVE, Lifecycle.HISTORICAL)


def tell(
    unit: Writer,
    scope: Scope,
    id: Any,
    text: Any,
    *,
    value: JsonValue,
    at: datetime | None,
    derived: Trust | None,
) -> Decision:
    """Adds what came of a decision. What was told before stays."""
    _check_said(text, "text")
    check_json(value, "value")
    entry = {"text": text, "value": value}
    changed = _added(unit, scope, id, "outcomes", entry, at=at, derived=derived)
    outcome_nodes.add(
        unit,
        scope,
        changed,
        number=len(changed.data["outcomes"]),
        note=text,
        value=value,
        at=at or scope.now,
        derived=derived,
    )
    return decision_rows.shown(unit, scope.space.preset, [changed])[0]


def revisit(
    unit: Writer, scope: Scope, id: Any, reason: Any, *, at: datetime | None, derived: Trust | None
) -> Decision:
    """Notes that a decision was looked at again, and why."""
    _check_said(reason, "reason")
    changed = _added(unit, scope, id, "revisits", {"reason": reason}, at=at, derived=derived)
    return decision_rows.shown(unit, scope.space.preset, [changed])[0]


def due(reader: Reader, scope: Scope, until: date, subject: str | None) -> tuple[Decision, ...]:
    """Decisions in use whose outcome should be known by a day and was not told, longest first."""
    found = decision_rows.shown(reader, scope.space.preset, waiting(reader, scope, until, subject))
    return tuple(sorted(found, key=lambda one: (one.outcome_due or until, one.id)))


def waiting(reader: Reader, scope: Scope, until: date, subject: str | None) -> list[Item]:
    """The items of these decisions."""
    asked = DecisionQuery(
        kinds=decision_kinds(scope.space.preset), subject=subject, outcome_due=until
    )
    page = reader.decisions.page(asked, limit=OUTCOMES_DUE_MAX, after=None)
    return [one for one in page.items if one.lifecycle in _IN_USE]


def _check_said(text: Any, field: str) -> None:
    check_text(text, field, length_max=BODY_LENGTH_MAX)
    if not text.strip():
        raise InvalidInput(f"{field} is empty. Tell it in words.", field=field)


def _added(
    unit: Writer,
    scope: Scope,
    id: Any,
    field: str,
    entry: dict[str, Any],
    *,
    at: datetime | None,
    derived: Trust | None,
) -> Item:
    preset = scope.space.preset
    known = decision_rows.named(unit, preset, id)
    moment = at or scope.now
    if moment < known.decided_at:
        raise InvalidInput(
            f"at ({moment.isoformat()}) lies before the decision ({known.decided_at.isoformat()}).",
            field="at",
        )
    item = unit.items.get(known.id)
    assert item is not None  # it was just read
    told = list(item.data.get(field) or [])
    if len(told) >= OUTCOMES_MAX:
        raise InvalidInput(
            f"{known.id} has {OUTCOMES_MAX} {field}, which is the limit.", field="id"
        )
    told.append({**entry, "at": moment.isoformat(), "by": scope.viewer.name})
    data = {**item.data, field: sorted(told, key=lambda one: str(one["at"]))}
    draft = ItemDraft(content=item.content, data=data)
    return change.update(unit, scope, known.id, draft, {"data": data}, None, derived=derived)
