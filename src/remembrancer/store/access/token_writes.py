"""Recording and revoking bearer tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, update

from remembrancer.core.ledger import Action
from remembrancer.store.access.tokens import TokenReads
from remembrancer.store.rows import iso
from remembrancer.store.schema import token
from remembrancer.store.unit.unit_of_work import UnitOfWork


class TokenWrites(TokenReads):
    """Records tokens. The ledger names a token by its id; the token is never stored."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def add(
        self,
        principal: str,
        *,
        kid: str,
        expires_at: datetime,
        note: str | None,
        id: str | None = None,
    ) -> str:
        """Records a token. Returns its id. A token for several spaces has the same in each."""
        id = id or self._work.chance.id("tok")
        row: dict[str, Any] = {
            "number": self._work.number("token"),
            "space_n": self._work.space.number,
            "id": id,
            "principal": principal,
            "kid": kid,
            "issued_by": self._work.actor,
            "issued_at": iso(self._work.scope.now),
            "expires_at": iso(expires_at),
            "revoked_at": None,
            "note": note,
            "seq": self._work.append(Action.TOKEN_ISSUE, id, {"person": principal}, [], None),
        }
        self._work.pending.add("token", tuple(row[column.name] for column in token.c))
        self._work.flush()
        return id

    def revoke(self, id: str, reason: str | None) -> None:
        self._work.append(Action.TOKEN_REVOKE, id, {}, [], reason)
        self._work.run(
            lambda: (
                update(token)
                .where(token.c.space_n == bindparam("space_n"), token.c.id == bindparam("gone_id"))
                .values(revoked_at=bindparam("new_revoked_at"))
            ),
            gone_id=id,
            new_revoked_at=iso(self._work.scope.now),
        )
        self._work.flush()

    def note_rotation(self, kid: str) -> None:
        """Records who replaced the signing key, and with which new key."""
        self._work.append(Action.TOKEN_ROTATE, kid, {}, [], None)
        self._work.flush()
