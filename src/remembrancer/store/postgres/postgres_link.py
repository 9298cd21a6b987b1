"""A connection that runs prepared statements with little overhead.

The driver's cursors cost several times as much as the statement itself, so the frequent statements
use the driver's own binding of libpq. Values are sent as text, and the statement declares their
types.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import compress, count
from select import select
from typing import Any

import psycopg
from psycopg import errors, pq
from psycopg.adapt import Dumper, Loader, Transformer
from psycopg.types import TypeInfo

from remembrancer.store.engine import Embedding, Row

Raw = psycopg.Connection[tuple[Any, ...]]
# A statement and its values; with None it is sent as it is, and not prepared.
BoundStatement = tuple[str, Sequence[Any] | None]

_OK = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)
_SYNCED = pq.ExecStatus.PIPELINE_SYNC
_ABORTED = pq.ExecStatus.PIPELINE_ABORTED
_FETCHED_AT_ONCE = 2_000
_cursors = count(1)


class PooledConnection:
    """One pooled connection, and the statements that it has prepared."""

    def __init__(self, raw: Raw, *, patience_seconds: float | None = None) -> None:
        self.raw = raw
        self._patience = patience_seconds  # that a result may take; None: for ever
        self._line = raw.pgconn
        self._prepared: dict[str, bytes] = {}
        self._names = count(1)
        self._reading = Transformer.from_context(raw)
        self._queued: list[bool] | None = None  # per statement sent: is its result wanted
        self._is_behind = False

    def send(self, sql: str) -> None:
        """Starts statements without waiting for them; `catch_up` waits."""
        self.catch_up()
        self._line.send_query(sql.encode())
        self._line.flush()
        self._is_behind = True

    def catch_up(self) -> None:
        """Waits for the statements sent, and raises their errors."""
        if not self._is_behind:
            return
        self._is_behind = False
        failed: Exception | None = None
        while (result := self._next_result()) is not None:
            if result.status not in _OK and failed is None:
                failed = self._error(result)
        if failed is not None:
            raise failed

    def drop(self) -> None:
        """Discards the statements sent, because their transaction is abandoned."""
        try:
            self.catch_up()
        except psycopg.Error:
            return  # rolled back with the rest

    def command(self, sql: str) -> None:
        """Runs statements without values. Only the result of the last one counts."""
        self.catch_up()
        self._checked(self._line.exec_(sql.encode()))

    def rows(self, sql: str, values: Sequence[Any]) -> list[Row]:
        return self._loaded(self._run(sql, values))

    def rows_of(self, asked: Sequence[BoundStatement]) -> list[list[Row]]:
        """The results of several statements, in one round trip."""
        with self.together():
            for sql, values in asked:
                self._send(sql, values)
            answers = self._finish()
        return [self._loaded(answer) for answer in answers]

    def run(self, sql: str, values: Sequence[Any]) -> int:
        """The number of affected rows; unknown, and so 0, inside `together`."""
        if self._queued is not None:
            self._send(sql, values)
            return 0
        return self._run(sql, values).command_tuples or 0

    def each(self, sql: str, values: Sequence[Any]) -> Iterator[Row]:
        """Rows one by one, without holding them all in memory."""
        name = f"each_{next(_cursors)}"
        self.catch_up()
        opening = f"DECLARE {name} NO SCROLL CURSOR FOR {sql}"
        self._checked(self._line.exec_params(opening.encode(), _dumped(values)))
        fetching = f"FETCH {_FETCHED_AT_ONCE} FROM {name}".encode()
        reading = Transformer.from_context(self.raw)
        while True:
            self.catch_up()
            result = self._checked(self._line.exec_(fetching))
            if result.ntuples == 0:
                break
            reading.set_pgresult(result, format=pq.Format.TEXT)
            yield from reading.load_rows(0, result.ntuples, tuple)
        self._checked(self._line.exec_(f"CLOSE {name}".encode()))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Sends the statements inside at once, and waits for their results at the end."""
        self.catch_up()
        self._line.enter_pipeline_mode()
        self._queued = []
        try:
            yield
            if self._queued:
                self._finish()
        finally:
            self._queued = None
            if self._line.status == pq.ConnStatus.OK:
                self._leave()

    def _send(self, sql: str, values: Sequence[Any] | None) -> None:
        assert self._queued is not None
        if values is None:
            self._line.send_query_params(sql.encode(), None)
            self._queued.append(True)
            return
        name = self._prepared.get(sql)
        if name is None:
            name = self._named(sql)
            self._line.send_prepare(name, sql.encode())
            self._queued.append(False)
        self._line.send_query_prepared(name, _dumped(values))
        self._queued.append(True)

    def _finish(self) -> list[Any]:
        """Waits for the statements sent. Returns their results."""
        assert self._queued is not None
        self._line.pipeline_sync()
        results: list[Any] = []
        failed: Exception | None = None
        while True:
            result = self._next_result()
            if result is None:  # the end of one statement's results
                continue
            if result.status == _SYNCED:
                break
            results.append(result)
            if result.status not in _OK and result.status != _ABORTED and failed is None:
                failed = self._error(result)
        if failed is not None:
            raise failed
        sent, self._queued = self._queued, []
        return list(compress(results, sent))

    def _next_result(self) -> Any:
        """Waits in a way that lets other threads run, which libpq itself would not."""
        line = self._line
        while line.flush():
            select([], [line.socket], [])
        while line.is_busy():
            if not select([line.socket], [], [], self._patience)[0]:
                self.raw.close()
                raise psycopg.OperationalError(f"no answer within {self._patience:g} seconds")
            line.consume_input()
        result = line.get_result()
        if line.status != pq.ConnStatus.OK:
            raise self._lost()
        return result

    def _leave(self) -> None:
        try:
            self._line.exit_pipeline_mode()
        except psycopg.OperationalError:  # unread results are left after an error of our own
            self.raw.close()

    def _run(self, sql: str, values: Sequence[Any]) -> Any:
        if self._patience is not None:
            with self.together():
                self._send(sql, values)
                (answer,) = self._finish()
            return answer
        self.catch_up()
        name = self._prepared.get(sql)
        if name is None:
            name = self._named(sql)
            self._checked(self._line.prepare(name, sql.encode()))
        return self._checked(self._line.exec_prepared(name, _dumped(values)))

    def _loaded(self, result: Any) -> list[Row]:
        self._reading.set_pgresult(result, format=pq.Format.TEXT)
        return self._reading.load_rows(0, result.ntuples, tuple)

    def _named(self, sql: str) -> bytes:
        name = self._prepared[sql] = f"rmb_{next(self._names)}".encode()
        return name

    def _checked(self, result: Any) -> Any:
        if result.status not in _OK:
            raise self._error(result)
        return result

    def _error(self, result: Any) -> Exception:
        # Otherwise a statement that failed to prepare would count as prepared.
        self._prepared = {}
        if self._line.status != pq.ConnStatus.OK:
            return self._lost()
        found = errors.error_from_result(result)
        if found.sqlstate is None:
            # No SQLSTATE, so no server sent this: libpq lost the server before it marked the
            # connection bad.
            return psycopg.OperationalError(str(found).strip() or "the connection is lost")
        return found

    def _lost(self) -> psycopg.OperationalError:
        text = self._line.get_error_message() if hasattr(self._line, "get_error_message") else ""
        return psycopg.OperationalError(text.strip() or "the connection is lost")


def _dumped(values: Sequence[Any]) -> Any:
    return [None if value is None else _DUMPERS[type(value)](value) for value in values]


def _array(values: Sequence[Any]) -> bytes:
    kinds = set(map(type, values))
    if kinds == {int}:  # the common case, and many times faster
        return f"{{{','.join(map(str, values))}}}".encode()
    if kinds == {str}:
        return f"{{{','.join(map(_quoted, values))}}}".encode()
    return b"{" + b",".join(_member(value) for value in values) + b"}"


def _quoted(value: str) -> str:
    if "\\" in value or '"' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{value}"'


def _member(value: Any) -> bytes:
    if isinstance(value, str):
        return _quoted(value).encode()
    return b"NULL" if value is None else _DUMPERS[type(value)](value)


def _vector(value: bytes) -> bytes:
    return ("[" + ",".join(map(repr, array("f", value))) + "]").encode()


class _Dumpers(dict[type, Callable[[Any], bytes]]):
    """How values of a type are written as text. A subclass is written like its base type."""

    def __missing__(self, kind: type) -> Callable[[Any], bytes]:
        for base in kind.__mro__[1:]:
            if base in self:
                self[kind] = self[base]
                return self[base]
        raise psycopg.DataError(f"a value of the type {kind.__name__} cannot be stored")


_WRITTEN: dict[type, Callable[[Any], bytes]] = {
    str: lambda value: value.encode(),
    bool: lambda value: b"1" if value else b"0",
    int: lambda value: b"%d" % value,
    float: lambda value: repr(value).encode(),
    bytes: lambda value: b"\\x" + value.hex().encode(),
    Embedding: _vector,
    list: _array,
}
_DUMPERS = _Dumpers(_WRITTEN)


class _EmbeddingDumper(Dumper):
    """Vectors in pgvector's text format."""

    def dump(self, obj: bytes) -> bytes:
        return _vector(obj)


class _EmbeddingLoader(Loader):
    def load(self, data: Any) -> Embedding:
        return Embedding(array("f", map(float, bytes(data)[1:-1].split(b","))).tobytes())


def register_vectors(raw: Raw, info: TypeInfo) -> None:
    dumper = type("EmbeddingDumper", (_EmbeddingDumper,), {"oid": info.oid})
    raw.adapters.register_dumper(Embedding, dumper)
    raw.adapters.register_loader(info.oid, _EmbeddingLoader)
