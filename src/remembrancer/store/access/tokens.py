"""Reading bearer tokens: those on record, and the caller behind one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, select

from remembrancer.core.ledger import Action, Break
from remembrancer.core.principal import PrincipalKind
from remembrancer.core.space import Space
from remembrancer.core.validation import is_text
from remembrancer.governance.access.token import Token
from remembrancer.governance.port import TokenBearer
from remembrancer.store.engine import Connection
from remembrancer.store.rows import iso, moment, moment_or_none, named, person_from
from remembrancer.store.schema import ledger, person, token
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.unit.scoped_reader import ScopedReader

_COLUMNS = (
    token.c.id,
    token.c.principal,
    person.c.kind,
    token.c.issued_by,
    token.c.issued_at,
    token.c.expires_at,
    token.c.revoked_at,
    token.c.note,
)


class TokenReads:
    """The caller's own tokens; for admins, everybody's."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def get(self, id: str) -> Token | None:
        if not is_text(id):
            return None
        row = self._view.one(
            lambda: self._listed_tokens().where(token.c.id == bindparam("id")), id=id
        )
        return token_from(row) if row else None

    def page(self, *, limit: int, good_at: datetime | None = None) -> tuple[Token, ...]:
        """The newest first: all tokens, or those valid at a given time."""

        def build() -> Select[Any]:
            query = self._listed_tokens()
            if good_at is not None:
                query = query.where(
                    token.c.revoked_at.is_(None), token.c.expires_at > bindparam("good_at")
                )
            return query.order_by(token.c.number.desc()).limit(bindparam("limit"))

        value = {} if good_at is None else {"good_at": iso(good_at)}
        rows = self._view.all(build, good_at is None, limit=limit, **value)
        return tuple(token_from(row) for row in rows)

    def of_person(self, principal: str, *, issued_by: str, good_at: datetime) -> tuple[Token, ...]:
        """The newest first: somebody's tokens that one principal issued, if valid at the time."""
        rows = self._view.all(
            lambda: (
                self._listed_tokens()
                .where(
                    token.c.principal == bindparam("principal"),
                    token.c.issued_by == bindparam("issued_by"),
                    token.c.revoked_at.is_(None),
                    token.c.expires_at > bindparam("good_at"),
                )
                .order_by(token.c.number.desc())
            ),
            principal=principal,
            issued_by=issued_by,
            good_at=iso(good_at),
        )
        return tuple(token_from(row) for row in rows)

    def borne(self, id: str) -> TokenBearer | None:
        """The caller who uses a token of the viewer's, as registered now."""
        columns = (token.c.kid, token.c.expires_at, token.c.revoked_at)
        row = self._view.one(
            lambda: (
                select(*columns, person)
                .join_from(token, person, _is_whose())
                .where(
                    token.c.space_n == bindparam("space_n"),
                    token.c.id == bindparam("id"),
                    token.c.principal == bindparam("viewer"),
                )
            ),
            id=id,
        )
        if row is None:
            return None
        kid, expires_at, revoked_at, *known = row
        return TokenBearer(
            kid,
            moment(expires_at),
            moment_or_none(revoked_at),
            person_from(named(person, known)),
        )

    def _listed_tokens(self) -> Select[Any]:
        query = (
            select(*_COLUMNS)
            .outerjoin_from(token, person, _is_whose())
            .where(token.c.space_n == bindparam("space_n"))
        )
        if not self._view.rights.sees_all_audiences:
            query = query.where(token.c.principal == bindparam("viewer"))
        return query


def token_from(row: Sequence[Any]) -> Token:
    id, principal, kind, issued_by, issued_at, expires_at, revoked_at, note = row
    return Token(
        id=id,
        principal=principal,
        kind=None if kind is None else PrincipalKind(kind),
        issued_by=issued_by,
        issued_at=moment(issued_at),
        expires_at=moment(expires_at),
        revoked_at=moment_or_none(revoked_at),
        note=note,
    )


def first_break(
    connection: Connection, statements: CompiledStatements, space: Space
) -> Break | None:
    """The first token that nobody issued, or that is valid again after it was revoked.

    Tokens are not exported, so the ledger does not commit to their rows.
    """
    values = {"space_n": space.number}
    row = connection.one(statements.get(_unissued), values)
    if row is not None:
        return Break(seq=row[0], target=row[1], reason="no entry says that this token was issued")
    row = connection.one(statements.get(_unrevoked), values)
    if row is not None:
        return Break(seq=row[0], target=row[1], reason="this token was revoked and is good again")
    return None


def _unissued() -> Select[Any]:
    entry = and_(
        ledger.c.space_n == token.c.space_n,
        ledger.c.seq == token.c.seq,
        ledger.c.target == token.c.id,
        ledger.c.action == Action.TOKEN_ISSUE.value,
    )
    return (
        select(token.c.seq, token.c.id)
        .outerjoin_from(token, ledger, entry)
        .where(token.c.space_n == bindparam("space_n"), ledger.c.seq.is_(None))
        .order_by(token.c.number)
        .limit(1)
    )


def _unrevoked() -> Select[Any]:
    return (
        select(ledger.c.seq, token.c.id)
        .join_from(
            ledger,
            token,
            and_(token.c.space_n == ledger.c.space_n, token.c.id == ledger.c.target),
        )
        .where(
            ledger.c.space_n == bindparam("space_n"),
            ledger.c.action == Action.TOKEN_REVOKE.value,
            token.c.revoked_at.is_(None),
        )
        .order_by(ledger.c.seq)
        .limit(1)
    )


def _is_whose() -> ColumnElement[bool]:
    return and_(person.c.space_n == token.c.space_n, person.c.name == token.c.principal)
