"""Copying a store, with all its spaces or one of them, from one engine to the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from remembrancer.core.errors import StoreUnreachable
from remembrancer.core.space import Space
from remembrancer.ports import Progress
from remembrancer.store import dump, space_removal, spaces
from remembrancer.store.engine import Connection, Database, Mark
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.store.statement import CompiledStatements

_PROGRESS_ROWS = 5_000


def to_file(
    source: Database, path: Path, progress: Progress | None, only: Space | None = None
) -> None:
    """Writes a store, or one space of it, into a new file, which appears complete or not at all."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        target = Sqlite(str(partial))
    except (OSError, StoreUnreachable) as error:
        raise _unwritable(path, error) from error
    try:
        try:
            target.prepare()
            copy(source, target, progress, only)
        finally:
            target.close()
        os.replace(partial, path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        for ending in ("", "-wal", "-shm"):
            Path(f"{partial}{ending}").unlink(missing_ok=True)


def copy(
    source: Database, target: Database, progress: Progress | None, only: Space | None = None
) -> dict[str, int]:
    """Fills an empty store with all spaces of another, or one, from one consistent snapshot.

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
            if only is not None and space.number != only.number:
                continue
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


def put_space(
    source: Database,
    space: Space,
    new: Connection,
    statements: CompiledStatements,
    name: str,
    *,
    replaced: Space | None,
    progress: Progress | None,
) -> Space:
    """Puts a space of one store beside those of another, in its open transaction.

    It always gets a new number: what other programs know of a replaced space by its number must
    not be mixed up with the rows of the new one.
    """
    report = _Counter(progress)
    if replaced is not None:
        space_removal.set_aside(new, statements, replaced)
    with source.reading(None) as old:
        old.enter(space.number)
        made = spaces.create(new, statements, name, space.preset.name, "", space.created_at)
        new.enter(made.number, may_create=True)
        rows = dump.rows(old, source.statements, space)
        dump.load(new, statements, made, report.through(rows))
    if replaced is not None:
        space_removal.remove(new, statements, replaced)
    report.finish()
    new.enter(made.number, may_create=True)
    found = spaces.find(new, statements, name)
    assert found is not None
    return found


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
