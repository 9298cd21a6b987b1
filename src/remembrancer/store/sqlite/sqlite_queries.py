"""Answers a caller's SELECT on SQLite, in a process of its own that is ended when it must be."""

from __future__ import annotations

import json
import os
import secrets
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from weakref import finalize

from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from remembrancer.core.errors import StoreError
from remembrancer.core.limits import GRAPH_QUERY_MEMORY_BYTES_MAX, SQL_AT_ONCE_MAX
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.writer import VIEW_PREFIX, WITH_PREFIX
from remembrancer.store.queries import refusals
from remembrancer.store.queries.rights import GROUPS, NUMBERS, SEARCH_NUMBERS, TEXTS
from remembrancer.store.queries.view_text import view_text
from remembrancer.store.queries.views import views
from remembrancer.store.sqlite.sqlite_errors import busy

_FUNCTIONS: Final = (
    *("count", "sum", "avg", "min", "max", "lower", "upper", "length", "trim", "substr"),
    *("abs", "round", "coalesce", "nullif", "like", "->>"),
)
_SCRIPT: Final = Path(__file__).with_name("query_process.py")
_NEEDED_TO_START: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
_LENGTH: Final = struct.Struct(">Q")
_GRACE_SECONDS: Final = 3.0  # after which a process that has not answered is killed
_MARK: Final = "{random}"
_COLUMNS: Final = (*NUMBERS, GROUPS, *TEXTS)


def match_all(words: Sequence[str]) -> str:
    """A search for texts that have all of these words, which are plain letters and digits."""
    return " AND ".join(f'"{word}"' for word in words)


class QueryProcesses:
    """A few processes, started when they are first needed and kept for the next query."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._idle: deque[subprocess.Popen[bytes]] = deque()
        self._turns = threading.BoundedSemaphore(SQL_AT_ONCE_MAX)
        self._at_end = finalize(self, _end_all, self._idle)

    def ask(
        self, query: str, rights: Mapping[str, Any], bounds: QueryBounds, image: bytes | None
    ) -> list[dict[str, Any]]:
        """The rows. `image` is the whole database, if no other process can open it."""
        request = {
            "path": quote(str(Path(self._path).resolve())),
            "image": None if image is None else len(image),
            "query": query,
            "seconds": bounds.seconds,
            "rows": bounds.rows,
            "characters": bounds.characters,
            "memory": GRAPH_QUERY_MEMORY_BYTES_MAX,
            "functions": _FUNCTIONS,
            "with_prefix": WITH_PREFIX,
            **_wall(rights),
        }
        text = json.dumps(request).encode()
        with self._turns:
            answer = self._asked(_LENGTH.pack(len(text)) + text + (image or b""), bounds)
        if answer.get("busy"):
            raise busy(self._path)
        if "why" in answer:
            raise refusals.refusal(answer["why"], bounds)
        return [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]

    def close(self) -> None:
        self._at_end()

    def _taken(self) -> subprocess.Popen[bytes] | None:
        """A process that waits for work, if there is one."""
        while True:
            try:
                process = self._idle.pop()
            except IndexError:
                return None
            if process.poll() is None:
                return process
            _end(process)

    def _asked(self, request: bytes, bounds: QueryBounds) -> Any:
        process = self._taken() or _started()
        is_late = threading.Event()

        def end() -> None:
            is_late.set()
            process.kill()

        timer = threading.Timer(bounds.seconds + _GRACE_SECONDS, end)
        timer.start()
        try:
            answer = _exchanged(process, request)
        except BaseException:
            process.kill()
            _end(process)
            raise
        finally:
            timer.cancel()
        if answer is None or is_late.is_set():
            process.kill()
            _end(process)
            return {"why": refusals.TIME if is_late.is_set() else refusals.MEMORY}
        self._idle.append(process)
        return answer


def _wall(rights: Mapping[str, Any]) -> dict[str, Any]:
    """The statements that make the views for one caller, and the names that they have."""
    random = secrets.token_hex(16)
    texts, shown, hidden = _statements()
    values = [json.dumps(rights[name]) if name == GROUPS else rights[name] for name in _COLUMNS]
    marks = ", ".join("?" * len(_COLUMNS))
    setup: list[tuple[str, list[Any]]] = [
        (f"CREATE TEMP TABLE rights_{random} ({', '.join(_COLUMNS)})", []),
        (f"INSERT INTO temp.rights_{random} VALUES ({marks})", values),
    ]
    for n in SEARCH_NUMBERS:
        table = f"found_{random}_{n}"
        setup.append((f"CREATE TEMP TABLE {table} (rowid INTEGER PRIMARY KEY)", []))
        if rights[f"match_{n}"] is not None:
            # Searched here, because the index reads its own tables in ways that the wall forbids.
            sql = f"INSERT INTO temp.{table} SELECT rowid FROM main.search WHERE search MATCH ?"
            setup.append((sql, [rights[f"match_{n}"]]))
    setup += [(text.replace(_MARK, random), []) for text in texts]
    return {
        "setup": setup,
        "shown": shown,
        "hidden": [name.replace(_MARK, random) for name in hidden],
    }


@cache
def _statements() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    texts: list[str] = []
    shown: list[str] = []
    hidden: list[str] = []
    for name, query in views(found=f"found_{_MARK}_").items():
        text = view_text(query, sqlite_dialect(), read=_read, place=_place)
        # LIMIT keeps the caller's conditions out: were they tested first, an error or the time that
        # they take would tell of rows that are hidden.
        inner, outer = f"hidden_{_MARK}_{name}", f"{VIEW_PREFIX}{name}"
        texts.append(f"CREATE TEMP VIEW {inner} AS {text} LIMIT -1")
        texts.append(f"CREATE TEMP VIEW {outer} AS SELECT * FROM temp.{inner}")
        hidden.append(inner)
        shown.append(outer)
    return tuple(texts), tuple(shown), tuple(hidden)


def _read(name: str) -> str:
    return f"(SELECT {name} FROM temp.rights_{_MARK})"


def _place(table: str) -> str:
    return f"temp.{table}" if _MARK in table else f"main.{table}"


def _started() -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in _NEEDED_TO_START if name in os.environ}
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise StoreError(
            f"The process that answers SQL cannot be started ({error}). Check the limits on "
            "processes and memory of this machine."
        ) from error


def _exchanged(process: subprocess.Popen[bytes], request: bytes) -> Any:
    """The answer; None: the process ended before it gave one."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request)
        process.stdin.flush()
        head = process.stdout.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack(head)
        text = process.stdout.read(length)
    except OSError:  # it ended while it was written to
        return None
    return json.loads(text) if len(text) == length else None


def _end_all(idle: deque[subprocess.Popen[bytes]]) -> None:
    while idle:
        process = idle.pop()
        process.kill()
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Waits for a process that was killed, and lets go of its pipes."""
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue  # what was not written yet cannot be: its reader is gone
