"""Bearer tokens: who a program may call as, and the keys that sign them."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.principal import PrincipalKind
from remembrancer.core.text import Line, Name
from remembrancer.core.time import Moment


class Token(Value):
    """A token on record: whose it is, and until when. The token itself is kept nowhere."""

    id: str
    principal: Name  # who calls with it
    kind: PrincipalKind | None  # as registered now; None: not registered any more
    issued_by: Name
    issued_at: Moment
    expires_at: Moment  # earlier than it was issued for, where its key is retired before
    revoked_at: Moment | None = None
    note: Line | None = None  # what it is for

    def is_good(self, now: datetime) -> bool:
        """It was not revoked and has not run out."""
        return self.revoked_at is None and now < self.expires_at


class IssuedToken(Value):
    """A new token. Only here it can be read: keep it as you keep a password."""

    id: str
    token: str = Field(repr=False)  # what a caller shows; never printed by accident
    principal: Name
    kind: PrincipalKind
    issued_by: Name
    issued_at: Moment
    expires_at: Moment
    note: Line | None = None


class SigningKey(Value):
    """One half of what signs tokens; the other half is the setting `secret`, if there is one."""

    kid: str  # its name, which tokens carry
    secret: bytes = Field(repr=False)
    created_at: Moment
    verifies_until: Moment | None = None  # set: it was replaced, and signs no more

    def verifies(self, now: datetime) -> bool:
        """Tokens that it signed are accepted."""
        return self.verifies_until is None or now < self.verifies_until
