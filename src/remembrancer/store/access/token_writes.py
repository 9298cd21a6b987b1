"""Putting bearer tokens on record, and revoking them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, update

from remembrancer.core.ledger import Action
from remembrancer.store.ledger.unit_of_work import Chain
from remembrancer.store.rows import iso
from remembrancer.store.schema import token


class TokenWrites(Chain):
    """The ledger names a token by its id. What a caller shows is never stored."""

    def add_token(self, principal: str, *, kid: str, expires_at: datetime, note: str | None) -> str:
        """Puts a token on record; its id."""
        id = self._chance.id("tok")
        row: dict[str, Any] = {
            "number": self._number("token"),
            "space_n": self._space.number,
            "id": id,
            "principal": principal,
            "kid": kid,
            "issued_by": self._actor,
            "issued_at": iso(self._scope.now),
            "expires_at": iso(expires_at),
            "revoked_at": None,
            "note": note,
            "seq": self._append(Action.TOKEN_ISSUE, id, {"person": principal}, [], None),
        }
        self._pending.add("token", tuple(row[column.name] for column in token.c))
        self._flush()
        return id

    def revoke_token(self, id: str, reason: str | None) -> None:
        self._append(Action.TOKEN_REVOKE, id, {}, [], reason)
        self._run(
            "token.revoke",
            lambda: (
                update(token)
                .where(token.c.space_n == bindparam("space_n"), token.c.id == bindparam("gone_id"))
                .values(revoked_at=bindparam("new_revoked_at"))
            ),
            gone_id=id,
            new_revoked_at=iso(self._scope.now),
        )
        self._flush()

    def note_rotation(self, kid: str) -> None:
        """Puts on record who replaced the signing key, and by which one."""
        self._append(Action.TOKEN_ROTATE, kid, {}, [], None)
        self._flush()
