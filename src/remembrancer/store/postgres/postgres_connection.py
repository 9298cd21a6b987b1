"""One transaction on PostgreSQL: statements, bulk loads and numbers for new rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any

import psycopg
from sqlalchemy.dialects.postgresql.psycopg import dialect as psycopg_dialect

from remembrancer.core.errors import StoreInterrupted
from remembrancer.core.scope import Scope
from remembrancer.store.engine import Question, Row
from remembrancer.store.postgres.postgres_link import BoundStatement, PooledConnection, Raw
from remembrancer.store.postgres.postgres_settings import Giving, give_at_once, literal
from remembrancer.store.statement import CompiledStatement, CompiledStatements

SCHEMA = "remembrancer"  # the schema of the tables
APP_ROLE = "remembrancer_app"  # every transaction takes this role's rights; it owns nothing
ONE_KIND_OF_VECTOR = "one kind of vector"  # the mark: no others since the table was rewritten
MARK_ONE_KIND = f"INSERT INTO upkeep VALUES ('{ONE_KIND_OF_VECTOR}', clock_timestamp())"
NUMBER_BLOCK = 64  # numbers per step of the sequence
# Spaces share the tables, so a sequential scan is never right. The newest rows of a space are found
# by scanning its key from the end, not by sorting them all.
PLANNING = "SET jit = off; SET enable_seqscan = off; SET random_page_cost = 1.1"

_IN_VIEW_MAX = 1_000  # the maximum of pgvector
_ROWS_TO_COPY = 200  # from here on COPY is faster than single inserts
_ROWS_TO_GATHER = 8  # from here on one multi-row insert is faster than one per row
_GATHERED = re.compile(r"\$(\d+)::(BIGINT|INTEGER|TEXT|VARCHAR|FLOAT)\b")
INDEX_WORDS = (
    "INSERT INTO search_index (rowid, space_n, words) "
    "VALUES ($1, $2, array_to_tsvector(string_to_array($3, ' ')))"
)
_UNINDEX_WORDS = "DELETE FROM search_index WHERE space_n = $1 AND rowid = ANY($2::bigint[])"
_HOLDS_WORDS = (
    "SELECT count(*) FROM search_index "
    "JOIN unnest($2::bigint[], $3::text[]) AS given(number, words) ON rowid = given.number "
    "WHERE space_n = $1 "
    "AND tsvector_to_array(search_index.words) @> string_to_array(given.words, ' ')"
)
_INDEXED_WORDS = (
    "SELECT rowid, unnest(tsvector_to_array(words)) FROM search_index WHERE space_n = $1"
)
_VECTORS = f"SELECT reltuples FROM pg_class WHERE oid = '{SCHEMA}.vector'::regclass"
_SHARE = 10  # of the vectors of all spaces a tenth, from which on the index is worth walking
_SET_CURRENT = (
    "UPDATE item SET current = given.version_n "
    "FROM unnest($1::bigint[], $2::bigint[]) AS given(item_n, version_n) "
    "WHERE item.number = given.item_n AND item.space_n = $3"
)
_COUNT_TERMS = (
    "INSERT INTO term (space_n, term, documents) "
    "SELECT $1, stem, change FROM unnest($2::text[], $3::bigint[]) AS counted(stem, change) "
    "ON CONFLICT (space_n, term) DO UPDATE SET documents = term.documents + excluded.documents"
)
_SCRUB_DUE = (
    "INSERT INTO upkeep VALUES ('scrub', clock_timestamp()) "
    "ON CONFLICT (what) DO UPDATE SET since = excluded.since"
)
_RIGHTS = f"SELECT current_setting('{SCHEMA}.rights', true)"
_DRAW = "SELECT nextval('row_number') FROM generate_series(1, $1)"
ALL_RIGHTS = "all personal raw"  # in a space


# Begins the transaction, and runs the given query in the same round trip.
Begin = Callable[[Sequence[BoundStatement]], tuple[PooledConnection, list[list[Row]]]]


class DrawnNumbers:
    """Numbers from one sequence for all tables, reserved in blocks.

    They are reserved while the head of the chain is locked, so that they increase within a space.
    """

    def __init__(self, link: PooledConnection, first: int | None) -> None:
        self._link = link
        self._blocks: list[int] = [] if first is None else [first]
        self._drawn = 1
        self._start_block()
        self._last -= 1

    def next(self, _table: str) -> int:
        self._last += 1
        if self._last == self._end:
            self._start_block()
        return self._last

    def last(self, _table: str) -> int:
        return self._last

    def _start_block(self) -> None:
        if not self._blocks:
            drawn = self._link.rows(_DRAW, (self._drawn,))
            self._blocks = sorted((int(row[0]) for row in drawn), reverse=True)
            self._drawn = min(self._drawn * 8, 1_000)  # a caller who needs many will need many more
        self._last = self._blocks.pop() * NUMBER_BLOCK
        self._end = self._last + NUMBER_BLOCK


def enter_as_login(raw: Raw, space_n: int) -> None:
    """Gives all rights in the space until the transaction ends, for maintenance that moves from
    space to space."""
    for name, value in (("space", str(space_n)), ("rights", f"{ALL_RIGHTS} door")):
        raw.execute(f"SET LOCAL {SCHEMA}.{name} = {literal(value)}".encode())


class PostgresConnection:
    """One transaction on one pooled connection. It begins with the first query."""

    statements = CompiledStatements(psycopg_dialect(paramstyle="numeric_dollar"))  # type: ignore[no-untyped-call]
    giving: Giving = staticmethod(give_at_once)
    # What every connection relies on, whatever the server's or database's defaults.
    set_up = (
        f"SET search_path TO {SCHEMA}, public; SET extra_float_digits = 1; "
        "SET standard_conforming_strings = on; SET plan_cache_mode = force_generic_plan; "
        f"{PLANNING}"
    )

    ranks_vectors = True
    finds_newest_first = False
    refusals: tuple[type[Exception], ...] = (psycopg.IntegrityError, psycopg.DataError)

    def __init__(self, begin: Begin, vector_schema: str, scope: Scope | None = None) -> None:
        self.vector_schema = vector_schema
        self.scope = scope  # None: it is in no space
        self.begun: PooledConnection | None = None
        self.may_lag = False  # a read replica may answer, if it knows enough
        self.is_replica = False  # it does
        self.is_logged = False  # it writes what searches read and the ledger does not mention
        self.is_ended = False  # True: already committed
        self._begin = begin
        self._staged: set[str] = set()
        self._moving: dict[str, str] = {}  # by staging table, the statement that moves its rows
        self._is_gathering = False

    @property
    def raw(self) -> Raw:
        return self._link.raw

    @property
    def _link(self) -> PooledConnection:
        if self.begun is None:
            self.begun, _ = self._begin(())
        return self.begun

    def all(self, statement: CompiledStatement, values: Mapping[str, Any]) -> list[Any]:
        if self.begun is None:
            return self.all_of([(statement, values)])[0]
        return self.begun.rows(statement.sql, statement.arguments(values))

    def all_of(self, questions: Sequence[Question]) -> list[list[Any]]:
        sent = [(statement.sql, statement.arguments(values)) for statement, values in questions]
        if self.begun is not None:
            return self.begun.rows_of(sent)
        self.begun, found = self._begin(sent)
        return found

    def one(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Any:
        found = self.all(statement, values)
        return found[0] if found else None

    def each(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Iterator[Any]:
        return self._link.each(statement.sql, statement.arguments(values))

    def run(self, statement: CompiledStatement, values: Mapping[str, Any]) -> int:
        return self._link.run(statement.sql, statement.arguments(values))

    def many(self, statement: CompiledStatement, rows: Sequence[Row]) -> None:
        if len(rows) < _ROWS_TO_COPY:
            if len(rows) < _ROWS_TO_GATHER or not self._gathered(statement.sql, rows):
                self._each(statement.sql, rows)
        else:
            columns = ", ".join(f'"{name}"' for name in statement.columns)
            self._copy(str(statement.table), columns, columns, rows)

    def index(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        rows = [(number, space_n, words) for number, words in texts]
        if len(rows) < _ROWS_TO_COPY:
            self._each(INDEX_WORDS, rows)
        else:
            self._copy(
                "search_index",
                "rowid, space_n, words",
                "rowid, space_n, array_to_tsvector(string_to_array(words, ' '))",
                rows,
                stage="(rowid bigint, space_n bigint, words text)",
            )

    def unindex(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        self._link.run(_UNINDEX_WORDS, (space_n, [number for number, _ in texts]))

    def indexed(self, space_n: int) -> Iterator[tuple[int, str]]:
        found: Iterator[Any] = self._link.each(_INDEXED_WORDS, (space_n,))
        return found

    def holds_words(self, space_n: int, texts: Sequence[tuple[int, Sequence[str]]]) -> bool:
        numbers = [number for number, _ in texts]
        words = [" ".join(each) for _, each in texts]
        ((held,),) = self._link.rows(_HOLDS_WORDS, (space_n, numbers, words))
        return bool(held == len(texts))

    def empty_index(self, spaces: Sequence[int]) -> None:
        for space_n in spaces:
            self.enter(space_n)
            # Other writers in the space could add words at the same time.
            self._link.rows("SELECT 1 FROM head WHERE space_n = $1 FOR UPDATE", (space_n,))
            self._link.run("DELETE FROM search_index WHERE space_n = $1", (space_n,))

    def require_primary(self) -> None:
        if self.is_replica:
            raise StoreInterrupted(
                "A read that began on the read replica needs the primary. Read it there."
            )
        self.may_lag = False

    def note_logged(self) -> None:
        self.is_logged = True

    def holds_share(self, texts: int) -> bool:
        ((vectors,),) = self._link.rows(_VECTORS, ())
        return bool(texts * _SHARE >= vectors)

    def nearest(
        self, statement: CompiledStatement, values: Mapping[str, Any], count: int
    ) -> list[Any]:
        # The planner does not know how many vectors a model has, and would sort all of them. A walk
        # that keeps few in view goes wrong more often, and takes no less time to find as many.
        before = self.giving(
            {
                "hnsw.iterative_scan": "strict_order",
                "hnsw.ef_search": str(min(count, _IN_VIEW_MAX)),
                "enable_sort": "off",
            }
        )
        asked = (statement.sql, statement.arguments(values))
        found = self._link.rows_of([*before, asked, *self.giving({"enable_sort": "on"})])
        return found[len(before)]

    def set_current(self, space_n: int, versions: Sequence[tuple[int, int]]) -> None:
        items = [item_n for item_n, _ in versions]
        self._link.run(_SET_CURRENT, (items, [version_n for _, version_n in versions], space_n))

    def count_terms(self, space_n: int, counts: Mapping[str, int]) -> None:
        self._link.run(_COUNT_TERMS, (space_n, list(counts), list(counts.values())))

    def begin_erasure(self) -> None:
        self._link.run(_SCRUB_DUE, ())
        self._take_rights(f"{self._rights()} erasing")

    def model_dropped(self) -> None:
        self._link.run("DELETE FROM upkeep WHERE what = $1", (ONE_KIND_OF_VECTOR,))

    def numbers(self, first: int | None = None) -> DrawnNumbers:
        return DrawnNumbers(self._link, first)

    def together(self, rows: int, *, is_last: bool = False) -> AbstractContextManager[Any]:
        if rows >= _ROWS_TO_COPY:
            return self._moving_on()  # COPY does not work in a pipeline, and does not need one
        return self._ending() if is_last else self._link.together()

    @contextmanager
    def _ending(self) -> Iterator[None]:
        with self._link.together():
            yield
            self._link.run("COMMIT", ())
        self.is_ended = True  # where the log stood is asked for by `Database.commit`

    def enter(self, space_n: int, *, may_create: bool = False) -> None:
        rights = f"{ALL_RIGHTS} door" if may_create else ALL_RIGHTS
        given = {f"{SCHEMA}.space": str(space_n), f"{SCHEMA}.rights": rights}
        self._link.rows_of(self.giving(given))

    @contextmanager
    def entered(self, space_n: int) -> Iterator[None]:
        rights = self._rights()
        self.enter(space_n)
        yield
        self._take_rights(rights)  # a failed transaction loses its rights anyway

    @contextmanager
    def syncing(self) -> Iterator[None]:
        rights = self._rights()
        self._take_rights(f"{rights} syncing")
        yield
        self._take_rights(rights)

    def _rights(self) -> str:
        ((rights,),) = self._link.rows(_RIGHTS, ())
        return str(rights)

    def _take_rights(self, rights: str) -> None:
        self._link.rows_of(self.giving({f"{SCHEMA}.rights": rights}))

    def catch_up(self) -> None:
        self._link.catch_up()

    def command(self, sql: str) -> None:
        self._link.command(sql)

    def _gathered(self, sql: str, rows: Sequence[Row]) -> bool:
        """Whether all rows were sent in one insert: a list for each column, or one value if all
        rows have the same."""
        columns = list(zip(*rows, strict=True))
        is_same = tuple(column.count(column[0]) == len(column) for column in columns)
        at_once = _at_once(sql, is_same)
        if at_once is None:
            return False
        values = [
            column[0] if same else list(column)
            for column, same in zip(columns, is_same, strict=True)
        ]
        self._link.run(at_once, values)
        return True

    def _each(self, sql: str, rows: Sequence[Row]) -> None:
        for row in rows:
            self._link.run(sql, row)

    def _copy(
        self, table: str, columns: str, values: str, rows: Sequence[Row], *, stage: str = ""
    ) -> None:
        """Loads rows by COPY. Row-level security forbids COPY into the table itself, so the rows go
        through a temporary table of this transaction, and are checked when they move from there."""
        self._link.catch_up()
        name = f"stage_{table}"
        if name not in self._staged:
            form = stage or f"(LIKE {table} INCLUDING DEFAULTS)"
            self.raw.execute(f"CREATE TEMPORARY TABLE {name} {form} ON COMMIT DROP")
            self._staged.add(name)
        if name in self._moving:  # rows of the same table, with other columns
            self._move()
        self._link.catch_up()
        copying = f"COPY {name} ({columns}) FROM STDIN"
        with self.raw.cursor() as cursor, cursor.copy(copying) as copy:
            for row in rows:
                copy.write_row(row)
        self._moving[name] = (
            f"INSERT INTO {table} ({columns}) SELECT {values} FROM {name}; TRUNCATE {name}"
        )
        if not self._is_gathering:
            self._move()

    @contextmanager
    def _moving_on(self) -> Iterator[None]:
        """The server moves staged rows to their tables while the client continues."""
        self._is_gathering = True
        try:
            yield
            self._move()
        finally:
            self._is_gathering = False

    def _move(self) -> None:
        if self._moving:
            self._link.send("; ".join(self._moving.values()))
            self._moving = {}


@cache
def _at_once(sql: str, is_same: tuple[bool, ...]) -> str | None:
    """The same insert for many rows, with a list for each column that differs between rows; None if
    a column is not a plain column."""
    head, _, values = sql.partition(" VALUES ")
    types = [kind for _, kind in _GATHERED.findall(values)]
    if not values or values.count("$") != len(types) or _GATHERED.sub("", values).strip("(), "):
        return None
    places = [f"${place}::{kind}" for place, kind in enumerate(types, 1)]
    lists = [place for place, same in enumerate(is_same) if not same]
    if not lists:
        return None
    value = ", ".join(f"{places[place]}[]" for place in lists)
    names = [f"c{place}" for place in lists]
    chosen = ", ".join(places[place] if same else f"c{place}" for place, same in enumerate(is_same))
    return f"{head} SELECT {chosen} FROM unnest({value}) AS given({', '.join(names)})"
