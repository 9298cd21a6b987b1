"""Bearer tokens: what a token says is compared with the stored rights of its holder."""

from __future__ import annotations

import threading
from collections import OrderedDict
from datetime import datetime
from hashlib import sha256

from remembrancer.build import token_secret
from remembrancer.core.errors import NotAuthenticated
from remembrancer.core.limits import TOKEN_CHARACTERS_MAX, TOKENS_KNOWN_MAX
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.core.validation import is_text
from remembrancer.front.access import signing
from remembrancer.front.session import Session, read_clock
from remembrancer.jobs import transactions


class Bearer:
    """Finds out who calls. It may be used from several threads.

    A token that is not accepted is refused with one and the same sentence, whatever the cause.
    """

    def __init__(self, session: Session) -> None:
        signing.library()  # a server finds out at its start that something is missing
        self._store = session.store
        self._clock = session.clock
        self._keys = signing.Keys(session.store, token_secret())
        # Checking a signature takes longer than a look at the record. By a hash of the token, so
        # that no token lies in memory.
        self._read: OrderedDict[bytes, signing.Claims] = OrderedDict()
        self._lock = threading.Lock()

    def principal(self, space: Space, token: str) -> Principal:
        """Whose token it is, with the roles and groups that they have by now."""
        return self.holder(space, self.claims(token))

    def claims(self, token: str) -> signing.Claims:
        """What a token says, which does not say that it is accepted."""
        claims = self._claims(token, read_clock(self._clock))
        if claims is None:
            raise NotAuthenticated
        return claims

    def holder(self, space: Space, claims: signing.Claims) -> Principal:
        """Whose token says so, if it is accepted in a space."""
        now = read_clock(self._clock)
        if space.uid not in claims.spaces or claims.expires_at <= now.timestamp():
            raise NotAuthenticated
        # Without a role, it sees its own token only. Its name was checked as the token was read.
        scope = Scope.trusted(
            {"space": space, "viewer": Principal.named(claims.person), "now": now}
        )
        borne, _ = transactions.read(
            self._store, scope, lambda reader: reader.tokens.borne(claims.id)
        )
        if (
            borne is None
            or borne.kid != claims.kid
            or borne.revoked_at is not None
            or borne.expires_at <= now
        ):
            raise NotAuthenticated
        return borne.person.as_principal()

    def _claims(self, token: str, now: datetime) -> signing.Claims | None:
        """What the token says, if a key that still verifies signed it."""
        if not is_text(token) or not 0 < len(token) <= TOKEN_CHARACTERS_MAX:
            return None
        digest = sha256(token.encode()).digest()
        with self._lock:
            known = self._read.get(digest)
        if known is not None:
            return known if self._keys.verifying(known.kid, now) is not None else None
        claims = signing.read(token, lambda kid: self._keys.verifying(kid, now))
        if claims is not None:
            with self._lock:
                self._read[digest] = claims
                while len(self._read) > TOKENS_KNOWN_MAX:
                    self._read.popitem(last=False)
        return claims
