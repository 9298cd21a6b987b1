"""Issue and revoke the bearer tokens of a space."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.errors import NotFound
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_reason
from remembrancer.governance.access.token import Token
from remembrancer.governance.access.token_rules import check_may_issue
from remembrancer.items.visibility import require_full_admin
from remembrancer.ports import Writer


def issue(
    unit: Writer, scope: Scope, name: str, *, kid: str, expires_at: datetime, note: str | None
) -> Token:
    """Issues a token for a registered principal and records it."""
    require_full_admin(scope.viewer, "issue tokens")
    check_name(name, "name")
    person = unit.people.get(name)
    if person is None:
        raise NotFound("person", name, f"Register them first: rmb people add {name}")
    check_may_issue(scope.viewer, person)
    return _found(unit, unit.tokens.add(name, kid=kid, expires_at=expires_at, note=note))


def revoke(unit: Writer, scope: Scope, id: str, reason: str | None) -> Token:
    """Revokes a token. A token that was revoked before stays as it is."""
    require_full_admin(scope.viewer, "revoke tokens")
    reason = check_reason(reason)
    if _found(unit, id).revoked_at is None:
        unit.tokens.revoke(id, reason)
    return _found(unit, id)


def _found(unit: Writer, id: str) -> Token:
    token = unit.tokens.get(id)
    if token is None:
        raise NotFound("token", id)
    return token
