"""Sign-ins: what a provider says of somebody becomes a token that their browser holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from remembrancer.build import token_secret
from remembrancer.core.errors import NotAuthenticated
from remembrancer.core.space import Space
from remembrancer.front.access import signing
from remembrancer.front.access.bearer_token import Bearer
from remembrancer.front.session import Session, read_clock
from remembrancer.governance.access import sign_ins
from remembrancer.governance.access.sign_in_rules import (
    Grant,
    ProviderIdentity,
    Rights,
    SignInRefused,
    Why,
    decided_by,
)


class SignedIn(NamedTuple):
    """Somebody who was let in."""

    token: str  # for their browser
    seconds: int  # that it is good for


class SignIns:
    """Lets people in, and out. It may be used from several threads."""

    def __init__(self, session: Session) -> None:
        self._session = session.with_principal(sign_ins.SIGN_IN)
        self._keys = signing.Keys(session.store, token_secret())
        self._bearer = Bearer(session)

    def let_in(
        self,
        identity: ProviderIdentity,
        rights: Mapping[str, Rights],
        grants: Sequence[Grant],
        lasts: timedelta,
    ) -> SignedIn:
        """A token for the spaces that are open to somebody, with what they may do in each.

        In the other spaces that the settings name, what was given before is taken back.
        """
        now = read_clock(self._session.clock)
        expires_at = (now + lasts).replace(microsecond=0)
        spaces = self._spaces(grants)
        for name, space in spaces.items():
            if name not in rights:
                self._keep_out(space, identity, decided_by(grants, name))
        opened = {name: space for name, space in spaces.items() if name in rights}
        if not opened:
            detail = "Nothing that the provider says of them is listed, or the space is gone."
            raise SignInRefused(Why.NOTHING_GIVEN, detail, identity=identity)
        kid, key = self._keys.signing(now)
        id: str | None = None
        for name, space in opened.items():
            let_in = partial(
                sign_ins.let_in,
                identity=identity,
                rights=rights[name],
                decided=decided_by(grants, name),
                id=id,
                kid=kid,
                expires_at=expires_at,
            )
            id = self._session.with_space(space).write(let_in)
        assert id is not None
        uids = tuple(space.uid for space in opened.values())
        claims = signing.Claims(id, kid, identity.name, uids, int(expires_at.timestamp()))
        return SignedIn(signing.signed(claims, now, key), int(lasts.total_seconds()))

    def leave(self, token: str) -> None:
        """Ends a sign-in. Whoever holds its token may, and a token of another sort stays good."""
        try:
            claims = self._bearer.claims(token)
        except NotAuthenticated:
            return
        for space in self._session.store.spaces():
            if space.uid in claims.spaces:
                self._session.with_space(space).write(
                    lambda unit, _: sign_ins.leave(unit, claims.id)
                )

    def _keep_out(self, space: Space, identity: ProviderIdentity, decided: Rights) -> None:
        self._session.with_space(space).write(
            lambda unit, scope: sign_ins.keep_out(unit, scope, identity, decided)
        )

    def _spaces(self, grants: Sequence[Grant]) -> dict[str, Space]:
        """The spaces that the settings name, as they are now; the server's own comes first."""
        own = self._session.space.name
        there = {
            space.name: space for space in self._session.store.spaces() if space.archived_at is None
        }
        names = sorted({grant.space for grant in grants}, key=lambda name: (name != own, name))
        return {name: there[name] for name in names if name in there}
