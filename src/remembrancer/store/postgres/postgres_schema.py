"""The schema on PostgreSQL: the same tables, a wall around every row, and the search index.

The wall is forced row-level security. It repeats what `visible.py` puts into every query, and
reads the caller's rights from settings that end with the transaction. A query that forgot its
filter meets the wall; a query that has it is not changed by it.
"""

from __future__ import annotations

import re
from typing import Any

import psycopg
from psycopg import errors
from sqlalchemy import Dialect, Index, LargeBinary, Table, Text
from sqlalchemy.dialects.postgresql.psycopg import dialect as psycopg_dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from remembrancer.core.errors import StoreCorrupt, StoreError, StoreTooNew
from remembrancer.items.visibility import REVIEWED
from remembrancer.store import schema
from remembrancer.store.migrate import REVISIONS
from remembrancer.store.postgres.postgres_connection import NUMBER_BLOCK, SCHEMA
from remembrancer.store.postgres.postgres_driver import APP_ROLE
from remembrancer.store.postgres.postgres_link import Raw
from remembrancer.store.postgres.postgres_statistics import typical

_MARK = "A Remembrancer store"  # on the schema: this is ours
_SERVER_VERSION_MIN = 160_000
_PREPARING = 0x524D4252  # the advisory lock of whoever creates or migrates a store

# -- the wall

_SETTING = "(SELECT current_setting('remembrancer.{}', true))"
_HERE = "(SELECT nullif(current_setting('remembrancer.space', true), '')::bigint)"
_VIEWER = _SETTING.format("viewer")
_GROUPS = "(SELECT string_to_array(current_setting('remembrancer.groups', true), E'\\x1f'))"
_RIGHT = "(SELECT '{}' = ANY(string_to_array(current_setting('remembrancer.rights', true), ' ')))"
_SEES_ALL = _RIGHT.format("all")
_READS_RAW = _RIGHT.format("raw")
_REVIEWED_ONLY = _RIGHT.format("reviewed")
_SEES_PERSONAL = _RIGHT.format("personal")
_AT_THE_DOOR = _RIGHT.format("door")
_ERASING = _RIGHT.format("erasing")

_IN_SPACE = f"space_n = {_HERE}"
_TOLD = f"audience IS NULL OR audience = 'all' OR audience = ANY({_GROUPS}::text[])"
_SHARED = f"(is_personal = 0 AND ({_SEES_ALL} OR {_TOLD}))"
_VISIBLE = f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR owner = {_VIEWER} OR {_SHARED})"
_RAW = f"{_VISIBLE} AND ({_READS_RAW} OR owner = {_VIEWER})"
_LET_THROUGH = ", ".join(f"'{review.value}'" for review in sorted(REVIEWED))


def _found(other: str, condition: str) -> str:
    """There is such a row that can be seen. OFFSET keeps it a look-up: without it the planner
    would gather all that can be seen, each time."""
    return f"EXISTS (SELECT 1 FROM {other} WHERE {condition} OFFSET 0)"


def _of(table: str, column: str = "item_n", other: str = "item") -> str:
    """The row that this one belongs to can be seen."""
    return _found(other, f"{other}.number = {table}.{column}")


def _end(name: str) -> str:
    """The end of a relation can be seen."""
    return " OR ".join(
        _found(other, f"{other}.space_n = relation.space_n AND {other}.id = relation.{name}")
        for other in ("item", "entity")
    )


# Table: what a caller may see of it, once it lies in the caller's space.
WALLS = {
    "space": f"number = {_HERE} OR {_AT_THE_DOOR}",
    "head": f"{_IN_SPACE} OR {_AT_THE_DOOR}",
    "ledger": (
        f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR actor = {_VIEWER} OR action = 'erase' OR "
        + " OR ".join(
            _found(other, f"{other}.space_n = ledger.space_n AND {other}.{own} = ledger.{named}")
            for other, own, named in (
                ("item", "id", "target"),
                ("conversation", "id", "target"),
                ("version", "seq", "seq"),
            )
        )
        + ")"
    ),
    "reason": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR "
    + _found("ledger", "ledger.space_n = reason.space_n AND ledger.seq = reason.seq")
    + ")",
    "person": _IN_SPACE,
    "item": (
        f"{_VISIBLE} AND (NOT {_REVIEWED_ONLY} OR review IN ({_LET_THROUGH}) OR owner = {_VIEWER})"
    ),
    "version": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR {_of('version')})",
    # What counts in the statistics is open to everybody in the space.
    "document": (
        f"{_IN_SPACE} AND (is_counted = 1 OR {_SEES_PERSONAL} "
        f"OR {_of('document')} OR {_of('document', 'message_n', 'message')})"
    ),
    "term": _IN_SPACE,
    "vector": f"{_IN_SPACE} AND {_of('vector', 'document_n', 'document')}",
    "embedded": _IN_SPACE,  # a count
    "evidence": (
        f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR ({_of('evidence')} "
        f"AND (source_n IS NULL OR {_of('evidence', 'source_n', 'source')}) "
        f"AND (message_n IS NULL OR {_of('evidence', 'message_n', 'message')})))"
    ),
    "source": _RAW,
    "conversation": _VISIBLE,
    "message": _RAW,
    "standing": _RAW,
    # Who sees a conversation may make work on it due again, whoever did before.
    "job": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR owner = {_VIEWER} OR "
    + _found(
        "conversation",
        "conversation.space_n = job.space_n AND conversation.id = job.key "
        "AND conversation.owner = job.owner",
    )
    + ")",
    "feed": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR owner = {_VIEWER})",
    "walk": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR owner = {_VIEWER})",
    "walk_hit": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR {_of('walk_hit', 'walk_n', 'walk')})",
    "delivery": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR owner = {_VIEWER})",
    "delivered": (
        f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR {_of('delivered', 'delivery_n', 'delivery')})"
    ),
    "vote": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR {_of('vote')})",
    "entity": _VISIBLE,
    "relation": (
        f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR (({_end('source')}) AND ({_end('target')})))"
    ),
    "erased": _IN_SPACE,  # commitments and keyed hashes, which tell nothing
    "idempotency": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR principal = {_VIEWER})",
    # An erasure empties what it reaches, whose answer it ever was.
    "kept_answer": f"{_IN_SPACE} AND ({_SEES_PERSONAL} OR {_ERASING} OR principal = {_VIEWER})",
    "token": f"{_IN_SPACE} AND ({_SEES_ALL} OR principal = {_VIEWER})",
    "signing_key": _AT_THE_DOOR,  # nobody inside a space
}
_WRITTEN_AT_THE_DOOR = {"space", "head", "ledger"}  # while a space is being created
UNWALLED = {schema.revision.name, "upkeep"}  # they hold no knowledge

# -- creating it


def creation(vectors: str) -> list[str]:
    """The statements that make an empty store; `vectors` is the type of a vector."""
    statements = [
        f"CREATE SEQUENCE row_number START 1 MINVALUE 1 -- one step is {NUMBER_BLOCK} numbers",
    ]
    for table in schema.metadata.sorted_tables:
        statements.append(_table(table, vectors))
        statements.extend(_index(index) for index in _by_name(table))
        statements.extend(_without_statistics(table))
    statements += _search()
    statements += typical(vectors)
    statements.append("CREATE TABLE upkeep (what TEXT PRIMARY KEY, since TIMESTAMPTZ NOT NULL)")
    for table in schema.metadata.sorted_tables:
        if table.name not in UNWALLED:
            statements += _wall(table)
    return statements


def _table(table: Table, vectors: str) -> str:
    # References are not checked row by row, as on SQLite: verify() checks them all.
    made = CreateTable(table, include_foreign_key_constraints=[])
    text = str(made.compile(dialect=_dialect()))
    text = re.sub(r"\bTEXT\b", 'TEXT COLLATE "C"', text)  # compares bytes, as SQLite does
    if table is schema.vector:
        text = text.replace("vector BYTEA", f"vector {vectors}")
    return text.strip()


def _dialect() -> Dialect:
    return psycopg_dialect()  # type: ignore[no-untyped-call]


def _by_name(table: Table) -> list[Index]:
    return sorted(table.indexes, key=lambda index: str(index.name))


def _index(index: Index) -> str:
    where = index.dialect_options["sqlite"]["where"]
    if where is not None:
        index.dialect_options["postgresql"]["where"] = where
    return str(CreateIndex(index).compile(dialect=_dialect()))


def _without_statistics(table: Table) -> list[str]:
    """The planner's samples would keep words that erasure has removed elsewhere."""
    texts = [
        column.name
        for column in table.c
        if column.info.get("unmeasured")
        or (
            isinstance(column.type, Text | LargeBinary)
            and (column.name in _WORDS or table.info.get("unmeasured"))
        )
    ]
    return [f'ALTER TABLE {table.name} ALTER COLUMN "{name}" SET STATISTICS 0' for name in texts]


_WORDS = {
    "answer",
    "attrs",
    "author_id",
    "body_hash",
    "category",
    "channel_id",
    "content",
    "data",
    "domain",
    "email",
    "entities",
    "external_id",
    "metadata",
    "name",
    "overrides",
    "points",
    "principal",
    "quote",
    "salt",
    "same_hash",
    "source_id",
    "subject",
    "tags",
    "term",
    "text",
    "title",
    "tokens",
    "tool_calls",
    "vector",
    "key",
}


def _search() -> list[str]:
    """The inverted index over `document`.

    Queries read it through a view that shows one space. A policy on the table itself would keep
    the index from being used, since matching words may not be done before the wall is passed.
    """
    return [
        "CREATE TABLE search_index (rowid BIGINT PRIMARY KEY, space_n BIGINT NOT NULL, "
        "words TSVECTOR NOT NULL)",
        "ALTER TABLE search_index ALTER COLUMN words SET STATISTICS 0",
        "CREATE INDEX search_words ON search_index USING gin (words) "
        "WITH (gin_pending_list_limit = 128)",
        "CREATE INDEX search_space ON search_index (space_n)",
        f"CREATE VIEW search AS SELECT rowid, words FROM search_index WHERE {_IN_SPACE}",
        "ALTER TABLE search_index ENABLE ROW LEVEL SECURITY",
        f"CREATE POLICY wall ON search_index USING ({_IN_SPACE}) WITH CHECK ({_IN_SPACE})",
    ]


def _wall(table: Table) -> list[str]:
    name = table.name
    own = "number" if table is schema.space else "space_n"
    written = f"{own} = {_HERE}"
    if table is schema.signing_key:
        written = _AT_THE_DOOR
    elif name in _WRITTEN_AT_THE_DOOR:
        written = f"{written} OR {_AT_THE_DOOR}"
    return [
        f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY seen ON {name} FOR SELECT USING ({WALLS[name]})",
        f"CREATE POLICY added ON {name} FOR INSERT WITH CHECK ({written})",
        f"CREATE POLICY changed ON {name} FOR UPDATE USING ({written}) WITH CHECK ({written})",
        f"CREATE POLICY removed ON {name} FOR DELETE USING ({written})",
    ]


def prepare(raw: Raw, address: str) -> None:
    """Brings the store to this version's schema, and refuses what it cannot read."""
    if raw.info.server_version < _SERVER_VERSION_MIN:
        raise StoreError(
            f"{address} runs PostgreSQL {raw.info.server_version // 10_000}, and Remembrancer "
            f"needs {_SERVER_VERSION_MIN // 10_000} or newer."
        )
    if is_ours(raw, address) and _revision(raw) == schema.SCHEMA_REVISION:
        if _is_member(raw) and not may_take_role(raw) and _owns_schema(raw):
            _grant(raw)  # the role was made or granted after the store
        return
    with raw.transaction():
        # Another process may be doing it just now.
        raw.execute("SELECT pg_advisory_xact_lock(%s)", (_PREPARING,))
        found = _revision(raw) if is_ours(raw, address) else None
        if found is None:
            _create(raw, address)
        elif found not in REVISIONS:
            raise StoreTooNew(
                f"{address} has schema {found}, and this version of Remembrancer reads up to "
                f"{schema.SCHEMA_REVISION}. Upgrade Remembrancer, or open another database."
            )
        elif found != schema.SCHEMA_REVISION:
            # Alembic takes a third of a second to load, and is needed once per new version.
            from remembrancer.store.migrations.run import run_postgres

            run_postgres(raw)
        _grant(raw)


def may_take_role(raw: Raw) -> bool:
    """Whether transactions can take the role that owns nothing, and work with it: it gets at our
    schema, and at that of pgvector, which may be another than everybody's."""
    row = (
        raw.execute(
            "SELECT bool_or(nspname = %s) AND bool_and(has_schema_privilege(%s, oid, 'USAGE')) "
            "FROM pg_namespace WHERE nspname = %s "
            "OR oid IN (SELECT extnamespace FROM pg_extension WHERE extname = 'vector')",
            (SCHEMA, APP_ROLE, SCHEMA),
        )
        if _is_member(raw)
        else None
    )
    found = row.fetchone() if row is not None else None
    return bool(found and found[0])


def _owns_schema(raw: Raw) -> bool:
    """Whether this login can give rights on the schema."""
    row = raw.execute(
        "SELECT pg_has_role(current_user, nspowner, 'USAGE') FROM pg_namespace WHERE nspname = %s",
        (SCHEMA,),
    ).fetchone()
    return bool(row and row[0])


def _is_member(raw: Raw) -> bool:
    """Whether the login may take the role."""
    found = raw.execute(
        "SELECT pg_has_role(current_user, oid, 'SET') FROM pg_roles WHERE rolname = %s",
        (APP_ROLE,),
    ).fetchone()
    return bool(found and found[0])


def vector_type(raw: Raw) -> str:
    """The type of vectors; our table of the same name has a row type of the same name."""
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
    """Makes the role that owns nothing, where the login may make roles, and lets it in."""
    if not _make_role(raw):
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
            return  # it belongs to somebody else: the owner of the tables goes on without the role


def _make_role(raw: Raw) -> bool:
    known = "SELECT 1 FROM pg_roles WHERE rolname = %s"
    if raw.execute(known, (APP_ROLE,)).fetchone() is None:
        try:
            with raw.transaction():
                raw.execute(f"CREATE ROLE {APP_ROLE} NOLOGIN")
        except errors.InsufficientPrivilege:
            return False
        except (errors.DuplicateObject, errors.UniqueViolation):
            pass  # roles belong to the whole server: another database's store made it just now
    if not _is_member(raw):
        try:
            with raw.transaction():
                raw.execute(f"GRANT {APP_ROLE} TO CURRENT_USER")
        except psycopg.Error:
            return False
    return True


def is_ours(raw: Raw, address: str) -> bool:
    """The schema bears our mark; False: there is none yet, or an empty one."""
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
