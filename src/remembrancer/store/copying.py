"""Copying a whole store, with all its spaces, from one engine to the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from remembrancer.core.errors import StoreUnreachable
from remembrancer.ports import Progress
from remembrancer.store import dump, spaces
from remembrancer.store.engine import Database, Mark
from remembrancer.store.sqlite.sqlite_driver import Sqlite

_PROGRESS_ROWS = 5_000


def to_file(source: Database, path: Path, progress: Progress | None) -> None:
    """Writes a store into a new file. The file appears complete or not at all."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        target = Sqlite(str(partial))
    except (OSError, StoreUnreachable) as error:
        raise _unwritable(path, error) from error
    try:
        try:
            target.prepare()
            copy(source, target, progress)
        finally:
            target.close()
        os.replace(partial, path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        for ending in ("", "-wal", "-shm"):
            Path(f"{partial}{ending}").unlink(missing_ok=True)


def copy(source: Database, target: Database, progress: Progress | None) -> dict[str, int]:
    """Fills an empty store with the content of another, from one consistent snapshot.

    Returns the number of rows by space.
    """
    counts: dict[str, int] = {}
    mark: Mark | None = None  # all spaces are copied in one transaction, so one mark is enough
    report = _Counter(progress)
    with target.reading(None) as before:
        # A restored space keeps its number, because open memories refer to it by number.
        numbers = {one.uid: one.number for one in spaces.listed(before, target.statements)}
    with source.reading(None) as old, target.replacing() as new:
        for space in spaces.listed(old, source.statements):
            old.enter(space.number)
            made = spaces.create(
                new,
                target.statements,
                space.name,
                space.preset.name,
                "",
                space.created_at,
                numbers.get(space.uid),
            )
            new.enter(made.number, may_create=True)
            rows = dump.rows(old, source.statements, space)
            counts[space.name] = dump.load(new, target.statements, made, report.through(rows))
            mark = spaces.mark(new, target.statements, made)
        target.commit(new, mark)
    report.finish()
    return counts


class _Counter:
    """Reports the progress of a copy."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = 0

    def through(self, rows: Iterator[Any]) -> Iterator[Any]:
        for row in rows:
            yield row
            self._done += 1
            if self._progress is not None and self._done % _PROGRESS_ROWS == 0:
                self._progress(self._done, 0)

    def finish(self) -> None:
        if self._progress is not None:
            self._progress(self._done, self._done)


def _unwritable(path: Path, error: Exception) -> StoreUnreachable:
    return StoreUnreachable(
        f"The backup cannot be written to {path}: {error}. "
        "Choose a folder that exists and that you may write to."
    )
