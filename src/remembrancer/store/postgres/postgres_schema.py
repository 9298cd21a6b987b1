"""The schema on PostgreSQL: the same tables, row-level security, and the search index.

Row-level security is forced. It repeats the conditions that `visibility.py` puts into every query,
and reads the caller's rights from settings that end with the transaction. It protects a query
without its filter, and does not change the result of a query that has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import errors
from sqlalchemy import Dialect, Index, LargeBinary, Table, Text
from sqlalchemy.dialects.postgresql.psycopg import dialect as psycopg_dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from remembrancer.core.errors import StoreCorrupt, StoreError, StoreTooNew
from remembrancer.store import schema
from remembrancer.store.postgres.postgres_connection import APP_ROLE, MARK_ONE_KIND, SCHEMA
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.postgres.postgres_statistics import measured_table, typical
from remembrancer.store.tables import catalogue
from remembrancer.store.tables.description import TableDescription
from remembrancer.store.tables.row_policies import IN_SPACE

_MARK = "A Remembrancer store"  # marks the schema as ours
_SERVER_VERSION_MIN = 160_000
_PREPARING = 0x524D4252  # the advisory lock for creating or migrating a store

# -- creation


def creation(vectors: str) -> list[str]:
    """The statements that create an empty store; `vectors` is the type of a vector."""
    # One step of the sequence is NUMBER_BLOCK numbers.
    statements = ["CREATE SEQUENCE row_number START 1 MINVALUE 1"]
    for description in catalogue.TABLES.values():
        statements += _table_and_indexes(description, vectors)
    statements += _search()
    statements += typical(vectors)
    statements.append("CREATE TABLE upkeep (what TEXT PRIMARY KEY, since TIMESTAMPTZ NOT NULL)")
    statements.append(MARK_ONE_KIND)
    for description in catalogue.TABLES.values():
        statements += row_policies(description)
    return statements


def new_table(description: TableDescription, vectors: str) -> list[str]:
    """The statements with which a migration adds a table."""
    return [
        *_table_and_indexes(description, vectors),
        *measured_table(description, vectors),
        *row_policies(description),
    ]


def _table_and_indexes(description: TableDescription, vectors: str) -> list[str]:
    indexes = [
        index
        for index in sorted(description.table.indexes, key=lambda index: str(index.name))
        if not _is_of_the_key(index)
    ]
    return [
        _table(description.table, vectors),
        *map(_index, indexes),
        *_without_statistics(description),
    ]


def _table(table: Table, vectors: str) -> str:
    # References are not checked row by row, as on SQLite: verify() checks them all.
    made = CreateTable(table, include_foreign_key_constraints=[])
    text = str(made.compile(dialect=_dialect()))
    if _has_numbers_of_a_space(table):
        # SQLite finds a row by its number alone, because the number is its position in the file.
        text = text.replace("number BIGSERIAL NOT NULL", "number BIGINT NOT NULL")
        text = text.replace("PRIMARY KEY (number)", "PRIMARY KEY (space_n, number)")
    text = re.sub(r"\bTEXT\b", 'TEXT COLLATE "C"', text)  # compares bytes, as SQLite does
    for column in table.c:
        if column.info.get("is_embedding"):
            text = text.replace(f"{column.name} BYTEA", f"{column.name} {vectors}")
    return text.strip()


def _has_numbers_of_a_space(table: Table) -> bool:
    return [key.name for key in table.primary_key] == ["number"] and "space_n" in table.c


def _is_of_the_key(index: Index) -> bool:
    """The primary key already is an index of the same columns."""
    table, where = index.table, index.dialect_options["sqlite"]["where"]
    columns = [column.name for column in index.columns]
    return (
        table is not None
        and where is None
        and _has_numbers_of_a_space(table)
        and columns == ["space_n", "number"]
    )


def _dialect() -> Dialect:
    return psycopg_dialect()  # type: ignore[no-untyped-call]


def _index(index: Index) -> str:
    where = index.dialect_options["sqlite"]["where"]
    if where is not None:
        index.dialect_options["postgresql"]["where"] = where
    return str(CreateIndex(index).compile(dialect=_dialect()))


def _without_statistics(description: TableDescription) -> list[str]:
    """Disables statistics: the planner's samples would keep words that were erased elsewhere."""
    return [
        f'ALTER TABLE {description.name} ALTER COLUMN "{name}" SET STATISTICS 0'
        for name in unsampled(description)
    ]


def unsampled(description: TableDescription) -> list[str]:
    """The columns without planner samples."""
    named = description.planner.unsampled
    if named is not None:
        return named.split()
    return [
        column.name for column in description.table.c if isinstance(column.type, Text | LargeBinary)
    ]


def _search() -> list[str]:
    """The full-text index over `document`.

    Queries read it through a view that shows one space. A policy on the table itself would prevent
    index use, because words may not be matched before the policy is checked. So would the same
    words as in the policies of the tables that are joined to it, hence the `+ 0`: the planner would
    take all of them for one condition, as old as the policies.
    """
    return [
        "CREATE TABLE search_index (rowid BIGINT NOT NULL, space_n BIGINT NOT NULL, "
        "words TSVECTOR NOT NULL, PRIMARY KEY (space_n, rowid))",
        "ALTER TABLE search_index ALTER COLUMN words SET STATISTICS 0",
        "CREATE INDEX search_words ON search_index USING gin (words) "
        "WITH (gin_pending_list_limit = 128)",
        f"CREATE VIEW search AS SELECT rowid, words FROM search_index WHERE {IN_SPACE} + 0",
        *search_policies(),
    ]


def search_policies() -> list[str]:
    return [
        "ALTER TABLE search_index ENABLE ROW LEVEL SECURITY",
        f"CREATE POLICY wall ON search_index USING ({IN_SPACE}) WITH CHECK ({IN_SPACE})",
    ]


def row_policies(description: TableDescription, seen: str | None = None) -> list[str]:
    """Row-level security of a table; with `seen`, other rows are visible than its policy says."""
    name, policy = description.name, description.policy
    if policy is None:
        return []
    visible, writable = seen or policy.visible, policy.writable
    return [
        f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY seen ON {name} FOR SELECT USING ({visible})",
        f"CREATE POLICY added ON {name} FOR INSERT WITH CHECK ({writable})",
        f"CREATE POLICY changed ON {name} FOR UPDATE USING ({writable}) WITH CHECK ({writable})",
        f"CREATE POLICY removed ON {name} FOR DELETE USING ({writable})",
    ]


def has_row_policy(table: str) -> bool:
    """The table gets row-level security. Server-only tables may get a part of it."""
    description = catalogue.TABLES.get(table)
    return table != "upkeep" and (description is None or description.policy is not None)


def prepare(raw: Raw, address: str, *, before_change: Callable[[Raw], None]) -> None:
    """Brings the store to this version's schema, and refuses a store it cannot read.

    `before_change` removes what stands on the tables and is made anew afterwards.
    """
    if raw.info.server_version < _SERVER_VERSION_MIN:
        raise StoreError(
            f"{address} runs PostgreSQL {raw.info.server_version // 10_000}, and Remembrancer "
            f"needs {_SERVER_VERSION_MIN // 10_000} or newer."
        )
    if is_ours(raw, address) and _revision(raw) == schema.SCHEMA_REVISION:
        if _is_member(raw, APP_ROLE) and not may_take_role(raw) and owns_schema(raw):
            _grant(raw)  # the role was created or granted after the store
        return
    with raw.transaction():
        # Another process may be doing this right now.
        raw.execute("SELECT pg_advisory_xact_lock(%s)", (_PREPARING,))
        text = _revision(raw) if is_ours(raw, address) else None
        if text is None:
            _create(raw, address)
        elif text not in schema.REVISIONS:
            raise StoreTooNew(
                f"{address} has schema {text}, and this version of Remembrancer reads up to "
                f"{schema.SCHEMA_REVISION}. Upgrade Remembrancer, or open another database."
            )
        elif text != schema.SCHEMA_REVISION:
            if not owns_schema(raw):
                raise StoreError(
                    f"{address} has schema {text}, of an earlier version, and this login may not "
                    f"bring it to {schema.SCHEMA_REVISION}: it does not own the tables. Open the "
                    "store once with the login that does, for example with `rmb doctor`."
                )
            # Alembic takes a third of a second to load, and is needed once per new version.
            from remembrancer.store.migrations.run import run_postgres

            before_change(raw)
            run_postgres(raw)
        _grant(raw)


def may_take_role(raw: Raw) -> bool:
    """Whether transactions can take the role that owns nothing, and work with it: it needs access
    to our schema and to pgvector's, which may not be the public one."""
    row = (
        raw.execute(
            "SELECT bool_or(nspname = %s) AND bool_and(has_schema_privilege(%s, oid, 'USAGE')) "
            "FROM pg_namespace WHERE nspname = %s "
            "OR oid IN (SELECT extnamespace FROM pg_extension WHERE extname = 'vector')",
            (SCHEMA, APP_ROLE, SCHEMA),
        )
        if _is_member(raw, APP_ROLE)
        else None
    )
    found = row.fetchone() if row is not None else None
    return bool(found and found[0])


def owns_schema(raw: Raw) -> bool:
    """Whether this login can grant rights on the schema."""
    row = raw.execute(
        "SELECT pg_has_role(current_user, nspowner, 'USAGE') FROM pg_namespace WHERE nspname = %s",
        (SCHEMA,),
    ).fetchone()
    return bool(row and row[0])


def _is_member(raw: Raw, role: str) -> bool:
    """Whether the login may take the role."""
    found = raw.execute(
        "SELECT pg_has_role(current_user, oid, 'SET') FROM pg_roles WHERE rolname = %s",
        (role,),
    ).fetchone()
    return bool(found and found[0])


def vector_type(raw: Raw) -> str:
    """The qualified type of vectors: our table of that name also has a row type."""
    found = raw.execute(
        "SELECT quote_ident(nspname) || '.vector' FROM pg_extension "
        "JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'"
    ).fetchone()
    return str(found[0]) if found else "public.vector"


def _create(raw: Raw, address: str) -> None:
    (encoding,) = raw.execute("SHOW server_encoding").fetchone() or ("",)
    if encoding != "UTF8":
        raise StoreError(
            f"{address} keeps its texts as {encoding}, and Remembrancer needs UTF8. Create the "
            "database with ENCODING 'UTF8'."
        )
    try:
        raw.execute("CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public")
    except psycopg.Error as error:
        raise StoreError(
            f"{address} has no pgvector, and it cannot be added ({str(error).strip()}). Install "
            "it on the server, or let an administrator run CREATE EXTENSION vector."
        ) from error
    raw.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    raw.execute(f"SET LOCAL search_path TO {SCHEMA}, public")
    raw.execute(f"COMMENT ON SCHEMA {SCHEMA} IS '{_MARK}'")
    for statement in creation(vector_type(raw)):
        raw.execute(statement.encode())
    raw.execute("INSERT INTO alembic_version (version_num) VALUES (%s)", (schema.SCHEMA_REVISION,))


def _grant(raw: Raw) -> None:
    """Creates the role that owns nothing, if the login may create roles, and grants it access."""
    if not make_role(raw, APP_ROLE):
        return
    for statement in (
        f"GRANT USAGE ON SCHEMA {SCHEMA} TO {APP_ROLE}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {SCHEMA} TO {APP_ROLE}",
        f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {SCHEMA} TO {APP_ROLE}",
    ):
        raw.execute(statement.encode())
    if not may_take_role(raw):
        try:
            with raw.transaction():
                schema_of_vectors = vector_type(raw).removesuffix(".vector")
                raw.execute(f"GRANT USAGE ON SCHEMA {schema_of_vectors} TO {APP_ROLE}".encode())
        except errors.InsufficientPrivilege:
            return  # somebody else owns it: the table owner continues without the role


def make_role(raw: Raw, role: str) -> bool:
    """Creates a role without a login, and makes this login a member of it. False: it may not."""
    known = "SELECT 1 FROM pg_roles WHERE rolname = %s"
    if raw.execute(known, (role,)).fetchone() is None:
        try:
            with raw.transaction():
                raw.execute(f"CREATE ROLE {role} NOLOGIN".encode())
        except errors.InsufficientPrivilege:
            return False
        except (errors.DuplicateObject, errors.UniqueViolation):
            pass  # roles are global to the server: another database's store just created it
    if not _is_member(raw, role):
        try:
            with raw.transaction():
                raw.execute(f"GRANT {role} TO CURRENT_USER".encode())
        except psycopg.Error:
            return False
    return True


def is_ours(raw: Raw, address: str) -> bool:
    """The schema has our mark; False: there is none yet, or an empty one."""
    found = raw.execute(
        "SELECT obj_description(oid, 'pg_namespace'), "
        "EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = pg_namespace.oid) "
        "FROM pg_namespace WHERE nspname = %s",
        (SCHEMA,),
    ).fetchone()
    if found is None or found == (None, False):
        return False
    if found[0] != _MARK:
        raise StoreCorrupt(
            f"{address} has a schema {SCHEMA!r} that is not ours: something else made it. Use "
            "another database."
        )
    return True


def _revision(raw: Raw) -> str | None:
    (known,) = raw.execute("SELECT to_regclass('remembrancer.alembic_version')").fetchone() or (
        None,
    )
    if known is None:
        return None
    rows: list[Any] = raw.execute("SELECT version_num FROM remembrancer.alembic_version").fetchall()
    return str(rows[0][0]) if rows else None
