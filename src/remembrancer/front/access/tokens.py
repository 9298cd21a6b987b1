"""Issuing, listing and revoking bearer tokens, and replacing what signs them."""

from __future__ import annotations

from datetime import timedelta

from remembrancer.build import token_secret
from remembrancer.core.limits import TOKENS_LISTED_MAX
from remembrancer.front.access import signing
from remembrancer.front.session import Session, read_clock
from remembrancer.governance.access import tokens
from remembrancer.governance.access.token import IssuedToken, Token
from remembrancer.governance.access.token_rules import check_note, expiry, retirement
from remembrancer.items.visibility import require_full_admin
from remembrancer.ports import Store


def issue(session: Session, name: str, *, expires_in: timedelta, note: str | None) -> IssuedToken:
    """A token for somebody who is registered."""
    require_full_admin(session.principal, "issue tokens")
    now = read_clock(session.clock)
    expires_at = expiry(now, expires_in)
    check_note(note)
    signing.library()  # before anything is on record
    keys = signing.Keys(session.store, token_secret())
    kid, key = keys.signing(now)
    token = session.write(
        lambda unit, scope: tokens.issue(
            unit, scope, name, kid=kid, expires_at=expires_at, note=note
        )
    )
    claims = signing.Claims(token.id, kid, name, (session.space.uid,), int(expires_at.timestamp()))
    return IssuedToken(
        token=signing.signed(claims, token.issued_at, key),
        **token.model_dump(exclude={"revoked_at"}),
    )


def listed(session: Session, *, include_ended: bool) -> tuple[Token, ...]:
    """Those of the space that are good, or all, the newest first."""
    require_full_admin(session.principal, "list tokens")
    return session.read(
        lambda reader, scope: reader.tokens.page(
            limit=TOKENS_LISTED_MAX, good_at=None if include_ended else scope.now
        )
    )


def rotate(session: Session, *, retire_after: timedelta) -> int:
    """A new key signs; how many keys verify now."""
    require_full_admin(session.principal, "replace the signing key")
    now = read_clock(session.clock)
    made = session.store.rotate_keys(now, retirement(now, retire_after))
    session.write(lambda unit, _: unit.tokens.note_rotation(made.kid))
    return sum(key.verifies(now) for key in session.store.signing_keys())


def told(store: Store) -> dict[str, str]:
    """What `doctor` says of the keys, where there are any."""
    keys = store.signing_keys()
    if not keys:
        return {}
    mixed = (
        "mixed with the setting secret"
        if token_secret()
        else "set REMEMBRANCER_SECRET, so that a stolen database signs none"
    )
    return {"tokens": f"signed by {len(keys):,} key{'s' * (len(keys) != 1)}; {mixed}"}
