"""Bearer tokens of a space: issuing and revoking them."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.errors import NotFound
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_reason
from remembrancer.governance.token import Token
from remembrancer.governance.token_rules import check_may_issue
from remembrancer.items.visibility import require_full_admin
from remembrancer.ports import Writer


def issue(
    unit: Writer, scope: Scope, name: str, *, kid: str, expires_at: datetime, note: str | None
) -> Token:
    """Puts a token for somebody who is registered on record."""
    require_full_admin(scope.viewer, "issue tokens")
    check_name(name, "name")
    person = unit.people.get(name)
    if person is None:
        raise NotFound("person", name, f"Register them first: rmb people add {name}")
    check_may_issue(scope.viewer, person)
    return _found(unit, unit.tokens.add(name, kid=kid, expires_at=expires_at, note=note))


def revoke(unit: Writer, scope: Scope, id: str, reason: str | None) -> Token:
    """Ends a token. One that was revoked before stays as it is."""
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
