"""Stores that 0.1.0 wrote, as they lie on a disk and on a server: nobody has opened them since."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from remembrancer import Memory, Principal
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.logins import empty_database

# `scripts/released_store.py` made them, with 0.1.0. They are never written again.
STORES = Path(__file__).parent / "stores"
ENGINES = ("sqlite", "postgres")
PRESETS = ("adviser", "companion", "community", "desk", "corporate")
FIRST = "0001"  # the schema of 0.1.0
ERASED = b"Omar's secret is out"
ADA = Principal("ada", roles=["ADMIN"])
ANNA = Principal("anna", roles=["CONTRIBUTOR"], groups=["finance"])


def kept(name: str) -> bytes:
    return gzip.decompress((STORES / f"0.1.0-{name}.gz").read_bytes())


@cache
def expected(engine: str) -> dict[str, Any]:
    """What 0.1.0 found in its store, space by space."""
    found: dict[str, Any] = json.loads(kept(f"{engine}.json"))
    return found


@contextmanager
def old_store(engine: str, folder: Path) -> Iterator[str]:
    """The address of a store that 0.1.0 left."""
    if engine == "sqlite":
        file = folder / "memory.db"
        file.write_bytes(kept("sqlite.db"))
        yield str(file)
        return
    postgres.needs_one_server("0.1.0 wrote to one")
    postgres.fresh_url()  # the role that the tables are granted to belongs to the server
    with empty_database() as url:
        with psycopg.connect(url, autocommit=True) as raw:
            raw.execute("CREATE EXTENSION vector")
            raw.execute(kept("postgres.sql"))
        yield url


def opened(url: str, engine: str, space: str = "adviser") -> Memory:
    """The store in this version, an hour after 0.1.0 left it."""
    end = datetime.fromisoformat(expected(engine)["end"])
    return Memory.open(
        url,
        space=space,
        clock=FrozenClock(end + timedelta(hours=1)),
        embedder=HashingEmbedder(8),
        background=False,
    )


def revision(url: str, engine: str) -> str:
    """The schema that a store has, without opening it."""
    if engine == "sqlite":
        import sqlite3
        from contextlib import closing

        with closing(sqlite3.connect(url)) as file:
            return str(file.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    with psycopg.connect(url) as raw:
        row = raw.execute("SELECT version_num FROM remembrancer.alembic_version").fetchone()
        assert row is not None
        return str(row[0])
