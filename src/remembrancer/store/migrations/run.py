"""Runs Alembic on an open connection, without a configuration file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, StaticPool, create_engine

_HERE = Path(__file__).parent
VERSIONS = _HERE / "versions"
MORE_VERSIONS: tuple[str, ...] = ()  # folders with migrations that only a test knows


def directory() -> ScriptDirectory:
    """The migrations that there are."""
    return ScriptDirectory(str(_HERE), version_locations=[str(VERSIONS), *MORE_VERSIONS])


def run(raw: sqlite3.Connection, to: str = "head") -> None:
    """Moves a file forward to a revision, inside the caller's transaction, which commits it."""
    _run(create_engine("sqlite://", creator=lambda: _Inside(raw), poolclass=StaticPool), to)


def run_postgres(raw: Any, to: str = "head") -> None:
    """The same for a PostgreSQL store."""
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: _Inside(raw),
        poolclass=StaticPool,
        use_native_hstore=False,
    )
    _run(engine, to)


class _Inside:
    """A connection inside the caller's transaction, which is not ended from here.

    SQLAlchemy rolls back when it first connects, which would end the transaction that the caller
    has begun: on SQLite each statement would then stay, also of an upgrade that is cut off.
    """

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


def _run(engine: Engine, to: str) -> None:
    scripts = directory()
    with engine.connect() as connection:
        environment = EnvironmentContext(Config(), scripts)
        environment.configure(
            connection=connection,
            fn=lambda revision, _: scripts._upgrade_revs(to, revision),
        )
        with environment.begin_transaction():
            environment.run_migrations()
        connection.commit()
