"""One transaction on a cluster: the same statements, sent to the machine that has the space."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, Final

from sqlalchemy.dialects.postgresql.psycopg import dialect as psycopg_dialect

from remembrancer.store.engine import Row
from remembrancer.store.postgres.postgres_connection import (
    INDEX_WORDS,
    PLANNING,
    SCHEMA,
    PostgresConnection,
)
from remembrancer.store.postgres.postgres_settings import Giving, give_each
from remembrancer.store.postgres.tied_statement import tied
from remembrancer.store.statement import CompiledStatement, CompiledStatements

# How many rows go in one insert. There are few numbers, because each makes a statement to prepare.
_AT_ONCE: Final = (64, 16, 4, 1)
_PLACE: Final = re.compile(r"\$(\d+)")
_COUNT_TERM: Final = "INSERT INTO term (space_n, term, documents) VALUES ($1, $2, $3)"
_OR_ADD: Final = (
    " ON CONFLICT (space_n, term) DO UPDATE SET documents = term.documents + excluded.documents"
)


class _ClusterDialect(psycopg_dialect):
    is_cluster = True
    supports_statement_cache = True


_DIALECT: Final = _ClusterDialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]


class ClusterConnection(PostgresConnection):
    """A transaction on the coordinator of a cluster.

    Rows are sent as values: what the coordinator gathers itself it would load with COPY, which
    row-level security forbids. A plan is made for each call, because the values say which machine
    has the rows.
    """

    statements = CompiledStatements(_DIALECT, tied)
    giving: Giving = staticmethod(give_each)
    set_up = (
        f"SET search_path TO {SCHEMA}, public; SET extra_float_digits = 1; "
        f"SET standard_conforming_strings = on; SET plan_cache_mode = auto; {PLANNING}; "
        "SET citus.propagate_set_commands = 'local'; "
        # The coordinator throws its own plan of a join away: the machine with the rows makes one.
        "SET join_collapse_limit = 1; SET from_collapse_limit = 1"
    )

    def holds_share(self, texts: int) -> bool:
        return False  # what is near is compared on the machine that has the space

    def many(self, statement: CompiledStatement, rows: Sequence[Row]) -> None:
        self._insert(statement.sql, rows)

    def index(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        self._insert(INDEX_WORDS, [(number, space_n, words) for number, words in texts])

    def count_terms(self, space_n: int, counts: Mapping[str, int]) -> None:
        rows = [(space_n, stem, change) for stem, change in counts.items()]
        self._insert(_COUNT_TERM, rows, _OR_ADD)

    def together(self, rows: int, *, is_last: bool = False) -> AbstractContextManager[Any]:
        return self._ending() if is_last else self._link.together()

    def _insert(self, sql: str, rows: Sequence[Row], rule: str = "") -> None:
        for some in _parts(rows):
            values = [value for row in some for value in row]
            self._link.run(_for_rows(sql, len(some)) + rule, values)


def _parts(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    start = 0
    for size in _AT_ONCE:
        while len(rows) - start >= size:
            yield rows[start : start + size]
            start += size


@cache
def _for_rows(sql: str, count: int) -> str:
    """The same insert for several rows."""
    head, _, values = sql.partition(" VALUES ")
    width = len(set(_PLACE.findall(values)))

    def row(number: int) -> str:
        return _PLACE.sub(lambda place: f"${int(place[1]) + number * width}", values)

    return f"{head} VALUES {', '.join(map(row, range(count)))}"
