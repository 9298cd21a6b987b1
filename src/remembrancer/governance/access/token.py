"""Bearer tokens: which principal a program acts as, and the keys that sign tokens."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.principal import PrincipalKind
from remembrancer.core.texts.text import Line, Name
from remembrancer.core.time import Moment


class Token(Value):
    """A token on record: whose it is, and until when. The token itself is kept nowhere."""

    id: str
    principal: Name  # who calls with it
    kind: PrincipalKind | None  # as registered now; None: no longer registered
    issued_by: Name
    issued_at: Moment
    expires_at: Moment  # earlier than requested if its key retires before
    revoked_at: Moment | None = None
    note: Line | None = None  # its purpose

    def is_good(self, now: datetime) -> bool:
        """It was not revoked and has not run out."""
        return self.revoked_at is None and now < self.expires_at


class IssuedToken(Value):
    """A new token. Only here it can be read: keep it as you keep a password."""

    id: str
    token: str = Field(repr=False)  # sent by the caller; never printed by accident
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
    verifies_until: Moment | None = None  # set: it was replaced and no longer signs

    def verifies(self, now: datetime) -> bool:
        """Tokens that it signed are accepted."""
        return self.verifies_until is None or now < self.verifies_until
