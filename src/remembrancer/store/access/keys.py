"""The keys that sign bearer tokens. They belong to the store, and no space can read them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, update

from remembrancer.governance.access.token import SigningKey
from remembrancer.store import spaces
from remembrancer.store.engine import Connection
from remembrancer.store.rows import iso, moment, moment_or_none
from remembrancer.store.schema import signing_key, token
from remembrancer.store.statement import Build, CompiledStatements

SECRET_BYTES = 32


def listed(connection: Connection, statements: CompiledStatements) -> tuple[SigningKey, ...]:
    """All signing keys, the newest first."""
    columns = signing_key.c
    statement = statements.get(
        lambda: select(
            columns.kid, columns.secret, columns.created_at, columns.verifies_until
        ).order_by(columns.number.desc()),
    )
    return tuple(
        SigningKey(
            kid=kid,
            secret=bytes(secret),
            created_at=moment(created_at),
            verifies_until=moment_or_none(until),
        )
        for kid, secret, created_at, until in connection.all(statement, {})
    )


def make(connection: Connection, statements: CompiledStatements, now: datetime) -> SigningKey:
    """Creates a new key, which signs from now on."""
    made = SigningKey(
        kid=f"key_{secrets.token_hex(6)}",
        secret=secrets.token_bytes(SECRET_BYTES),
        created_at=now,
    )
    row = {"kid": made.kid, "secret": made.secret, "created_at": iso(now)}
    connection.many(
        statements.get(
            lambda: insert(signing_key).values({name: bindparam(name) for name in row}),
        ),
        [tuple(row.values())],
    )
    return made


def retire(
    connection: Connection, statements: CompiledStatements, now: datetime, until: datetime
) -> None:
    """Existing keys stop signing. They verify until the given time, and their tokens stay valid as
    long."""
    values = {"until": iso(until)}
    _run(connection, statements, _retire_keys, values)
    _run(connection, statements, _drop_keys, {"now": iso(now)})
    for space in spaces.listed(connection, statements):
        connection.enter(space.number, may_create=True)
        _run(
            connection,
            statements,
            _retire_tokens,
            {**values, "space_n": space.number},
        )


def forget(connection: Connection, statements: CompiledStatements) -> int:
    """Removes all tokens and keys, so that older tokens are invalid. Returns the number of keys."""
    for space in spaces.listed(connection, statements):
        connection.enter(space.number, may_create=True)
        _run(connection, statements, _forget, {"space_n": space.number})
    return connection.run(statements.get(lambda: delete(signing_key)), {})


def _run(
    connection: Connection,
    statements: CompiledStatements,
    build: Build,
    values: Mapping[str, Any],
) -> None:
    connection.run(statements.get(build), values)


def _retire_keys() -> Any:
    until: Any = bindparam("until")
    column = signing_key.c.verifies_until
    return (
        update(signing_key)
        .where(or_(column.is_(None), column > until))
        .values(verifies_until=until)
    )


def _drop_keys() -> Any:
    return delete(signing_key).where(signing_key.c.verifies_until <= bindparam("now"))


def _retire_tokens() -> Any:
    until: Any = bindparam("until")
    return (
        update(token)
        .where(token.c.space_n == bindparam("space_n"), token.c.expires_at > until)
        .values(expires_at=until)
    )


def _forget() -> Any:
    return delete(token).where(token.c.space_n == bindparam("space_n"))
