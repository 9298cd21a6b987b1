"""Scrubbing on SQLite: after an erasure, removed bytes are removed from the files too.

SQLite keeps stale bytes in free pages, in gaps of pages, in old segments of the search index and in
the log. The due scrub is marked in the file, so that a crash or a busy reader only delays it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from remembrancer.core.limits import SCRUB_WAIT_SECONDS
from remembrancer.store.sqlite.sqlite_connection import CUT_DUE, REWRITE_DUE, SqliteFile

_DONE = 0
_REWRITE_IN_MEMORY_BYTES_MAX = 256_000_000  # larger stores are rewritten on disk


def scrub(database: SqliteFile, *, wait_seconds: float | None = None) -> tuple[str, ...]:
    """Does the due scrubbing, and says what is not done yet."""
    wait_seconds = SCRUB_WAIT_SECONDS if wait_seconds is None else wait_seconds
    with database.alone() as raw:
        if _due(raw) == _DONE:
            return ()
        try:
            with _patience(raw, wait_seconds):
                if _due(raw) == REWRITE_DUE:
                    _rewrite(raw, database)
                if not _cut_log(raw):
                    return (
                        "Another program reads the store, so its log still holds old pages. It "
                        "is cut when the store is next opened, or at the next erasure.",
                    )
                _mark(raw, _DONE)
        except sqlite3.Error as error:
            return (
                f"The file was not written anew ({error}), so old bytes may be left in it. This "
                "is done when the store is next opened, or at the next erasure.",
            )
    return ()


def is_due(database: SqliteFile) -> bool:
    with database.reading() as connection:
        return bool(_due(connection.raw) != _DONE)


def _rewrite(raw: sqlite3.Connection, database: SqliteFile) -> None:
    """Leaves one segment of the search index, and no gap or free page with old bytes."""
    # A removed word stays in older segments until all are merged.
    raw.execute("INSERT INTO search(search) VALUES ('optimize')")
    is_large = (
        not database.in_memory and Path(database.path).stat().st_size > _REWRITE_IN_MEMORY_BYTES_MAX
    )
    if is_large:
        raw.execute("PRAGMA temp_store=FILE")
    try:
        raw.execute("VACUUM")
    finally:
        raw.execute("PRAGMA temp_store=MEMORY")
    _mark(raw, CUT_DUE)


def _cut_log(raw: sqlite3.Connection) -> bool:
    """Moves the log into the file and truncates it, unless somebody reads from it."""
    (is_busy, _, _) = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def _due(raw: sqlite3.Connection) -> int:
    (mark,) = raw.execute("PRAGMA user_version").fetchone()
    return int(mark)


def _mark(raw: sqlite3.Connection, due: int) -> None:
    raw.execute(f"PRAGMA user_version={due}")


@contextmanager
def _patience(raw: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Sets how long the engine waits for others, temporarily."""
    (usual,) = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
    try:
        yield
    finally:
        raw.execute(f"PRAGMA busy_timeout={usual}")
