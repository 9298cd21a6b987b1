"""A process that answers SELECTs of callers whom nobody trusts, on one SQLite database.

It is started as a script and imports nothing but the standard library. It reads one request after
the other from its input: each gets a connection of its own, which is opened to read only, and
closed before the next. The caller's statement comes last, when the wall stands:

- the views that it may read are temporary ones. They read other views, whose names are random and
  new for each request, and tables can be read from inside those alone. An authorizer is told the
  name of the innermost view or WITH query, so a name that could be guessed would be no wall;
- functions, lengths, depths, memory and time have their limits.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import sys
import time
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">Q")
_OPCODES_BETWEEN_LOOKS = 2_000  # at the clock
_ROOM_BYTES = 96 * 2**20  # beside the memory of SQLite, for Python and the answer


def serve(given: BinaryIO, answers: BinaryIO) -> None:
    _limit_process()
    while (head := _exactly(given, _LENGTH.size)) is not None:
        text = _exactly(given, _LENGTH.unpack(head)[0])
        if text is None:
            return
        request = json.loads(text)
        image = _exactly(given, request["image"]) if request["image"] is not None else None
        answer = json.dumps(_answer(request, image)).encode()
        del image
        answers.write(_LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _answer(request: dict[str, Any], image: bytes | None) -> dict[str, Any]:
    """The rows, or why there are none: time, rows, size, memory or engine."""
    deadline = time.monotonic() + request["seconds"]
    _limit_memory(request["memory"] + (0 if image is None else 3 * len(image)))
    raw: sqlite3.Connection | None = None
    try:
        raw = _opened(request, image)
        raw.set_progress_handler(
            lambda: 1 if time.monotonic() > deadline else 0, _OPCODES_BETWEEN_LOOKS
        )
        for sql, values in request["setup"]:
            raw.execute(sql, values)
        _build_wall(raw, request)
        return _rows(raw, request)
    except MemoryError:
        return {"why": "memory"}
    except sqlite3.Error as error:
        return {"why": _reason(error, deadline), "busy": _is_busy(error)}
    except (ValueError, TypeError, OverflowError):  # a value that is no JSON
        return {"why": "engine"}
    finally:
        if raw is not None:
            raw.set_authorizer(None)
            raw.close()


def _opened(request: dict[str, Any], image: bytes | None) -> sqlite3.Connection:
    path = ":memory:" if image is not None else f"file:{request['path']}?mode=ro"
    raw = sqlite3.connect(
        path,
        uri=image is None,
        isolation_level=None,
        timeout=request["seconds"],
        cached_statements=0,
    )
    if image is not None:
        raw.deserialize(image)
    for pragma in (
        "temp_store = MEMORY",
        "trusted_schema = OFF",
        "cell_size_check = ON",
        "case_sensitive_like = ON",
        f"hard_heap_limit = {request['memory'] + (0 if image is None else len(image))}",
    ):
        raw.execute(f"PRAGMA {pragma}")
    raw.execute("BEGIN")
    return raw


def _build_wall(raw: sqlite3.Connection, request: dict[str, Any]) -> None:
    raw.execute("SELECT count(*) FROM json_each('[]')").fetchall()  # connects it, for the views
    raw.execute("PRAGMA query_only = ON")
    for limit, value in (
        (sqlite3.SQLITE_LIMIT_LENGTH, 4 * request["characters"]),  # bytes of one value
        (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 400_000),
        (sqlite3.SQLITE_LIMIT_COLUMN, 100),
        (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 1_000),
        (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 20),
        (sqlite3.SQLITE_LIMIT_VDBE_OP, 250_000),
        (sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 100),
        (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
        (sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 0),
        (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0),
        (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
    ):
        raw.setlimit(limit, value)
    shown, hidden = frozenset(request["shown"]), frozenset(request["hidden"])
    functions, prefix = frozenset(request["functions"]), request["with_prefix"]

    def authorize(
        action: int, one: str | None, two: str | None, database: str | None, inside: str | None
    ) -> int:
        if action == sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ:
            is_view = one in shown or one in hidden
            # A table of which no column is used is told without its database, as is a WITH query.
            is_counted = not two and database is None
            is_with = is_counted and one is not None and one.startswith(prefix)
            if inside in hidden or (is_view and (database == "temp" or is_counted)) or is_with:
                return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and (inside in hidden or two in functions):
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    raw.set_authorizer(authorize)


def _rows(raw: sqlite3.Connection, request: dict[str, Any]) -> dict[str, Any]:
    cursor = raw.execute(request["query"])
    columns = [column[0] for column in cursor.description or ()]
    rows: list[Any] = []
    size = 0
    for row in cursor:
        size += len(json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False))
        rows.append(row)
        if size > request["characters"]:
            return {"why": "size"}
        if len(rows) > request["rows"]:
            return {"why": "rows"}
    return {"columns": columns, "rows": rows}


def _reason(error: sqlite3.Error, deadline: float) -> str:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code == sqlite3.SQLITE_INTERRUPT or time.monotonic() > deadline:
        return "time"
    if code == sqlite3.SQLITE_NOMEM:
        return "memory"
    return "size" if code == sqlite3.SQLITE_TOOBIG else "engine"


def _is_busy(error: sqlite3.Error) -> bool:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _limit_process() -> None:
    try:
        import resource
    except ImportError:  # not on this system: the limits of SQLite hold, and the parent's clock
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))


def _limit_memory(bytes_max: int) -> None:
    """The process may use this much more than it uses now, however it is used."""
    try:
        import resource

        with open("/proc/self/statm") as told:
            used = int(told.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        return  # as above
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + bytes_max + _ROOM_BYTES, most))


def _exactly(given: BinaryIO, length: int) -> bytes | None:
    data = given.read(length)
    return data if len(data) == length else None


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
