"""A sign-in from its beginning to its end: the authorization code flow with PKCE.

What belongs to a sign-in that has begun travels in a sealed cookie of the browser that began it.
The server remembers nothing, so that any of its processes can complete it, and nobody can complete
one in another browser.
"""

from __future__ import annotations

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from remembrancer.core.limits import SIGN_IN_BEGUN_SECONDS, SIGN_IN_COOKIE_CHARACTERS_MAX
from remembrancer.doors.oidc.id_token import Expected, verified_claims
from remembrancer.doors.oidc.provider import Provider
from remembrancer.doors.oidc.provider_settings import ProviderSettings
from remembrancer.front.access.sealing import Seals
from remembrancer.front.access.sign_in import SignedIn, SignIns
from remembrancer.front.session import Session, read_clock
from remembrancer.governance.access.sign_in_rules import (
    ProviderIdentity,
    Rights,
    SignInRefused,
    Why,
    given,
    identity_of,
    is_left_out,
)

_RANDOM_BYTES: Final = 32


class BegunSignIn(NamedTuple):
    """A sign-in that was begun, as the cookie of its browser has it."""

    state: str  # the provider gives it back
    nonce: str  # the ID token has it
    verifier: str  # whoever redeems the code has to know it
    return_to: str  # where on this site it leads
    issuer: str
    client_id: str
    begun_at: int  # seconds since 1970


class VerifiedSignIn(NamedTuple):
    """What a provider said of somebody, and what that gives."""

    identity: ProviderIdentity
    rights: dict[str, Rights]
    id_token: str


class SignInFlow:
    """Signs people in with one provider. It may be used from several threads.

    `begin`, `verify` and `end_session_url` wait for the provider; the rest asks only the store.
    """

    def __init__(
        self, session: Session, settings: ProviderSettings, provider: Provider | None = None
    ) -> None:
        self.settings = settings
        self._provider = provider or Provider(settings)
        self._clock = session.clock
        self._sign_ins = SignIns(session)
        self._begun = Seals(session, "begun sign-in")
        self._hints = Seals(session, "id token")

    def new(self, return_to: str) -> tuple[BegunSignIn, str]:
        """A sign-in that begins now, and the cookie for it."""
        begun = BegunSignIn(
            state=_random(),
            nonce=_random(),
            verifier=_random(),
            return_to=return_to,
            issuer=self.settings.issuer,
            client_id=self.settings.client_id,
            begun_at=self._now(),
        )
        cookie = self._sealed(begun)
        if len(cookie) > SIGN_IN_COOKIE_CHARACTERS_MAX:  # an address too long to come back to
            begun = begun._replace(return_to="/")
            cookie = self._sealed(begun)
        return begun, cookie

    def begin(self, begun: BegunSignIn) -> str:
        """Where the browser goes."""
        digest = sha256(begun.verifier.encode()).digest()
        challenge = urlsafe_b64encode(digest).rstrip(b"=").decode()
        return self._provider.authorization_url(
            state=begun.state, nonce=begun.nonce, challenge=challenge
        )

    def opened(self, cookie: str | None) -> BegunSignIn:
        """The sign-in that this browser began, a short while ago."""
        text = self._begun.opened(cookie) if cookie else None
        if text is None:
            raise SignInRefused(Why.NOT_BEGUN_HERE, "No sign-in was begun in this browser.")
        fields: dict[str, Any] = json.loads(text)
        begun = BegunSignIn(**fields)
        if not 0 <= self._now() - begun.begun_at <= SIGN_IN_BEGUN_SECONDS:
            raise SignInRefused(Why.NOT_BEGUN_HERE, "The sign-in took too long.")
        if (begun.issuer, begun.client_id) != (self.settings.issuer, self.settings.client_id):
            raise SignInRefused(Why.NOT_BEGUN_HERE, "It was begun with another provider.")
        return begun

    def verify(self, begun: BegunSignIn, answer: Mapping[str, Sequence[str]]) -> VerifiedSignIn:
        """Whom the provider's answer tells of. Nobody is let in yet."""
        code = self._code(begun, answer)
        id_token = self._provider.id_token(code, begun.verifier)
        settings = self.settings
        expected = Expected(
            issuer=settings.issuer,
            client_id=settings.client_id,
            nonce=begun.nonce,
            begun_at=begun.begun_at,
        )
        claims = verified_claims(id_token, self._provider.key, expected, read_clock(self._clock))
        identity = identity_of(claims, settings.issuer, settings.named_by)
        uses_groups = any(grant.claim == settings.groups_claim for grant in settings.grants)
        if uses_groups and is_left_out(claims, settings.groups_claim):
            detail = "The provider left out the groups, since they are too many for an ID token."
            raise SignInRefused(Why.NO_GROUPS, detail, identity=identity)
        return VerifiedSignIn(identity, given(claims, settings.grants), id_token)

    def let_in(self, verified: VerifiedSignIn) -> SignedIn:
        """Lets somebody in, with what they may do by now."""
        settings = self.settings
        return self._sign_ins.let_in(
            verified.identity, verified.rights, settings.grants, settings.lasts
        )

    def hint(self, verified: VerifiedSignIn) -> str | None:
        """The ID token for a cookie, so that signing out names whose visit ends; None: it is too
        long for one, and the provider asks."""
        sealed = self._hints.sealed(verified.id_token)
        return sealed if len(sealed) <= SIGN_IN_COOKIE_CHARACTERS_MAX else None

    def leave(self, token: str, hint: str | None) -> str | None:
        """Ends a sign-in; gives the ID token that it began with, if the browser has it."""
        self._sign_ins.leave(token)
        return self._hints.opened(hint) if hint else None

    def end_session_url(self, id_token: str | None) -> str | None:
        """Where somebody signs out at the provider too; None: nowhere, or it does not answer."""
        try:
            return self._provider.end_session_url(id_token)
        except SignInRefused:
            return None

    def _code(self, begun: BegunSignIn, answer: Mapping[str, Sequence[str]]) -> str:
        """The code, if the answer is to this sign-in and comes from this provider."""
        told = {name: values[0] for name, values in answer.items() if len(values) == 1}
        if any(len(values) > 1 for values in answer.values()):
            raise SignInRefused(Why.NOT_BEGUN_HERE, "A parameter of the answer stands there twice.")
        state = told.get("state", "").encode(errors="replace")
        if not hmac.compare_digest(state, begun.state.encode()):
            raise SignInRefused(Why.NOT_BEGUN_HERE, "Its state is not that of this browser.")
        issuer = told.get("iss")
        is_named = issuer is not None or self._provider.metadata().names_itself
        if is_named and issuer != self.settings.issuer:
            raise SignInRefused(Why.NOT_BELIEVED, "Another provider answered.")
        if "error" in told:
            raise SignInRefused(Why.PROVIDER_REFUSED, "The provider did not let them in.")
        if not told.get("code"):
            raise SignInRefused(Why.NOT_BELIEVED, "The provider's answer has no code.")
        return told["code"]

    def _sealed(self, begun: BegunSignIn) -> str:
        return self._begun.sealed(json.dumps(begun._asdict()))

    def _now(self) -> int:
        return int(read_clock(self._clock).timestamp())


def _random() -> str:
    return secrets.token_urlsafe(_RANDOM_BYTES)
