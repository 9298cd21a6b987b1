"""The store on SQLite, behind the port."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, insert, select

from remembrancer.errors import Conflict
from remembrancer.model.ledger import Action, Head
from remembrancer.model.scope import Scope
from remembrancer.model.space import Space
from remembrancer.ports import Embedder, Progress, Reader, Writer
from remembrancer.rules import preset as presets
from remembrancer.rules.sealing import FIRST_HASH, Chance, link, together
from remembrancer.store import migrate, schema, scrub, sealed, verify
from remembrancer.store.dialect import engine_dialect
from remembrancer.store.reader import SqlReader
from remembrancer.store.rows import iso, space_from
from remembrancer.store.sqlite import MEMORY, Connection, Sqlite
from remembrancer.store.statement import Statements
from remembrancer.store.writer import SqlWriter

DEFAULT_PRESET = "adviser"
_STATEMENTS = Statements(engine_dialect)
_SCRUB_WAIT_ON_OPENING_SECONDS = 0.2


class SqlStore:
    """Keeps everything in one SQLite file, or in memory."""

    def __init__(self, path: str, *, embedder: Embedder | None = None) -> None:
        self._database = Sqlite(path)
        self._embedder = embedder
        self._statements = _STATEMENTS
        try:
            migrate.prepare(self._database)
            scrub.scrub(self._database, wait_seconds=_SCRUB_WAIT_ON_OPENING_SECONDS)
        except BaseException:
            self._database.close()
            raise

    def open_space(self, name: str, *, preset: str | None, actor: str, now: datetime) -> Space:
        """The space of that name, created on first use."""
        with self._database.reading() as connection:
            found = self._find(connection, name)
        if found is None:
            with self._database.writing() as connection:
                found = self._find(connection, name)
                if found is None:
                    found = self._create(connection, name, preset or DEFAULT_PRESET, actor, now)
                    self._database.commit(connection)
        if preset is not None and found.preset.name != preset:
            raise Conflict(
                f"The space {name!r} was made with the preset {found.preset.name!r}, not "
                f"{preset!r}. Leave the preset out, or choose another space."
            )
        return found

    def spaces(self) -> tuple[Space, ...]:
        statement = self._statements.get(
            "spaces", lambda: select(schema.space).order_by(schema.space.c.name)
        )
        with self._database.reading() as connection:
            return tuple(_space(row) for row in connection.all(statement, {}))

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        with self._database.reading() as connection:
            yield SqlReader(connection, self._statements, scope)

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        with self._database.writing() as connection:
            yield SqlWriter(
                connection,
                self._statements,
                scope,
                embedder=self._embedder,
                commit=lambda: self._database.commit(connection),
            )

    def sign(self, space: Space, seq: int, hash: str) -> Head:
        return verify.sign(space, seq, hash)

    def owns(self, path: Path) -> bool:
        """The path is a file of this store, which nothing else may be written over."""
        if self._database.in_memory or not path.exists():
            return False
        own = Path(self._database.path)
        return any(
            candidate.exists() and path.samefile(candidate)
            for candidate in (own, Path(f"{own}-wal"), Path(f"{own}-shm"))
        )

    def backup(self, path: Path, *, progress: Progress | None = None) -> None:
        self._database.backup(path, progress)

    def scrub(self) -> tuple[str, ...]:
        return scrub.scrub(self._database)

    def facts(self) -> dict[str, str]:
        """What `doctor` shows of the store."""
        facts = {
            "engine": f"SQLite {sqlite3.sqlite_version}",
            "file": self._database.path,
            "schema": schema.SCHEMA_REVISION,
        }
        if self._database.path != MEMORY:
            own = Path(self._database.path)
            log = Path(f"{own}-wal")
            size = own.stat().st_size + (log.stat().st_size if log.exists() else 0)
            facts["size"] = f"{size:,} bytes"
        with self._database.reading() as connection:
            facts["integrity"] = str(connection.text("PRAGMA quick_check")[0][0])
        if scrub.is_due(self._database):
            facts["scrub"] = "due: bytes of what was erased may be left in the files"
        return facts

    def close(self) -> None:
        self._database.close()

    def _find(self, connection: Connection, name: str) -> Space | None:
        statement = self._statements.get(
            "space", lambda: select(schema.space).where(schema.space.c.name == bindparam("name"))
        )
        row = connection.one(statement, {"name": name})
        return _space(row) if row else None

    def _create(
        self, connection: Connection, name: str, preset: str, actor: str, now: datetime
    ) -> Space:
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
        row["commitment"] = sealed.SPACE.commit(salt, [], row)
        columns = [column for column in schema.space.c if column.name != "number"]
        connection.many(
            self._statements.get(
                "space.create",
                lambda: insert(schema.space).values(
                    {column.name: bindparam(column.name) for column in columns}
                ),
            ),
            [tuple(row[column.name] for column in columns)],
        )
        found = self._find(connection, name)
        assert found is not None
        made = together([row["commitment"]])
        entry = (row["uid"], 1, at, actor, Action.SPACE_CREATE.value, row["uid"], "{}", made, None)
        hash = link(FIRST_HASH, entry)
        self._insert(connection, "ledger", (found.number, *entry[1:], hash))
        self._insert(connection, "head", (found.number, 1, hash, at, 0, 0, 0, 0))
        return found

    def _insert(self, connection: Connection, table: str, row: tuple[Any, ...]) -> None:
        statement = self._statements.get(
            ("insert", table), lambda: insert(schema.metadata.tables[table])
        )
        connection.many(statement, [row])


def _space(row: Any) -> Space:
    values = dict(zip((column.name for column in schema.space.c), row, strict=True))
    found = space_from(values, presets.load(values["preset"]))
    if not found.overrides:
        return found
    return found.model_copy(
        update={"preset": presets.with_overrides(found.preset, found.overrides)}
    )
