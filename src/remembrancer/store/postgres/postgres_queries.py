"""Answers a caller's SELECT on PostgreSQL: views of their own, and a role that can read them alone.

The statement runs inside a function that belongs to this role, with the role's rights. There it
cannot change its role, whoever is logged in, and since the function is stable and the transaction
reads only, it cannot write. Its plan is looked at first: it may read the views and call functions
on a list, and neither the server's catalogues nor functions with effects.

Settings it could change, so the views read the caller's rights from a row that its own transaction
put into a table before. Nobody else sees that row, as it is never committed, and the role can
neither read nor write that table.

The views hold no data. They are made anew when this version defines them differently.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import psycopg
from psycopg import errors
from sqlalchemy import Dialect
from sqlalchemy.dialects.postgresql.psycopg import dialect as psycopg_dialect

from remembrancer.core.errors import StoreCorrupt
from remembrancer.core.limits import GRAPH_QUERY_MEMORY_BYTES_MAX
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.writer import VIEW_PREFIX
from remembrancer.store.postgres.postgres_connection import APP_ROLE, SCHEMA
from remembrancer.store.postgres.postgres_link import BoundStatement, PooledConnection, Raw
from remembrancer.store.postgres.postgres_schema import make_role, owns_schema
from remembrancer.store.postgres.query_plan import is_within
from remembrancer.store.queries import refusals
from remembrancer.store.queries.rights import GROUPS, NUMBERS, TEXTS
from remembrancer.store.queries.view_text import view_text
from remembrancer.store.queries.views import views

QUERY_SCHEMA: Final = "remembrancer_query"  # the schema of the views
QUERY_ROLE: Final = "remembrancer_query"  # it owns one function, and may read the views
EDITION: Final = "8c80337340f71879"  # of the views; see `edition`
_MARK: Final = "Views of a Remembrancer store"
_CURRENT: Final = f"{_MARK}: {EDITION}"
_MAKING: Final = 0x524D4254  # the advisory lock for making the views
_TOO_MANY, _TOO_LARGE = "RM001", "RM002"  # error codes of the function
_COLUMNS: Final = (*NUMBERS, GROUPS, *TEXTS)
_ANSWER: Final = f"SELECT * FROM {QUERY_SCHEMA}.answer($1::TEXT, $2::INTEGER, $3::INTEGER)"
_PLAN: Final = f"SELECT {QUERY_SCHEMA}.plan($1::TEXT, $2::INTEGER)"
_FUNCTIONS: Final = ("plan(TEXT, INTEGER)", "answer(TEXT, INTEGER, INTEGER)")
_READ: Final = frozenset({SCHEMA, QUERY_SCHEMA})  # the schemas that the plan of a query names
_WORK_MEMORY: Final = "8MB"  # of one sort or hash table, before it goes to a file
_READ_ONLY: Final = "SET TRANSACTION READ ONLY"


def match_all(words: Sequence[str]) -> str:
    """A search for texts that have all of these words, which are plain letters and digits."""
    return " & ".join(f"'{word}'" for word in words)


# -- the views


def prepare(raw: Raw) -> bool:
    """Makes the views and the role, if they are not there. False: this login cannot."""
    found = _mark(raw)
    if found == _CURRENT and not _lacks_grants(raw):
        return True
    if not owns_schema(raw) or not make_role(raw, QUERY_ROLE):
        return found is not None
    try:
        with raw.transaction():
            raw.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
            if _mark(raw) != _CURRENT:  # another process may have been faster
                drop(raw)
                for statement in _statements():
                    raw.execute(statement.encode())
                raw.execute(f"COMMENT ON SCHEMA {QUERY_SCHEMA} IS '{_CURRENT}'".encode())
            for statement in _grants(_has_role(raw)):
                raw.execute(statement.encode())
    except errors.InsufficientPrivilege:
        return found is not None  # another login made them, and will make them anew
    return True


def drop(raw: Raw) -> None:
    """Removes the views, so that the tables below them can change."""
    if _mark(raw) is not None:
        raw.execute(f"DROP SCHEMA {QUERY_SCHEMA} CASCADE")


def _mark(raw: Raw) -> str | None:
    """What the schema of the views says of itself; None: there is none."""
    row = raw.execute(
        "SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace "
        "WHERE nspname = %s",
        (QUERY_SCHEMA,),
    ).fetchone()
    if row is None:
        return None
    if not row[0].startswith(_MARK):
        raise StoreCorrupt(
            f"The database has a schema {QUERY_SCHEMA!r} that is not ours: something else made "
            "it. Rename it, or use another database."
        )
    return str(row[0])


def edition() -> str:
    """A hash of all that is made here. A test compares `EDITION` with it: to build the statements
    takes longer than to open a store."""
    return sha256("".join((*_statements(), *_grants(True))).encode()).hexdigest()[:16]


def _statements() -> tuple[str, ...]:
    columns = [
        *(f"{name} BIGINT NOT NULL" for name in NUMBERS),
        f'{GROUPS} TEXT[] COLLATE "C" NOT NULL',
        *(f'{name} TEXT COLLATE "C"' for name in TEXTS),
    ]
    statements = [
        f"CREATE SCHEMA {QUERY_SCHEMA}",
        f"CREATE UNLOGGED TABLE {QUERY_SCHEMA}.rights (backend INTEGER PRIMARY KEY, "
        f"{', '.join(columns)})",
    ]
    for name, query in views().items():
        text = view_text(query, _dialect(), read=_read, place=lambda table: f"{SCHEMA}.{table}")
        # Without the barrier, the caller's own conditions could be tested first, and an error of
        # theirs would tell of rows that are hidden.
        statements.append(
            f"CREATE VIEW {QUERY_SCHEMA}.{VIEW_PREFIX}{name} WITH (security_barrier) AS {text}"
        )
    return (*statements, _PLAN_FUNCTION, _ANSWER_FUNCTION)


def _read(name: str) -> str:
    return f"(SELECT {name} FROM {QUERY_SCHEMA}.rights WHERE backend = pg_backend_pid())"


def _dialect() -> Dialect:
    return psycopg_dialect()  # type: ignore[no-untyped-call]


# In both functions a cursor takes one statement that gives rows, and no other.
_PLAN_FUNCTION: Final = f"""
CREATE FUNCTION {QUERY_SCHEMA}.plan(query TEXT, characters_max INTEGER)
RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, {QUERY_SCHEMA}, pg_temp AS $plan$
DECLARE
    line RECORD;
    told TEXT;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) ' || query LOOP
        told := line."QUERY PLAN"::TEXT;
        IF pg_catalog.length(told) > characters_max THEN
            RAISE EXCEPTION USING ERRCODE = '{_TOO_LARGE}';
        END IF;
        RETURN told;
    END LOOP;
END
$plan$
"""
_ANSWER_FUNCTION: Final = f"""
CREATE FUNCTION {QUERY_SCHEMA}.answer(query TEXT, rows_max INTEGER, characters_max INTEGER)
RETURNS SETOF TEXT LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, {QUERY_SCHEMA}, pg_temp AS $answer$
DECLARE
    line RECORD;
    told TEXT;
    number INTEGER := 0;
    size BIGINT := 0;
BEGIN
    FOR line IN EXECUTE query LOOP
        told := pg_catalog.row_to_json(line)::TEXT;
        number := number + 1;
        size := size + pg_catalog.length(told);
        IF number > rows_max THEN
            RAISE EXCEPTION USING ERRCODE = '{_TOO_MANY}';
        END IF;
        IF size > characters_max THEN
            RAISE EXCEPTION USING ERRCODE = '{_TOO_LARGE}';
        END IF;
        RETURN NEXT told;
    END LOOP;
END
$answer$
"""


def _lacks_grants(raw: Raw) -> bool:
    """The role of the application was created after the views."""
    known = (
        "SELECT 1 FROM pg_roles, pg_namespace WHERE rolname = %s AND nspname = %s "
        "AND NOT has_schema_privilege(rolname, pg_namespace.oid, 'USAGE')"
    )
    return raw.execute(known, (APP_ROLE, QUERY_SCHEMA)).fetchone() is not None


def _has_role(raw: Raw) -> bool:
    known = "SELECT 1 FROM pg_roles WHERE rolname = %s"
    return raw.execute(known, (APP_ROLE,)).fetchone() is not None


def _grants(has_role: bool) -> list[str]:
    each = [f"{QUERY_SCHEMA}.{name}" for name in _FUNCTIONS]
    functions = ", ".join(each)
    named = ", ".join(f"{QUERY_SCHEMA}.{VIEW_PREFIX}{name}" for name in views())
    statements = [
        f"GRANT USAGE, CREATE ON SCHEMA {QUERY_SCHEMA} TO {QUERY_ROLE}",
        f"REVOKE ALL ON FUNCTION {functions} FROM PUBLIC",
        *(f"ALTER FUNCTION {one} OWNER TO {QUERY_ROLE}" for one in each),
        f"REVOKE CREATE ON SCHEMA {QUERY_SCHEMA} FROM {QUERY_ROLE}",
        f"GRANT SELECT ON {named} TO {QUERY_ROLE}",
        f"GRANT EXECUTE ON FUNCTION {functions} TO CURRENT_USER",
    ]
    if has_role:
        statements += [
            f"GRANT USAGE ON SCHEMA {QUERY_SCHEMA} TO {APP_ROLE}",
            f"GRANT INSERT ON {QUERY_SCHEMA}.rights TO {APP_ROLE}",
            f"GRANT EXECUTE ON FUNCTION {functions} TO {APP_ROLE}",
        ]
    return statements


# -- one query


def answer(
    raw: Raw,
    query: str,
    rights: Mapping[str, Any],
    bounds: QueryBounds,
    settings: Sequence[BoundStatement],
) -> list[dict[str, Any]]:
    """The rows, on a connection that is closed afterwards: what the statement may have changed in
    its session, such as locks, ends with it."""
    link = PooledConnection(raw)
    link.rows_of([("BEGIN", ()), *settings, _bounded(bounds), _row(rights), (_READ_ONLY, ())])
    try:
        ((plan,),) = link.rows(_PLAN, (query, bounds.characters))
        if plan is None or not is_within(json.loads(plan), _READ):
            raise refusals.refusal(refusals.ENGINE, bounds)
        rows = link.rows(_ANSWER, (query, bounds.rows, bounds.characters))
    except psycopg.Error as error:
        if error.sqlstate is None or (error.sqlstate[:2] in ("08", "57") and not _is_late(error)):
            raise  # the server is gone
        raise refusals.refusal(_reason(error), bounds) from None
    finally:
        if not raw.broken:
            link.command("ROLLBACK")
    return [json.loads(row[0]) for row in rows]


def _bounded(bounds: QueryBounds) -> BoundStatement:
    """What the statement may use. Only some logins may say how much it may write to files."""
    given = {
        "statement_timeout": str(int(bounds.seconds * 1000)),
        "work_mem": _WORK_MEMORY,
        "hash_mem_multiplier": "1",
        "max_parallel_workers_per_gather": "0",
        "standard_conforming_strings": "on",
    }
    listed = [f"set_config('{name}', '{value}', true)" for name, value in given.items()]
    files = f"set_config('temp_file_limit', '{GRAPH_QUERY_MEMORY_BYTES_MAX // 1024}kB', true)"
    may_say = "has_parameter_privilege('temp_file_limit', 'SET')"
    return f"SELECT {', '.join(listed)}, CASE WHEN {may_say} THEN {files} END", ()


def _row(rights: Mapping[str, Any]) -> BoundStatement:
    places = ", ".join(f"${n}" for n in range(1, len(_COLUMNS) + 1))
    return (
        f"INSERT INTO {QUERY_SCHEMA}.rights (backend, {', '.join(_COLUMNS)}) "
        f"VALUES (pg_backend_pid(), {places})",
        tuple(rights[name] for name in _COLUMNS),
    )


def _is_late(error: psycopg.Error) -> bool:
    return isinstance(error, errors.QueryCanceled)


def _reason(error: psycopg.Error) -> str:
    if _is_late(error):
        return refusals.TIME
    if error.sqlstate == _TOO_MANY:
        return refusals.ROWS
    if error.sqlstate == _TOO_LARGE:
        return refusals.SIZE
    is_full = error.sqlstate is not None and error.sqlstate[:2] in ("53", "54")
    return refusals.MEMORY if is_full else refusals.ENGINE
