"""What a debate or a gate asks of people, and when it asks no more."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.calendar import add_months
from remembrancer.core.limits import NAME_CHARACTERS_MAX
from remembrancer.core.principal import Role
from remembrancer.core.scope import Scope
from remembrancer.notify import notify
from remembrancer.notify.notification import NotificationKind
from remembrancer.ports import Writer
from remembrancer.team.agent import Gate
from remembrancer.team.debates.debate import DebatePayload, ResolutionLevel


def of_debate(unit: Writer, scope: Scope, id: str, payload: DebatePayload) -> None:
    """Tells admins what the debate asks of them in this state. What it asked before is settled."""
    notify.settle(unit, NotificationKind.DEBATE, id)
    if payload.provisional:
        until = _until(payload.override_window_closed)
        text = f"A debate was settled by default. It can be overridden {until}."
        _ask(unit, scope, NotificationKind.DEBATE, id, text, cause=f"window {id}")
    elif payload.is_resolved:
        at = add_months(scope.now, scope.space.preset.desk.outcome_after_months)
        text = "What came of a settled debate should be known by now. Record it."
        _ask(unit, scope, NotificationKind.DEBATE_OUTCOME, id, text, at=at)
    elif payload.resolution_level is ResolutionLevel.HUMAN:
        text = f"A debate waits for a person to decide it {_until(payload.human_due_at)}."
        _ask(unit, scope, NotificationKind.DEBATE, id, text, cause=f"decide {id}")


def outcome_is_known(unit: Writer, id: str) -> None:
    notify.settle(unit, NotificationKind.DEBATE_OUTCOME, id)


def of_gate(unit: Writer, scope: Scope, gate: Gate) -> None:
    """Tells admins of a human gate once the agents are synced for it."""
    notify.settle(unit, NotificationKind.GATE, gate.name)  # it may have been moved
    text = f"A human gate is at {gate.at:%Y-%m-%d %H:%M} UTC."
    cause = f"gate {gate.at.isoformat()} {gate.name}"[:NAME_CHARACTERS_MAX]
    _ask(unit, scope, NotificationKind.GATE, gate.name, text, at=gate.sync_at, cause=cause)


def _ask(
    unit: Writer,
    scope: Scope,
    kind: NotificationKind,
    target: str,
    text: str,
    *,
    at: datetime | None = None,
    cause: str | None = None,
) -> None:
    notify.tell(unit, scope, kind, target, Role.KM_ADMIN, text, at, cause=cause)


def _until(moment: datetime | None) -> str:
    return "" if moment is None else f"until {moment:%Y-%m-%d %H:%M} UTC"
