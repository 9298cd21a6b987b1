"""A tape: the SQL of a call, as the driver was given it, to be run again without the rest of us.

A call is a list of steps. Each names the connection that it is for, by the order in which the call
used them, since one may read while another writes.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

Step = tuple[int, str, str, Any]  # connection, how it is run, SQL, values
Call = list[Step]
_WRITES = ("INSERT", "UPDATE", "DELETE")


def writes(call: Call) -> bool:
    return any(sql.lstrip().upper().startswith(_WRITES) for _, _, sql, _ in call)


class Recorder:
    """Notes what this thread gives to the driver. Other threads work for nobody who waits."""

    def __init__(self) -> None:
        self._here = threading.local()

    def of(self, act: Callable[[], object]) -> Call:
        self._here.call, self._here.places = [], {}
        try:
            act()
            made: Call = self._here.call
        finally:
            self._here.call = None
        return made

    def note(self, raw: object, how: str, sql: str, values: Any) -> None:
        call = getattr(self._here, "call", None)
        if call is not None:
            place = self._here.places.setdefault(id(raw), len(self._here.places))
            call.append((place, how, sql, _plain(values)))


def _bound(value: Any) -> Any:
    """What SQLite is given for a value."""
    given = getattr(value, "__conform__", None)
    return value if given is None else given(sqlite3.PrepareProtocol)


def _plain(value: Any) -> Any:
    """Values that another process can read from a file."""
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str.__str__(value) if isinstance(value, str) else value


@contextmanager
def recording(url: str) -> Iterator[Recorder]:
    """From here on, stores that are opened note what they give to their driver."""
    recorder = Recorder()
    with _postgres(recorder) if url.startswith("postgresql:") else _sqlite(recorder):
        yield recorder


@contextmanager
def _sqlite(recorder: Recorder) -> Iterator[None]:
    class Cursor(sqlite3.Cursor):
        def execute(self, sql: str, values: Any = ()) -> Any:
            recorder.note(self.connection, "all", sql, [_bound(one) for one in values])
            return super().execute(sql, values)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def execute(self, sql: str, values: Any = ()) -> Any:
            return self.cursor().execute(sql, values)

        def executemany(self, sql: str, rows: Any) -> Any:
            listed = list(rows)
            recorder.note(self, "many", sql, listed)
            return super().executemany(sql, listed)

    plain: Any = sqlite3.connect
    sqlite3.connect = lambda *given, **more: plain(*given, factory=Connection, **more)  # type: ignore[assignment]
    try:
        yield
    finally:
        sqlite3.connect = plain


@contextmanager
def _postgres(recorder: Recorder) -> Iterator[None]:
    import psycopg

    from remembrancer.store.postgres.postgres_link import PooledConnection

    kept: Any = (
        psycopg.Connection.execute,
        PooledConnection.rows,
        PooledConnection.run,
        PooledConnection.each,
        PooledConnection.together,
    )
    execute, rows, run, each, together = kept

    def noted(how: str, plain: Any) -> Any:
        def act(self: Any, sql: str, values: Any = ()) -> Any:
            recorder.note(self.raw, how, sql, list(values))
            return plain(self, sql, values)

        return act

    def executed(self: Any, sql: Any, *more: Any, **options: Any) -> Any:
        recorder.note(self, "plain", sql if isinstance(sql, str) else bytes(sql).decode(), None)
        return execute(self, sql, *more, **options)

    @contextmanager
    def gathered(self: Any) -> Iterator[None]:
        recorder.note(self.raw, "begin", "", None)
        with together(self):
            yield
        recorder.note(self.raw, "end", "", None)

    patched: Any = PooledConnection
    psycopg.Connection.execute = executed  # type: ignore[method-assign]
    patched.rows, patched.run = noted("all", rows), noted("run", run)
    patched.each, patched.together = noted("each", each), gathered
    try:
        yield
    finally:
        psycopg.Connection.execute = execute  # type: ignore[method-assign]
        patched.rows, patched.run, patched.each, patched.together = rows, run, each, together


class Player:
    """Runs tapes, each thread on connections of its own, which are set up as the store's are."""

    def __init__(self, url: str) -> None:
        from remembrancer.build import open_store

        self._database: Any = open_store(url)._database  # type: ignore[attr-defined]
        self._is_server = url.startswith("postgresql:")
        self._here = threading.local()
        self._lock = threading.Lock()

    def play(self, take: Callable[[], Call]) -> int:
        """Runs the next tape; those that write one after the other, as they were made."""
        with self._lock:
            call = take()
            if writes(call):
                return self._run(call)
        return self._run(call)

    def _run(self, call: Call) -> int:
        run = self._on_server if self._is_server else self._in_file
        return run(call)

    def _raw(self, place: int) -> Any:
        known = self._here.__dict__.setdefault("known", [])
        while len(known) <= place:
            if self._is_server:
                from remembrancer.store.postgres.postgres_link import PooledConnection

                known.append(PooledConnection(self._database._open_pool().getconn()))
            else:
                known.append(self._database._connect().raw)
        return known[place]

    def _in_file(self, call: Call) -> int:
        rows = 0
        for place, how, sql, values in call:
            raw = self._raw(place)
            if how == "many":
                raw.executemany(sql, values)
            else:
                rows += len(raw.execute(sql, values).fetchall())
        return rows

    def _on_server(self, call: Call) -> int:
        rows = 0
        together: Any = None
        for place, how, sql, values in call:
            link = self._raw(place)
            if how == "plain":
                link.catch_up()
                link.raw.execute(sql)
            elif how == "begin":
                together = link.together()
                together.__enter__()
            elif how == "end":
                together.__exit__(None, None, None)
            elif how == "run":
                link.run(sql, values)
            else:
                rows += sum(1 for _ in getattr(link, "rows" if how == "all" else how)(sql, values))
        return rows


def in_order(calls: list[Call]) -> Callable[[], Call]:
    """The next call, from the first on."""
    numbers = count()
    return lambda: calls[next(numbers)]
