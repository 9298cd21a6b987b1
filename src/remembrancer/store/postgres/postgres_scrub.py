"""Scrubbing on PostgreSQL: the tables are rewritten after an erasure.

A plain VACUUM leaves the old bytes in their pages until something overwrites them. VACUUM FULL
writes new files and removes the old ones, indexes included. It keeps removed rows as long as an
open transaction may read them, so we count those. The due scrub is marked in the database, so that
a crash or a busy table only delays it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import psycopg
from psycopg import errors

from remembrancer.store.postgres import postgres_vector_scrub
from remembrancer.store.postgres.postgres_connection import SCHEMA
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.unit.erasure_rules import changed_tables

_DUE = "SELECT since FROM upkeep WHERE what = 'scrub'"
_PAUSE_SECONDS = 0.05
_VECTORS = "vector"
LATER = "This is done when the store is next opened, or at the next erasure."
_BUSY = f"Another program works with the store, so not all tables were written anew. {LATER}"


def tables() -> list[str]:
    """The tables to rewrite. Vectors come last: by then no transaction may read removed rows."""
    return [*(name for name in changed_tables() if name != _VECTORS), "search_index", _VECTORS]


def write_anew(raw: Raw, table: str) -> bool:
    """Rewrites a table; False: removed rows stay, as an open transaction may read them."""
    result: list[int] = []

    def hear(told: errors.Diagnostic) -> None:
        # VACUUM reports two numbers, in the server's language. The first number of the detail is
        # the count of removed rows that it had to keep.
        match = re.search(r"\d+", told.message_detail or "")
        if match:
            result.append(int(match[0]))

    raw.add_notice_handler(hear)
    try:
        raw.execute(f"VACUUM (FULL, VERBOSE, ANALYZE) {table}".encode())
    finally:
        raw.remove_notice_handler(hear)
    return not any(result)


def scrub(
    raw: Raw,
    rewrite: Callable[[Raw, str], bool] = write_anew,
    *,
    vector_schema: str | None,
    wait_seconds: float,
) -> tuple[str, ...]:
    """Does the due scrubbing, and says what is not done yet.

    `rewrite` writes a table anew. Vectors, whose type is in `vector_schema`, are cleaned in place;
    without it they are written anew as well.
    """
    due = raw.execute(_DUE).fetchone()
    if due is None:
        return ()
    if not _owns_tables(raw):
        return (
            "The tables belong to another login, so they were not written anew and old bytes may "
            "be left in the server's files. Their owner does it by opening the store.",
        )
    deadline = time.monotonic() + wait_seconds
    raw.execute(f"SET lock_timeout = {int(wait_seconds * 1000)}")
    try:
        for name in tables():
            in_place = vector_schema if name == _VECTORS else None
            if in_place is not None and postgres_vector_scrub.clean(raw, in_place):
                continue
            while not rewrite(raw, name):
                if time.monotonic() > deadline:
                    return (_BUSY,)
                time.sleep(_PAUSE_SECONDS)
            if in_place is not None:
                postgres_vector_scrub.note_rewritten(raw)
        # An erasure that began meanwhile has set its own mark.
        raw.execute("DELETE FROM upkeep WHERE what = 'scrub' AND since = %s", due)
        _checkpoint(raw)
    except errors.LockNotAvailable:
        return (_BUSY,)
    except psycopg.Error as error:
        what = str(error).strip().partition("\n")[0]
        return (
            f"The tables were not written anew ({what}), so old bytes may be left in the server's "
            f"files. {LATER}",
        )
    return ()


def _owns_tables(raw: Raw) -> bool:
    row = raw.execute(
        "SELECT bool_and(pg_has_role(current_user, relowner, 'USAGE')) FROM pg_class "
        "WHERE relnamespace = %s::regnamespace AND relkind = 'r'",
        (SCHEMA,),
    ).fetchone()
    return bool(row and row[0])


def _checkpoint(raw: Raw) -> None:
    """Requests a checkpoint if the login may, because it removes the files of the old tables."""
    row = raw.execute("SELECT pg_has_role(current_user, 'pg_checkpoint', 'USAGE')").fetchone()
    if row and row[0]:
        raw.execute("CHECKPOINT")
