"""People who sign in with a provider: what they may do, and the token that their browser holds.

A sign-in is a bearer token like any other, issued by `sign-in` and good for hours. So it is on
record, can be ended at once, and is looked up at each call.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from remembrancer.core.errors import Conflict
from remembrancer.core.principal import Principal, PrincipalKind, Role
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_reason
from remembrancer.governance.access import people
from remembrancer.governance.access.sign_in_rules import (
    ProviderIdentity,
    Rights,
    SignInRefused,
    Why,
    after,
)
from remembrancer.governance.access.token import Token
from remembrancer.items.visibility import require_full_admin
from remembrancer.ports import Writer

# Who the ledger says let somebody in.
SIGN_IN: Final = Principal.trusted(
    {
        "name": "sign-in",
        "roles": frozenset({Role.ADMIN}),
        "groups": frozenset(),
        "kind": PrincipalKind.SERVICE,
    }
)
_WITHDRAWN: Final = "The provider no longer says what opened this space."
_LEFT: Final = "Signed out."


def let_in(
    unit: Writer,
    scope: Scope,
    *,
    identity: ProviderIdentity,
    rights: Rights,
    decided: Rights,
    id: str | None,
    kid: str,
    expires_at: datetime,
) -> str:
    """Puts somebody's rights on record as they are by now, and a token for them; gives its id."""
    _put(unit, scope, identity, after(unit.people.get(identity.name), rights, decided))
    note = f"{identity.display_name} signed in"
    return unit.tokens.add(identity.name, kid=kid, expires_at=expires_at, note=note, id=id)


def keep_out(unit: Writer, scope: Scope, identity: ProviderIdentity, decided: Rights) -> None:
    """Takes back what claims had given to somebody whose claims give nothing any more."""
    person = unit.people.get(identity.name)
    if person is None or person.kind is not PrincipalKind.USER:
        return
    _put(unit, scope, identity, after(person, Rights(), decided))
    _end(unit, scope, identity.name, _WITHDRAWN)


def end(unit: Writer, scope: Scope, name: str, reason: str | None) -> tuple[Token, ...]:
    """Ends all sign-ins of somebody. Tokens that an admin issued stay good."""
    require_full_admin(scope.viewer, "end sign-ins")
    check_name(name, "name")
    people.found(unit, name)
    return _end(unit, scope, name, check_reason(reason))


def leave(unit: Writer, id: str) -> None:
    """Ends one sign-in. A token that an admin issued is not one, and stays good."""
    token = unit.tokens.get(id)
    if token is not None and token.issued_by == SIGN_IN.name and token.revoked_at is None:
        unit.tokens.revoke(id, _LEFT)


def _put(unit: Writer, scope: Scope, identity: ProviderIdentity, rights: Rights) -> None:
    """Registers somebody, or changes what is registered. If nothing is new, nothing is written."""
    known = unit.people.get(identity.name)
    if known is not None and known.kind is not PrincipalKind.USER:
        raise SignInRefused(Why.IS_PROGRAM, "The name is that of a program.", identity=identity)
    fields = {
        "name": identity.name,
        "groups": rights.groups,
        "roles": rights.roles,
        # An address that is on record was put there by somebody, and stays.
        "email": identity.email if known is None or known.email is None else None,
    }
    if known is not None and all(
        value is None or getattr(known, field) == value for field, value in fields.items()
    ):
        return
    try:
        people.put(unit, scope, fields)
    except Conflict:
        detail = "They would lose ADMIN, and are the only one who has it."
        raise SignInRefused(Why.LAST_ADMIN, detail, identity=identity) from None


def _end(unit: Writer, scope: Scope, name: str, reason: str | None) -> tuple[Token, ...]:
    good = unit.tokens.of_person(name, issued_by=SIGN_IN.name, good_at=scope.now)
    for token in good:
        unit.tokens.revoke(token.id, reason)
    return tuple(token.changed(revoked_at=scope.now) for token in good)
