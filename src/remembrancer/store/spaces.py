"""The spaces of a store: listing, finding and creating them."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, insert, select, update

from remembrancer.core.hashing import FIRST_HASH, Chance, link, together
from remembrancer.core.ledger import Action
from remembrancer.core.space import Space
from remembrancer.presets import preset_files as presets
from remembrancer.store import schema
from remembrancer.store.engine import Connection, Mark, Row
from remembrancer.store.rows import iso, named, space_from
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.unit import committed_columns


def every_space() -> Select[Any]:
    return select(schema.space).order_by(schema.space.c.name)


def space_named() -> Select[Any]:
    return select(schema.space).where(schema.space.c.name == bindparam("name"))


def listed(connection: Connection, statements: CompiledStatements) -> tuple[Space, ...]:
    statement = statements.get(every_space)
    return tuple(_space(row) for row in connection.all(statement, {}))


def find(connection: Connection, statements: CompiledStatements, name: str) -> Space | None:
    row = connection.one(statements.get(space_named), {"name": name})
    return _space(row) if row else None


def rename(connection: Connection, statements: CompiledStatements, space: Space, name: str) -> None:
    connection.run(
        statements.get(
            lambda: (
                update(schema.space)
                .where(schema.space.c.number == bindparam("space_n"))
                .values(name=bindparam("new"))
            )
        ),
        {"space_n": space.number, "new": name},
    )


def create(
    connection: Connection,
    statements: CompiledStatements,
    name: str,
    preset: str,
    actor: str,
    now: datetime,
    number: int | None = None,
) -> Space:
    """Creates a space and the first row of its ledger; with its earlier number, if it had one."""
    values = presets.load(preset)
    at = iso(now)
    salt = Chance().salt()
    row: dict[str, Any] = {
        "uid": secrets.token_hex(16),
        "name": name,
        "preset": values.name,
        "overrides": "{}",
        "key": secrets.token_bytes(32),
        "created_at": at,
        "archived_at": None,
        "seq": 1,
        "salt": salt,
    }
    row["commitment"] = committed_columns.SPACE.commit(salt, [], row)
    if number is not None:
        row["number"] = number
    columns = [column for column in schema.space.c if column.name in row]
    connection.many(
        statements.get(
            lambda: insert(schema.space).values(
                {column.name: bindparam(column.name) for column in columns}
            ),
            number is None,
        ),
        [tuple(row[column.name] for column in columns)],
    )
    space = find(connection, statements, name)
    assert space is not None
    made = together([row["commitment"]])
    entry = (row["uid"], 1, at, actor, Action.SPACE_CREATE.value, row["uid"], "{}", made, None)
    hash = link(FIRST_HASH, entry)
    _insert(connection, statements, "ledger", (space.number, *entry[1:], hash))
    _insert(connection, statements, "head", (space.number, 1, hash, at, 0, 0, 0, 0))
    return space


def mark(connection: Connection, statements: CompiledStatements, space: Space) -> Mark:
    """The end of a space's chain after this transaction."""
    columns = schema.head.c
    statement = statements.get(
        lambda: select(columns.seq, columns.hash).where(columns.space_n == bindparam("space_n")),
    )
    seq, hash = connection.one(statement, {"space_n": space.number})
    return space.number, seq, hash


def _insert(connection: Connection, statements: CompiledStatements, table: str, row: Row) -> None:
    statement = statements.get(lambda: insert(schema.metadata.tables[table]), table)
    connection.many(statement, [row])


def _space(row: Any) -> Space:
    values = named(schema.space, row)
    space = space_from(values, presets.load(values["preset"]))
    if not space.overrides:
        return space
    return space.model_copy(
        update={"preset": presets.with_overrides(space.preset, space.overrides)}
    )
