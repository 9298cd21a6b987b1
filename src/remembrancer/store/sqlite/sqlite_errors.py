"""Turns errors of SQLite and its driver into ours."""

from __future__ import annotations

import sqlite3
from types import TracebackType

from remembrancer.core.errors import (
    InvalidInput,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreUnreachable,
)
from remembrancer.core.limits import LOCK_TIMEOUT_SECONDS
from remembrancer.store.engine import UnreadableText


class ErrorTranslation:
    """Turns the driver's errors into ours. It is thread-safe."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, sqlite3.Error):
            raise _translate(error, self._path) from error
        if isinstance(error, OverflowError | UnicodeEncodeError):
            raise InvalidInput(
                f"A value is too large, or is no text ({error}). Nothing was written."
            ) from error


def unreadable(error: sqlite3.OperationalError) -> Exception:
    """The error itself, unless it says that bytes in the file are not text."""
    if "decode" not in str(error):
        return error
    return UnreadableText(
        f"A text in the store is no text any more ({error}). Somebody changed the file: run "
        "`remembrancer audit verify`, or restore a backup."
    )


def is_lock(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def busy(path: str) -> StoreBusy:
    return StoreBusy(
        f"{path} stayed locked by other writers for {LOCK_TIMEOUT_SECONDS:g} seconds, and nothing "
        "was written. Try again; if it persists, find the process that holds it."
    )


def _translate(error: sqlite3.Error, path: str) -> StoreError:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return busy(path)
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(
            f"The disk that holds {path} is full. The write was undone; free some space and "
            "try again."
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return StoreUnreachable(
            f"{path} cannot be opened for writing ({error}). Check that its folder exists and "
            "that you may write to both, or choose another place."
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreCorrupt(
            f"{path} is damaged or is no Remembrancer store ({error}). Restore a backup with "
            "`remembrancer restore`, or choose another file."
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(
            f"Reading or writing {path} failed ({error}). The write was undone; check the disk "
            "and the space left on it, then try again."
        )
    return StoreError(f"The store {path} refused: {error}. Nothing was written.")
